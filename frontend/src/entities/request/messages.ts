/** Every sentence of the request screens. The specification fixes some of them word for word. */
import { anyPlatform } from '@/entities/platform/platforms';

export const messages = {
  addTitle: 'Add Reservation',
  editTitle: 'Edit Reservation',
  editOver: "This request is over and can't be changed.",
  editFailed: 'Failed to load this reservation. Please try again later.',
  editCounted: 'This request is among them.',
  closedDates: 'Booked or over: these days stay as they are',
  listEmpty: 'No reservations here yet. Click "Add Reservation" button to add one.',
  cancelHelp: 'If anyone cancels their reservation, Tablehawk will book it for you instantly.',
  releaseHelp: 'Tablehawk will get a reservation for you as soon as it releases.',
  releaseNotHere: (platform: string) =>
    `At this time, we do not offer release snipes for ${platform}.`,
  releaseSectionHelp: 'When the restaurant opens its book. New York time.',
  overrideHelp:
    'If you already have a table for that meal, we swap it, and give it up only after the new one is booked.',
  notifyOnlyHelp: () =>
    `When a table opens, we send you its link on ${anyPlatform()} within seconds. We never book it.`,
  notifyOnly: 'Notify only',
  notifyMe: 'Notify me',
  filing: 'Filing…',
  feeLabel: 'Pay now up to $',
  feeHelp:
    'A deposit or prepayment for the whole party. Tax may come on top. $0 skips every table that asks for one.',
  cancelFeeLabel: "If you don't come, pay up to $",
  cancelFeeHelp:
    'A fee for a no-show or a late cancellation, for the whole party. $0 skips every table that asks for one.',
  activeTask: 'Warning: You already have an active task at this restaurant.',
  emptyDraft: 'Choose a restaurant, a day and a time.',
  incomplete: 'Please fill all required fields before submitting.',
  venuesError: 'Please select a restaurant',
  partySizeError: 'Please select a party size',
  datesError: 'Please set reservation date',
  timesError: 'Please set reservation time',
  releaseDateError: 'Please set release date',
  releaseTimeError: 'Please set release time',
  releaseOver: "That release time is already over. Please set one that's still ahead",
  customTimeError: 'Please select a valid time',
  accountError: 'You need to connect an account',
  finalNeedsDate: 'Please select Reservation Date First',
  finalDateIsToday: 'Reservation Date is Today',
  finalDateIsTomorrow: 'Reservation Date is Tomorrow',
  finalTooLate: 'The final day can be at most one day after the first reservation date.',
  finalPast: 'That day is over. Choose another final day.',
  finalHelp: 'We stop looking after this day.',
  noPromise: "We can't promise a table, but we'll tell you either way.",
  unpauseOverLimit:
    'Unpausing this reservation group will put you over your total allotted reservations. To unpause this group, please cancel other reservations you have active to make room',
  /** For restaurants in several zones. */
  restaurantsTime: 'restaurants’ local time',
  nothingMatches: 'Nothing matches these filters.',
  loadFailed: 'Failed to load reservations. Please try again later.',
  timelineFailed: 'Failed to load the timeline. Please try again later.',
  noResults: (query: string) =>
    `No results found for ${query}. Please consider trying a different name.`,
  tooManyVenues: (max: number) => `You can choose up to ${max} restaurants for one request.`,
  tooManyDates: (max: number) => `You can choose up to ${max} dates for one request.`,
  planNeeded: 'You need a plan to file this request',
  planNeededToEdit: 'You need a plan to change this request',
  planKeepsDraft: "We'll keep what you've chosen while you start one.",
  overLimit:
    "That's more than you have left. Choose fewer dates or restaurants, or cancel another request.",
  accountMissing: (platform: string) =>
    `You do not have ${platform} account connected so you can not select this restaurant.`,
  notFiledAgain: 'Not filed again',
  cancelTableTitle: 'Cancel this table?',
  cancelTable: ({
    table,
    platform,
    account,
    terms,
  }: {
    table: string;
    platform: string;
    account: string;
    terms: string;
  }) => `${table}. We cancel it in your ${platform} account as ${account}. Cancellation: ${terms}.`,
  notCanceled: 'Not canceled',
  noCalendarFile: 'No calendar file',
  addToCalendar: 'Add to calendar',
  directions: 'Directions',
  toVenue: (venue: string) => `to ${venue} (opens in a new tab)`,
  shareWithGuests: 'Share with guests',
  copiedForGuests: 'Copied',
  copiedForGuestsText: 'The table is copied. Paste it into a message to your guests.',
  invitation: (when: string, party: number) => `${when}, table for ${party}`,
  shared: 'Guests who have the link see this table only. It works until 3 days after the meal.',
  sharedGone: (day: string) => `Guests who have the link see that the table on ${day} is gone.`,
  stopSharing: 'Stop sharing',
  notSharedAnymore: 'Not shared anymore',
  stillShared: 'Still shared',
  notShared: 'Not shared',
  notSharedText: "Your browser doesn't allow it here.",
  cancelTableAction: 'Cancel table',
  lookForBetter: 'Keep looking for a better one',
  notLooking: 'Not looking',
  keepTable: 'Keep the table',
  deleteTitle: 'Delete this request?',
  deleteRequest: (title: string) =>
    `We stop watching ${title} and the request ends as canceled. A table that's booked already stays yours.`,
  keepRequest: 'Keep it',
  noRoomTitle: 'No room for this request',
  gotIt: 'Got it',
  forRequest: (title: string) => `for ${title}`,
  ofRequest: (title: string) => `of ${title}`,
  edit: 'Edit',
  pause: 'Pause',
  unpause: 'Unpause',
  delete: 'Delete',
  reconnect: 'Reconnect',
  timeline: 'Timeline',
  lookAgain: 'Look again',
  tryAgain: 'Try again',
  sameAgain: 'Same again for another client',
  bookOn: (platform: string) => `Book on ${platform}`,
  openTableAt: (venue: string, day: string) => `${venue}, ${day} (opens in a new tab)`,
  acceptFee: (amount: string) => `Accept up to ${amount}`,
  acceptUnknownFee: 'Accept an unknown fee',
  accepting: 'Accepting…',
  feeNotAccepted: 'Fee not accepted',
  stopping: 'Stopping',
  alreadyBooked: 'Already booked',
  notDone: { pause: 'Not paused', unpause: 'Not unpaused', delete: 'Not deleted' },
} as const;

/** The list: its empty and loading states, its warnings and the plan's count. */
export const listMessages = {
  firstTitle: 'Nothing here yet',
  emptyTitle: 'Nothing here',
  addFirst: 'Add your first reservation',
  loading: 'Loading reservations',
  onlyConflicts: 'Only the conflicting requests are shown.',
  showAll: 'Show all',
  showSome: (groups: number) => (groups === 2 ? 'Show both' : `Show all ${groups}`),
  used: (used: number, limit: number | null) => {
    if (limit !== null) return `${used} of ${limit} reservation requests used`;
    return `${used} reservation ${used === 1 ? 'request' : 'requests'} used`;
  },
  /** After the count of a plan, where it differs from the number of requests. */
  countedEach: 'Each date at each restaurant counts as one.',
  draftSum: (dates: number, venues: number) =>
    `${counted(dates, 'date')} × ${counted(venues, 'restaurant')} = ${dates * venues} of them here`,
  chooseVenue: 'Choose a restaurant.',
  chooseDate: 'Choose a date.',
} as const;

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** When a restaurant opens its book. */
export const releaseMessages = {
  forYouIn: (city: string) => `for you in ${city}`,
  onDay: (time: string, day: string) => `${time} on ${day}`,
  otherClocks: (time: string, clocks: string) => `${time} in New York is ${clocks}.`,
  instant: (day: string, time: string) => `${day}, ${time} (EST)`,
  bookOpens: 'Book opens',
  yourTime: (clock: string) => `${clock} your time`,
} as const;

export const TAB_LABELS = {
  all: 'All',
  active: 'Active',
  paused: 'Paused',
  confirmed: 'Confirmed',
  unsuccessful: 'Unsuccessful',
  canceled: 'Canceled',
} as const;

export const TAB_EMPTY: Record<keyof typeof TAB_LABELS, string> = {
  all: messages.listEmpty,
  active: 'Nothing active.',
  paused: 'Nothing paused.',
  confirmed: 'Nothing booked yet.',
  unsuccessful: 'Nothing unsuccessful.',
  canceled: 'Nothing canceled.',
};

export const SNIPE_TYPE_LABELS = {
  cancel: 'Canceled Reservation',
  release: 'Release Reservation',
} as const;
