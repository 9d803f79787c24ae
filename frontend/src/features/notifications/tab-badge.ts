/**
 * A mark in the tab's title and icon while the page is hidden; it is removed when the page is visible. A hidden page
 * does not navigate, so the earlier title can be restored.
 */
const SIGN = '● ';
const PLAIN = '/assets/favicon.svg';
const MARKED = '/assets/favicon-news.svg';

let before: string | null = null;

/** `● Booked: Petit Quai`; the newest title wins. */
export function showTabBadge(title: string): void {
  if (!document.hidden) return;
  if (before === null) {
    before = document.title;
    document.addEventListener('visibilitychange', unmark);
  }
  document.title = SIGN + title;
  drawIcon(MARKED);
}

function unmark(): void {
  if (document.hidden || before === null) return;
  document.removeEventListener('visibilitychange', unmark);
  if (document.title.startsWith(SIGN)) document.title = before;
  before = null;
  drawIcon(PLAIN);
}

function drawIcon(href: string): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', href);
}
