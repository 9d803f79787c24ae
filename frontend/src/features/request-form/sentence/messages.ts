/** The words of the request as one sentence, and of the line below it. */
export const SENTENCE = {
  title: 'Your request in a sentence',
  table: 'Table for ',
  at: ' at ',
  on: ' on ',
  around: ' around ',
  /** Before a time that is long: `, 12:00 – 10:00 PM`. */
  comma: ', ',
  /** What stands for a choice that is missing. */
  open: { party: 'how many', venue: 'which restaurant', date: 'which day', time: 'what time' },
  /** What a word is, for screen readers. */
  names: { party: 'Party size', venue: 'Restaurant', date: 'Day', time: 'Time' },
  otherVenues: (count: number) => `${count} other ${count === 1 ? 'restaurant' : 'restaurants'}`,
  otherDays: (count: number) => `${count} other days`,

  more: 'More options',
  release: 'release',
  releaseAt: (instant: string) => `release ${instant}`,
  notifies: 'only notifies you',
  anySeat: 'any seat',
  noFee: 'no fee',
  fee: (amount: string) => `fee up to ${amount}`,
  upTo: (amounts: string) => `up to ${amounts}`,
  until: (day: string) => `until ${day}`,
  oneTable: 'one table in all',
  tableForEach: 'one table for each date',
  weeklyUntil: (day: string) => `every week until ${day}`,
  replaces: 'may replace a booked table',
  note: 'with a note',
  card: 'a card of your choice',
  endsWithRelease: 'ends with the release',
} as const;
