/** The draft as one sentence in parts: `chosen` parts are underlined, others read "…" until chosen. */
import { formatDay, formatList, formatTimeRange, listParts } from '@/lib/format';
import type { SelectedVenue } from '@/entities/venue/selection';
import { wantsOneTable, type Draft } from './draft';
import { finalSnipeDate } from '@/entities/request/final-snipe';
import { messages } from '@/entities/request/messages';
import { chosenInstant, releaseText } from '@/entities/request/release';
import { chosenTimes } from '../sections/times/time-presets';

export type SentencePart = { text: string; chosen: boolean };

export function draftSentence(
  draft: Draft,
  venues: readonly Pick<SelectedVenue, 'venue_name'>[],
  now?: Date,
): SentencePart[] {
  if (isEmpty(draft, venues)) return [plain(messages.emptyDraft)];
  if (draft.snipeType === 'release') return releaseSentence(draft, venues, now);
  const final = finalSnipeDate(draft.finalSnipe, draft.dates);
  return [
    plain('Tablehawk will watch '),
    ...listed(venues.map((venue) => venue.venue_name)),
    plain(' on '),
    ...table(draft, now),
    ...(final === null ? [] : [plain(', until '), choice(formatDay(final, now))]),
    // If the last part is not chosen, its "…" ends the sentence.
    ...(draft.partySize === null && final === null ? [] : [plain('.')]),
    ...(draft.notifyOnly ? [plain(messages.draftNotifies)] : tables(draft)),
  ];
}

function releaseSentence(
  draft: Draft,
  venues: readonly Pick<SelectedVenue, 'venue_name'>[],
  now?: Date,
): SentencePart[] {
  const opens = chosenInstant(draft);
  return [
    plain('Tablehawk will try for '),
    ...listed(venues.map((venue) => venue.venue_name)),
    plain(venues.length > 1 ? ' the moment they release ' : ' the moment it releases '),
    ...table(draft, now),
    ...(draft.partySize === null ? [] : [plain('.'), ...tables(draft)]),
    ...(opens === null ? [] : [plain(' Books open '), choice(releaseText(opens, now)), plain('.')]),
  ];
}

/** The part that says how many tables are booked. Only for several dates and a chosen party size. */
function tables(draft: Draft): SentencePart[] {
  if (draft.dates.length < 2 || draft.partySize === null) return [];
  return [plain(wantsOneTable(draft) ? messages.draftOne : messages.draftEach)];
}

/** `Sat, Nov 28, 6:30 – 8:30 PM, for 2`. */
function table(draft: Draft, now?: Date): SentencePart[] {
  return [
    ...listed([...draft.dates].sort().map((date) => formatDay(date, now))),
    plain(', '),
    ...listed(timeTexts(draft)),
    plain(', for '),
    choice(draft.partySize === null ? null : String(draft.partySize)),
  ];
}

/** The short form of the bottom bar: `Petit Quai · Sat, Nov 28 · 6:30 – 8:30 PM · for 2`, with the opening of the book. */
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

function isEmpty({ dates, time }: Draft, venues: readonly unknown[]): boolean {
  return venues.length === 0 && dates.length === 0 && time === null;
}

/** `A`, `A or B`, `A, B, or C`: one table is booked for each date, so "or". */
function listed(texts: readonly string[]): SentencePart[] {
  if (texts.length === 0) return [choice(null)];
  return listParts(texts, 'disjunction').map(({ isItem, text }) => ({ text, chosen: isItem }));
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

function choice(text: string | null): SentencePart {
  return text === null ? { text: '…', chosen: false } : { text, chosen: true };
}

function plain(text: string): SentencePart {
  return { text, chosen: false };
}
