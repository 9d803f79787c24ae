/** The request as one sentence of plain words and of words that the user changes. Pure. */
import { formatDay, formatList, formatTime, formatTimeRange, listParts } from '@/lib/format';
import type { SelectedVenue } from '@/entities/venue/selection';
import type { Draft } from '../draft/draft';
import { chosenTimes, type TimeWindow } from '../sections/times/time-presets';
import { SENTENCE } from './messages';

export type SentenceField = 'party' | 'venue' | 'date' | 'time';
export type Word = {
  field: SentenceField;
  text: string;
  isChosen: boolean;
  /** The restaurant of the word; null for all others, and while none is chosen. */
  venueId: number | null;
};
export type SentencePart = string | Word;

/** More are counted. */
const MOST_VENUES = 3;
const MOST_DAYS = 2;
/** A longer time has no middle that says when the table is. */
const AROUND_MINUTES = 150;

type Venues = readonly Pick<SelectedVenue, 'id' | 'venue_name'>[];

/** Without `venues` it names no restaurant: it stands above a list of them. */
export function requestSentence(
  draft: Draft,
  venues: Venues | null,
  now: Date = new Date(),
): SentencePart[] {
  const time = timeText(chosenTimes(draft));
  return [
    SENTENCE.table,
    word('party', draft.partySize === null ? null : String(draft.partySize)),
    ...(venues === null ? [] : [SENTENCE.at, ...venueParts(venues)]),
    SENTENCE.on,
    word('date', daysText(draft.dates, now)),
    time.lead,
    word('time', time.text),
  ];
}

/** Each restaurant is a word of its own, because a press replaces one. */
function venueParts(venues: Venues): SentencePart[] {
  if (venues.length === 0) return [word('venue', null)];
  const isCut = venues.length > MOST_VENUES;
  const named = isCut ? venues.slice(0, MOST_VENUES - 1) : venues;
  const names = named.map(({ venue_name }) => venue_name);
  const all = isCut ? [...names, SENTENCE.otherVenues(venues.length - named.length)] : names;
  let place = 0;
  return listParts(all, 'disjunction').map(({ isItem, text }) => {
    const venue = isItem ? named[place++] : undefined;
    return venue === undefined ? text : word('venue', text, venue.id);
  });
}

function daysText(dates: readonly string[], now: Date): string | null {
  if (dates.length === 0) return null;
  const days = [...dates].sort().map((date) => formatDay(date, now, 'long'));
  return formatList(
    days.length <= MOST_DAYS ? days : [days[0] ?? '', SENTENCE.otherDays(days.length - 1)],
    'disjunction',
  );
}

function timeText(times: readonly TimeWindow[]): { lead: string; text: string | null } {
  if (times.length === 0) return { lead: SENTENCE.around, text: null };
  if (times.every((time) => minutesOf(time.end) - minutesOf(time.start) <= AROUND_MINUTES)) {
    const middles = times.map((time) => formatTime(middleOf(time)));
    return { lead: SENTENCE.around, text: formatList(middles, 'disjunction') };
  }
  const ranges = times.map(({ start, end }) => formatTimeRange(start, end));
  return { lead: SENTENCE.comma, text: formatList(ranges, 'disjunction') };
}

const QUARTER = 15;

/** The quarter of an hour in the middle of a time, as `HH:MM`. */
function middleOf({ start, end }: TimeWindow): string {
  const middle = (minutesOf(start) + minutesOf(end)) / 2;
  const rounded = Math.floor(middle / QUARTER) * QUARTER;
  return new Date(rounded * 60_000).toISOString().slice(11, 16);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function word(field: SentenceField, text: string | null, venueId: number | null = null): Word {
  return { field, text: text ?? SENTENCE.open[field], isChosen: text !== null, venueId };
}
