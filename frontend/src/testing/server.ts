import { setupServer } from 'msw/node';
import { handlers } from './handlers';

/** The mocked API. A test that needs a refusal overrides one handler. */
export const server = setupServer(...handlers);
