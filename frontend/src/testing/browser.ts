/** What jsdom lacks and every test needs: the matchers, the mocked API, and a clean browser after each test. */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { selection } from '@/entities/venue/selection';
import { clearToasts } from '@/ui/toast';
import { simplifyComputedStyle } from './computed-style';
import { openExternalUrl } from './external-url';
import { liveServer } from './fake-socket';
import { simplifyLabels } from './labels';
import { server } from './server';
import { omitOwnerStacks } from './without-owner-stacks';

configure({
  // A long timeout costs nothing when a test passes, and a busy machine must not fail one.
  asyncUtilTimeout: 30_000,
  // The default prints the document, also for each attempt of a `find` query, which nobody reads.
  getElementError: (message) => {
    const error = new Error(message ?? '');
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

omitOwnerStacks();
simplifyComputedStyle();
simplifyLabels();

/** Prepare one test file. Files share this module, so its top level runs once. */
export function prepareBrowser(): void {
  const { error } = console;
  // Children with the same key lose their state and their focus.
  const sameKeys: unknown[] = [];
  beforeAll(() => {
    server.listen({ onUnhandledRequest: 'error' });
    console.error = (...said: unknown[]) => {
      if (String(said[0]).includes('two children with the same key')) sameKeys.push(said[1]);
      error(...said);
    };
  });
  beforeEach(() => {
    // The tests of tickets that take the screen switch it on.
    localStorage.setItem('booked-screen', 'off');
  });
  afterEach(() => {
    cleanup();
    server.resetHandlers();
    liveServer.reset();
    openExternalUrl.mockReset();
    clearToasts();
    selection.clear();
    localStorage.clear();
    sessionStorage.clear();
    expect(sameKeys.splice(0), 'keys of several children').toEqual([]);
  });
  afterAll(() => {
    server.close();
    console.error = error;
  });

  // Radix calls these; jsdom has no layout and no pointer capture.
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.scrollIntoView = () => undefined;
  document.elementsFromPoint = () => [];
  window.scrollTo = () => undefined;
  window.scrollBy = () => undefined;
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
}
