/**
 * What stands between this user and this venue (specification §6). Pure: the tier arrives as entitlements,
 * and the server enforces every rule again.
 */
import type { ReservationSource, User, Venue } from '@/api/types';

/** `open`, or what the press leads to instead. */
export type Gate = 'open' | 'pro' | 'subscribe' | 'account';

export type VenueGates = {
  select: Gate;
  reserve: Gate;
  /** Set when the whole card is behind one gate and shows one way out in place of its two actions. */
  lock: 'pro' | 'account' | null;
};

type GatedUser = Pick<User, 'entitlements' | 'resy_accounts' | 'ot_accounts'>;
type GatedVenue = Pick<Venue, 'premium' | 'reservation_source'>;

export function gatesFor(user: GatedUser, venue: GatedVenue): VenueGates {
  const { entitlements } = user;
  if (venue.premium && !entitlements.premium_venues) {
    return { select: 'pro', reserve: 'pro', lock: 'pro' };
  }
  if (!hasAccountFor(user, venue.reservation_source)) {
    return { select: 'account', reserve: 'account', lock: 'account' };
  }
  if (!entitlements.can_reserve) return { select: 'subscribe', reserve: 'subscribe', lock: null };
  return { select: entitlements.max_venues > 1 ? 'open' : 'pro', reserve: 'open', lock: null };
}

/** An account that needs a new login still counts: its requests wait and the user is told elsewhere. */
export function hasAccountFor(
  user: Pick<User, 'resy_accounts' | 'ot_accounts'>,
  source: ReservationSource,
): boolean {
  const accounts = source === 'resy' ? user.resy_accounts : user.ot_accounts;
  return accounts.length > 0;
}
