/** Open a page of another site. A module of its own, so that tests can replace it. */
export function openExternalUrl(url: string): void {
  window.location.assign(url);
}

/** Whether an answer of the server is a URL that the browser can open. */
export function isHttpUrl(url: unknown): url is string {
  return typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** Whether a URL belongs to this site, so that no page has to be opened. */
export function isOwnUrl(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === window.location.origin;
}
