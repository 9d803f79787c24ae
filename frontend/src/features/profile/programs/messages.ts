/** Every sentence about connected programs. */

export const PROGRAMS = {
  title: 'Connected programs',
  text: 'Programs that you allowed to use Tablehawk as you. A new password keeps their access. Resetting a forgotten one ends it.',
  failed: "We couldn't load your programs.",
  loading: 'Loading your programs',
  none: 'No program has access.',
  unnamed: 'A program',
  from: (domain: string, day: string) => `From ${domain} · Since ${day}`,
  revokeText: "The program stops working right away. To use it again, you'd allow it again.",
  keep: 'Keep its access',
} as const;
