/**
 * The shapes of the HTTP API as the screens use them. They follow the contract's "API shapes" and are
 * written by hand only until `npm run contract` can make them from the server's own OpenAPI document.
 */
import type { ReservationPaths } from './reservation-types';

export type SubscriptionType = 'none' | 'standard' | 'premium';
export type ReservationSource = 'resy' | 'opentable';
export type AccountStatus = 'connected' | 'needs_reconnect' | 'disconnected';

/** What the tier allows, as data: the server enforces it again, the screen only explains it. */
export type Entitlements = {
  active_limit: number | null;
  party_sizes: number[];
  custom_party_size: boolean;
  custom_time: boolean;
  release_requests: boolean;
  seating_choice: boolean;
  override: boolean;
  max_venues: number;
  max_dates: number;
  premium_venues: boolean;
  same_date_booking: boolean;
  can_reserve: boolean;
};

export type ResyAccount = {
  id: number;
  resy_username: string;
  display_name: string;
  is_concierge: boolean;
  status: AccountStatus;
  verified_at: string | null;
};

export type OpenTableAccount = {
  id: number;
  ot_username: string;
  display_name: string;
  is_concierge: boolean;
  status: AccountStatus;
  verified_at: string | null;
};

export type User = {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  subscription_type: SubscriptionType;
  trial_ends_at: string | null;
  has_had_free_trial: boolean;
  is_concierge: boolean;
  is_vip: boolean;
  resy_accounts: ResyAccount[];
  ot_accounts: OpenTableAccount[];
  entitlements: Entitlements;
};

export type Tokens = { access_token: string; refresh_token: string };
export type SignedIn = { user: User & Tokens; message: string };
export type Message = { message: string };

export type RegisterBody = {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  password: string;
  referral_code: string | null;
  referral_link: string | null;
};

/** Art the client draws from the seed; null when neither cuisine nor neighbourhood is known. */
export type CoverArt = { seed: number; cuisine: string };

export type Venue = {
  id: number;
  venue_id: number;
  venue_name: string;
  cuisine: string;
  neighborhood: string;
  locality: string;
  region: string;
  price: number;
  cover_image_url: string | null;
  cover_art: CoverArt | null;
  reservation_source: ReservationSource;
  premium: boolean;
  featured: boolean;
  /** A JSON-encoded list of strings, as the specification has it; read it with `seatingTypes`. */
  seating_types: string;
  address1: string;
  country: string;
  postal_code: string;
  latitude: number | null;
  longitude: number | null;
};

export type ReleaseRule = { days_ahead: number; local_time: string; zone: string };

export type VenueDetail = Venue & {
  need_to_know: string;
  phone_number: string;
  website: string;
  time_zone: string;
  release_rule: ReleaseRule | null;
};

export type VenuePage = { results: Venue[]; count: number; page: number; pages: number };
export type VenueLocation = { neighborhood: string; locality: string; count: number };

export type VenueSearch = {
  venue_name?: string;
  exact_location?: string;
  price?: string;
  featured?: boolean;
  page?: number;
};

type Answer<Body, Status extends number = 200> = {
  responses: Record<Status, { content: { 'application/json': Body } }>;
};
type Get<Body, Query = never> = { get: { parameters: { query?: Query } } & Answer<Body> };
type Post<Request, Body, Status extends number = 200> = {
  post: { requestBody: { content: { 'application/json': Request } } } & Answer<Body, Status>;
};

/** The paths in the form openapi-fetch reads. */
export type Paths = ReservationPaths & {
  '/api/users/register/': Post<RegisterBody, SignedIn, 201>;
  '/api/users/login/': Post<{ email: string; password: string }, SignedIn>;
  '/api/users/token/refresh/': Post<{ refresh_token: string }, Tokens>;
  '/api/users/logout/': Post<{ refresh_token: string }, Message>;
  '/api/users/me/': Get<User>;
  '/api/users/request_password_reset/': Post<{ email: string }, Message>;
  '/api/resy/check_resy_auth/': Get<{ resy_signed_in: boolean }>;
  '/api/opentable/check_opentable_auth/': Get<{ opentable_signed_in: boolean }>;
  '/api/resy/login/': Post<
    { email: string; password: string },
    { message: string; account: ResyAccount }
  >;
  '/api/resy/logout/': Post<{ accountId: number }, Message>;
  '/api/venues/': Get<VenuePage, { page?: number }>;
  '/api/venues/search/': Get<VenuePage, VenueSearch>;
  /** Without the slash and with `location`: neighbourhood suggestions. */
  '/api/venues/search': Get<{ locations: string[] }, { location: string; featured?: boolean }>;
  '/api/venues/featured/': Get<Venue[]>;
  '/api/venues/premium/': Get<Venue[]>;
  '/api/venues/locations/': Get<{ locations: VenueLocation[] }>;
  '/api/venues/{id}/': {
    get: { parameters: { path: { id: number } } } & Answer<VenueDetail>;
  };
};
