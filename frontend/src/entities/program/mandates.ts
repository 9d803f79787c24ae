/** Standing approvals (mandates): what a program may file without asking each time, and the user's decision. */
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { amountsText } from '@/entities/request/amounts';
import { formatCount, formatDay, formatLongDay, formatTime } from '@/lib/format';
import type { Fact } from '@/ui/fact-list';
import { MANDATE } from './mandate-messages';

export type Mandate = components['schemas']['MandateOut'];

const KEY = ['mandates'] as const;

export const mandatesQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => unwrap(api.GET('/api/mandates/', { signal })),
});

export const mandateQuery = (mandateId: number) =>
  queryOptions({
    queryKey: [...KEY, mandateId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/mandates/{mandate_id}/', {
          params: { path: { mandate_id: mandateId } },
          signal,
        }),
      ),
  });

/** The program: an API key by its name, a remote program by its domain, because it may choose any name. */
export function programOf({ program_name: name, program_domain: domain }: Mandate): string {
  return domain === '' ? MANDATE.key(name) : domain;
}

/** All that is approved, a row each. */
export function mandateFacts(mandate: Mandate): Fact[] {
  const { currency, ends_at, restaurant_names, terms } = mandate;
  const costs = amountsText(
    {
      now: unlessFree(terms.fee_ceiling_cents),
      cancel: unlessFree(terms.cancel_fee_ceiling_cents),
    },
    currency,
  );
  const named = mandate.program_domain !== '' && mandate.program_name !== '';
  return [
    { term: MANDATE.who, text: programOf(mandate) },
    ...(named ? [{ term: MANDATE.calls, text: mandate.program_name }] : []),
    { term: MANDATE.where, text: restaurant_names.join(' · ') },
    { term: MANDATE.people, text: range(formatCount, terms.smallest_party, terms.largest_party) },
    { term: MANDATE.dates, text: range(formatDay, terms.first_date, terms.last_date) },
    {
      term: MANDATE.times,
      text: MANDATE.fromTo(formatTime(terms.earliest_time), formatTime(terms.latest_time)),
    },
    { term: MANDATE.costs, text: costs === '' ? MANDATE.free : MANDATE.upTo(costs) },
    { term: MANDATE.tables, text: formatCount(terms.tables) },
    { term: MANDATE.ends, text: formatLongDay(ends_at) },
  ];
}

const unlessFree = (cents: number | null | undefined) => (cents === 0 ? null : (cents ?? null));

function range<T>(format: (value: T) => string, first: T, last: T): string {
  return first === last ? format(first) : MANDATE.fromTo(format(first), format(last));
}
