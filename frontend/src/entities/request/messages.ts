/** Every sentence of the request screens. The specification fixes some of them word for word. */

export const messages = {
  addTitle: 'Add Reservation',
  editTitle: 'Edit Reservation',
  editOver: 'This request is over and cannot be changed.',
  editFailed: 'Failed to load this reservation. Please try again later.',
  editCounted: 'This request is among them.',
  closedDates: 'Booked or over: these days stay as they are',
  listEmpty: 'No reservations here yet. Click "Add Reservation" button to add one.',
  cancelHelp: 'If anyone cancels their reservation, Tablehawk will book it for you instantly.',
  releaseHelp: 'Tablehawk will get a reservation for you as soon as it releases.',
  releaseNotHere: 'At this time, we do not offer release snipes for Opentable.',
  releaseSectionHelp: 'When the restaurant opens its book. New York time.',
  overrideHelp:
    'If you already have a table for that meal, we swap it, and give it up only after the new one is booked.',
  feeLabel: 'Accept a cancellation fee or deposit up to $',
  feeHelp:
    'Per party. We skip tables that ask for more; $0 skips every table with a fee or deposit.',
  activeTask: 'Warning: You already have an active task at this restaurant.',
  incomplete: 'Please fill all required fields before submitting.',
  venuesError: 'Please select a restaurant',
  partySizeError: 'Please select a party size',
  datesError: 'Please set reservation date',
  timesError: 'Please set reservation time',
  releaseDateError: 'Please set release date',
  releaseTimeError: 'Please set release time',
  releaseOver: 'That release time is already over. Please set one that is still ahead',
  customTimeError: 'Please select a valid time',
  accountError: 'You need to connect an account',
  finalNeedsDate: 'Please select Reservation Date First',
  finalDateIsToday: 'Reservation Date is Today',
  finalDateIsTomorrow: 'Reservation Date is Tomorrow',
  finalTooLate: 'The final day can be at most one day after the first reservation date.',
  finalPast: 'That day is over. Choose another final day.',
  finalHelp: 'We stop looking after this day.',
  noPromise: 'No table is promised. We tell you either way.',
  unpauseOverLimit:
    'Unpausing this reservation group will put you over your total allotted reservations. To unpause this group, please cancel other reservations you have active to make room',
  nothingMatches: 'Nothing matches these filters.',
  loadFailed: 'Failed to load reservations. Please try again later.',
  timelineFailed: 'Failed to load the timeline. Please try again later.',
  noResults: (query: string) =>
    `No results found for ${query}. Please consider trying a different name.`,
  tooManyVenues: (max: number) => `You can choose up to ${max} restaurants for one request.`,
  tooManyDates: (max: number) => `You can choose up to ${max} dates for one request.`,
  changeDate: (day: string) => `To change the date, press ${day} again first.`,
  planNeeded: 'You need a plan to file this request',
  planNeededToEdit: 'You need a plan to change this request',
  planKeepsDraft: 'What you have chosen is kept while you start one.',
  overLimit:
    'That is more than you have left. Choose fewer dates or restaurants, or cancel another request.',
  accountMissing: (platform: string) =>
    `You do not have ${platform} account connected so you can not select this restaurant.`,
  notFiledAgain: 'Not filed again',
  cancelTableTitle: 'Cancel this table?',
  cancelTable: ({
    table,
    platform,
    account,
  }: {
    table: string;
    platform: string;
    account: string;
  }) =>
    `${table}. We cancel it in your ${platform} account as ${account}. The restaurant’s cancellation terms apply.`,
  notCanceled: 'Not canceled',
  noCalendarFile: 'No calendar file',
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
