/** Leaves the app for a page elsewhere, Stripe's for instance. In its own module, so that a test can look on. */
export function leaveFor(url: string): void {
  window.location.assign(url);
}

/** Whether an address is one of ours, which needs no new page. */
export function isOurs(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === window.location.origin;
}
