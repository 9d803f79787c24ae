import { setupServer } from 'msw/node';
import { handlers } from './handlers';

/** The API double: a small working Tablehawk. A test that needs a refusal overrides one handler. */
export const server = setupServer(...handlers);
