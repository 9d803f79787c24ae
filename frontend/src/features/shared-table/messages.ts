/** The sentences of the page that guests open with the link of a shared table. */
export const SHARED_TABLE = {
  title: 'A table for you',
  loading: 'Loading the table',
  loadFailed: "We couldn't load the table.",
  dead: "This link doesn't work anymore.",
  deadText: 'Ask the person who sent it to you for a new one.',
  date: 'Date',
  time: 'Time',
  party: 'Party',
  where: 'Where',
  booked: 'Booked',
  over: {
    canceled: 'This table was canceled.',
    swapped: 'This table was swapped for another one.',
    past: 'This table is in the past.',
  },
  overText: 'The person who sent you this link can tell you more.',
  addToCalendar: 'Add to calendar',
  directions: 'Directions',
  toVenue: (venue: string) => `to ${venue} (opens in a new tab)`,
  note: 'Only the person who booked can change or cancel this table.',
} as const;
