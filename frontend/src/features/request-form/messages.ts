import { priceText } from '@/entities/plan/price-text';

/** The words of the request form that no other screen has. The specification fixes the titles of its sections (§2). */
export const REQUEST_FORM = {
  step: (step: number) => `Step ${step} of 2`,
  close: 'Close and clear the form',
  explained:
    'Nothing is booked yet. Say when you want to eat and press Reserve: we watch for a table and book the first one that fits, in your own account.',
  understood: 'Got it',

  ticket: 'Your request',
  draft: 'Draft',
  planPrices: () => `${priceText()}.`,
  behalf: (client: string) => `Booked on behalf of ${client}`,
  reserve: 'Reserve',
  reserving: 'Reserving…',
  update: 'Update',
  updating: 'Updating…',
  back: 'Back',
  oneWeek: 'A change counts for this week only',
  oneWeekHelp:
    'We file this request again each week, as you filed it first. To change every week, end the weekly request and file a new one.',
  toWeekly: 'Your weekly requests',
  removes: 'An update removes a part of this request',
  unlisted: (names: string) => `No longer listed: ${names}.`,
  notInPlan: (parts: string) => `Not in your plan: ${parts}.`,
  removable: {
    snipeType: 'the release',
    partySize: 'the party size',
    time: 'the reservation time',
    moreTimes: 'the further times',
    override: 'the override',
  },
  backToList: 'Back to your reservations',

  account: 'Account',
  connect: 'Connect an account',
  connectTo: (platform: string) => `Connect ${platform}`,

  type: 'Reservation Type',

  notifyOnly: 'Only notify me. You book it yourself.',
  notifyInstead: 'Notify me when a table opens',
  watch: 'Watch this table',

  restaurants: 'Restaurants',
  addRestaurant: 'Add Restaurant',
  several: 'Watch several places at once',
  remove: (name: string) => `Remove ${name}`,
  seating: 'Available seating',
  anySeating: 'Any',
  change: 'Change',
  changeSeating: (name: string) => `seating at ${name}`,
  choose: 'Choose',
  selected: 'Selected',
  needToKnow: 'Need to know',
  showMore: 'Show more',
  loadingMore: 'Loading…',
  cancel: 'Cancel',
  confirm: 'Confirm',

  venueOrder:
    'Best first. If several have a table at the same time, we book the first in your order.',
  then: ', then ',
  seatingOrder: 'Choose several in order of preference.',

  pro: 'PRO',
  proLine:
    'Releases, other parties and times, several restaurants and dates, seatings, and overrides come with Pro.',

  party: 'Party size',
  custom: 'Custom',
  customParty: 'Custom party size',
  customPartyNote: '1 to 10 guests',

  date: 'Reservation Date',
  usedDate: 'You have a request that day',
  usedDay: 'you have a request that day',
  closedDay: 'booked or over',
  chosenDay: 'chosen',
  severalDates: 'Choose several dates',
  replaces: ({ chosen, replaced }: { chosen: string; replaced: string }) =>
    `${chosen} replaces ${replaced}.`,
  keepBoth: 'Keep both',
  both: ({ chosen, replaced }: { chosen: string; replaced: string }) => `${replaced} and ${chosen}`,
  chosenDates: (count: number) => `${count} ${count === 1 ? 'date' : 'dates'} chosen`,

  chooseBy: 'How to choose dates',
  byDay: 'Day by day',
  byRange: 'A range of dates',
  rangeFrom: 'From',
  rangeTo: 'To',
  weekdays: 'Only these weekdays',
  addDates: (count: number) =>
    count === 0 ? 'Add dates' : `Add ${count} ${count === 1 ? 'date' : 'dates'}`,
  rangeTooLong: (max: number) => `Your request can have ${max} dates. We add the first ones.`,

  tables: 'How many tables',
  oneTable: 'One table in all',
  oneTableHelp: 'We book the first table on any of these dates, and then stop looking.',
  tableForEach: 'One table for each date',
  tableForEachHelp: 'We book one table on each of these dates.',
  hasTable: 'This request already has a table, so it books one for each date.',
  dateOrder: 'Your order of dates, best first',
  dateOrderHelp:
    'If tables open on several dates within a second, we book the first in your order. Your order of restaurants counts first.',

  reservationTime: 'Reservation Time',
  customTime: 'Custom time',
  customTimeNote: 'Any start and end',
  from: 'From',
  to: 'To',
  setTime: 'Set time',
  addTime: 'Add another time',
  furtherTime: (place: number) => `Time ${place}`,
  removeTime: (place: number) => `Remove time ${place}`,
  timesHelp:
    'We book within any of these times. If several have a table, we book the first in your order.',
  timesOverlap: "Please select times that don't overlap",

  release: 'Release Date and Release Time (EST)',
  /** The rule that we learned: `Petit Quai: Opens 30 days ahead … · seen 9 of 10 times.` */
  learned: (venue: string, rule: string) => `${venue}: ${rule}.`,
  alreadyOpen: (venue: string, day: string) => `${venue} has already opened ${day}.`,
  firstDay: (day: string) => `The first day that it hasn't opened yet is ${day}.`,
  releaseDate: 'Release Date',
  releaseTime: 'Release Time (EST)',
  releaseDay: 'Release date',
  customReleaseTime: 'Custom release time',
  opensAt: 'Opens at (EST)',
  pickDay: 'Pick a day',
  continueAsCancel: 'Keep watching if we miss the release',
  continueAsCancelHelp:
    'We then look for cancellations until the reservation date, and we tell you. Off: the request ends with the release day.',

  final: 'Final Sniping Day',
  finalDay: 'Final sniping day',
  noDate: 'No date yet',
  daysBefore: { 1: '1 day before', 2: '2 days before' },

  repeat: 'Repeat every week',
  repeatHelp:
    'We file this request again for the same weekdays, a week ahead each time, until the day you choose.',
  repeatRelease: (days: number | null) =>
    `We file this request again for the same weekday, at least a day before each release${days === null ? '' : ` (${days} days before the reservation)`}, until the day you choose. If we know the restaurant’s release for certain, we follow it when it changes.`,
  repeatOpen: {
    true: "A date that's already open gets a request for cancellations.",
    false: "A date that's already open gets no request.",
  },
  repeatUntil: 'Repeat until',
  noRepeatYet: 'Choose a reservation date first.',

  override: 'Override Current Reservation',
} as const;
