/**
 * Marks the error of code that did not load. The router recognizes the browser's message and reloads the page, which
 * without a network leaves the browser's error page. `boot/reload-after-deploy.ts` therefore replaces the message.
 */
const MESSAGE = 'The code of a part did not load';

export function markCodeLoadError(error: Error): void {
  error.message = `${MESSAGE}: ${error.message}`;
}

export function isCodeLoadError(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(MESSAGE);
}
