/** The state of a group, derived from its reservations. Labels and icons are in `status.ts`. */
import { today } from '@/lib/dates';
import type { Group, GroupStatus, Member, WatchState } from '@/api/reservation-types';

export type TicketState = WatchState | 'stopping' | 'canceling' | Exclude<GroupStatus, 'active'>;

/** Which state wins if a group's reservations differ, most urgent first. */
const URGENCY: readonly WatchState[] = [
  'booking',
  'verifying',
  'needs_reconnect',
  'unconfirmed',
  'releasing',
  'table_open',
  'held_back',
  'watching',
  'armed',
  'backing_off',
  'starting',
  'quarantined',
  'switched_off',
  'restaurant_closed',
];

/** The state a ticket shows: stopping, else the most urgent state of its reservations. */
export function ticketState(group: Pick<Group, 'status' | 'stopping' | 'members'>): TicketState {
  if (group.status === 'confirmed' && isCanceling(group)) return 'canceling';
  if (group.status !== 'active') return group.status;
  if (group.stopping) return 'stopping';
  const states = new Set(activeMembers(group).map((member) => member.watch?.state ?? 'starting'));
  return URGENCY.find((state) => states.has(state)) ?? 'starting';
}

/** Whether the platform is being asked to cancel a booked table. */
function isCanceling(group: Pick<Group, 'members'>): boolean {
  return group.members.some((member) => member.booked?.canceling === true);
}

/** The specification's order: any active, else any paused, else any confirmed, else any unsuccessful. */
export function groupStatus(members: readonly Pick<Member, 'status'>[]): GroupStatus {
  const order: readonly GroupStatus[] = ['active', 'paused', 'confirmed', 'unsuccessful'];
  return order.find((status) => members.some((member) => member.status === status)) ?? 'canceled';
}

export function activeMembers(group: Pick<Group, 'members'>): Member[] {
  return group.members.filter((member) => member.status === 'active');
}

/** Reservations that are paused while others of the group continue. */
export function pausedPart(group: Pick<Group, 'status' | 'members'>): Member[] {
  return group.status === 'active' ? group.members.filter(({ status }) => status === 'paused') : [];
}

const AT_PLATFORM = 'canceled_at_platform';

/** Reservations whose booked table the diner or the restaurant canceled at the platform. */
export function canceledAtPlatform(group: Pick<Group, 'members'>): Member[] {
  return group.members.filter((member) => member.reason === AT_PLATFORM);
}

/** Whether a table that was canceled at the platform is for today or later. The server decides everything else. */
export function canLookAgain(group: Pick<Group, 'members'>): boolean {
  return canceledAtPlatform(group).some((member) => member.date >= today());
}

const IN_FLIGHT: ReadonlySet<TicketState> = new Set([
  'booking',
  'verifying',
  'releasing',
  'stopping',
  'canceling',
]);

/** In flight: the icon pulses and the newest timeline entries are highlighted. */
export function isInFlight(state: TicketState): boolean {
  return IN_FLIGHT.has(state);
}

/** Row actions exist only for these (specification §4). */
export function isOpen(status: GroupStatus): boolean {
  return status === 'active' || status === 'paused';
}
