/**
 * Whether the first page of this document is still being drawn. Then the browser has everything to do at once, and
 * nobody comes back to a place on a page they had left: what is long may be drawn in parts.
 */
let drawing = true;

export function isFirstPage(): boolean {
  return drawing;
}

/** Called once it stands. */
export function firstPageStands(): void {
  drawing = false;
}
