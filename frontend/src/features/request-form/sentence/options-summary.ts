/** What the options of a request are set to, as the parts of the line that opens them. Pure. */
import { formatDay, formatDollars, formatTimeRange } from '@/lib/format';
import { finalSnipeDate } from '@/entities/request/final-snipe';
import { amountsText } from '@/entities/request/amounts';
import { chosenInstant, releaseText } from '@/entities/request/release';
import { seatingsOf, type SelectedVenue } from '@/entities/venue/selection';
import { notifies, wantsOneTable, type Draft } from '../draft/draft';
import { REQUEST_FORM } from '../messages';
import { chosenTimes } from '../sections/times/time-presets';
import { SENTENCE } from './messages';

type Venues = readonly Pick<SelectedVenue, 'selectedSittingOption' | 'otherSittingOptions'>[];

/** `6:30 – 8:30 PM · any seat · no fee · until Thu, Nov 26`. The zone follows the times if it is not the reader's. */
export function optionsSummary(
  draft: Draft,
  venues: Venues,
  { zone = null, now = new Date() }: { zone?: string | null; now?: Date } = {},
): string {
  const times = chosenTimes(draft).map(({ start, end }) => formatTimeRange(start, end));
  return [
    ...(times.length === 0 ? [] : [[...times, ...(zone === null ? [] : [zone])].join(', ')]),
    ...(draft.snipeType === 'release' ? releaseParts(draft, now) : []),
    seatings(venues),
    ...(notifies(draft) ? [SENTENCE.notifies] : bookingParts(draft)),
    ...(draft.snipeType === 'release' ? [] : finalParts(draft, now)),
    ...(draft.repeatUntil === null
      ? []
      : [SENTENCE.weeklyUntil(formatDay(draft.repeatUntil, now))]),
  ].join(' · ');
}

function releaseParts(draft: Draft, now: Date): string[] {
  const opens = chosenInstant(draft);
  return [
    opens === null ? SENTENCE.release : SENTENCE.releaseAt(releaseText(opens, now)),
    ...(draft.continueAsCancel ? [] : [SENTENCE.endsWithRelease]),
  ];
}

function seatings(venues: Venues): string {
  const wanted = venues.map((venue) => seatingsOf(venue).join(REQUEST_FORM.then));
  const chosen = [...new Set(wanted.filter((text) => text !== ''))];
  return chosen.length === 0 ? SENTENCE.anySeat : chosen.join(', ');
}

/** What matters only if a table is booked. */
function bookingParts(draft: Draft): string[] {
  return [
    limitsText(draft),
    ...(draft.dates.length < 2
      ? []
      : [wantsOneTable(draft) ? SENTENCE.oneTable : SENTENCE.tableForEach]),
    ...(draft.override ? [SENTENCE.replaces] : []),
    ...(draft.note === '' ? [] : [SENTENCE.note]),
    ...(Object.values(draft.cards).some((card) => card !== '') ? [SENTENCE.card] : []),
  ];
}

/** `no fee`, `fee up to $50`, or `up to $20 now and $50 if you don't come`. */
function limitsText({ feeCeilingCents: now, cancelFeeCeilingCents }: Draft): string {
  const cancel = cancelFeeCeilingCents ?? 0;
  if (now === cancel) return now === 0 ? SENTENCE.noFee : SENTENCE.fee(formatDollars(now));
  return SENTENCE.upTo(amountsText({ now: now || null, cancel: cancel || null }));
}

function finalParts(draft: Draft, now: Date): string[] {
  const final = finalSnipeDate(draft.finalSnipe, draft.dates);
  return final === null ? [] : [SENTENCE.until(formatDay(final, now))];
}
