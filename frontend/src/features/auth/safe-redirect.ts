/**
 * The address to go to after signing in, or null. Only a path of our own: `//host`, `/\host` and full
 * addresses would lead a signed-in user to somebody else's page.
 */
export function safeRedirect(target: string | undefined): string | null {
  if (target === undefined || !/^\/(?![/\\])/.test(target)) return null;
  return /^\/(login|signup|reset-password)\b/.test(target) ? null : target;
}
