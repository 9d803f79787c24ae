/** What a fixed bar hides of the controls of a page. */
import { expect, type Page } from '@playwright/test';

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/**
 * The controls that a fixed element covers even after the focus has scrolled to them, as with the Tab key. With a
 * dialog or a menu open, these are its controls.
 */
function controlsBehindBars(page: Page): Promise<string[]> {
  return page.evaluate((focusable) => {
    // Toasts make way within a moment: toasts.ts.
    const isFixed = (element: Element) =>
      getComputedStyle(element).position === 'fixed' && !element.matches('.toasts');
    const coverOf = (control: Element): Element | null => {
      const { left, right, height, ...edges } = control.getBoundingClientRect().toJSON() as DOMRect;
      const x = (Math.max(left, 0) + Math.min(right, window.innerWidth)) / 2;
      let { top, bottom } = edges;
      // A title of too many lines is cut.
      for (let at = control.parentElement; at !== null; at = at.parentElement) {
        if (getComputedStyle(at).overflowY !== 'hidden') continue;
        top = Math.max(top, at.getBoundingClientRect().top);
        bottom = Math.min(bottom, at.getBoundingClientRect().bottom);
      }
      // A control that is cut, or higher than the screen, shows only a part at a time.
      const isWhole = bottom - top > height - 1 && height < window.innerHeight / 2;
      const inset = isWhole ? 2 : (bottom - top) / 2;
      for (const y of [top + inset, (top + bottom) / 2, bottom - inset]) {
        for (let at = document.elementFromPoint(x, y); at !== null; at = at.parentElement) {
          if (at.contains(control)) break;
          if (isFixed(at)) return at;
        }
      }
      return null;
    };
    const before = document.activeElement;
    const layers = [...document.querySelectorAll('[role="dialog"], [role="menu"]')];
    const root = layers.findLast((one) => one.checkVisibility()) ?? document;
    const found = [];
    for (const control of root.querySelectorAll<HTMLElement>(focusable)) {
      if (control.tabIndex < 0 || control.matches(':disabled')) continue;
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      control.focus();
      if (document.activeElement !== control) continue;
      // Above it, parts that were off the screen may have got another height.
      if (coverOf(control) !== null) control.scrollIntoView({ block: 'nearest' });
      const cover = coverOf(control);
      if (cover === null) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent;
      const { top, bottom } = control.getBoundingClientRect();
      const { scrollHeight, scrollTop } = document.documentElement;
      found.push(
        `${(name || control.outerHTML).slice(0, 80)} behind .${cover.className}, ${top} to ${bottom} px, ` +
          `scrolled ${scrollTop} of ${scrollHeight - window.innerHeight} px`,
      );
    }
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return found;
  }, FOCUSABLE);
}

export async function expectNothingBehindBars(page: Page): Promise<void> {
  expect(await controlsBehindBars(page), 'controls behind a fixed bar').toEqual([]);
}
