/** What the ticket and the timeline of a search for a better table, and of a swap, say. */
const than = (table: string | null) => (table === null ? '' : ` than ${table}`);

export const swapMessages = {
  searching: (table: string | null) => `Looking for a better table${than(table)}`,
  notSearching: (table: string | null) => `Not looking for a better table${than(table)}`,
  searchOver: 'Search for a better table ended',
  swapping: (table: string | null) => `Swapping your table${table === null ? '' : ` of ${table}`}`,
  notSwapped: 'Table not swapped',
  searchState: 'Looking for a better table',
  swapState: 'Booking the new table',
  betterOpen: 'A better table is open',
  tableOpen: (when: string, venue: string) =>
    `${when} at ${venue}. Compare it with yours, and swap if you like; it may be gone soon.`,
  tableOpenKept: (when: string, venue: string) => `${when} at ${venue}. You keep your table.`,
  searchHelp: (venue: string | null) =>
    `Your table${venue === null ? '' : ` at ${venue}`} stays booked. When a better one opens, we ask you.`,
  swapHelp: 'We cancel your table only after the new one is booked.',
  replaceHelp: 'Your table may be canceled before the new one is booked, as you chose.',
  searchFiled: 'search for a better table started',
  swapFiled: 'swap started',
  compare: 'Compare and swap',
} as const;
