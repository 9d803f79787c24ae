/** What tickets and timelines say: their heads, notes, facts of booked tables, states and entries. */
import type { TicketState } from '../group-state';
import { slotMessages } from '../slot-messages';

/** What a ticket says. Pure texts: `ticket-text.ts` and `ticket-head.ts` decide which. */
export const ticketMessages = {
  watchingForCancellations: 'Watching for cancellations',
  watchingNotifyOnly: 'Watching, notify only',
  notificationsEnded: 'Notifications ended',
  tableOpen: (when: string, venue: string, platform: string) =>
    `${when} at ${venue}. Book it on ${platform} yourself; it may be gone soon.`,
  bookOpens: (when: string) => `Book opens ${when}`,
  bookOpened: (when: string) => `Book opened ${when}`,
  yourTables: (count: number) => (count === 1 ? 'Your table' : 'Your tables'),
  tableAndWatching: (count: number) =>
    `Your ${count === 1 ? 'table' : 'tables'}, and still watching`,
  pastTable: 'Past table',
  notWatching: 'Not watching',
  noTable: 'No table this time',
  requestCanceled: 'Request canceled',
  tableCanceled: 'Table canceled',
  lastLooked: 'last looked',
  since: (day: string) => `since ${day}`,
  watchPlan: (often: string | null, until: string) =>
    often === null ? `We look until ${until}.` : `We look about ${often}, until ${until}.`,
  timesASecond: (times: number) => (times === 2 ? 'twice a second' : `${times} times a second`),
  everySeconds: (seconds: number) => (seconds === 1 ? 'every second' : `every ${seconds} seconds`),
  everyMinutes: (minutes: number) => (minutes === 1 ? 'every minute' : `every ${minutes} minutes`),
  everyHours: (hours: number) => (hours === 1 ? 'every hour' : `every ${hours} hours`),
  endOf: (day: string) => `the end of ${day}`,
  inAccount: (platform: string, account: string | null) =>
    account === null
      ? `In your ${platform} account.`
      : `In your ${platform} account as ${account}.`,
  confirmation: (number: string) => `Confirmation ${number}.`,
  tableAt: (day: string, venue: string, text: string) => `${day} at ${venue}: ${text}`,
  venueOn: (venue: string, day: string) => `${venue} on ${day}`,
  partPaused: (parts: readonly string[], why: string) =>
    `Paused: ${parts.join(' · ')}. ${why}`.trimEnd(),
  heldBack: (label: string, asked: string) => `${label}: ${asked === '' ? 'unknown fee' : asked}`,
  heldTable: (time: string | null, asked: string, limits: readonly string[]) =>
    asked === ''
      ? `We couldn't read what the table at ${time ?? 'that time'} may cost, so we didn't book it.`
      : `The table at ${time ?? 'that time'} asks your party for ${asked}. ${
          limits.length === 0
            ? 'Your request accepts none.'
            : `Your ${limits.length === 1 ? 'limit is' : 'limits are'} ${limits.join(' and ')}.`
        }`,
  partySize: slotMessages.partySize,
  missedRelease: (when: string) => `No table at the release ${when}.`,
  oneOf: (days: string) => `One of ${days}`,
} as const;

/** The facts of a booked table, and its cancellation terms. */
export const tableMessages = {
  where: 'Where',
  account: 'Account',
  accountOf: (platform: string, name: string) => `${platform}, ${name}`,
  confirmation: 'Confirmation',
  cancellation: 'Cancellation',
  paid: 'Paid',
  paidAmount: (amount: string) => `${amount} at booking for the party, as a deposit or prepayment`,
  paidUnknown: (platform: string) => `${platform} didn't say`,
  freeUntilThen: (when: string, costs: string) => `Free until ${when}, then ${costs}`,
  withTimeLeft: (terms: string, left: string) => `${terms} (${left} left)`,
  freeUntilOver: (when: string, fee: string) => `Was free until ${when}, now costs ${fee}`,
  costsNow: (fee: string) => `${fee} if you cancel now`,
  costsLate: (fee: string) => `A late cancellation costs ${fee}`,
  forParty: (fee: string) => `${fee} for the party`,
  unnamedFee: (platform: string) => `a fee that ${platform} didn't name`,
  mayLosePaid: 'you may lose what you paid',
  youMayLosePaid: 'You may lose what you paid',
  andPaid: ', and you may lose what you paid',
  free: 'No fee',
  unknown: (platform: string) => `${platform} gave us no terms`,
} as const;

/** What an unsuccessful request saw, and what the next one asks for. */
export const seenMessages = {
  sawNone: "We didn't see a table in your window.",
  saw: (tables: number, last: string) =>
    tables === 1 ? `We saw one table, ${last}.` : `We saw ${tables} tables, the last ${last}.`,
  tried: (attempts: number) =>
    attempts === 1
      ? "We tried to book one and didn't get it."
      : `We tried to book ${attempts} times and got none.`,
  cheapestFee: (fee: string) => `The lowest fee was ${fee}, above your limit.`,
  anySeating: 'any seating',
  feesUpTo: (fee: string) => `fees up to ${fee}`,
  nextTry: (what: string) => `Next chance: ${what}.`,
} as const;

/** A timeline: its facts and entries. `many`: for how many requests of the group. */
export const timelineMessages = {
  chosenBefore: (other: string, winner: string) =>
    `Chosen before ${other}: you rank ${winner} higher.`,
  ...slotMessages,
  empty: 'Nothing has happened yet.',
  title: 'Timeline',
  close: 'Close timeline',
  loading: 'Loading the timeline',
  checks: 'Checks',
  attempts: 'Attempts',
  lastCheck: 'Last check',
  today: (day: string) => `Today · ${day}`,
  run: (checks: string, isOne: boolean, wasHeldBack: boolean) =>
    `${checks} ${isOne ? 'check' : 'checks'}, nothing ${wasHeldBack ? 'else ' : ''}open`,
  many: (count: number) => (count > 1 ? ` · ${count} requests` : ''),
  filed: 'request filed',
  watching: (platform: string) => `watching · ${platform}`,
  booking: (attempt: number | null) =>
    attempt === null ? 'booking' : `booking · attempt ${attempt}`,
  booked: 'booked',
  refusedBy: (platform: string) => `${platform} refused`,
  unknown: (platform: string) => `no answer from ${platform} in time`,
  verifying: (platform: string) => `checking your ${platform} account`,
  paused: 'paused',
  unpaused: 'unpaused',
  continued: 'watching for cancellations',
  stopping: 'stopping',
  cancelingTable: 'canceling the table',
  cancelFailed: "the table wasn't canceled",
  oldTableKept: "the old table isn't canceled",
  canceled: 'canceled',
  ended: 'ended',
  needsReconnect: 'needs reconnect',
  reconnected: 'reconnected',
  armed: 'ready for the release',
  fired: 'the book opens',
  givenUp: 'giving up the old table',
  replaced: 'replaced by a better table',
  overrideFailed: 'the old table was given up, the new one was lost',
  onHold: 'on hold',
} as const;

/** What a help sentence may name. */
type HelpSubject = { platform: string; limit: number | null };
export type StatusText = { label: string; help: (subject: HelpSubject) => string };

export const STATUS_TEXTS: Record<TicketState, StatusText> = {
  starting: {
    label: 'Starting to watch',
    help: () => 'The first check runs in a moment.',
  },
  watching: {
    label: 'Watching',
    help: () => 'We check again in a few seconds.',
  },
  booking: {
    label: 'Table seen, booking it now',
    help: () => 'Usually over in a second.',
  },
  verifying: {
    label: 'Checking your account',
    help: ({ platform }) =>
      `${platform} didn't answer in time. We'll look in your ${platform} account before we go on.`,
  },
  unconfirmed: {
    label: 'Confirm your email',
    help: () => 'Open the link in the mail we sent you. We start watching then.',
  },
  needs_reconnect: {
    label: 'Needs reconnect',
    help: ({ platform }) => `Your ${platform} login expired. Reconnect to resume.`,
  },
  backing_off: {
    label: 'Watching slowly',
    help: ({ platform }) => `${platform} asked us to slow down, so we check less often.`,
  },
  armed: {
    label: 'Waiting for the release',
    help: () => "We're ready before then.",
  },
  releasing: {
    label: 'Release under way',
    help: () => 'The book is opening. Usually over in seconds.',
  },
  switched_off: {
    label: 'On hold',
    help: () => "We've paused watching this restaurant.",
  },
  restaurant_closed: {
    label: 'Restaurant closed',
    help: ({ platform }) =>
      `The restaurant takes no reservations on ${platform} any more. Delete this request, or choose another restaurant.`,
  },
  quarantined: {
    label: 'Trying again later',
    help: () => "We couldn't watch this restaurant. We'll try again in a few minutes.",
  },
  table_open: {
    label: 'Table open',
    help: ({ platform }) => `A table is open. Book it on ${platform} yourself.`,
  },
  held_back: {
    label: 'Held back',
    help: () => 'This table asks for a fee above your limit.',
  },
  stopping: {
    label: 'Stopping',
    help: ({ platform }) =>
      `A booking call to ${platform} is under way. We stop when it answers and tell you what it said.`,
  },
  canceling: {
    label: 'Canceling your table',
    help: ({ platform }) =>
      `We're checking that ${platform} canceled it. Until then the table is still booked.`,
  },
  confirmed: {
    label: 'Booked',
    help: ({ platform }) => `In your ${platform} account.`,
  },
  paused: {
    label: 'Paused',
    help: ({ limit }) =>
      limit === null ? 'Not watching.' : `Not watching. Doesn't count toward your ${limit}.`,
  },
  unsuccessful: {
    label: 'Not booked',
    help: () => 'No table opened in time.',
  },
  canceled: {
    label: 'Canceled',
    help: () => 'You canceled it.',
  },
};
