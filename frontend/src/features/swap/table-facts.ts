/** The facts about the two tables of an offer, with their costs. Pure. */
import type { Fact } from '@/ui/fact-list';
import { cancellationText } from '@/entities/request/tables/booked-tables';
import { amountsText } from '@/entities/request/amounts';
import { platformName } from '@/entities/platform/platforms';
import { formatCount, formatDay, formatDollars, formatTimeAt } from '@/lib/format';
import { SWAP as words } from './messages';
import type { SwapOffer, SwapTable } from './queries';

/** The facts about the booked table: the table, and the terms of canceling it. */
export function oldFacts({ old }: SwapOffer, now: number): Fact[] {
  return [
    ...tableFacts(old),
    { term: words.cancellation, text: cancellationText(old, { zone: old.time_zone, now }) },
  ];
}

/** The facts about the open table. Until it is booked and the platform states its terms, earlier terms are a hint. */
export function newFacts(
  { fee_ceiling_cents, cancel_fee_ceiling_cents, known_fee_cents, new: table, state }: SwapOffer,
  now: number,
): Fact[] {
  if (['canceling_old', 'both', 'swapped'].includes(state)) {
    const text = cancellationText(table, { zone: table.time_zone, now });
    return [...tableFacts(table), { term: words.cancellation, text }];
  }
  const accepted = amountsText({
    now: fee_ceiling_cents || null,
    cancel: cancel_fee_ceiling_cents || null,
  });
  const limit = accepted === '' ? words.noFees : words.feesUpTo(accepted);
  const platform = platformName(table.platform);
  const known =
    known_fee_cents === null || known_fee_cents === 0
      ? words.newTerms(platform)
      : words.newTermsKnown(platform, formatDollars(known_fee_cents, table.currency));
  return [
    ...tableFacts(table),
    { term: words.feeLimit, text: limit },
    { term: words.cancellation, text: known },
  ];
}

/** `Sat, Nov 28 → Fri, Nov 27 · 7:00 PM → 7:30 PM`: what differs between the two tables, for a bar with little room. */
export function changesText({ old, new: better }: SwapOffer): string {
  const named = (table: SwapTable) => [
    table.venue_name,
    ...[words.date, words.time, words.party, words.seating, words.platform].map(
      (term) => tableFacts(table).find((fact) => fact.term === term)?.text ?? '',
    ),
  ];
  const after = named(better);
  return named(old)
    .flatMap((text, index) => {
      const changed = after[index] ?? '';
      return changed === '' || changed === text
        ? []
        : [text === '' ? changed : words.change(text, changed)];
    })
    .join(' · ');
}

function tableFacts({ date, party_size, platform, seating, time, time_zone }: SwapTable): Fact[] {
  return [
    { term: words.date, text: formatDay(date) },
    { term: words.time, text: formatTimeAt({ date, time, zone: time_zone }) },
    { term: words.party, text: formatCount(party_size) },
    { term: words.seating, text: seating },
    { term: words.platform, text: platformName(platform) },
  ].filter(({ text }) => text !== '');
}
