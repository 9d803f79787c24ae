/** Short names for the shapes of the reservation calls and live events; all are generated from the contract. */
import type { components as EventComponents } from './events.gen';
import type { components } from './schema.gen';

type Schemas = components['schemas'];
type Events = EventComponents['schemas'];

/** One submission. */
export type Group = Schemas['GroupOut'];
export type GroupStatus = Group['status'];
export type GroupVenue = Schemas['GroupVenueOut'];
/** One request: one venue on one date. */
export type Member = Schemas['MemberOut'];
export type Booked = Schemas['BookedOut'];
/** The latest word on one request: a hint for the screen, renewed by live ticks. */
export type Watch = Schemas['WatchOut'];
export type WatchState = Watch['state'];
export type GroupPage = Schemas['GroupsOut'];
export type GroupCounts = GroupPage['counts'];
export type ListWarning = Schemas['WarningOut'];
/** The answer to pause, unpause and delete; `code` says "stopping" while a booking call is in flight. */
export type GroupAnswer = Schemas['StopOut'];
/** What came of one group of a bulk action. */
export type BulkResult = Schemas['BulkResultOut'];
export type Timeline = Schemas['TimelineOut'];
export type TimelineEntry = Schemas['EntryOut'];
export type ReservationBody = Schemas['SubmissionIn'];
/** For whom a concierge books. */
export type ClientDetails = Schemas['ClientDetailsIn'];
/** A client in the concierge's book, with masks of their cards. */
export type BookEntry = Schemas['BookEntryOut'];
/** How a platform is doing; `reason_text` is there while something is wrong. */
export type Source = Schemas['SourceOut'];

export type OutcomeEvent = Events['ReservationOutcome'];
export type ChangedEvent = Events['ReservationChanged'];
export type AttentionEvent = Events['AccountAttention'];
export type NoticeEvent = Events['UserNotice'];
/** Numbered densely for each user and replayed until the browser has them. */
export type DurableEvent = Events['DurableEvent'];
export type WatchTick = Events['Tick'];
export type SeenEvent = Events['WatchSeen'];
/** Lines just added to timelines: tables that were seen and not tried for. */
export type SightingsEvent = Events['WatchSightings'];
export type Sighting = Events['Sighting'];
export type SourceEvent = Events['SourceChanged'];
/** Hints about the moment; they may be missed. */
export type LiveEvent = Events['LiveEvent'];
/** The replay is over: the browser has every durable event up to `seq`. */
export type Ready = Events['Ready'];
