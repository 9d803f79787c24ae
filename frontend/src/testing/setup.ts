/** What jsdom lacks and every test needs: the matchers, the API double, and a clean browser after each test. */
import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { selection } from '@/lib/selection';
import { server } from './server';

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
  selection.clear();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => {
  server.close();
});

// Radix asks for these; jsdom has no layout and no pointer capture to answer with.
Element.prototype.hasPointerCapture = () => false;
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  },
);
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
