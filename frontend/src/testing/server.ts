import { HttpHandler } from 'msw';
import { setupServer } from 'msw/node';
import { handlers } from './handlers';

const parse = Reflect.get<HttpHandler, 'parse'>(HttpHandler.prototype, 'parse');
const NO_MATCH = { match: { matches: false, params: {} }, cookies: {} };

/** msw reads the address and the cookies of a request for each of a hundred handlers. Most cannot match. */
HttpHandler.prototype.parse = function (args) {
  const { path, method } = this.info;
  const isPossible =
    (method instanceof RegExp || method === args.request.method) &&
    (typeof path !== 'string' ||
      !path.startsWith('/') ||
      args.request.url.includes(beginningOf(path)));
  return isPossible ? parse.call(this, args) : Promise.resolve(NO_MATCH);
};

/** The part of a path before its first parameter. */
function beginningOf(path: string): string {
  return path.slice(0, path.search(/[:*(]|$/));
}

/** The mocked API. A test that needs a refusal overrides one handler. */
export const server = setupServer(...handlers);
