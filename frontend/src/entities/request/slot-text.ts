/** A table that was seen, as text. Every page loads it: toasts, notifications and notes name tables. */
import type { TimelineEntry } from '@/api/reservation-types';
import type { IsoDate } from '@/lib/dates';
import { formatTimeAt } from '@/lib/format';
import { slotMessages as words } from './slot-messages';

export type Slot = {
  date: IsoDate;
  time: string | null;
  /** The restaurant's; older events lack it. */
  time_zone?: string | null;
  party_size: number | null;
  seating: string;
};

/** `7:15 PM in New York for 2 · Bar`, as far as known; the place only where the clocks differ. */
export function slotText({ date, time, time_zone, party_size, seating }: Slot): string {
  const when = [
    time === null ? '' : formatTimeAt({ date, time, zone: time_zone ?? '' }),
    party_size === null ? '' : words.partySize(party_size),
  ];
  return dotted(when.filter((part) => part !== '').join(' '), seating);
}

type Seen = Slot & Pick<TimelineEntry, 'tables'>;

/** `table seen · 7:30 PM for 2`; combined sightings are counted, and the newest is named. */
export function seenText(entry: Seen): string {
  const { tables } = entry;
  return tables === null || tables < 2
    ? dotted(words.seen, slotText(entry))
    : dotted(words.manySeen(tables), words.theLast(slotText(entry)));
}

/** `table open · 7:30 PM for 2`; of several tables that opened together, the one that fits best is named. */
export function openedText(entry: Seen): string {
  const { tables } = entry;
  return tables === null || tables < 2
    ? dotted(words.opened, slotText(entry))
    : dotted(words.manyOpened(tables), words.theBest(slotText(entry)));
}

/** Entries without a count stand above a `seen` entry for the same table. */
export function passedText(entry: Seen): string {
  if (entry.tables === null) return words.wentToAnother;
  return `${seenText(entry)}, ${words.went(entry.tables)}`;
}

/** Two parts with a dot between them, or the one that has text. */
export function dotted(a: string, b: string): string {
  return [a, b].filter((part) => part !== '').join(' · ');
}
