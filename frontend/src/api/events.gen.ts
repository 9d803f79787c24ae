// Made by `npm run contract` from contract.json. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * AccountAttention
         * @description The owner of a connected account has to act.
         *
         *     `reason` is `needs_reconnect`, `account_gone`, `expires_soon` or `payment_required`. With the
         *     last two, `status` stays `connected`.
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
         * @description This server is shutting down. The browser reconnects at a random moment within `within` seconds.
         */
        Away: {
            /** Within */
            within: number;
        };
        /** @description A stored event, numbered densely for each user and replayed. */
        DurableEvent: components["schemas"]["ReservationOutcome"] | components["schemas"]["ReservationOpening"] | components["schemas"]["ReservationDeadline"] | components["schemas"]["ReservationNotReady"] | components["schemas"]["ReservationChanged"] | components["schemas"]["WeeklyRuleChanged"] | components["schemas"]["AccountAttention"] | components["schemas"]["UserNotice"] | components["schemas"]["UserChanged"] | components["schemas"]["NotificationsTested"];
        LiveEvent: components["schemas"]["WatchTicks"] | components["schemas"]["WatchSeen"] | components["schemas"]["WatchSightings"] | components["schemas"]["SourceChanged"];
        /**
         * NotificationsTested
         * @description The user asked for a test message on each channel. The page shows no notification about this event.
         */
        NotificationsTested: {
            /** At */
            at: string;
            /** Seq */
            seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "notifications.tested";
        };
        /**
         * Ready
         * @description The replay has ended: the socket has sent every durable event up to `seq` and sends live events from now on.
         */
        Ready: {
            /** Seq */
            seq: number;
        };
        /**
         * ReservationChanged
         * @description A group changed for a reason other than its own attempt: for example, the user edited it, or its time ended.
         *
         *     `replaced`: an override by another group booked a new table, and this group's booking was canceled.
         *     `override_failed`: this group's booking was canceled, but the new table was lost. `resumed`: this group's booking
         *     was canceled, the new table was lost, and this group is watched again. `continued`: this release request missed the
         *     release and is a cancel request from now on. `old_table_kept`: this group's table was booked in place of an old one,
         *     which is not canceled yet.
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
            what: "filed" | "paused" | "unpaused" | "canceled" | "stopping" | "ended" | "edited" | "continued" | "replaced" | "override_failed" | "resumed" | "canceled_at_platform" | "table_canceled" | "canceling_table" | "cancel_failed" | "old_table_kept";
        };
        /**
         * ReservationDeadline
         * @description The free cancellation of a booked table ends in a few hours, at the instant `free_until`.
         *
         *     `date` and `time` are the table's, in the restaurant's `time_zone`. `cancel_fee_cents` is the fee for a later
         *     cancellation, null if it is not known. `currency` is its ISO code, "" if it is not known, and missing in older
         *     events.
         */
        ReservationDeadline: {
            /** At */
            at: string;
            /** Cancel Fee Cents */
            cancel_fee_cents: number | null;
            /** Currency */
            currency?: string | null;
            /** Date */
            date: string;
            /** Free Until */
            free_until: string;
            /** Group Id */
            group_id: number;
            /** Party Size */
            party_size: number;
            /**
             * Platform
             * @enum {string}
             */
            platform: "resy" | "opentable";
            /** Reservation Id */
            reservation_id: number;
            /** Seating */
            seating: string;
            /** Seq */
            seq: number;
            /** Time */
            time: string;
            /** Time Zone */
            time_zone: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reservation.deadline";
            /** Venue Name */
            venue_name: string;
        };
        /**
         * ReservationNotReady
         * @description A release is near, and its request may fail to book because of `problems`, a list of whole sentences.
         *
         *     `venue_name` and `date` are those of the first choice; `release_at` is shown in the restaurant's `time_zone`.
         */
        ReservationNotReady: {
            /** At */
            at: string;
            /** Date */
            date: string;
            /** Group Id */
            group_id: number;
            /** Problems */
            problems: string[];
            /** Release At */
            release_at: string;
            /** Seq */
            seq: number;
            /** Time Zone */
            time_zone: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reservation.not_ready";
            /** Venue Name */
            venue_name: string;
        };
        /**
         * ReservationOpening
         * @description A table opened for a notify-only request, which books nothing.
         *
         *     `tables` is the number of tables that opened; the other fields describe the one that fits best. `page` is the
         *     restaurant's own page for that day and party, null if it is not known. `swap_id` is the offer to swap a booked table
         *     for this one; null or missing for an ordinary notify-only request.
         */
        ReservationOpening: {
            /** At */
            at: string;
            /** Date */
            date: string;
            /** Group Id */
            group_id: number;
            /** Page */
            page: string | null;
            /** Party Size */
            party_size: number;
            /**
             * Platform
             * @enum {string}
             */
            platform: "resy" | "opentable";
            /** Reservation Id */
            reservation_id: number;
            /** Seating */
            seating: string;
            /** Seq */
            seq: number;
            /** Swap Id */
            swap_id?: number | null;
            /** Tables */
            tables: number;
            /** Time */
            time: string;
            /** Time Zone */
            time_zone: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reservation.opening";
            /** Venue Name */
            venue_name: string;
        };
        /**
         * ReservationOutcome
         * @description The result of an attempt: a table was booked, lost to another guest, or refused.
         *
         *     `refused` with the reason `held_back_fee` means that the table costs `fee_cents`, more than the user accepts, so
         *     the platform was not asked to book it. `currency` is the ISO code of the fee, "" if it is not known.
         *     `confirmation` is the platform's number of a booked table.
         */
        ReservationOutcome: {
            /** Account Name */
            account_name: string;
            /** At */
            at: string;
            /** Attempt Id */
            attempt_id: number;
            /** Confirmation */
            confirmation?: string | null;
            /** Currency */
            currency?: string | null;
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
            /** Time Zone */
            time_zone?: string | null;
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
         * @description One stored timeline entry about tables that were seen without a booking attempt. `id` is the entry's id.
         *
         *     `passed_over`: the table went to another reservation. `tables` is the number of tables that the entry counts; the
         *     other fields describe the newest of these tables. `checks` is the number of checks of the reservation up to `at`.
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
            /** Time Zone */
            time_zone: string;
            /** Venue Name */
            venue_name: string;
        };
        /**
         * SourceChanged
         * @description The health of a platform changed. The event goes to users who have requests at the platform.
         *
         *     `reason_text` is the text of the banner, null while the platform is healthy.
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
         * @description The latest status of one watched reservation.
         *
         *     `last_check_at` and `next_check_at` are null if they are not known, for example before the first
         *     check or in quarantine. In the state `held_back`, all open tables cost more than the fee
         *     ceiling, so none is booked: `held_fee_cents` is the lowest fee or deposit among them, and
         *     `held_time` is the time of that table. In the state `table_open` of a notify-only request,
         *     `held_time` is the time of the open table that fits it best.
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
            state: "starting" | "watching" | "booking" | "verifying" | "needs_reconnect" | "backing_off" | "armed" | "releasing" | "switched_off" | "restaurant_closed" | "quarantined" | "held_back" | "table_open";
        };
        /**
         * UserChanged
         * @description The user changed: the plan, here or at Stripe, or the confirmed e-mail address. Open pages reload the user; no
         *     notification is shown.
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
             * @enum {string}
             */
            what: "plan" | "email";
        };
        /**
         * UserNotice
         * @description A notification about the user's plan or messages. `text` is shown unchanged.
         *
         *     `texts_stopped`: text messages do not reach the user's phone, so they were switched off in the profile.
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
         * @description A matching table was found and its booking has started. The outcome follows as a durable event.
         *
         *     `date` and `time` are the restaurant's, in `time_zone`.
         */
        WatchSeen: {
            /** At */
            at: string;
            /** Attempt Id */
            attempt_id: number;
            /** Date */
            date: string;
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
            /** Time Zone */
            time_zone: string;
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
         * @description New timeline entries, oldest first. An entry may arrive twice. The timeline of the REST API has all entries.
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
         * @description The status of watched reservations. It is not stored: a newer event replaces it.
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
        /**
         * WeeklyRuleChanged
         * @description A weekly rule changed.
         *
         *     `filed`: it has filed the request of a week; the request has its own event. `refused`: the request of a week was
         *     refused; `text` says at which restaurant and why.
         */
        WeeklyRuleChanged: {
            /** At */
            at: string;
            /** Rule Id */
            rule_id: number;
            /** Seq */
            seq: number;
            /** Text */
            text: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "weekly_rule.changed";
            /**
             * What
             * @enum {string}
             */
            what: "created" | "paused" | "unpaused" | "ended" | "filed" | "refused";
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
