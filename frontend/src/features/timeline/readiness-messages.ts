/** The texts of a request's readiness, except those of the lines, which the server sends. */
import type { ReadinessLine, Rehearsal } from '@/api/reservation-types';

type ActionKind = NonNullable<ReadinessLine['action']>['kind'];

export const readinessMessages = {
  title: 'Readiness',
  loading: 'Checking the request',
  failed: 'Failed to check the request.',
  ready: 'Ready to book',
  /** The number of failed lines; if there are none, the number of lines with a warning or an unknown state. */
  problems: (count: number) => (count === 1 ? '1 problem' : `${count} problems`),
  notices: (count: number) =>
    count === 1 ? 'Ready, with 1 remark' : `Ready, with ${count} remarks`,
  passed: (count: number) => (count === 1 ? '1 check passed' : `${count} checks passed`),
  state: { ok: 'Passed:', warning: 'Remark:', failed: 'Problem:', unknown: 'Not known:' },
  action: {
    reconnect: 'Reconnect',
    add_card: 'Add a card',
    check_again: 'Check again',
    change_request: 'Change request',
    accept_fee: 'Accept',
    open_request: 'See the table',
    notifications: 'Notifications',
  } satisfies Record<ActionKind, string>,
  acceptUnknown: 'Accept an unknown fee',
  accept: (fee: string) => `Accept up to ${fee}`,
  checking: 'Checking',
  accepting: 'Accepting',
  rehearsal: 'Test run: everything but the booking',
  rehearse: 'Start the test run',
  rehearsing: 'Running',
  rehearseLater: 'You can run it again in a moment.',
  notRehearsed: 'No test run',
  nothingBooked: 'Nothing was booked.',
  part: {
    account: 'Account',
    find: 'Search',
    terms: 'Terms',
  } satisfies Record<Rehearsal['steps'][number]['part'], string>,
  took: (ms: string) => `${ms} ms`,
} as const;
