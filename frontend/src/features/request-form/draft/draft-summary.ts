/** The draft in one line, for the bar of small screens. Pure. */
import { formatDay, formatList, formatTimeRange } from '@/lib/format';
import type { SelectedVenue } from '@/entities/venue/selection';
import { messages } from '@/entities/request/messages';
import { chosenInstant, releaseText } from '@/entities/request/release';
import { chosenTimes } from '../sections/times/time-presets';
import type { Draft } from './draft';

/** `Petit Quai · Sat, Nov 28 · 6:30 – 8:30 PM · for 2`, with the opening of the book. */
export function draftSummary(
  draft: Draft,
  venues: readonly Pick<SelectedVenue, 'venue_name'>[],
  now?: Date,
): string {
  const days = [...draft.dates].sort().map((date) => formatDay(date, now));
  const opens = draft.snipeType === 'release' ? chosenInstant(draft) : null;
  const times = timeTexts(draft);
  const parts = [
    brief(venues.map((venue) => venue.venue_name)),
    brief(days),
    times.length === 0 ? null : formatList(times.map(noBreaks), 'disjunction'),
    draft.partySize === null ? null : `for\u00a0${draft.partySize}`,
    opens === null ? null : `opens ${releaseText(opens, now)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? messages.emptyDraft : parts.join(' · ');
}

function timeTexts(draft: Draft): string[] {
  return chosenTimes(draft).map(({ start, end }) => formatTimeRange(start, end));
}

function brief(texts: readonly string[]): string | null {
  const [first] = texts;
  if (first === undefined) return null;
  return texts.length === 1 ? first : `${first} +${texts.length - 1}`;
}

/** On a narrow screen no line ends inside a time. */
function noBreaks(text: string): string {
  return text.replaceAll(' ', '\u00a0').replace('–', '–\u2060');
}
