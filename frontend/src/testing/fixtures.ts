/**
 * Realistic content for tests and the gallery: names that wrap, a venue without a picture, every price and both
 * platforms. Not part of a production build.
 */
import type { HeatMap, StatedOdds, VenueActivity } from '@/api/reservation-types';
import type { Entitlements, SubscriptionType, User, Venue, VenueDetail } from '@/api/types';

/** 60 characters: the longest name that the screens must show without breaking. */
export const LONG_NAME = 'The Quiet Harbor Oyster Room & Supper Club at Front Street N';

export function entitlements(tier: SubscriptionType): Entitlements {
  const pro = tier === 'premium';
  return {
    active_limit: { none: 0, standard: 5, premium: 25 }[tier],
    free_notify_only: tier === 'none' ? 1 : 0,
    party_sizes: pro ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : [2, 4],
    custom_party_size: pro,
    custom_time: pro,
    release_requests: pro,
    seating_choice: pro,
    override: pro,
    max_venues: pro ? 25 : 1,
    max_dates: pro ? 60 : 1,
    premium_venues: pro,
    same_date_booking: pro,
    can_reserve: tier !== 'none',
    can_select: pro,
    priority_booking: pro,
  };
}

export function user(overrides: Partial<User> = {}): User {
  const tier = overrides.subscription_type ?? 'premium';
  const { resy_accounts = [resyAccount], ot_accounts = [] } = overrides;
  return {
    id: 7,
    email: 'maya.okafor@example.com',
    email_confirmed: true,
    pending_email: null,
    first_name: 'Maya',
    last_name: 'Okafor',
    phone: '+19175550142',
    phone_confirmed: true,
    subscription_type: tier,
    trial_ends_at: null,
    referral_code: 'K7M2Q9',
    referral_link: 'https://tablehawk.example/signup?ref=K7M2Q9',
    has_had_free_trial: true,
    cancel_fee_per_guest_cents: null,
    is_concierge: false,
    is_vip: false,
    resy_accounts,
    ot_accounts,
    platform_accounts: [...resy_accounts, ...ot_accounts].map(atPlatform),
    entitlements: entitlements(tier),
    ...overrides,
  };
}

export const resyAccount: User['resy_accounts'][number] = {
  id: 1,
  resy_username: 'maya.okafor@example.com',
  display_name: 'Maya Okafor',
  is_concierge: false,
  status: 'connected',
  verified_at: '2026-11-20T12:00:00.000Z',
  cards: [{ id: '2000001', label: 'Visa 1881', is_default: true }],
};

export const openTableAccount: User['ot_accounts'][number] = {
  id: 11,
  ot_username: '+19175550142',
  display_name: 'Maya Okafor',
  is_concierge: false,
  status: 'connected',
  verified_at: '2026-11-20T12:00:00.000Z',
  cards: [],
};

/** The account as it is in `platform_accounts`. */
export function atPlatform(
  account: User['resy_accounts'][number] | User['ot_accounts'][number],
): User['platform_accounts'][number] {
  if ('resy_username' in account) {
    const { resy_username: username, ...rest } = account;
    return { ...rest, platform: 'resy', username };
  }
  const { ot_username: username, ...rest } = account;
  return { ...rest, platform: 'opentable', username };
}

/** Name, neighborhood, price, cuisine, then what makes it special. */
type Row = [string, string, number, string, Partial<Venue>?];

const ROWS: Row[] = [
  ['Petit Quai', 'Nolita', 3, 'French', { featured: true }],
  [LONG_NAME, 'Seaport', 4, 'Seafood', { featured: true, premium: true }],
  ['Osteria Lucciola', 'West Village', 3, 'Italian', { featured: true }],
  ['Jangdok', 'Koreatown', 3, 'Korean', { featured: true }],
  ['Bar Sant’Agnese', 'Carroll Gardens', 2, 'Wine Bar'],
  ['Kawaya Counter', 'East Village', 4, 'Japanese', { featured: true }],
  ['Salt Hay', 'Red Hook', 3, 'Seafood'],
  ['The Understudy', 'Chelsea', 3, '', { cover_art: null }],
  ['La Güera de Mott', 'Lower East Side', 2, 'Mexican'],
  [
    'Trattoria dei Tre Fratelli Bonaventura',
    'Williamsburg',
    3,
    'Italian',
    { reservation_source: 'opentable' },
  ],
  ['Hendrik & Daughters Chophouse', 'Tribeca', 4, 'Steakhouse', { premium: true }],
  ['Vesper', 'Fort Greene', 2, 'Wine Bar'],
  ['Morning Glory Luncheonette', 'Greenpoint', 1, 'American'],
  ['Lantern Street', 'Chinatown', 2, 'Chinese'],
  ['Maison Orchard', 'Upper West Side', 4, 'French', { premium: true }],
  ['Nonna Immacolata', 'Bushwick', 2, 'Italian'],
];

export const VENUES: Venue[] = ROWS.map(
  ([venue_name, neighborhood, price, cuisine, special], index) => ({
    id: index + 1,
    venue_id: 1201 + index,
    venue_name,
    cuisine,
    neighborhood,
    locality: 'New York',
    region: 'NY',
    price,
    cover_image_url: null,
    cover_art: { seed: 1201 + index, cuisine },
    reservation_source: 'resy',
    premium: false,
    featured: false,
    seating_types: '["Dining Room", "Bar", "Patio"]',
    address1: `${212 + index} Front Street`,
    country: 'United States',
    postal_code: '10038',
    latitude: 40.7069,
    longitude: -74.0036,
    ...special,
  }),
);

/** The user's request at the restaurant, an opening there, and the last deposit. */
export function venueActivity(venue: number, fields: Partial<VenueActivity> = {}): VenueActivity {
  return {
    venue,
    requests: [
      {
        group_id: 4127,
        number: '04127',
        snipe_type: 'cancel',
        status: 'active',
        party_size: 2,
        start_time: '18:30',
        end_time: '20:30',
        time_windows: [{ start_time: '18:30', end_time: '20:30' }],
        release_at: null,
        dates: ['2026-12-05'],
      },
    ],
    openings: [
      { date: '2026-12-04', time: '19:15', party_size: 2, seen_at: '2026-11-20T17:04:00.000Z' },
      { date: '2026-12-02', time: '21:00', party_size: 4, seen_at: '2026-11-18T11:40:00.000Z' },
    ],
    fee: {
      kind: 'deposit',
      cents: 5000,
      deposit_cents: 5000,
      cancel_fee_cents: 0,
      party_size: 2,
      currency: 'USD',
      free_hours: 24,
      at: '2026-11-19T16:00:00.000Z',
    },
    heat_map: null,
    ...fields,
  };
}

/** A heat map in which most tables open on Mondays and Sundays were not watched. */
export const heatMap: HeatMap = {
  hours: [17, 18, 19, 20, 21],
  sightings: 140,
  watched_hours: 2310,
  rates: [
    [0.9, 0.7, 0.4, 0.5, 0.8],
    [0.8, 0.6, 0.4, 0.4, 0.8],
    [0.7, 0.5, 0.3, 0.3, 0.6],
    [0.5, 0.4, 0.2, 0.3, 0.5],
    [0.2, 0.1, 0.1, 0.1, 0.3],
    [0.2, 0.1, 0, 0.1, 0.2],
    [null, null, null, null, null],
  ],
};

export const statedOdds: StatedOdds = {
  probability: 0.27,
  sightings: 140,
  bounds: null,
  deadline: '2026-11-27T23:30:00.000Z',
  changes: [
    {
      kind: 'day',
      date: '2026-11-24',
      start_time: null,
      end_time: null,
      party_size: null,
      probability: 0.46,
    },
    {
      kind: 'times',
      date: null,
      start_time: '18:00',
      end_time: '21:00',
      party_size: null,
      probability: 0.34,
    },
    {
      kind: 'party',
      date: null,
      start_time: null,
      end_time: null,
      party_size: 4,
      probability: 0.31,
    },
  ],
};

export function venueDetail(id: number, overrides: Partial<VenueDetail> = {}): VenueDetail {
  const venue = VENUES.find((candidate) => candidate.id === id);
  if (venue === undefined) throw new RangeError(`No venue fixture ${id}`);
  return {
    ...venue,
    need_to_know:
      'We hold tables for fifteen minutes. The raw bar seats walk-ins from 5 PM and is not bookable. Parties of five or more share the harbor menu. The terrace is open in fair weather only, so we may move you inside; tell us about mobility needs and we will keep the window table nearest to the door. Outside wine is welcome on Mondays.',
    phone_number: '(212) 555-0187',
    website: 'https://quietharbor.example',
    time_zone: 'America/New_York',
    min_party_size: 1,
    max_party_size: 8,
    platform_page: `https://resy.com/cities/new-york-ny/venues/${venue.venue_id}`,
    obstacle: null,
    release_text:
      'New days open 14 days ahead at 9:00 AM in New York. Stated by the restaurant (high confidence), last checked on November 18, 2026.',
    release_rule: {
      days_ahead: 14,
      local_time: '09:00',
      zone: 'America/New_York',
      source: 'venue_page',
      confidence: 'high',
      checked_at: '2026-11-18T15:00:00.000Z',
    },
    learned_rule: null,
    ...overrides,
  };
}

export function learnedRule(
  overrides: Partial<NonNullable<VenueDetail['learned_rule']>> = {},
): NonNullable<VenueDetail['learned_rule']> {
  return {
    days_ahead: 30,
    local_time: '10:00',
    zone: 'America/New_York',
    jitter_seconds: 4,
    seen: 9,
    observed: 10,
    confidence: 'high',
    weekday: null,
    text: 'Opens 30 days ahead at 10:00 AM in New York · seen 9 of 10 times',
    ...overrides,
  };
}
