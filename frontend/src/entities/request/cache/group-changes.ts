/**
 * How an event changes a group before the server is asked. Pure: returns the same object if nothing changed, so only
 * changed tickets render again.
 */
import type { ReservationSource } from '@/api/types';
import type {
  Group,
  GroupPage,
  GroupStatus,
  Member,
  OpeningEvent,
  OutcomeEvent,
  SeenEvent,
  Watch,
  WatchTick,
} from '@/api/reservation-types';
import { groupStatus } from '../group-state';
import type { RequestTable } from './request-table';

export type GroupChange = (group: Group) => Group;

/** A tick of a reservation that is no longer watched is stale. */
export function withTick(tick: WatchTick): GroupChange {
  return (group) =>
    changeMembers(group, (member) => {
      if (member.id !== tick.reservation_id || member.status !== 'active') return member;
      if (isOvertaken(tick, member)) return member;
      const { state, checks, attempts, last_check_at, next_check_at, interval_ms } = tick;
      const { held_fee_cents, held_cancel_fee_cents, held_time } = tick;
      const held = { held_fee_cents, held_cancel_fee_cents, held_time };
      const counts = { checks, attempts, last_check_at, next_check_at, interval_ms };
      return { ...member, watch: { state, ...counts, ...held } };
    });
}

export function withSeen(event: SeenEvent): GroupChange {
  return (group) =>
    changeMembers(group, (member) =>
      member.id === event.reservation_id && member.status === 'active'
        ? { ...member, watch: { ...(member.watch ?? NOT_YET_WATCHED), state: 'booking' } }
        : member,
    );
}

/** The table is shown until the watcher reports that it is gone. */
export function withOpening(event: OpeningEvent): GroupChange {
  return (group) => {
    const changed = changeMembers(group, (member) => {
      if (member.id !== event.reservation_id || member.status !== 'active') return member;
      const watch = { ...(member.watch ?? NOT_YET_WATCHED), held_time: event.time };
      return { ...member, page: event.page, watch: { ...watch, state: 'table_open' } };
    });
    const offerId = event.swap_id ?? null;
    return changed === group || changed.swap_table === null || offerId === null
      ? changed
      : { ...changed, swap_table: { ...changed.swap_table, offer_id: offerId } };
  };
}

export function withOutcome(event: OutcomeEvent): GroupChange {
  return (group) => {
    const changed = changeMembers(group, (member) => {
      if (member.id === event.reservation_id) return memberAfter(member, event, group);
      // A booking ends the group's other reservations: those of that day, or all of them if it gets one table in all.
      const sameTable = group.one_table || member.date === event.date;
      if (event.kind === 'booked' && sameTable && isOpenMember(member)) {
        return {
          ...member,
          status: 'canceled',
          reason: 'booked_elsewhere',
          reason_text: 'We booked another table of this request.',
          watch: null,
        };
      }
      return member;
    });
    return changed === group
      ? group
      : { ...changed, status: event.group_status, status_since: event.at, stopping: false };
  };
}

function memberAfter(member: Member, event: OutcomeEvent, group: Group): Member {
  const { reason: code, reason_text } = event;
  const reason = { reason: code, reason_text };
  if (event.kind !== 'booked') {
    const watch = member.watch === null ? null : { ...member.watch, ...watchAfter(event) };
    return { ...member, ...reason, status: event.member_status, watch };
  }
  const venue = group.venues.find((candidate) => candidate.id === member.venue);
  return {
    ...member,
    ...reason,
    status: event.member_status,
    watch: null,
    booked: {
      confirmation: event.confirmation ?? '',
      canceling: false,
      time: event.time,
      seating: event.seating,
      party_size: event.party_size,
      at: event.at,
      account_name: event.account_name,
      platform: venue?.reservation_source ?? ('' as ReservationSource),
      // The event lacks the terms; the server's answer has them.
      free_until: null,
      cancel_fee_cents: null,
      deposit_cents: null,
      currency: event.currency ?? '',
      can_improve: false,
    },
  };
}

/** A table that was held back stays visible until the watcher reports that it is gone. */
function watchAfter(event: OutcomeEvent): Partial<Watch> {
  if (event.reason !== 'fee_unknown' && event.reason !== 'held_back_fee') {
    return { state: 'watching' };
  }
  return {
    state: 'held_back',
    held_fee_cents: event.fee_cents ?? null,
    held_cancel_fee_cents: event.held_cancel_fee_cents ?? null,
    held_time: event.time,
  };
}

export type GroupAction = 'pause' | 'unpause' | 'delete';

/** The group as it will be if the action succeeds, shown while the call runs. */
export function withAction(action: GroupAction): GroupChange {
  return (group) =>
    changeMembers(group, (member) => {
      if (action === 'pause' && member.status === 'active') return { ...member, status: 'paused' };
      if (action === 'unpause' && member.status === 'paused') {
        return { ...member, status: 'active', watch: null };
      }
      if (action === 'delete' && isOpenMember(member)) {
        const reason = { reason: 'canceled_by_you', reason_text: 'You canceled it.' };
        return { ...member, ...reason, status: 'canceled' };
      }
      return member;
    });
}

/** The change of each group, by id. */
export type GroupChanges = ReadonlyMap<number, GroupChange>;

/** Change groups of a page and adjust the counts of the tabs. */
export function changeGroups(page: GroupPage, changes: GroupChanges): GroupPage {
  const groups = page.groups.map((group) => changes.get(group.group_id)?.(group) ?? group);
  let { counts } = page;
  let changed = false;
  for (const [index, before] of page.groups.entries()) {
    const after = groups[index];
    if (after === undefined || after === before) continue;
    changed = true;
    counts = moveCount(counts, before.status, after.status);
  }
  return changed ? { ...page, groups, counts } : page;
}

/** Change groups of the concierge's table and adjust the counts of the tabs; returns the same table if nothing changed. */
export function changeTable(table: RequestTable, changes: GroupChanges): RequestTable {
  let groups: Map<number, Group> | null = null;
  let { counts } = table;
  for (const [id, change] of changes) {
    const before = table.groups.get(id);
    const after = before === undefined ? undefined : change(before);
    if (before === undefined || after === undefined || after === before) continue;
    groups ??= new Map(table.groups);
    groups.set(id, after);
    counts = moveCount(counts, before.status, after.status);
  }
  return groups === null ? table : { ...table, groups, counts };
}

/** Apply several changes in order. */
export function composeChanges(changes: readonly GroupChange[]): GroupChange {
  return (group) => changes.reduce((before, change) => change(before), group);
}

function moveCount(
  counts: GroupPage['counts'],
  from: GroupStatus,
  to: GroupStatus,
): GroupPage['counts'] {
  if (from === to) return counts;
  return { ...counts, [from]: Math.max(0, counts[from] - 1), [to]: counts[to] + 1 };
}

function changeMembers(group: Group, change: (member: Member) => Member): Group {
  const members = group.members.map(change);
  if (members.every((member, index) => member === group.members[index])) return group;
  return { ...group, members, status: groupStatus(members) };
}

/** Ticks may arrive out of order: one with an older check is stale. */
function isOvertaken(tick: WatchTick, { watch }: Member): boolean {
  const [shown, arrived] = [watch?.last_check_at ?? null, tick.last_check_at];
  return shown !== null && arrived !== null && arrived < shown;
}

function isOpenMember(member: Member): boolean {
  return member.status === 'active' || member.status === 'paused';
}

const NOT_YET_WATCHED = {
  checks: 0,
  attempts: 0,
  last_check_at: null,
  next_check_at: null,
  interval_ms: 0,
  held_fee_cents: null,
  held_cancel_fee_cents: null,
  held_time: null,
};
