/** Waits for the focus in tests: many components move it in an effect, a moment after the paint that a test waits for. */
import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';

type Found = Element | null | undefined;

/** Wait until an element has the focus. A function is called again at each try. */
export async function expectFocus(element: Found | (() => Found)): Promise<void> {
  await waitFor(() => {
    expect(typeof element === 'function' ? element() : element).toHaveFocus();
  });
}
