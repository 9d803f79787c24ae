/** The topmost element at a point, toasts aside. */
function topmostAt(x: number, y: number): Element | undefined {
  return document.elementsFromPoint(x, y).find((element) => element.closest('.toasts') === null);
}

/** Whether a user sees this point of the element: it is on the screen and nothing covers it. */
export function isUncovered(element: Element, x: number, y: number): boolean {
  const topmost = topmostAt(x, y);
  return topmost !== undefined && element.contains(topmost);
}

/** Whether an element that matches the selector has its middle on the screen, uncovered. */
export function isOnScreen(selector: string): boolean {
  return [...document.querySelectorAll(selector)].some((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return isUncovered(element, left + width / 2, top + height / 2);
  });
}
