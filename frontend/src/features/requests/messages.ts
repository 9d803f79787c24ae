/** The sentences of the page of requests. */

export const pageMessages = {
  title: 'Reservations',
  showNew: (count: number) => (count === 1 ? 'Show 1 new request' : `Show ${count} new requests`),
  moved: (title: string) => `${title} is now under Your tables.`,
  onBehalfOf: (client: string) => `Booked on behalf of ${client}`,
  stamp: 'Booked',
  thisWeek: 'This week',
  nextWeek: 'Next week',
  weekOf: (day: string) => `Week of ${day}`,
  pages: 'Pages',
  newer: 'Newer',
  older: 'Older',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  view: 'View',
  table: 'Table',
  cards: 'Cards',
  statusTabs: 'Status',
  statusSelect: 'Show Reservation',
} as const;

export const SECTION_TITLES = {
  tables: 'Your tables',
  active: 'Active',
  paused: 'Paused',
  finished: 'Finished',
} as const;
