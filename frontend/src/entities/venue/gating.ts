/**
 * What a user needs before selecting or reserving a venue (specification §6). Pure: the tier arrives as entitlements.
 * The server enforces every rule.
 */
import type { ReservationSource, User, Venue } from '@/api/types';
import { accountsAt, type UserAccounts } from '@/entities/platform/accounts';

/** `open`, or what the user needs first. */
export type Gate = 'open' | 'pro' | 'subscribe' | 'account';

export type VenueGates = { select: Gate; reserve: Gate };

type GatedUser = UserAccounts & Pick<User, 'entitlements'>;
type GatedVenue = Pick<Venue, 'premium' | 'reservation_source'>;

export function gatesFor(user: GatedUser, venue: GatedVenue): VenueGates {
  const { entitlements } = user;
  if (requiresPro(user, venue)) return { select: 'pro', reserve: 'pro' };
  if (!hasAccountFor(user, venue.reservation_source)) {
    return { select: 'account', reserve: 'account' };
  }
  if (!entitlements.can_reserve) return { select: 'subscribe', reserve: 'subscribe' };
  return { select: entitlements.max_venues > 1 ? 'open' : 'pro', reserve: 'open' };
}

/** Whether a request that only notifies helps: the user lacks an account or a plan. A concierge books for clients. */
export function offersNotify(
  user: GatedUser & Pick<User, 'is_concierge'>,
  venue: GatedVenue,
): boolean {
  const { reserve } = gatesFor(user, venue);
  return !user.is_concierge && (reserve === 'account' || reserve === 'subscribe');
}

/** Whether the venue is for Pro and the user is not. */
export function requiresPro(
  user: Pick<User, 'entitlements'>,
  venue: Pick<Venue, 'premium'>,
): boolean {
  return venue.premium && !user.entitlements.premium_venues;
}

/** An account that needs a new login still counts: its requests wait, and the user is notified. */
export function hasAccountFor(user: UserAccounts, source: ReservationSource): boolean {
  return accountsAt(user, source).length > 0;
}
