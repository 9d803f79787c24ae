/** What a screen is looked at in, and how a state is reached. `matrix.ts` is the list. */
import type { Page } from '@playwright/test';
import type { RequestHandler } from 'msw';

/** `empty`: nothing to show. `loaded`: as it mostly stands. `error`: something was refused. `dialog`: one is open. */
export type Kind = 'empty' | 'loaded' | 'error' | 'dialog';
export const KINDS: readonly Kind[] = ['empty', 'loaded', 'error', 'dialog'];

export type State = {
  /** Of its pictures, so unique. */
  name: string;
  path: string;
  signedIn?: boolean;
  /** Handlers before those of `src/testing`; a function where one remembers, so that each test has its own. */
  overrides?: RequestHandler[] | (() => RequestHandler[]);
  /** Leads from the page with its title to the state. */
  act?: (page: Page) => Promise<void>;
};

/** Why a screen has no state of this kind. */
export type Absent = { never: string };

export type Screen = Record<Kind, readonly [State, ...State[]] | Absent>;

export function statesOf(screen: Screen, kind: Kind): readonly State[] {
  const states = screen[kind];
  return 'never' in states ? [] : states;
}
