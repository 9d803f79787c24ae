/**
 * Short names for the shapes of the API. The shapes are generated from the server's contract (`npm run contract`).
 */
import type { components } from './schema.gen';

type Schemas = components['schemas'];

export type User = Schemas['UserOut'];
export type SubscriptionType = User['subscription_type'];
/** What the tier allows. The server enforces it; the page explains it. */
export type Entitlements = Schemas['Entitlements'];

export type Tokens = Schemas['TokenPair'];
export type RegisterBody = Schemas['RegisterIn'];

export type Venue = Schemas['VenueOut'];
export type VenueDetail = Schemas['VenueDetailOut'];
export type VenuePage = Schemas['VenuePageOut'];
/** The key of a platform. */
export type ReservationSource = Venue['reservation_source'];
export type Platform = Schemas['PlatformOut'];
/** Art that the client draws from the seed; null if neither cuisine nor neighborhood is known. */
export type CoverArt = Schemas['CoverArt'];

/** The listing's filters as parameters of the search call. */
export type VenueSearch = { venue_name?: string; exact_location?: string; price?: string };
