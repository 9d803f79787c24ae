/** What is derived from a story's text. Pure. */
import type { Blog } from './queries';

/** A usual pace for prose on a screen. */
const WORDS_A_MINUTE = 220;

/** The body's paragraphs. The body is plain text: markup in it is shown as text. */
export function paragraphs(body: string): string[] {
  return body
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** Whole minutes to read it, at least one. */
export function readingMinutes({ summary, body }: Pick<Blog, 'summary' | 'body'>): number {
  const words = `${summary} ${body}`.split(/\s+/).filter((word) => word !== '').length;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}

/**
 * The stories before and after this one in the carousel's order; null at either end, and both null if it is not in
 * the carousel.
 */
export function neighbors<Story extends Pick<Blog, 'slug'>>(
  stories: readonly Story[],
  slug: string,
): { previous: Story | null; next: Story | null } {
  const at = stories.findIndex((story) => story.slug === slug);
  if (at === -1) return { previous: null, next: null };
  return { previous: stories[at - 1] ?? null, next: stories[at + 1] ?? null };
}
