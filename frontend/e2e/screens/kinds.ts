/** The kinds of states, and how a state is reached. `matrix.ts` is the list. */
import type { Page } from '@playwright/test';
import type { RequestHandler } from 'msw';

/** `empty`: nothing to show. `loaded`: the usual state. `error`: a call was refused. `dialog`: one is open. */
export type Kind = 'empty' | 'loaded' | 'error' | 'dialog';
export const KINDS: readonly Kind[] = ['empty', 'loaded', 'error', 'dialog'];

export type State = {
  /** Names its pictures, so it is unique. */
  name: string;
  path: string;
  signedIn?: boolean;
  /** Whether the ticket of a new booking takes the screen. */
  takesScreen?: boolean;
  /** Whether the browser lets this site show notifications. The headless shell never does, so the page is told so. */
  mayNotify?: boolean;
  /** Handlers before those of `src/testing`; a function if a handler has state, so that each test has its own. */
  overrides?: RequestHandler[] | (() => RequestHandler[]);
  /** Leads from the loaded page to the state. */
  act?: (page: Page) => Promise<void>;
};

/** Why a screen has no state of this kind. */
type Absent = { never: string };

export type Screen = Record<Kind, readonly [State, ...State[]] | Absent>;

export function statesOf(screen: Screen, kind: Kind): readonly State[] {
  const states = screen[kind];
  return 'never' in states ? [] : states;
}
