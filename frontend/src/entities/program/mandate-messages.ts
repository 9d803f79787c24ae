/** Every sentence about standing approvals. */
import { formatCount } from '@/lib/format';

export const MANDATE = {
  title: 'Standing approval',
  asks: (program: string) =>
    `${program} wants to book tables for you without asking each time. It can book only what you see here.`,
  key: (name: string) => `Your API key ${name}`,
  who: 'Who',
  calls: 'Calls itself',
  where: 'Restaurants',
  people: 'People',
  dates: 'Dates',
  times: 'Times',
  costs: 'Most it may cost',
  tables: 'Tables in all',
  ends: 'Ends',
  fromTo: (first: string, last: string) => `${first} to ${last}`,
  free: 'Nothing: only tables without a fee',
  upTo: (costs: string) => `For each table and the whole party: up to ${costs}`,
  limits:
    'It books with your connected accounts. You can revoke this in your profile at any time, which also ends its open requests.',
  withPasskey: 'Your device asks for your passkey when you approve.',
  needsPasskey: 'You can only approve this with your passkey.',
  otherDevice: 'You can also approve on another device.',
  approve: 'Approve',
  approving: 'Approving…',
  decline: 'Decline',
  declining: 'Declining…',
  loading: 'Loading what the program asks for',
  failed: "We couldn't load this approval.",
  notFound: "We couldn't find this approval.",
  offline: "You're offline. Nothing was changed.",
  toProfile: 'See your approvals',

  over: {
    approved: 'You approved this.',
    declined: 'You declined this. Nothing is booked with it.',
    lapsed: 'This lapsed after a day without an answer. Nothing is booked with it.',
    revoked: 'This was revoked. Nothing more is booked with it.',
    ended: 'This has ended. Nothing more is booked with it.',
  },

  listTitle: 'Standing approvals',
  listText:
    'Programs that may book tables without asking each time, within limits that you approved.',
  listLoading: 'Loading your approvals',
  listFailed: "We couldn't load your approvals.",
  none: 'No program has one.',
  waits: 'Waits for your answer',
  left: (left: number, tables: number) =>
    `${formatCount(left)} of ${formatCount(tables)} tables left`,
  until: (day: string) => `Ends ${day}`,
  review: 'Review',
  reviewNamed: (program: string) => `Review ${program}`,
  revokeText: (open: number) =>
    `It can't book any more. ${openText(open)} Tables that are booked stay booked.`,
  keep: 'Keep it',
} as const;

function openText(open: number): string {
  if (open === 0) return 'It has no open requests.';
  return open === 1
    ? 'Its open request ends right away.'
    : `Its ${formatCount(open)} open requests end right away.`;
}
