/**
 * Return the path to open after signing in, or null. Only a path of this site: `//host`, `/\host` and full URLs would
 * lead a signed-in user to another site.
 */
export function safeRedirect(target: string | undefined): string | null {
  if (target === undefined || !/^\/(?![/\\])/.test(target)) return null;
  return /^\/(login|signup|reset-password)\b/.test(target) ? null : target;
}
