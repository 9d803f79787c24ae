/**
 * `getComputedStyle` for tests. jsdom compares an element and its ancestors with every rule of the browser's style sheet
 * in each call, and queries by role call it for each element that they look at: half of the tests' time. There are no
 * other style sheets in the tests, so an element's `display` follows from its tag and a few attributes.
 */

/** Tags whose display also depends on their position or on what they contain. */
const SPECIAL = new Set(['audio', 'details', 'dialog', 'embed', 'noscript', 'summary']);

/** Replace the window's `getComputedStyle` by one that is faster for `display` and `visibility`. */
export function simplifyComputedStyle(): void {
  const compute = window.getComputedStyle.bind(window);
  const displays = new Map<string, string>();

  const display = (element: Element): string => {
    const tag = element.localName;
    const hasOwn = element.getAttribute('style')?.includes('display') === true;
    if (hasOwn || SPECIAL.has(tag) || element.hasAttribute('popover')) {
      return compute(element).display;
    }
    const type = tag === 'input' ? element.getAttribute('type') : '';
    const key = `${tag} ${type} ${element.getAttribute('hidden')}`;
    let found = displays.get(key);
    if (found === undefined) {
      found = compute(element).display;
      displays.set(key, found);
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
