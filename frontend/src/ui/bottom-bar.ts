/** The height of the page's own bar at the bottom edge, so that the page ends above it and a focused control is never behind it. */

/**
 * A `ref` for an element with `data-bottom-bar`; `shell.css` uses the height. An element that leaves the page is
 * measured once more: its height is 0.
 */
export function measureBottomBar(bar: HTMLElement | null): void {
  if (bar === null) return;
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('--bottom-bar', `${String(bar.offsetHeight)}px`);
  }).observe(bar, { box: 'border-box' });
}
