/** The text of one timeline entry: what happened, and below it why or where. */
import type { TimelineEntry } from '@/api/reservation-types';
import { formatDay, formatTime } from '@/lib/format';
import { askedText } from './amounts';
import { dotted, openedText, passedText, seenText, slotText } from './slot-text';
import { timelineMessages as words } from './ticket/ticket-messages';

type LineOptions = {
  platform: string;
  /** The number of a booking attempt within the group. */
  attempt: number | null;
  /** How many reservations of the group this entry stands for. */
  count: number;
  /** How the request began, if not as usual. */
  filed: string | null;
};

export function entryText(
  entry: TimelineEntry,
  { platform, attempt, count, filed }: LineOptions,
): string {
  const many = words.many(count);
  switch (entry.kind) {
    case 'filed':
      return (filed ?? words.filed) + many;
    case 'watching':
      return words.watching(platform) + many;
    case 'seen':
      return seenText(entry);
    case 'opened':
      return openedText(entry);
    case 'booking':
      return words.booking(attempt);
    case 'booked':
      return dotted(words.booked, slotText(entry));
    case 'lost':
      return entry.reason === 'slot_gone' ? words.gone : words.lost;
    case 'refused':
      return words.refusedBy(platform);
    case 'unknown':
      return words.unknown(platform);
    case 'verifying':
      return words.verifying(platform);
    case 'paused':
      return words.paused + many;
    case 'unpaused':
      return words.unpaused + many;
    case 'continued':
      return words.continued + many;
    case 'stopping':
      return words.stopping + many;
    case 'canceling_table':
      return words.cancelingTable;
    case 'cancel_failed':
      return words.cancelFailed;
    case 'old_table_kept':
      return words.oldTableKept;
    case 'canceled':
      return words.canceled + many;
    case 'ended':
      return words.ended + many;
    case 'needs_reconnect':
      return words.needsReconnect + many;
    case 'reconnected':
      return words.reconnected + many;
    case 'passed_over':
      return passedText(entry);
    case 'armed':
      return words.armed + many;
    case 'fired':
      return words.fired;
    case 'given_up':
      return words.givenUp;
    case 'replaced':
      return words.replaced;
    case 'override_failed':
      return words.overrideFailed;
    case 'held_back':
      return dotted(words.heldBack(askedText(entry)), slotText(entry));
    case 'switched_off':
      return words.onHold + many;
    default:
      // A newer server may send a kind that this page does not know.
      return entry.kind.replaceAll('_', ' ');
  }
}

/** The reason if the text does not say it, then venue and date if the group has several. */
export function entryDetail(
  entry: TimelineEntry,
  { showPlace }: { showPlace: boolean },
): string | null {
  const said = SAID.has(`${entry.kind} ${entry.reason ?? ''}`) ? '' : (entry.reason_text ?? '');
  const why = entry.over ? overText(entry, entry.over) : said;
  const place = showPlace ? `${entry.venue_name}, ${formatDay(entry.date)}` : '';
  const parts = [why, place].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(' ');
}

/** `Chosen before B, bar, 8:15 PM: you rank A higher.` */
function overText(entry: TimelineEntry, over: NonNullable<TimelineEntry['over']>): string {
  const seating = over.seating === '' ? [] : [over.seating.toLowerCase()];
  const other = [over.venue_name, ...seating, formatDay(over.date), formatTime(over.time)];
  const winner = {
    venue: entry.venue_name,
    date: formatDay(entry.date),
    window: entry.time === null ? '' : formatTime(entry.time),
    seating: entry.seating,
  };
  return words.chosenBefore(other.join(', '), winner[over.by]);
}

/** Whether entries of several reservations say the same and can be combined. */
export function saysTheSame(a: TimelineEntry, b: TimelineEntry): boolean {
  return a.kind === b.kind && a.reason === b.reason;
}

const SAID: ReadonlySet<string> = new Set([
  'lost taken',
  'lost slot_gone',
  'canceled canceled_by_you',
  'replaced replaced',
]);
