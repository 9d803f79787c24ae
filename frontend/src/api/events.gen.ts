// Made by `npm run contract` from contract.json. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * AccountAttention
         * @description A connected account needs its owner: its login ran out or soon will, or the platform asks something of them.
         *
         *     `reason` is `needs_reconnect`, `expires_soon` or `payment_required`; with the last two it stays `connected`.
         */
        AccountAttention: {
            /** Account Id */
            account_id: number;
            /** At */
            at: string;
            /**
             * Platform
             * @enum {string}
             */
            platform: "resy" | "opentable";
            /** Reason */
            reason: string;
            /** Reason Text */
            reason_text: string;
            /** Seq */
            seq: number;
            /**
             * Status
             * @enum {string}
             */
            status: "connected" | "needs_reconnect";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "account.attention";
            /** Username */
            username: string;
        };
        /**
         * Away
         * @description This server is about to leave: connect anew, to another one, at a random moment within so many seconds.
         */
        Away: {
            /** Within */
            within: number;
        };
        DurableEvent: components["schemas"]["ReservationOutcome"] | components["schemas"]["ReservationChanged"] | components["schemas"]["AccountAttention"] | components["schemas"]["UserNotice"] | components["schemas"]["UserChanged"];
        LiveEvent: components["schemas"]["WatchTicks"] | components["schemas"]["WatchSeen"] | components["schemas"]["WatchSightings"] | components["schemas"]["SourceChanged"];
        /**
         * Ready
         * @description The replay is over: the socket has every durable event up to `seq` and is live from here on.
         */
        Ready: {
            /** Seq */
            seq: number;
        };
        /**
         * ReservationChanged
         * @description A group changed without an attempt of its own: the user did it, in this tab or another, or its time ran out.
         *
         *     `replaced`: another group that overrides has booked a better table, and this one's was given up. `override_failed`:
         *     the old table was given up and the new one was lost; `resumed`: likewise, and this group watches for it again.
         */
        ReservationChanged: {
            /** At */
            at: string;
            /** Group Id */
            group_id: number;
            /**
             * Group Status
             * @enum {string}
             */
            group_status: "active" | "paused" | "confirmed" | "unsuccessful" | "canceled";
            /** Reason */
            reason: string | null;
            /** Reason Text */
            reason_text: string | null;
            /** Seq */
            seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reservation.changed";
            /**
             * What
             * @enum {string}
             */
            what: "filed" | "paused" | "unpaused" | "canceled" | "stopping" | "ended" | "edited" | "replaced" | "override_failed" | "resumed" | "canceled_at_platform";
        };
        /**
         * ReservationOutcome
         * @description An attempt came to its end: a table was booked, lost to somebody else, or refused.
         *
         *     `refused` for the reason `held_back_fee` is our own doing: the table asks for `fee_cents`, more than the user
         *     accepts, and the platform was not asked to book it.
         */
        ReservationOutcome: {
            /** Account Name */
            account_name: string;
            /** At */
            at: string;
            /** Attempt Id */
            attempt_id: number;
            /** Date */
            date: string;
            /** Fee Cents */
            fee_cents?: number | null;
            /** Group Id */
            group_id: number;
            /**
             * Group Status
             * @enum {string}
             */
            group_status: "active" | "paused" | "confirmed" | "unsuccessful" | "canceled";
            /**
             * Kind
             * @enum {string}
             */
            kind: "booked" | "lost" | "refused";
            /**
             * Member Status
             * @enum {string}
             */
            member_status: "active" | "paused" | "confirmed" | "unsuccessful" | "canceled";
            /** Party Size */
            party_size: number;
            /** Reason */
            reason: string | null;
            /** Reason Text */
            reason_text: string | null;
            /** Reservation Id */
            reservation_id: number;
            /** Seating */
            seating: string;
            /** Seq */
            seq: number;
            /** Time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reservation.outcome";
            /** Venue Name */
            venue_name: string;
        };
        /**
         * Sighting
         * @description One stored timeline line about tables that were seen and not tried for. `id` is the line's in the timeline.
         *
         *     `passed_over`: the table went to another guest of ours. `tables`: of how many tables the line speaks; it names the
         *     newest. `checks`: how often the request had been checked by then.
         */
        Sighting: {
            /** At */
            at: string;
            /** Checks */
            checks: number | null;
            /** Date */
            date: string;
            /** Group Id */
            group_id: number;
            /** Id */
            id: number;
            /**
             * Kind
             * @enum {string}
             */
            kind: "seen" | "passed_over";
            /** Party Size */
            party_size: number | null;
            /** Reason */
            reason: string | null;
            /** Reason Text */
            reason_text: string | null;
            /** Reservation Id */
            reservation_id: number;
            /** Seating */
            seating: string;
            /** Tables */
            tables: number;
            /** Time */
            time: string | null;
            /** Venue Name */
            venue_name: string;
        };
        /**
         * SourceChanged
         * @description The health of a platform, for users with requests there; a page that loads later reads it with the list.
         *
         *     `reason_text` is what the banner says; null while the platform is healthy.
         */
        SourceChanged: {
            /** At */
            at: string;
            /**
             * Platform
             * @enum {string}
             */
            platform: "resy" | "opentable";
            /** Reason */
            reason: string | null;
            /** Reason Text */
            reason_text: string | null;
            /** Since */
            since: string | null;
            /**
             * State
             * @enum {string}
             */
            state: "healthy" | "slowed" | "stopped" | "probing";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "source.state";
        };
        /**
         * Tick
         * @description The latest word on one watched request. Instants are null before the first check.
         *
         *     In the state `held_back`: the fee or deposit that the table at `held_time` asks for.
         */
        Tick: {
            /** Attempts */
            attempts: number;
            /** Checks */
            checks: number;
            /** Group Id */
            group_id: number;
            /** Held Fee Cents */
            held_fee_cents: number | null;
            /** Held Time */
            held_time: string | null;
            /** Interval Ms */
            interval_ms: number;
            /** Last Check At */
            last_check_at: string | null;
            /** Next Check At */
            next_check_at: string | null;
            /** Reservation Id */
            reservation_id: number;
            /**
             * State
             * @enum {string}
             */
            state: "starting" | "watching" | "booking" | "verifying" | "needs_reconnect" | "backing_off" | "armed" | "releasing" | "switched_off" | "quarantined" | "held_back";
        };
        /**
         * UserChanged
         * @description What the user may do has changed with their plan, here or at Stripe. No news: open pages ask who the user is.
         */
        UserChanged: {
            /** At */
            at: string;
            /** Seq */
            seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "user.changed";
            /**
             * What
             * @constant
             */
            what: "plan";
        };
        /**
         * UserNotice
         * @description Something about the user's plan or messages that they should know; `text` is a sentence to show as it is.
         *
         *     `texts_stopped`: text messages to the user's phone do not arrive, so they were switched off in the profile.
         */
        UserNotice: {
            /** At */
            at: string;
            /** Seq */
            seq: number;
            /** Text */
            text: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "user.notice";
            /**
             * What
             * @enum {string}
             */
            what: "trial_ending" | "payment_failed" | "requests_paused" | "texts_stopped" | "trial_refused";
        };
        /**
         * WatchSeen
         * @description A fitting table was seen and is being tried for; the outcome follows as a durable event.
         */
        WatchSeen: {
            /** At */
            at: string;
            /** Attempt Id */
            attempt_id: number;
            /** Group Id */
            group_id: number;
            /** Party Size */
            party_size: number;
            /** Reservation Id */
            reservation_id: number;
            /** Seating */
            seating: string;
            /** Time */
            time: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "watch.seen";
            /** Venue Name */
            venue_name: string;
        };
        /**
         * WatchSightings
         * @description Lines that were just added to timelines, oldest first. One may come twice; a timeline read later has them all.
         */
        WatchSightings: {
            /** Sightings */
            sightings: components["schemas"]["Sighting"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "watch.sightings";
        };
        /**
         * WatchTicks
         * @description How the watches go; never stored, a newer one replaces it.
         */
        WatchTicks: {
            /** At */
            at: string;
            /** Ticks */
            ticks: components["schemas"]["Tick"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "watch.ticks";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
