/**
 * The tab's own sign of news: title and picture, while nobody looks at the page. Looking at it takes the sign back.
 * Nobody navigates in a hidden page, so the title that was there is still right then.
 */
const SIGN = '● ';
const PLAIN = '/assets/favicon.svg';
const MARKED = '/assets/favicon-news.svg';

let before: string | null = null;

/** `● Booked: Petit Quai`; of several it says the newest. */
export function markTab(title: string): void {
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
