/**
 * Short names for the shapes of the API. The shapes themselves are generated from the server's own contract
 * (`npm run contract`); nothing here is written by hand but the names.
 */
import type { components } from './schema.gen';

type Schemas = components['schemas'];

export type User = Schemas['UserOut'];
export type SubscriptionType = User['subscription_type'];
/** What the tier allows, as data: the server enforces it again, the screen only explains it. */
export type Entitlements = Schemas['EntitlementsOut'];
export type ResyAccount = Schemas['ResyAccountOut'];
export type OpenTableAccount = Schemas['OpenTableAccountOut'];

export type Tokens = Schemas['TokensOut'];
export type RegisterBody = Schemas['RegisterIn'];

export type Venue = Schemas['VenueOut'];
export type VenueDetail = Schemas['VenueDetailOut'];
export type VenuePage = Schemas['VenuePageOut'];
export type ReservationSource = Venue['reservation_source'];
/** Art the client draws from the seed; null when neither cuisine nor neighbourhood is known. */
export type CoverArt = Schemas['CoverArtOut'];

/** The listing's filters as the search call takes them. */
export type VenueSearch = { venue_name?: string; exact_location?: string; price?: string };
