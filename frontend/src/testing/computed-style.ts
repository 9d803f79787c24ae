/**
 * `getComputedStyle` for tests. jsdom compares an element and its ancestors with every rule of the browser's style sheet
 * in each call, and queries by role call it for each element that they look at: half of the tests' time. There are no
 * other style sheets in the tests, so the tag gives an element's `display`, unless an attribute does.
 */

/** Tags whose display also depends on attributes or on the position. */
const SPECIAL = new Set(['audio', 'details', 'dialog', 'embed', 'input', 'noscript', 'summary']);

/** Replace the window's `getComputedStyle` by one that is faster for `display` and `visibility`. */
export function simplifyComputedStyle(): void {
  const compute = window.getComputedStyle.bind(window);
  const displays = new Map<string, string>();

  const display = (element: Element): string => {
    const tag = element.localName;
    const isSpecial =
      SPECIAL.has(tag) || ['style', 'hidden', 'popover'].some((name) => element.hasAttribute(name));
    if (isSpecial) return compute(element).display;
    let found = displays.get(tag);
    if (found === undefined) {
      found = compute(element).display;
      displays.set(tag, found);
    }
    return found;
  };

  const fast = (element: Element, name: unknown): string | undefined => {
    if (name === 'display') return display(element);
    if (name === 'visibility') return visibility(element);
    return undefined;
  };

  window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement) return compute(element, pseudoElement);
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        if (name === 'getPropertyValue')
          return (property: string) =>
            fast(element, property) ?? compute(element).getPropertyValue(property);
        return fast(element, name) ?? (Reflect.get(compute(element), name) as unknown);
      },
    });
  };
}

/** Visibility is inherited, and only inline styles set it. */
function visibility(element: Element): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (at.getAttribute('style')?.includes('visibility') === true) {
      const own = (at as HTMLElement).style.visibility;
      if (own !== '') return own;
    }
  }
  return 'visible';
}
