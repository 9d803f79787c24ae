/**
 * The error of code that did not come. The router knows the browser's own message for it and answers by reloading the
 * page, which without a network leaves the browser's error page; so the message is replaced (`reload-after-deploy.ts`).
 */
const MESSAGE = 'The code of a part did not load';

export function markMissingCode(error: Error): void {
  error.message = `${MESSAGE}: ${error.message}`;
}

export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(MESSAGE);
}
