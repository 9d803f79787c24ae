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
            /**
             * Account Id
             * @description Our id of the connected account.
             */
            account_id: number;
            /**
             * At
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Platform
             * @description The platform at which the table or account is.
             * @enum {string}
             */
            platform: "resy" | "opentable";
            /**
             * Reason
             * @description Why the owner has to act: `needs_reconnect`, `account_gone`, `expires_soon` or `payment_required`.
             */
            reason: string;
            /**
             * Reason Text
             * @description What the owner has to do, as a sentence.
             */
            reason_text: string;
            /**
             * Seq
             * @description The number of the event. The events of each user are numbered from 1 without gaps.
             */
            seq: number;
            /**
             * Status
             * @description Whether the account can still be used for bookings.
             * @enum {string}
             */
            status: "connected" | "needs_reconnect";
            /**
             * @description The kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "account.attention";
            /**
             * Username
             * @description The e-mail address or phone number with which the account was connected.
             */
            username: string;
        };
        /**
         * Away
         * @description This server is shutting down. The browser reconnects at a random moment within `within` seconds.
         */
        Away: {
            /**
             * Within
             * @description The browser reconnects at a random moment within this number of seconds.
             */
            within: number;
        };
        /** @description A stored event, numbered densely for each user and replayed. */
        DurableEvent: components["schemas"]["ReservationOutcome"] | components["schemas"]["ReservationOpening"] | components["schemas"]["ReservationDeadline"] | components["schemas"]["ReservationNotReady"] | components["schemas"]["ReservationChanged"] | components["schemas"]["WeeklyRuleChanged"] | components["schemas"]["AccountAttention"] | components["schemas"]["UserNotice"] | components["schemas"]["UserChanged"] | components["schemas"]["NotificationsTested"];
        /** @description An event that is not stored: a newer one replaces it. */
        LiveEvent: components["schemas"]["WatchTicks"] | components["schemas"]["WatchSeen"] | components["schemas"]["WatchSightings"] | components["schemas"]["SourceChanged"];
        /**
         * NotificationsTested
         * @description The user asked for a test message on each channel. The page shows no notification about this event.
         */
        NotificationsTested: {
            /**
             * At
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Seq
             * @description The number of the event. The events of each user are numbered from 1 without gaps.
             */
            seq: number;
            /**
             * @description The kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "notifications.tested";
        };
        /**
         * Ready
         * @description The replay has ended: the socket has sent every durable event up to `seq` and sends live events from now on.
         */
        Ready: {
            /**
             * Seq
             * @description The socket has sent every durable event up to this number.
             */
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
            /**
             * At
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Group Id
             * @description Our id of the request (a group of reservations).
             */
            group_id: number;
            /**
             * Group Status
             * @description The status of the whole request.
             * @enum {string}
             */
            group_status: "active" | "paused" | "confirmed" | "unsuccessful" | "canceled";
            /**
             * Reason
             * @description A stable code of the cause; null if there is none.
             */
            reason: string | null;
            /**
             * Reason Text
             * @description The cause as a sentence for the user; null if there is none.
             */
            reason_text: string | null;
            /**
             * Seq
             * @description The number of the event. The events of each user are numbered from 1 without gaps.
             */
            seq: number;
            /**
             * @description The kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "reservation.changed";
            /**
             * What
             * @description How the request changed.
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
            /**
             * At
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Cancel Fee Cents
             * @description The price of a late cancellation or a no-show, in hundredths of the currency; null if the platform did not state it.
             */
            cancel_fee_cents: number | null;
            /**
             * Currency
             * @description The ISO 4217 code of the amounts, such as USD; empty if it is not known.
             */
            currency?: string | null;
            /**
             * Date
             * @description The day of the table on the restaurant's calendar, YYYY-MM-DD.
             */
            date: string;
            /**
             * Free Until
             * @description The last instant of a free cancellation, in UTC; null if the platform did not state one.
             */
            free_until: string;
            /**
             * Group Id
             * @description Our id of the request (a group of reservations).
             */
            group_id: number;
            /**
             * Party Size
             * @description The number of people at the table.
             */
            party_size: number;
            /**
             * Platform
             * @description The platform at which the table or account is.
             * @enum {string}
             */
            platform: "resy" | "opentable";
            /**
             * Reservation Id
             * @description Our id of the reservation: one venue on one date of a request.
             */
            reservation_id: number;
            /**
             * Seating
             * @description The kind of seating as the platform names it, such as Bar or Patio; empty if it is not stated.
             */
            seating: string;
            /**
             * Seq
             * @description The number of the event. The events of each user are numbered from 1 without gaps.
             */
            seq: number;
            /**
             * Time
             * @description The start of the table on the restaurant's clock, HH:MM.
             */
            time: string;
            /**
             * Time Zone
             * @description The IANA name of the time zone, such as America/New_York.
             */
            time_zone: string;
            /**
             * @description The kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "reservation.deadline";
            /**
             * Venue Name
             * @description The restaurant's name.
             */
            venue_name: string;
        };
        /**
         * ReservationNotReady
         * @description A release is near, and its request may fail to book because of `problems`, a list of whole sentences.
         *
         *     `venue_name` and `date` are those of the first choice; `release_at` is shown in the restaurant's `time_zone`.
         */
        ReservationNotReady: {
            /**
             * At
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Date
             * @description The day of the table on the restaurant's calendar, YYYY-MM-DD.
             */
            date: string;
            /**
             * Group Id
             * @description Our id of the request (a group of reservations).
             */
            group_id: number;
            /**
             * Problems
             * @description What may prevent the booking, each as a whole sentence.
             */
            problems: string[];
            /**
             * Release At
             * @description The instant of the release, in UTC; null for a cancel request.
             */
            release_at: string;
            /**
             * Seq
             * @description The number of the event. The events of each user are numbered from 1 without gaps.
             */
            seq: number;
            /**
             * Time Zone
             * @description The IANA name of the time zone, such as America/New_York.
             */
            time_zone: string;
            /**
             * @description The kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "reservation.not_ready";
            /**
             * Venue Name
             * @description The restaurant's name.
             */
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
            /**
             * At
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Date
             * @description The day of the table on the restaurant's calendar, YYYY-MM-DD.
             */
            date: string;
            /**
             * Group Id
             * @description Our id of the request (a group of reservations).
             */
            group_id: number;
            /**
             * Page
             * @description The restaurant's own page for that day and party; null if it is not known.
             */
            page: string | null;
            /**
             * Party Size
             * @description The number of people at the table.
             */
            party_size: number;
            /**
             * Platform
             * @description The platform at which the table or account is.
             * @enum {string}
             */
            platform: "resy" | "opentable";
            /**
             * Reservation Id
             * @description Our id of the reservation: one venue on one date of a request.
             */
            reservation_id: number;
            /**
             * Seating
             * @description The kind of seating as the platform names it, such as Bar or Patio; empty if it is not stated.
             */
            seating: string;
            /**
             * Seq
             * @description The number of the event. The events of each user are numbered from 1 without gaps.
             */
            seq: number;
            /**
             * Swap Id
             * @description The offer to swap a booked table for this one; null or missing if there is none.
             */
            swap_id?: number | null;
            /**
             * Tables
             * @description The number of tables that opened. The other fields describe the one that fits best.
             */
            tables: number;
            /**
             * Time
             * @description The start of the table on the restaurant's clock, HH:MM.
             */
            time: string;
            /**
             * Time Zone
             * @description The IANA name of the time zone, such as America/New_York.
             */
            time_zone: string;
            /**
             * @description The kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "reservation.opening";
            /**
             * Venue Name
             * @description The restaurant's name.
             */
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
            /**
             * Account Name
             * @description The name of the connected account that books, as lists show it.
             */
            account_name: string;
            /**
             * At
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Attempt Id
             * @description Our id of the booking attempt.
             */
            attempt_id: number;
            /**
             * Confirmation
             * @description The platform's confirmation number of the booking.
             */
            confirmation?: string | null;
            /**
             * Currency
             * @description The ISO 4217 code of the amounts, such as USD; empty if it is not known.
             */
            currency?: string | null;
            /**
             * Date
             * @description The day of the table on the restaurant's calendar, YYYY-MM-DD.
             */
            date: string;
            /**
             * Fee Cents
             * @description The fee of the table, in hundredths of the currency; null or missing if it is not known or nothing was held back.
             */
            fee_cents?: number | null;
            /**
             * Group Id
             * @description Our id of the request (a group of reservations).
             */
            group_id: number;
            /**
             * Group Status
             * @description The status of the whole request.
             * @enum {string}
             */
            group_status: "active" | "paused" | "confirmed" | "unsuccessful" | "canceled";
            /**
             * Kind
             * @description Whether the table was booked, lost to another guest, or refused.
             * @enum {string}
             */
            kind: "booked" | "lost" | "refused";
            /**
             * Member Status
             * @description The status of the reservation after the attempt.
             * @enum {string}
             */
            member_status: "active" | "paused" | "confirmed" | "unsuccessful" | "canceled";
            /**
             * Party Size
             * @description The number of people at the table.
             */
            party_size: number;
            /**
             * Reason
             * @description A stable code of the cause; null if there is none.
             */
            reason: string | null;
            /**
             * Reason Text
             * @description The cause as a sentence for the user; null if there is none.
             */
            reason_text: string | null;
            /**
             * Reservation Id
             * @description Our id of the reservation: one venue on one date of a request.
             */
            reservation_id: number;
            /**
             * Seating
             * @description The kind of seating as the platform names it, such as Bar or Patio; empty if it is not stated.
             */
            seating: string;
            /**
             * Seq
             * @description The number of the event. The events of each user are numbered from 1 without gaps.
             */
            seq: number;
            /**
             * Time
             * @description The start of the table on the restaurant's clock, HH:MM.
             */
            time: string;
            /**
             * Time Zone
             * @description The IANA name of the time zone, such as America/New_York.
             */
            time_zone?: string | null;
            /**
             * @description The kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "reservation.outcome";
            /**
             * Venue Name
             * @description The restaurant's name.
             */
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
            /**
             * At
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Checks
             * @description The number of checks of the reservation up to `at`; null if it was not counted.
             */
            checks: number | null;
            /**
             * Date
             * @description The day of the table on the restaurant's calendar, YYYY-MM-DD.
             */
            date: string;
            /**
             * Group Id
             * @description Our id of the request (a group of reservations).
             */
            group_id: number;
            /**
             * Id
             * @description The id of the timeline entry.
             */
            id: number;
            /**
             * Kind
             * @description `seen` for tables without a booking attempt, `passed_over` for a table that went to another reservation.
             * @enum {string}
             */
            kind: "seen" | "passed_over";
            /**
             * Party Size
             * @description The number of people at the table.
             */
            party_size: number | null;
            /**
             * Reason
             * @description A stable code of the cause; null if there is none.
             */
            reason: string | null;
            /**
             * Reason Text
             * @description The cause as a sentence for the user; null if there is none.
             */
            reason_text: string | null;
            /**
             * Reservation Id
             * @description Our id of the reservation: one venue on one date of a request.
             */
            reservation_id: number;
            /**
             * Seating
             * @description The kind of seating as the platform names it, such as Bar or Patio; empty if it is not stated.
             */
            seating: string;
            /**
             * Tables
             * @description The number of tables that the entry counts. The other fields describe the newest.
             */
            tables: number;
            /**
             * Time
             * @description The start of the table on the restaurant's clock, HH:MM.
             */
            time: string | null;
            /**
             * Time Zone
             * @description The IANA name of the time zone, such as America/New_York.
             */
            time_zone: string;
            /**
             * Venue Name
             * @description The restaurant's name.
             */
            venue_name: string;
        };
        /**
         * SourceChanged
         * @description The health of a platform changed. The event goes to users who have requests at the platform.
         *
         *     `reason_text` is the text of the banner, null while the platform is healthy.
         */
        SourceChanged: {
            /**
             * At
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Platform
             * @description The platform at which the table or account is.
             * @enum {string}
             */
            platform: "resy" | "opentable";
            /**
             * Reason
             * @description A stable code of the cause; null if there is none.
             */
            reason: string | null;
            /**
             * Reason Text
             * @description The cause as a sentence for the user; null if there is none.
             */
            reason_text: string | null;
            /**
             * Since
             * @description Since when the platform is in this state: an instant in UTC; null if that is not known.
             */
            since: string | null;
            /**
             * State
             * @description The health of the platform.
             * @enum {string}
             */
            state: "healthy" | "slowed" | "stopped" | "probing";
            /**
             * @description The kind of the event. (enum property replaced by openapi-typescript)
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
            /**
             * Attempts
             * @description The number of booking calls.
             */
            attempts: number;
            /**
             * Checks
             * @description The number of checks for open tables.
             */
            checks: number;
            /**
             * Group Id
             * @description Our id of the request (a group of reservations).
             */
            group_id: number;
            /**
             * Held Fee Cents
             * @description The lowest fee or deposit above the fee ceiling among the open tables, in hundredths of the currency; null if there is none.
             */
            held_fee_cents: number | null;
            /**
             * Held Time
             * @description The start of the table that is open and not booked, on the restaurant's clock, HH:MM; null if there is none.
             */
            held_time: string | null;
            /**
             * Interval Ms
             * @description The poll interval in milliseconds; 0 before the first poll.
             */
            interval_ms: number;
            /**
             * Last Check At
             * @description When open tables were last looked up: an instant in UTC; null before the first check.
             */
            last_check_at: string | null;
            /**
             * Next Check At
             * @description When open tables are looked up next: an instant in UTC; null if that is not known.
             */
            next_check_at: string | null;
            /**
             * Reservation Id
             * @description Our id of the reservation: one venue on one date of a request.
             */
            reservation_id: number;
            /**
             * State
             * @description What the watcher is doing.
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
            /**
             * At
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Seq
             * @description The number of the event. The events of each user are numbered from 1 without gaps.
             */
            seq: number;
            /**
             * @description The kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "user.changed";
            /**
             * What
             * @description Which part of the user changed.
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
            /**
             * At
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Seq
             * @description The number of the event. The events of each user are numbered from 1 without gaps.
             */
            seq: number;
            /**
             * Text
             * @description The notification, shown unchanged.
             */
            text: string;
            /**
             * @description The kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "user.notice";
            /**
             * What
             * @description The subject of the notification.
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
            /**
             * At
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Attempt Id
             * @description Our id of the booking attempt.
             */
            attempt_id: number;
            /**
             * Date
             * @description The day of the table on the restaurant's calendar, YYYY-MM-DD.
             */
            date: string;
            /**
             * Group Id
             * @description Our id of the request (a group of reservations).
             */
            group_id: number;
            /**
             * Party Size
             * @description The number of people at the table.
             */
            party_size: number;
            /**
             * Reservation Id
             * @description Our id of the reservation: one venue on one date of a request.
             */
            reservation_id: number;
            /**
             * Seating
             * @description The kind of seating as the platform names it, such as Bar or Patio; empty if it is not stated.
             */
            seating: string;
            /**
             * Time
             * @description The start of the table on the restaurant's clock, HH:MM.
             */
            time: string;
            /**
             * Time Zone
             * @description The IANA name of the time zone, such as America/New_York.
             */
            time_zone: string;
            /**
             * @description The kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "watch.seen";
            /**
             * Venue Name
             * @description The restaurant's name.
             */
            venue_name: string;
        };
        /**
         * WatchSightings
         * @description New timeline entries, oldest first. An entry may arrive twice. The timeline of the REST API has all entries.
         */
        WatchSightings: {
            /**
             * Sightings
             * @description New timeline entries, oldest first.
             */
            sightings: components["schemas"]["Sighting"][];
            /**
             * @description The kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "watch.sightings";
        };
        /**
         * WatchTicks
         * @description The status of watched reservations. It is not stored: a newer event replaces it.
         */
        WatchTicks: {
            /**
             * At
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Ticks
             * @description The latest status of each reservation that changed.
             */
            ticks: components["schemas"]["Tick"][];
            /**
             * @description The kind of the event. (enum property replaced by openapi-typescript)
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
            /**
             * At
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Rule Id
             * @description Our id of the weekly rule.
             */
            rule_id: number;
            /**
             * Seq
             * @description The number of the event. The events of each user are numbered from 1 without gaps.
             */
            seq: number;
            /**
             * Text
             * @description At which restaurant and why a request was refused; null for other changes.
             */
            text: string | null;
            /**
             * @description The kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "weekly_rule.changed";
            /**
             * What
             * @description How the rule changed.
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
