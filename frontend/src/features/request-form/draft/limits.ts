/** The limits of what a request pays: now, and if nobody comes. Pure. */
import type { User } from '@/api/types';
import type { Draft } from './draft';
import { MAX_FEE_CENTS } from './fields';

/** Fill the limit that the user has not set here with the one of the profile, for each guest. */
export function withLimits(draft: Draft, user: Pick<User, 'cancel_fee_per_guest_cents'>): Draft {
  if (draft.cancelFeeCeilingCents !== null) return draft;
  const cents = (user.cancel_fee_per_guest_cents ?? 0) * (draft.partySize ?? 0);
  return { ...draft, cancelFeeCeilingCents: Math.min(cents, MAX_FEE_CENTS) };
}
