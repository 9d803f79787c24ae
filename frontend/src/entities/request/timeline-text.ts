/** The text of one timeline entry: what happened, and below it why or where. */
import type { TimelineEntry } from '@/api/reservation-types';
import { formatDay, formatDollars, formatTime } from '@/lib/format';

type LineOptions = {
  platform: string;
  /** The number of a booking attempt within the group. */
  attempt: number | null;
  /** How many reservations of the group this entry stands for. */
  count: number;
};

export function entryText(entry: TimelineEntry, { platform, attempt, count }: LineOptions): string {
  const many = count > 1 ? ` · ${count} requests` : '';
  switch (entry.kind) {
    case 'filed':
      return `request filed${many}`;
    case 'watching':
      return `watching · ${platform}${many}`;
    case 'seen':
      return seenText(entry);
    case 'booking':
      return attempt === null ? 'booking' : `booking · attempt ${attempt}`;
    case 'booked':
      return dotted('booked', slotText(entry));
    case 'lost':
      return entry.reason === 'slot_gone' ? 'the table was gone' : 'lost to another diner';
    case 'refused':
      return `${platform} refused`;
    case 'unknown':
      return `no answer from ${platform} in time`;
    case 'verifying':
      return `checking your ${platform} account`;
    case 'paused':
      return `paused${many}`;
    case 'unpaused':
      return `unpaused${many}`;
    case 'stopping':
      return `stopping${many}`;
    case 'canceling_table':
      return 'canceling the table';
    case 'cancel_failed':
      return 'the table was not canceled';
    case 'canceled':
      return `canceled${many}`;
    case 'ended':
      return `ended${many}`;
    case 'needs_reconnect':
      return `needs reconnect${many}`;
    case 'reconnected':
      return `reconnected${many}`;
    case 'passed_over':
      return passedText(entry);
    case 'armed':
      return `ready for the release${many}`;
    case 'fired':
      return 'the book opens';
    case 'given_up':
      return 'giving up the old table';
    case 'replaced':
      return 'replaced by a better table';
    case 'override_failed':
      return 'the old table was given up, the new one was lost';
    case 'held_back':
      return dotted(
        entry.fee_cents === null ? 'held back' : `held back: ${formatDollars(entry.fee_cents)} fee`,
        slotText(entry),
      );
    case 'switched_off':
      return `standing still${many}`;
    default:
      // A newer server may send a kind that this page does not know.
      return entry.kind.replaceAll('_', ' ');
  }
}

type Seen = Pick<TimelineEntry, 'tables' | 'time' | 'party_size' | 'seating'>;

/** `table seen · 7:30 PM for 2`; combined sightings are counted, and the newest is named. */
export function seenText(entry: Seen): string {
  const { tables } = entry;
  return tables === null || tables < 2
    ? dotted('table seen', slotText(entry))
    : dotted(`${tables} tables seen`, `the last ${slotText(entry)}`);
}

/** Entries without a count stand above a `seen` entry for the same table. */
export function passedText(entry: Seen): string {
  if (entry.tables === null) return 'the table went to another guest';
  const guests = entry.tables > 1 ? 'went to other guests' : 'went to another guest';
  return `${seenText(entry)}, ${guests}`;
}

/** The reason if the text does not say it, then venue and date if the group has several. */
export function entryDetail(
  entry: TimelineEntry,
  { showPlace }: { showPlace: boolean },
): string | null {
  const why = SAID.has(`${entry.kind} ${entry.reason ?? ''}`) ? '' : (entry.reason_text ?? '');
  const place = showPlace ? `${entry.venue_name}, ${formatDay(entry.date)}` : '';
  const parts = [why, place].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(' ');
}

/** Whether entries of several reservations say the same and can be combined. */
export function saysTheSame(a: TimelineEntry, b: TimelineEntry): boolean {
  return a.kind === b.kind && a.reason === b.reason;
}

/** `7:15 PM for 2 · Bar`, as far as known. */
export function slotText(slot: {
  time: string | null;
  party_size: number | null;
  seating: string;
}): string {
  const when = [
    slot.time === null ? '' : formatTime(slot.time),
    slot.party_size === null ? '' : `for ${slot.party_size}`,
  ];
  return dotted(when.filter((part) => part !== '').join(' '), slot.seating);
}

const SAID: ReadonlySet<string> = new Set([
  'lost taken',
  'lost slot_gone',
  'canceled canceled_by_you',
  'replaced replaced',
]);

function dotted(a: string, b: string): string {
  return [a, b].filter((part) => part !== '').join(' · ');
}
