/**
 * The texts of notifications: one for each outcome, a summary if a batch has many, and the line that a screen reader
 * announces for a sighting. Pure. Used for toasts, the notification list and browser notifications.
 */
import type { Toast } from '@/ui/toast';
import { formatDay, formatDollars, formatTimeAt } from '@/lib/format';
import { wallClock } from '@/lib/zones';
import type {
  AttentionEvent,
  ChangedEvent,
  DeadlineEvent,
  DurableEvent,
  LiveEvent,
  NoticeEvent,
  NotReadyEvent,
  OpeningEvent,
  OutcomeEvent,
} from '@/api/reservation-types';
import { askedText } from '@/entities/request/amounts';
import { groupTitle, type Titled } from '@/entities/request/group-title';
import { platformName } from '@/entities/platform/platforms';
import { slotText } from '@/entities/request/slot-text';
import type { NotificationTarget } from './target-link';

export { targetLink, type NotificationTarget } from './target-link';

export type NotificationContent = Pick<Toast, 'title' | 'text' | 'tone' | 'icon'> & {
  target: NotificationTarget;
  /** The restaurant's own page at its platform, where an open table can be booked. */
  page?: string;
};

export type FindGroup = (groupId: number) => Titled | undefined;

export type NotificationsOf = typeof notificationsOf;

/** More outcomes than this in one batch become one summary. */
const MAX_SINGLE = 3;

export function notificationsOf(
  events: readonly DurableEvent[],
  find: FindGroup,
): NotificationContent[] {
  const outcomes = events.filter((event) => event.type === 'reservation.outcome');
  const ended = events.filter(isEnd);
  // Never part of a summary: what happened to a booked table, and what only the user can do.
  const always = [
    ...events.flatMap((event) => overrideContents(event, find)),
    ...events.filter((event) => event.type === 'reservation.opening').map(openingContent),
    ...events.filter((event) => event.type === 'reservation.deadline').map(deadlineContent),
    ...events.filter((event) => event.type === 'reservation.not_ready').map(notReadyContent),
    ...events.filter((event) => event.type === 'account.attention').map(attentionContent),
    ...events.filter((event) => event.type === 'user.notice').map(noticeContent),
    ...events.flatMap(weeklyContents),
  ];
  if (outcomes.length + ended.length > MAX_SINGLE) {
    return [summary(outcomes, ended.length), ...always];
  }
  return [
    ...outcomes.map(outcomeContent),
    ...ended.map((event) => endContent(event, find)),
    ...always,
  ];
}

function openingContent(event: OpeningEvent): NotificationContent {
  const { group_id: groupId, page, platform, swap_id: swapId, tables } = event;
  if (typeof swapId === 'number') {
    return {
      title: `Swap? ${event.venue_name}`,
      text: `${formatDay(event.date)}, ${slotText(event)}. You rank it above your table, which stays unless you swap.`,
      tone: 'seen',
      icon: 'watching',
      target: { to: 'swap', swapId },
    };
  }
  const more = tables > 1 ? ` ${tables - 1} more opened.` : '';
  return {
    title: `Table open: ${event.venue_name}`,
    text: `${formatDay(event.date)}, ${slotText(event)}.${more} Book it on ${platformName(platform)} yourself.`,
    tone: 'seen',
    icon: 'watching',
    target: { to: 'group', groupId },
    ...(page === null ? {} : { page }),
  };
}

/** Times are on the restaurant's clock. The place is named if that clock differs from the reader's. */
function deadlineContent(event: DeadlineEvent): NotificationContent {
  const { cancel_fee_cents: fee, group_id: groupId, time_zone: zone } = event;
  const { date, time } = wallClock(zone, Date.parse(event.free_until));
  const until = `${formatDay(date)}, ${formatTimeAt({ date, time, zone })}`;
  const costs = formatDollars(fee ?? 0, event.currency ?? undefined);
  const after = fee === null || fee === 0 ? '' : ` After that it costs ${costs}.`;
  return {
    title: `Free to cancel until ${until}`,
    text: `${event.venue_name}, ${formatDay(event.date)}, ${slotText(event)}.${after}`,
    tone: 'seen',
    icon: 'fee',
    target: { to: 'group', groupId },
  };
}

/** The time of the release is on the restaurant's clock, as in deadlineContent(). */
function notReadyContent(event: NotReadyEvent): NotificationContent {
  const { group_id: groupId, problems, time_zone: zone } = event;
  const at = formatTimeAt({ ...wallClock(zone, Date.parse(event.release_at)), zone });
  const more = problems.length > 1 ? ` ${problems.length - 1} more.` : '';
  return {
    title: `Not ready for ${at}: ${event.venue_name}`,
    text: `${problems[0] ?? ''}${more}`,
    tone: 'unsuccessful',
    icon: 'unavailable',
    target: { to: 'group', groupId },
  };
}

function outcomeContent(event: OutcomeEvent): NotificationContent {
  const target: NotificationTarget = { to: 'group', groupId: event.group_id };
  const what = `${formatDay(event.date)}, ${slotText(event)}.`;
  switch (event.kind) {
    case 'booked': {
      const text = `${what} In the account of ${event.account_name}.`;
      return { title: `Booked: ${event.venue_name}`, text, tone: 'confirmed', target };
    }
    case 'lost': {
      const text = `${what} ${continuesText(event)}`;
      return {
        title: `${lossTitle(event)} at ${event.venue_name}`,
        text,
        tone: 'watching',
        icon: isWatched(event) ? 'watching' : 'unavailable',
        target,
      };
    }
    case 'refused': {
      if (isHeldBack(event)) return heldBackContent(event, what, target);
      const text = [event.reason_text ?? '', continuesText(event)]
        .filter((part) => part !== '')
        .join(' ');
      const title = `Not booked: ${event.venue_name}`;
      return { title, text, tone: 'unsuccessful', icon: 'unavailable', target };
    }
  }
}

/** The fee was above the user's limit or not known, so the platform received no booking call. */
function isHeldBack(event: OutcomeEvent): boolean {
  return event.reason === 'fee_unknown' || event.reason === 'held_back_fee';
}

function heldBackContent(
  event: OutcomeEvent,
  what: string,
  target: NotificationTarget,
): NotificationContent {
  const asked = askedText(event);
  const why = asked ? "That's above your limit." : "We couldn't read the fee.";
  const text = `${event.venue_name}, ${what} ${why} ${continuesText(event)}`;
  const title = `Held back: ${asked || 'an unknown fee'}`;
  return { title, text: text.trim(), tone: 'seen', icon: 'fee', target };
}

function lossTitle(event: OutcomeEvent): string {
  return event.reason === 'slot_gone' ? 'The table was gone' : 'Lost to another diner';
}

function isWatched(event: OutcomeEvent): boolean {
  return event.member_status === 'active';
}

function continuesText(event: OutcomeEvent): string {
  return isWatched(event) ? 'We keep watching.' : '';
}

function endContent(event: ChangedEvent, find: FindGroup): NotificationContent {
  const group = find(event.group_id);
  const title = group === undefined ? 'A request ended' : `Not booked: ${groupTitle(group)}`;
  const text = event.reason_text ?? 'No table opened in time.';
  const target: NotificationTarget = { to: 'group', groupId: event.group_id };
  return { title, text, tone: 'unsuccessful', icon: 'unavailable', target };
}

const BY_LINK = 'canceled_by_link';
const OVERRIDES = {
  replaced: { lead: 'Replaced', tone: 'seen' },
  override_failed: { lead: 'Table given up', tone: 'unsuccessful' },
  canceled_at_platform: { lead: 'Table canceled', tone: 'unsuccessful' },
  table_canceled: { lead: 'Table canceled', tone: 'unsuccessful' },
  cancel_failed: { lead: 'Table not canceled', tone: 'unsuccessful' },
  old_table_kept: { lead: 'Old table not canceled', tone: 'unsuccessful' },
  resumed: { lead: 'Watching again', tone: 'unsuccessful' },
  continued: { lead: 'Release missed', tone: 'seen' },
} as const;

/** Toasts for changes that a platform or an override made to this group's table, and for a missed release. */
function overrideContents(event: DurableEvent, find: FindGroup): NotificationContent[] {
  if (event.type !== 'reservation.changed' || !isOverride(event.what)) return [];
  // Who canceled the table on the ticket needs no toast; somebody else may have used the mailed link.
  if (event.what === 'table_canceled' && event.reason !== BY_LINK) return [];
  const { lead, tone } = OVERRIDES[event.what];
  const group = find(event.group_id);
  const title = group === undefined ? lead : `${lead}: ${groupTitle(group)}`;
  const target: NotificationTarget = { to: 'group', groupId: event.group_id };
  return [{ title, text: event.reason_text ?? '', tone, target }];
}

function isOverride(what: ChangedEvent['what']): what is keyof typeof OVERRIDES {
  return what in OVERRIDES;
}

function attentionContent(event: AttentionEvent): NotificationContent {
  const title = `${platformName(event.platform)} needs you`;
  const target: NotificationTarget = { to: 'accounts' };
  return { title, text: event.reason_text, tone: 'seen', icon: 'account', target };
}

const NOTICES = {
  trial_ending: { title: 'Your trial ends soon', icon: 'card', to: 'subscription' },
  payment_failed: { title: 'A payment failed', icon: 'card', to: 'subscription' },
  requests_paused: { title: 'Requests paused', icon: 'paused', to: 'list' },
  trial_refused: { title: 'Your trial has ended', icon: 'card', to: 'subscription' },
  texts_stopped: { title: 'Text messages are off', icon: 'code', to: 'list' },
  webhook_off: { title: 'A webhook is off', icon: 'code', to: 'webhooks' },
  mqtt_off: { title: 'Your MQTT broker is off', icon: 'code', to: 'channels' },
  mandate_drafted: { title: 'A program asks to book for you', icon: 'code', to: 'webhooks' },
} as const;

/** About the plan or the messages, in the server's words. */
function noticeContent(event: NoticeEvent): NotificationContent {
  const { title, icon, to } = NOTICES[event.what];
  const { mandate_id: mandateId, text } = event;
  const target: NotificationTarget =
    typeof mandateId === 'number' ? { to: 'mandate', mandateId } : { to };
  return { title, text, tone: 'seen', icon, target };
}

/** A toast for a refused request. A filed request has its own event, and the user makes all other changes. */
function weeklyContents(event: DurableEvent): NotificationContent[] {
  if (event.type !== 'weekly_rule.changed' || event.what !== 'refused') return [];
  const title = 'Weekly request not filed';
  return [
    { title, text: event.text ?? '', tone: 'seen', icon: 'stopping', target: { to: 'list' } },
  ];
}

function summary(outcomes: readonly OutcomeEvent[], ended: number): NotificationContent {
  const booked = outcomes.filter((event) => event.kind === 'booked').length;
  const lost = outcomes.filter((event) => event.kind === 'lost').length;
  const held = outcomes.filter(isHeldBack).length;
  const refused = outcomes.length - booked - lost - held;
  const parts = [
    [booked, 'booked'],
    [lost, 'lost'],
    [held, 'held back'],
    [refused, 'refused'],
    [ended, 'ended without a table'],
  ] as const;
  const text = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
  return {
    title: `${outcomes.length + ended} of your requests have news`,
    text: `${text}.`,
    tone: booked > 0 ? 'confirmed' : 'watching',
    target: { to: 'list' },
  };
}

function isEnd(event: DurableEvent): event is ChangedEvent {
  return (
    event.type === 'reservation.changed' &&
    event.what === 'ended' &&
    event.group_status === 'unsuccessful'
  );
}

/** Return the newest sighting of a batch in one line, or null. Outcomes are announced by their toasts. */
export function announcementOf(live: readonly LiveEvent[]): string | null {
  const seen = live.filter((event) => event.type === 'watch.seen').at(-1);
  if (seen === undefined) return sightingAnnouncement(live);
  return `Table seen at ${seen.venue_name}, ${slotText(seen)}. Booking it now.`;
}

function sightingAnnouncement(live: readonly LiveEvent[]): string | null {
  const sighting = live
    .flatMap((event) => (event.type === 'watch.sightings' ? event.sightings : []))
    .at(-1);
  if (sighting === undefined) return null;
  const gone = sighting.kind === 'passed_over' ? ' It went to another guest.' : '';
  return `Table seen at ${sighting.venue_name}, ${slotText(sighting)}.${gone}`;
}
