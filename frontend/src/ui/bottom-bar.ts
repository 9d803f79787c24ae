/** The height of the page's own bar at the bottom edge, so that the page ends above it and a focused control is never behind it. */

/** A `ref` for an element with `data-bottom-bar`; `shell.css` uses the height. */
export function measureBottomBar(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty('--bottom-bar', `${String(bar.offsetHeight)}px`);
  });
  observer.observe(bar, { box: 'border-box' });
  return () => {
    observer.disconnect();
    style.removeProperty('--bottom-bar');
  };
}
