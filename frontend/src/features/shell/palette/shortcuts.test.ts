import { expect, test } from 'vitest';
import { readKey, type PendingKey } from './shortcuts';

/** Key presses in sequence, each with its delay in ms. */
function press(...presses: [key: string, after?: number, mod?: boolean][]) {
  let pendingKey: PendingKey = null;
  let at = 0;
  let action = null;
  for (const [key, after = 100, mod = false] of presses) {
    at += after;
    ({ action, pendingKey } = readKey(pendingKey, { key, mod, at }));
  }
  return action;
}

const go = (to: string) => ({ kind: 'go', to });

test.each([
  ['n', [['n']], go('/reservations/add-reservation')],
  ['/', [['/']], { kind: 'search' }],
  ['?', [['?']], { kind: 'shortcuts' }],
  ['g r', [['g'], ['r']], go('/reservations')],
  ['g h', [['g'], ['h']], go('/')],
  ['g g r', [['g'], ['g'], ['r']], go('/reservations')],
  ['g, a pause too long, r', [['g'], ['r', 1501]], null],
  ['g x r', [['g'], ['x'], ['r']], null],
  ['r alone', [['r']], null],
  ['⌘ K', [['k', 0, true]], { kind: 'palette' }],
  ['⌘ ⇧ K', [['K', 0, true]], { kind: 'palette' }],
  ['k alone', [['k']], null],
  ['⌘ N is the browser’s', [['n', 0, true]], null],
] as [string, [string, number?, boolean?][], unknown][])('%s', (_, presses, action) => {
  expect(press(...presses)).toEqual(action);
});
