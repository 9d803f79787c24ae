/** What every page says of a table that was seen; the other sentences of tickets load with the list. */
export const slotMessages = {
  partySize: (size: number) => `for ${size}`,
  gone: 'the table was gone',
  lost: 'lost to another diner',
  refused: 'refused',
  heldBack: (asked: string) => (asked === '' ? 'held back' : `held back: ${asked}`),
  opened: 'table open',
  manyOpened: (tables: number) => `${tables} tables open`,
  theBest: (slot: string) => `the best ${slot}`,
  seen: 'table seen',
  manySeen: (tables: number) => `${tables} tables seen`,
  theLast: (slot: string) => `the last ${slot}`,
  wentToAnother: 'the table went to another guest',
  went: (tables: number) => (tables > 1 ? 'went to other guests' : 'went to another guest'),
  bookingNow: 'booking…',
} as const;
