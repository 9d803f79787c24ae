/** The sentences of the concierge's table. */
import { formatCount } from '@/lib/format';
import type { GroupAction } from '@/entities/request/cache/group-changes';
import type { When } from '@/entities/request/list/list-search';

export const TABLE = {
  title: 'Requests',
  requests,
  partlyLoaded: "Some requests didn't load.",
  partlyLoadedText: 'The ones shown are up to date.',
  tryAgain: 'Try Again',
  warnings: (restaurants: number) =>
    `${formatCount(restaurants)} restaurants have more than one request or table of yours.`,
  warningsText: 'Resy may ban accounts for that.',
  showAll: 'Show all',
  conflict: 'You have another request or table at this restaurant.',

  columns: {
    client: 'Client',
    venue: 'Restaurants',
    date: 'Dates',
    time: 'Time',
    party: 'For',
    status: 'Status',
    account: 'Account',
  },
  selectAll: 'Select all',
  select: (row: string) => `Select ${row}`,
  none: '–',
  opens: 'Opens',
  opensIn: (left: string) => `Opens in ${left}`,
  booking: 'Booking',
  verifying: 'Checking',

  search: 'Client or restaurant',
  filters: {
    client: { label: 'Client', all: 'All clients' },
    account: { label: 'Account', all: 'All accounts' },
    venue: { label: 'Restaurant', all: 'All restaurants' },
    when: { label: 'Any date', all: 'Any date' },
  },
  clearFilters: 'Clear filters',
  quickFilters: 'Quick filters:',
  saveFilters: 'Save these filters',
  filterName: 'Name',
  saveFilter: 'Save',
  deleteFilter: (name: string) => `Delete the filter ${name}`,
  filtersFull: (most: number) => `You have ${most} filters. Delete one to save another.`,
  needsAttention: 'Needs attention',
  searchIn: (count: number) => `Search ${formatCount(count)}`,
  moreChoices: (count: number) => `${formatCount(count)} more. Type to narrow the list.`,
  noChoice: (text: string) => `Nothing matches “${text}”.`,
  chosen: '(chosen)',

  selection: 'Selected requests',
  selected: (count: number) => `${formatCount(count)} selected`,
  loaded: (shown: number, loaded: number, of: number) =>
    `${requests(shown)} · ${formatCount(loaded)} of ${formatCount(of)} loaded…`,
  running: (action: GroupAction, answered: number, of: number) =>
    `${RUNNING[action]}… ${formatCount(answered)} of ${formatCount(of)}`,
  pause: 'Pause',
  unpause: 'Unpause',
  delete: 'Delete',
  csv: 'CSV',
  clearSelection: 'Clear selection',
  /** Rows that arrived, and rows that no longer match the filters. */
  update: (arrived: number, gone: number) => {
    const parts = [
      arrived > 0 && `${formatCount(arrived)} new`,
      gone > 0 && `${formatCount(gone)} no longer ${gone === 1 ? 'matches' : 'match'}`,
    ];
    return `${parts.filter(Boolean).join(', ')} · Update`;
  },

  deleteMany: (count: number) => `Delete ${requests(count)}?`,
  deleteText:
    'We stop watching, and the requests end as canceled. Tables that are already booked stay yours.',
  keep: (count: number) => (count === 1 ? 'Keep it' : 'Keep them'),
  deleteCount: (count: number) => `Delete ${formatCount(count)}`,

  done: (action: GroupAction, worked: number, of: number) =>
    worked === of
      ? `${requests(of)} ${DONE[action]}`
      : `${formatCount(worked)} of ${requests(of)} ${DONE[action]}`,
  reportText: 'The rest are still selected.',
  moreFailures: (count: number) => `and ${formatCount(count)} more`,
  close: 'Got it',
  gone: "A request that's no longer in the list",
} as const;

export const WHEN_NAMES: Record<When, string> = {
  today: 'Today',
  weekend: 'This weekend',
  week: 'Next 7 days',
};

export const KEYS = [
  { keys: ['j', 'k'], does: 'move; hold Shift to select' },
  { keys: ['x'], does: 'select' },
  { keys: ['a'], does: 'select all' },
  { keys: ['Enter'], does: 'open the timeline' },
  { keys: ['s'], does: 'same again for another client' },
  { keys: ['Esc'], does: 'clear the selection' },
  { keys: ['/'], does: 'search' },
] as const;

const RUNNING: Record<GroupAction, string> = {
  pause: 'Pausing',
  unpause: 'Unpausing',
  delete: 'Deleting',
};

const DONE: Record<GroupAction, string> = {
  pause: 'paused',
  unpause: 'active again',
  delete: 'deleted',
};

function requests(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'request' : 'requests'}`;
}
