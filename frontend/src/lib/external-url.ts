/** Leaves the app for a page elsewhere, Stripe's for instance. In its own module, so that a test can look on. */
export function leaveFor(url: string): void {
  window.location.assign(url);
}

/** Whether a server's answer is an address that the browser can go to. */
export function isAddress(url: unknown): url is string {
  return typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** Whether an address is one of ours, which needs no new page. */
export function isOurs(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === window.location.origin;
}
