/** Short names for the shapes of the reservation calls and live events. All are generated from the contract. */
import type { components as EventComponents } from './events.gen';
import type { components } from './schema.gen';

type Schemas = components['schemas'];
type Events = EventComponents['schemas'];

/** One submitted request. */
export type Group = Schemas['GroupOut'];
export type GroupStatus = Group['status'];
export type GroupVenue = Schemas['GroupVenueOut'];
/** One reservation of a group: one venue on one date. */
export type Member = Schemas['MemberOut'];
export type Booked = Schemas['BookedOut'];
/** The tables that an unsuccessful reservation saw. */
export type Seen = Schemas['SeenOut'];
/** The latest status of one reservation, updated by live ticks. */
export type Watch = Schemas['WatchOut'];
export type WatchState = Watch['state'];
export type GroupPage = Schemas['GroupsOut'];
export type GroupCounts = GroupPage['counts'];
export type ListWarning = Schemas['ListWarning'];
/** The answer to pause, unpause and delete; `code` is "stopping" while a booking call is in flight. */
export type GroupAnswer = Schemas['StopOut'];
/** The result of a bulk action for one group. */
export type BulkResult = Schemas['BulkResultOut'];
export type Timeline = Schemas['TimelineOut'];
export type TimelineEntry = Schemas['EntryOut'];
/** What requests show about one restaurant: the user's own there, the last openings seen, the last known fee. */
export type VenueActivity = Schemas['VenueActivityOut'];
export type OwnRequest = Schemas['OwnRequestOut'];
export type Opening = Schemas['Opening'];
export type VenueFee = Schemas['VenueFeeOut'];
/** When tables open at a restaurant, by weekday and hour. */
export type HeatMap = NonNullable<VenueActivity['heat_map']>;
/** The odds of a request, and one change that would raise them. */
export type StatedOdds = Schemas['StatedOddsOut'];
export type OddsChange = Schemas['ChangeOut'];
/** Whether a request is ready to book, and its last rehearsal. */
export type Readiness = Schemas['ReadinessOut'];
export type ReadinessLine = Schemas['CheckLine'];
export type Rehearsal = Schemas['RehearsalOut'];
export type ReservationBody = Schemas['SubmissionIn'];
/** The fields of a request in its body. */
export type RequestFields = ReservationBody['reservation'];
/** The concierge's client, who gets the table. */
export type ClientDetails = Schemas['ClientDetailsIn'];
/** A client in the concierge's address book, with masked cards. */
export type BookEntry = Schemas['BookEntryOut'];
/** The state of a platform; `reason_text` is set while something is wrong. */
export type Source = Schemas['SourceOut'];

export type OutcomeEvent = Events['ReservationOutcome'];
/** A table opened for a notify-only request. */
export type OpeningEvent = Events['ReservationOpening'];
/** The event that the free cancellation of a booked table ends soon. */
export type DeadlineEvent = Events['ReservationDeadline'];
/** The event that a release is near and its request may fail to book. */
export type NotReadyEvent = Events['ReservationNotReady'];
export type ChangedEvent = Events['ReservationChanged'];
export type AttentionEvent = Events['AccountAttention'];
export type NoticeEvent = Events['UserNotice'];
/** The event that a weekly rule changed, or could not file a request. */
export type WeeklyEvent = Events['WeeklyRuleChanged'];
/** Numbered without gaps for each user, and replayed until the browser has them. */
export type DurableEvent = Events['DurableEvent'];
export type WatchTick = Events['Tick'];
export type SeenEvent = Events['WatchSeen'];
/** Entries just added to timelines: tables that were seen and not attempted. */
export type SightingsEvent = Events['WatchSightings'];
export type Sighting = Events['Sighting'];
export type SourceEvent = Events['SourceChanged'];
/** Events about the current state. They are not stored and may be lost. */
export type LiveEvent = Events['LiveEvent'];
/** The replay is complete: the browser has every durable event up to `seq`. */
export type Ready = Events['Ready'];
