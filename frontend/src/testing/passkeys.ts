/** A browser that can use passkeys, and what it was asked; and one that cannot. */
import { onTestFinished } from 'vitest';

type Asked = { publicKey: unknown };

/** What the browser answers, as JSON. */
export const ANSWER = { id: 'AQID', rawId: 'AQID', type: 'public-key', response: {} };

/** Give the browser passkeys. `fails` is the name of the DOMException that it throws instead of an answer. */
export function usePasskeys(fails?: string) {
  const asked: { create: Asked[]; get: Asked[] } = { create: [], get: [] };
  const answer = (kind: 'create' | 'get') => (options: Asked) => {
    asked[kind].push(options);
    if (fails !== undefined) return Promise.reject(new DOMException('No.', fails));
    return Promise.resolve({ toJSON: () => ANSWER });
  };
  const parse = (options: unknown) => options;
  replace(window, 'PublicKeyCredential', {
    parseCreationOptionsFromJSON: parse,
    parseRequestOptionsFromJSON: parse,
  });
  replace(navigator, 'credentials', { create: answer('create'), get: answer('get') });
  return asked;
}

/** An older browser, which cannot read options as JSON. */
export function withoutPasskeys(): void {
  replace(window, 'PublicKeyCredential', {});
}

/** Replace a property until the test has finished. */
function replace(object: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { configurable: true, value });
  onTestFinished(() => {
    Reflect.deleteProperty(object, name);
    if (before !== undefined) Object.defineProperty(object, name, before);
  });
}
