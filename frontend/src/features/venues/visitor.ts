/** A visitor as the public pages see one: nobody's data, no account, and the choices of the Standard plan. */
import type { User, Venue } from '@/api/types';
import { VISITOR_ID } from '@/entities/request/saved-draft';
import { selection, toSelected } from '@/entities/venue/selection';

export const VISITOR: User = {
  id: VISITOR_ID,
  email: '',
  email_confirmed: false,
  pending_email: null,
  first_name: '',
  last_name: '',
  phone: '',
  phone_confirmed: false,
  subscription_type: 'none',
  trial_ends_at: null,
  referral_code: '',
  referral_link: '',
  has_had_free_trial: false,
  cancel_fee_per_guest_cents: null,
  is_concierge: false,
  is_vip: false,
  resy_accounts: [],
  ot_accounts: [],
  platform_accounts: [],
  entitlements: {
    active_limit: 0,
    free_notify_only: 1,
    party_sizes: [2, 4],
    custom_party_size: false,
    custom_time: false,
    release_requests: false,
    seating_choice: false,
    override: false,
    max_venues: 1,
    max_dates: 1,
    premium_venues: false,
    same_date_booking: false,
    can_reserve: false,
    can_select: false,
    priority_booking: false,
  },
};

/** Keep the restaurant for the request form that follows the sign-up. */
export function keepForSignUp(venue: Venue): void {
  selection.replace([toSelected(venue)]);
}
