/** The requests that may follow an unsuccessful one: the one that would have had a chance, and changes that raise it. */
import type { Group, OddsChange, RequestFields, StatedOdds } from '@/api/reservation-types';
import type { User } from '@/api/types';
import type { NextTry } from '@/entities/request/tables/seen-tables';

const MOST_CHOICES = 3;

/** `change` is null for the request without a change; `probability` is null if too little is known. */
export type NextChoice = {
  change: OddsChange | null;
  probability: number | null;
  fields: RequestFields;
};

/** A cancel request with the group's restaurants and the fields of the next try: its book is open by now. */
export function nextFields(group: Group, next: NextTry): RequestFields {
  const [first] = next.times;
  return {
    snipe_type: 'cancel',
    venues: group.venues.map(({ id, table_types }) => {
      const named = table_types.filter((seating) => seating !== '');
      const [seating] = named;
      // "Any" among several seatings means any.
      return next.anySeating || seating === undefined || named.length < table_types.length
        ? { id }
        : { id, table_type: seating, table_types: named };
    }),
    party_size: group.party_size,
    dates: next.dates,
    start_time: first?.start ?? null,
    end_time: first?.end ?? null,
    time_windows: next.times.map(({ start, end }) => ({ start_time: start, end_time: end })),
    fee_ceiling_cents: next.feeCeilingCents,
    cancel_fee_ceiling_cents: next.cancelFeeCeilingCents,
    note_to_restaurant: group.note_to_restaurant,
    override_reservations: group.override_reservations,
    notify_only: group.notify_only,
    one_table: group.one_table,
  };
}

/** At most three choices: the request itself, then the changes that the plan allows, best first. */
export function nextChoices(
  fields: RequestFields,
  odds: StatedOdds | null,
  { entitlements }: Pick<User, 'entitlements'>,
): NextChoice[] {
  const changes = (odds?.changes ?? []).filter((change) => {
    if (change.kind === 'times') return entitlements.custom_time;
    if (change.kind === 'day') return fields.dates.length < entitlements.max_dates;
    return change.party_size !== null && entitlements.party_sizes.includes(change.party_size);
  });
  return [
    { change: null, probability: odds?.bounds === null ? odds.probability : null, fields },
    ...changes.map((change) => ({
      change,
      probability: change.probability,
      fields: withChange(fields, change),
    })),
  ].slice(0, MOST_CHOICES);
}

function withChange(fields: RequestFields, change: OddsChange): RequestFields {
  const { kind, date, party_size, start_time, end_time } = change;
  if (kind === 'party') return { ...fields, party_size };
  if (kind === 'day') {
    return date === null ? fields : { ...fields, dates: [...fields.dates, date].sort() };
  }
  return start_time === null || end_time === null
    ? fields
    : { ...fields, start_time, end_time, time_windows: [{ start_time, end_time }] };
}
