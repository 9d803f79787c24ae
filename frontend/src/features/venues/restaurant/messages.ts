/** The sentences of the restaurant page; the listing does not load them. */
import { PLAN_NAMES, PLAN_PRICES } from '@/entities/plan/plans';
import { formatMoney } from '@/lib/format';

/** The table whose terms are known. */
type Seen = { party: number; day: string };

export const RESTAURANT = {
  untitled: 'Restaurant',
  newRequest: 'New request',
  invite: (platform: string) => `We watch for a table and book it in your own ${platform} account.`,
  proPrice: () => `${PLAN_NAMES.premium} is ${formatMoney(PLAN_PRICES.premium)} a month.`,
  ownRequests: 'Your requests here',
  requestFor: (days: string) => `request for ${days}`,
  party: (size: number) => `for ${size}`,
  openings: 'Last openings seen',
  openingsHint: 'Tables that opened while we watched for our users. They may be gone by now.',
  noOpenings: 'None in the last 30 days. We look here only while somebody has a request.',
  seen: 'seen',
  directions: 'Get Directions',
  opens: 'When the book opens',
  partySizes: 'Party sizes',
  guests: (count: number) => (count === 1 ? '1 guest' : `${count} guests`),
  partyRange: (min: number, max: number) => `${min} to ${max} guests`,
  partyUpTo: (max: number) => `Up to ${max} guests`,
  partyFrom: (min: number) => `${min} guests or more`,
  fees: 'Fees',
  fee: {
    deposit: (money: string) => `${money} at booking, as a deposit or prepayment`,
    late_cancellation: (money: string) => `${money} for a late cancellation or a no-show`,
    fee_or_deposit: (money: string) =>
      `${money}, but we don't know if it's a deposit or a cancellation fee`,
    none: 'None',
    unknown: "We couldn't read what a table may cost",
  },
  feeSeen: (amounts: string, { party, day }: Seen) =>
    `${amounts}, for a party of ${party}, as of ${day}.`,
  seating: 'Available seating',
  anySeating: 'Any',
  needToKnow: 'Need to know',
  more: 'Show more',
  less: 'Show less',
  loadFailed: "This restaurant didn't load",
  notFound: "There's no restaurant at this address",
  notFoundText: 'It may have asked not to be listed, or the link is incomplete.',
  seeAll: 'See all restaurants',
} as const;
