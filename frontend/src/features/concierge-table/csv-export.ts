/** The table as CSV, with the client's name and no other data of the client. Pure. */
import type { Group } from '@/api/reservation-types';
import { toCsv } from './csv';
import { messages, SNIPE_TYPE_LABELS, TAB_LABELS } from '@/entities/request/messages';
import { bookedTables } from '@/entities/request/tables/booked-tables';
import { watchTotals } from '@/entities/request/ticket/ticket-text';

const HEAD = [
  'No.',
  'Type',
  'Client',
  'Account',
  'Restaurants',
  'Dates',
  'From',
  'To',
  'Party size',
  'Status',
  'Booked',
  'Checks',
  'Last check',
  'Why',
] as const;

export function csvOf(groups: readonly Group[]): string {
  return toCsv([HEAD, ...groups.map(rowOf)]);
}

function rowOf(group: Group): (string | number)[] {
  const { checks, lastCheckAt } = watchTotals(group.members);
  const tables = group.members.flatMap(({ venue_name, date, booked }) =>
    booked === null ? [] : [`${venue_name} ${date} ${booked.time}`],
  );
  const reasons = group.members.map(({ reason_text }) => reason_text ?? '').filter(Boolean);
  return [
    group.number,
    group.notify_only ? messages.notifyOnly : SNIPE_TYPE_LABELS[group.snipe_type],
    group.book_on_behalf ?? '',
    group.account_name,
    group.venues.map(({ venue_name }) => venue_name).join('; '),
    group.dates.join('; '),
    group.time_windows.map(({ start_time }) => start_time).join('; '),
    group.time_windows.map(({ end_time }) => end_time).join('; '),
    bookedTables(group)[0]?.booked.party_size ?? group.party_size,
    TAB_LABELS[group.status],
    tables.join('; '),
    checks,
    lastCheckAt ?? '',
    [...new Set(reasons)].join(' '),
  ];
}
