// Made by `npm run contract` from contract.json. Do not edit.

export interface paths {
    "/api/blog/featured/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The published stories of the carousel, newest first
         * @description The published stories of the carousel, newest first.
         */
        get: operations["list_featured_stories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/blog/{slug}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The published story with this slug
         * @description The published story with this slug.
         */
        get: operations["get_story"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calendar/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the address of the user's calendar feed
         * @description Return the address of the user's calendar feed.
         */
        get: operations["get_calendar_address"];
        put?: never;
        /**
         * Create the address of the user's calendar feed
         * @description Create the address of the user's calendar feed. An existing address stays.
         */
        post: operations["create_calendar_address"];
        /**
         * Remove the user's calendar feed
         * @description Remove the user's calendar feed. Its address stops working at once.
         */
        delete: operations["remove_calendar_address"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calendar/renew/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the address of the user's calendar feed
         * @description Replace the address of the user's calendar feed. The old address stops working at once.
         */
        post: operations["renew_calendar_address"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calendar/tables.ics/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the iCalendar feed of one user's tables
         * @description Return the iCalendar feed of one user's tables. The token in the address replaces a sign-in.
         *
         *     The ETag is computed from the bytes of the feed, so a calendar app that polls an unchanged feed gets 304.
         */
        get: operations["get_calendar_feed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cancel-table/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the table of a cancellation link
         * @description Return the table of a cancellation link. This cancels nothing.
         */
        get: operations["get_linked_table"];
        put?: never;
        /**
         * Cancel the table of a link at its platform
         * @description Cancel the table of a link at its platform. The result follows within seconds, and the user is notified of it.
         *
         *     Refused with `cutoff_passed` (409) if a free cancellation has ended and `accepts_costs` is false.
         */
        post: operations["cancel_linked_table"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/clients/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return one page of the client book, sorted by name
         * @description Return one page of the client book, sorted by name. With saved=false, return clients known only from requests.
         */
        get: operations["list_clients"];
        put?: never;
        /**
         * Add a person to the client book
         * @description Add a person to the client book.
         */
        post: operations["add_client"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/clients/export/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the client book as a CSV file
         * @description Return the client book as a CSV file.
         */
        get: operations["export_clients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/clients/import/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add the clients of a CSV file to the client book
         * @description Add the clients of a CSV file to the client book. Report the result of each line.
         *
         *     With `preview`, the report says what an import would do, and nothing is stored.
         */
        post: operations["import_clients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/clients/{client_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return one client
         * @description Return one client.
         */
        get: operations["get_client"];
        put?: never;
        post?: never;
        /**
         * Delete a client and the client's cards
         * @description Delete a client and the client's cards. Refused (409) while the client has open requests.
         */
        delete: operations["delete_client"];
        options?: never;
        head?: never;
        /**
         * Change a client
         * @description Change a client. Missing fields stay unchanged.
         */
        patch: operations["change_client"];
        trace?: never;
    };
    "/api/clients/{client_id}/cards/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a client's card on file with one of the accounts
         * @description Put a client's card on file with one of the accounts. Number and CVC are not stored.
         */
        post: operations["put_client_card"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/clients/{client_id}/cards/{account_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget a client's card at one account
         * @description Forget a client's card at one account. Refused (409) while the client has open requests with that account.
         */
        delete: operations["forget_client_card"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return at most `limit` of the user's durable events with a number above `after`, oldest first
         * @description Return at most `limit` of the user's durable events with a number above `after`, oldest first.
         */
        get: operations["list_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notices/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the user's notifications, newest first
         * @description Return the user's notifications, newest first.
         */
        get: operations["list_notices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Store the newest event number that the user has read
         * @description Store the newest event number that the user has read. A number lower than the stored one changes nothing.
         */
        patch: operations["mark_notices_seen"];
        trace?: never;
    };
    "/api/notification-settings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the user's choices of topics for each channel, the quiet hours, and the devices and chat apps
         * @description Return the user's choices of topics for each channel, the quiet hours, and the devices and chat apps.
         */
        get: operations["get_notification_settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-settings/addresses/{address_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a device or chat app
         * @description Remove a device or chat app. It gets no more notifications.
         */
        delete: operations["remove_address"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-settings/apps/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send notifications to a chat app
         * @description Send notifications to a chat app. Its address is stored encrypted and is never shown again.
         */
        post: operations["add_chat_app"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-settings/choices/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change which topics are sent on which channel
         * @description Change which topics are sent on which channel.
         */
        patch: operations["choose_notifications"];
        trace?: never;
    };
    "/api/notification-settings/devices/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send notifications to this browser until the device is removed or the browser's session is ended
         * @description Send notifications to this browser until the device is removed or the browser's session is ended.
         */
        post: operations["add_device"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-settings/quiet-hours/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the user's quiet hours
         * @description Set the user's quiet hours. In these hours, only messages about booked tables and messages that need the user now
         *     are sent.
         */
        put: operations["set_quiet_hours"];
        post?: never;
        /**
         * Switch quiet hours off
         * @description Switch quiet hours off.
         */
        delete: operations["clear_quiet_hours"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-settings/tests/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message on each channel that is on
         * @description Send a test message on each channel that is on.
         */
        post: operations["send_test_messages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-settings/tests/{test}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the result of a test message for each channel, device and chat app
         * @description Return the result of a test message for each channel, device and chat app.
         */
        get: operations["list_test_results"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/odds/score/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return how good our odds were: the Brier scores of our odds and of the base rate, and the calibration
         * @description Return how good our odds were: the Brier scores of our odds and of the base rate, and the calibration.
         */
        get: operations["get_odds_score"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/opentable/accounts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last known state of the user's OpenTable accounts
         * @description The last known state of the user's OpenTable accounts. The platform is not called.
         */
        get: operations["list_opentable_accounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/opentable/check_opentable_auth/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether an OpenTable account is connected and its sign-in is still valid
         * @description Whether an OpenTable account is connected and its sign-in is still valid.
         */
        get: operations["check_opentable_auth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/opentable/logout/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disconnect an OpenTable account and pause the requests that book with it
         * @description Disconnect an OpenTable account and pause the requests that book with it.
         */
        post: operations["disconnect_opentable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/opentable/phone_login/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask OpenTable to send a code to a phone
         * @description Ask OpenTable to send a code to a phone. A second call sends another code.
         */
        post: operations["send_opentable_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/opentable/verify_phone_2fa/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect an OpenTable account with the code that OpenTable sent, or renew the sign-in of a connected account
         * @description Connect an OpenTable account with the code that OpenTable sent, or renew the sign-in of a connected account.
         */
        post: operations["confirm_opentable_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/platforms/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The booking platforms, in the order in which pages list them
         * @description The booking platforms, in the order in which pages list them.
         */
        get: operations["list_platforms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return one page of the user's groups, with the counts of all tabs and the warnings
         * @description Return one page of the user's groups, with the counts of all tabs and the warnings.
         *
         *     `page_size` may be up to 500, for tables of thousands of groups. `ids` selects the groups that an event names.
         */
        get: operations["list_requests"];
        put?: never;
        /**
         * File a submission: one group with one reservation for each venue and date
         * @description File a submission: one group with one reservation for each venue and date.
         */
        post: operations["create_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/bulk/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause, unpause or delete up to 100 groups, each in its own transaction
         * @description Pause, unpause or delete up to 100 groups, each in its own transaction.
         *
         *     Waits up to 3 s in all for booking calls in flight.
         */
        post: operations["change_requests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/counts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the number of active reservations and the plan's limit
         * @description Return the number of active reservations and the plan's limit.
         */
        get: operations["count_requests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/existing-restaurants/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the venues where the user has an active reservation or a booking
         * @description Return the venues where the user has an active reservation or a booking.
         */
        get: operations["list_existing_restaurants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/get-unique-unactive-dates-by-group/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return the dates of a group that can no longer be changed
         * @description Return the dates of a group that can no longer be changed.
         */
        post: operations["list_closed_dates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/kept-tables/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the tables that would stay booked if the user closed the account now, the earliest first
         * @description Return the tables that would stay booked if the user closed the account now, the earliest first.
         */
        get: operations["list_kept_tables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/odds/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return the odds that a submission would have, and the changes that would raise them
         * @description Return the odds that a submission would have, and the changes that would raise them. Nothing is filed.
         *
         *     The odds are null for a release request, for an incomplete submission, and if too little is known.
         */
        post: operations["estimate_draft_odds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/venues/{venue_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the user's requests at a venue, the last openings that were seen there and the last known fee
         * @description Return the user's requests at a venue, the last openings that were seen there and the last known fee.
         */
        get: operations["get_venue_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/{group_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return one group of the user with its reservations
         * @description Return one group of the user with its reservations.
         */
        get: operations["get_request"];
        /**
         * Edit a group
         * @description Edit a group. Finished dates stay; open dates are changed, added or withdrawn.
         *
         *     Waits up to 3 s for a booking call in flight. If the call is still open then, nothing changes (409).
         */
        put: operations["update_request"];
        post?: never;
        /**
         * Cancel a group
         * @description Cancel a group. Waits up to 3 s for a booking call in flight.
         *
         *     The answer is 409 if that call books a table or if the group had already ended. It is 202 if the
         *     call is still open after 3 s; then its reservation is canceled when the call ends without a
         *     table.
         */
        delete: operations["delete_request"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/{group_id}/accept-fee/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Raise the fee or deposit that a group accepts, or accept one that the platform does not state
         * @description Raise the fee or deposit that a group accepts, or accept one that the platform does not state.
         *
         *     Waits up to 3 s for a booking call in flight. If the call is still open then, nothing changes (409).
         */
        post: operations["accept_fee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/{group_id}/again/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * File the request again for each date whose booked table was canceled at the platform
         * @description File the request again for each date whose booked table was canceled at the platform.
         */
        post: operations["repeat_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/{group_id}/odds/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the odds that the active part of a group still has, and the changes that would raise them
         * @description Return the odds that the active part of a group still has, and the changes that would raise them.
         *
         *     The odds are null for a release request, for a group without an active reservation, and if too little is known.
         */
        get: operations["get_request_odds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/{group_id}/pause/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a group
         * @description Pause a group. Waits up to 3 s for a booking call in flight.
         *
         *     The answer is 409 if that call books a table or if the group had already ended. It is 202 if the
         *     call is still open after 3 s; then its reservation is paused when the call ends without a table.
         */
        post: operations["pause_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/{group_id}/readiness/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return whether a group is ready to book: one line for each check, and the last rehearsal
         * @description Return whether a group is ready to book: one line for each check, and the last rehearsal.
         *
         *     This call also queues new readings of the account, the platform's clock or the restaurant's
         *     page, which finish within seconds. These are the readings on which a line that is not ready
         *     depends; in the half hour before a release, readings that are older than a minute are renewed
         *     too.
         */
        get: operations["get_request_readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/{group_id}/rehearse/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a rehearsal: the calls of a booking with the group's account, without the booking call
         * @description Start a rehearsal: the calls of a booking with the group's account, without the booking call.
         *
         *     The group's readiness contains the steps when the rehearsal has ended, usually within seconds.
         */
        post: operations["rehearse_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/{group_id}/tables/{reservation_id}/calendar/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a booked table as an iCalendar file
         * @description Return a booked table as an iCalendar file.
         */
        get: operations["get_calendar_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/{group_id}/tables/{reservation_id}/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a booked table at its platform
         * @description Cancel a booked table at its platform. The result follows as an event within seconds.
         *
         *     Until then `booked.canceling` is true. A failure leaves the table and notifies the user.
         */
        post: operations["cancel_table"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/{group_id}/tables/{reservation_id}/look-for-better/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a search for a table that the user ranks above the booked one
         * @description Start a search for a table that the user ranks above the booked one. The search books nothing: it offers a swap.
         *
         *     Returns the notify-only group of the search. If the booked table has a search already, its group is returned.
         */
        post: operations["seek_better_table"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/{group_id}/timeline/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the timeline of a group, newest first
         * @description Return the timeline of a group, newest first.
         *
         *     This call also queues a reading of the accounts that hold its booked tables, at most once a minute for each account.
         */
        get: operations["get_request_timeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reservations/{group_id}/unpause/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a paused group active again
         * @description Make a paused group active again.
         */
        post: operations["unpause_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resy/accounts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last known state of the user's Resy accounts
         * @description The last known state of the user's Resy accounts. The platform is not called.
         */
        get: operations["list_resy_accounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resy/answer_challenge/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect a Resy account with the answers to the fields of a `challenge`
         * @description Connect a Resy account with the answers to the fields of a `challenge`.
         */
        post: operations["answer_resy_challenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resy/check_resy_auth/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a Resy account is connected and its sign-in is still valid
         * @description Whether a Resy account is connected and its sign-in is still valid.
         */
        get: operations["check_resy_auth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resy/confirm_code/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect a Resy account with the code that Resy sent, or renew the sign-in of a connected account
         * @description Connect a Resy account with the code that Resy sent, or renew the sign-in of a connected account.
         *
         *     If Resy asks for more before it signs in, `challenge` contains the fields to answer.
         */
        post: operations["confirm_resy_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resy/login/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect a Resy account with its password
         * @description Connect a Resy account with its password. For an account that is already connected, renew its sign-in.
         */
        post: operations["connect_resy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resy/logout/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disconnect a Resy account and pause the requests that book with it
         * @description Disconnect a Resy account and pause the requests that book with it.
         */
        post: operations["disconnect_resy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resy/send_code/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask Resy to send a code to a phone or an e-mail address
         * @description Ask Resy to send a code to a phone or an e-mail address. A second call sends another code.
         */
        post: operations["send_resy_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stripe-integration/subscription/access-end-date/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a sentence with the date on which the user's access to the plan would end after a cancellation
         * @description Return a sentence with the date on which the user's access to the plan would end after a cancellation.
         */
        get: operations["get_access_end_date"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stripe-integration/subscription/cancel-subscription/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the subscription at the end of the paid period
         * @description Cancel the subscription at the end of the paid period.
         */
        post: operations["cancel_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stripe-integration/subscription/change-subscription/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch to another plan at once
         * @description Switch to another plan at once. The price of the rest of the period is prorated.
         */
        post: operations["change_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stripe-integration/subscription/create-checkout-session/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a Stripe page for buying a plan and return its URL
         * @description Open a Stripe page for buying a plan and return its URL. A user who has had no free trial
         *     gets one.
         *
         *     If the user's subscription to that plan was about to end, renew it and return the URL of the
         *     page that Stripe would open after a purchase.
         */
        post: operations["create_checkout_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stripe-integration/subscription/manage-subscription/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the Stripe page on which the user manages card, invoices and subscription, and return its URL
         * @description Open the Stripe page on which the user manages card, invoices and subscription, and return its URL.
         */
        get: operations["manage_subscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stripe-integration/subscription/subscription-details/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The user's subscription, and the actions that its state allows
         * @description The user's subscription, and the actions that its state allows.
         */
        get: operations["get_subscription_details"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stripe-integration/webhook/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store one event of Stripe after checking its signature; the background worker applies it
         * @description Store one event of Stripe after checking its signature; the background worker applies it.
         */
        post: operations["receive_stripe_event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/swaps/{offer_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return an offer with both tables and their terms
         * @description Return an offer with both tables and their terms.
         */
        get: operations["get_swap_offer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/swaps/{offer_id}/accept/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book the new table, and then cancel the old one
         * @description Book the new table, and then cancel the old one. Events report the result.
         *
         *     If the new table is not booked, the old one stays.
         */
        post: operations["accept_swap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/swaps/{offer_id}/keep/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep the old table
         * @description Keep the old table. The same table is not offered again.
         */
        post: operations["keep_table"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/change_password/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password and sign out every other device
         * @description Set a new password and sign out every other device.
         */
        post: operations["change_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/email/confirm/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the e-mail address to which a link was sent
         * @description Confirm the e-mail address to which a link was sent. A pending address becomes the user's address.
         */
        post: operations["confirm_email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/email/resend/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send another confirmation link, at most once an hour
         * @description Send another confirmation link, at most once an hour.
         *
         *     It is sent to the pending address or, if no change is pending, to the user's unconfirmed address.
         */
        post: operations["resend_confirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/email/revert/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore the e-mail address to which a link was sent, sign out every device, and send a password reset link
         * @description Restore the e-mail address to which a link was sent, sign out every device, and send a password reset link.
         */
        post: operations["revert_email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/login/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with e-mail and password
         * @description Sign in with e-mail and password.
         */
        post: operations["log_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/logout/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the sessions of the given access token and refresh token
         * @description End the sessions of the given access token and refresh token. The call succeeds even if a token is invalid.
         */
        post: operations["log_out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/me/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The user with plan, flags, accounts and entitlements
         * @description The user with plan, flags, accounts and entitlements.
         */
        get: operations["get_profile"];
        put?: never;
        post?: never;
        /**
         * Close the account permanently: stop its requests, delete personal data and sign out every device
         * @description Close the account permanently: stop its requests, delete personal data and sign out every device.
         *
         *     The message names the tables that stay booked. Refused (409) while a table is being booked or canceled.
         */
        delete: operations["close_account"];
        options?: never;
        head?: never;
        /**
         * Change names, e-mail or phone
         * @description Change names, e-mail or phone. Changing e-mail or phone requires the current password.
         *
         *     A new e-mail address becomes `pending_email` until the link sent there is opened.
         */
        patch: operations["update_profile"];
        trace?: never;
    };
    "/api/users/notifications/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The user's notification preferences: e-mail and text messages
         * @description The user's notification preferences: e-mail and text messages.
         */
        get: operations["get_notification_channels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the user's notification preferences
         * @description Change the user's notification preferences.
         */
        patch: operations["update_notification_channels"];
        trace?: never;
    };
    "/api/users/phone/confirm/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the phone number in the user's profile with the code that was sent to it
         * @description Confirm the phone number in the user's profile with the code that was sent to it.
         */
        post: operations["confirm_phone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/phone/send_code/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a code as a text message to the phone number in the user's profile
         * @description Send a code as a text message to the phone number in the user's profile.
         */
        post: operations["send_phone_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/register/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account and sign it in
         * @description Create an account and sign it in.
         */
        post: operations["register_user"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/request_password_reset/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a reset link if a user has this address
         * @description Send a reset link if a user has this address. The answer is the same if no user has it.
         */
        post: operations["request_password_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/sessions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signed-in devices of the user, last used first; at most 100
         * @description The signed-in devices of the user, last used first; at most 100.
         */
        get: operations["list_sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/sessions/revoke-others/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out every device except the current one
         * @description Sign out every device except the current one.
         */
        post: operations["revoke_other_sessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/sessions/{session_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out one device of the user, which may be the current one
         * @description Sign out one device of the user, which may be the current one. The device's tokens become invalid at once.
         */
        delete: operations["revoke_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/token/refresh/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange the refresh token for a new pair of tokens
         * @description Exchange the refresh token for a new pair of tokens. The old refresh token stays valid for ten seconds; if it is
         *     used later, the session ends.
         */
        post: operations["refresh_tokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/verify_reset_password/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with a reset link, and sign out every device
         * @description Set a new password with a reset link, and sign out every device.
         */
        post: operations["reset_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/venues/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One page of all venues, sorted by name
         * @description One page of all venues, sorted by name.
         */
        get: operations["list_venues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/venues/featured/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The venues that staff chose as top picks
         * @description The venues that staff chose as top picks.
         */
        get: operations["list_featured_venues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/venues/links/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add the restaurant that a link to Resy or OpenTable names (201)
         * @description Add the restaurant that a link to Resy or OpenTable names (201). If it is already listed, return it (200).
         */
        post: operations["add_linked_venue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/venues/locations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All neighborhoods, each with its number of venues
         * @description All neighborhoods, each with its number of venues.
         */
        get: operations["list_locations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/venues/premium/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The venues that only users with Pro can request
         * @description The venues that only users with Pro can request.
         */
        get: operations["list_premium_venues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/venues/resy-ids/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Resy's ids of all venues at Resy that may be shown
         * @description Resy's ids of all venues at Resy that may be shown.
         */
        get: operations["list_resy_ids"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/venues/search/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One page of the venues that match the filters
         * @description One page of the venues that match the filters. With `location`, return instead the neighborhoods whose names
         *     contain this text.
         */
        get: operations["search_venues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/venues/{venue_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The venue with this id (our id, not the platform's)
         * @description The venue with this id (our id, not the platform's).
         */
        get: operations["get_venue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/weekly-rules/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the user's weekly rules that have not ended
         * @description Return the user's weekly rules that have not ended.
         */
        get: operations["list_weekly_rules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/weekly-rules/{rule_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a weekly rule
         * @description End a weekly rule. The requests that it has filed stay.
         */
        delete: operations["end_weekly_rule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/weekly-rules/{rule_id}/pause/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a weekly rule
         * @description Pause a weekly rule. It files nothing until it is unpaused.
         */
        post: operations["pause_weekly_rule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/weekly-rules/{rule_id}/unpause/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a paused weekly rule active again
         * @description Make a paused weekly rule active again. It goes on with the next week that is not past.
         */
        post: operations["unpause_weekly_rule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * AcceptIn
         * @description The command to swap. With `replaces`, the old table may be canceled before the new one is booked, if the platform
         *     does not let the account hold both.
         */
        AcceptIn: {
            /**
             * Replaces
             * @description Whether the old table may be canceled before the new one is booked.
             * @default false
             */
            replaces: boolean;
        };
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
         * AccountCardOut
         * @description A card on file at the account. `id` is the platform's id of the card; `label` is a text such as "Visa 4242".
         */
        AccountCardOut: {
            /**
             * Id
             * @description The platform's id of the card.
             */
            id: string;
            /**
             * Is Default
             * @description Whether the account pays with this card if no other is chosen.
             */
            is_default: boolean;
            /**
             * Label
             * @description The card as a text, such as Visa 4242.
             */
            label: string;
        };
        /**
         * AccountHealthOut
         * @description The state of a connected account.
         *
         *     `attention` is the reason why the owner has to act ("needs_reconnect", "expires_soon" or "payment_required"), or
         *     null. `verified_at` is when the platform last accepted the sign-in. `token_expires_at` is when the sign-in ends,
         *     null if unknown.
         */
        AccountHealthOut: {
            /**
             * Attention
             * @description Why the owner has to act: `needs_reconnect`, `expires_soon` or `payment_required`; null if nothing is to be done.
             */
            attention: string | null;
            /**
             * Connected At
             * Format: date-time
             * @description When the account was connected: an instant in UTC.
             */
            connected_at: string;
            /**
             * Display Name
             * @description The name of the account's owner at the platform.
             */
            display_name: string;
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Is Concierge
             * @description Whether the account belongs to a concierge and books for clients.
             */
            is_concierge: boolean;
            /**
             * Platform
             * @description The platform at which the table or account is.
             * @enum {string}
             */
            platform: "resy" | "opentable";
            /**
             * Status
             * @description Whether the account can book, or its owner has to sign in again.
             * @enum {string}
             */
            status: "connected" | "needs_reconnect";
            /**
             * Token Expires At
             * @description When the sign-in at the platform ends: an instant in UTC; null if it is not known.
             */
            token_expires_at: string | null;
            /**
             * Username
             * @description The e-mail address or phone number with which the account was connected.
             */
            username: string;
            /**
             * Verified At
             * @description When the platform last accepted the sign-in: an instant in UTC; null if never.
             */
            verified_at: string | null;
        };
        /**
         * ActionOut
         * @description What the user can do about a line.
         *
         *     `group_id` is the request to open, `cents` the fee to accept (null: a fee that is not known), and `platform` the
         *     platform at which to add a card; each is null for other kinds of action.
         */
        ActionOut: {
            /**
             * Cents
             * @description The fee to accept, in hundredths of the restaurant's currency; null for an unknown fee and for other actions.
             */
            cents: number | null;
            /**
             * Group Id
             * @description The request to open; null for other actions.
             */
            group_id: number | null;
            /**
             * Kind
             * @description What the user can do.
             * @enum {string}
             */
            kind: "reconnect" | "add_card" | "check_again" | "change_request" | "accept_fee" | "open_request" | "notifications";
            /**
             * Platform
             * @description The platform at which to add a card; null for other actions.
             */
            platform: ("resy" | "opentable") | null;
        };
        /**
         * AddressOut
         * @description A device (`app` is null) or a chat app. `label` is the device's name, or the end of the app's address.
         *
         *     `current` is true for the device of this session. `state` is "checking" until we have looked up the server, and
         *     "failed" if we cannot send to it; `problem` is the sentence for that, null in the other states.
         */
        AddressOut: {
            /**
             * App
             * @description The chat app; null for a device, and for e-mail and text messages.
             */
            app: ("ntfy" | "telegram" | "discord" | "pushover" | "slack") | null;
            /**
             * Channel
             * @description `push` for a device, `chat` for a chat app.
             * @enum {string}
             */
            channel: "push" | "chat";
            /**
             * Created At
             * Format: date-time
             * @description When this was created: an instant in UTC.
             */
            created_at: string;
            /**
             * Current
             * @description Whether this is the device of the session that asks.
             */
            current: boolean;
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Label
             * @description The name of the device, or the end of the chat app's address.
             */
            label: string;
            /**
             * Problem
             * @description Why we cannot send to this address, as a sentence; null if we can or have not tried.
             */
            problem: string | null;
            /**
             * State
             * @description `checking` until the server has been looked up, `failed` if we cannot send to it, otherwise `ready`.
             * @enum {string}
             */
            state: "ready" | "checking" | "failed";
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
        /**
         * BlogOut
         * @description One published story. `body` is plain text with blank lines between paragraphs, never markup.
         */
        BlogOut: {
            /**
             * Body
             * @description The story as plain text, with a blank line between paragraphs.
             */
            body: string;
            /**
             * Category
             * @description The topic under which the story is listed.
             */
            category: string;
            /**
             * Created At
             * Format: date-time
             * @description When this was created: an instant in UTC.
             */
            created_at: string;
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Image Alt
             * @description What the picture shows, for readers who do not see it.
             */
            image_alt: string;
            /**
             * Image Url
             * @description The address of the picture; empty if there is none.
             */
            image_url: string;
            /**
             * Published At
             * Format: date-time
             * @description When the story became public: an instant in UTC.
             */
            published_at: string;
            /**
             * Slug
             * @description The name of the story in addresses.
             */
            slug: string;
            /**
             * Summary
             * @description The story in a sentence or two, as plain text.
             */
            summary: string;
            /**
             * Title
             * @description The headline, as plain text.
             */
            title: string;
        };
        /**
         * BookEntryOut
         * @description A client. A `saved` client stays in the client book. `open_groups` are the client's active and paused groups.
         */
        BookEntryOut: {
            /**
             * Cards
             * @description The cards on file.
             */
            cards: components["schemas"]["ClientCardOut"][];
            /**
             * Created At
             * Format: date-time
             * @description When this was created: an instant in UTC.
             */
            created_at: string;
            /**
             * Email
             * @description An e-mail address of at most 254 characters.
             */
            email: string;
            /**
             * First Name
             * @description The given name, at most 100 characters.
             */
            first_name: string;
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Last Name
             * @description The family name, at most 100 characters.
             */
            last_name: string;
            /**
             * Open Groups
             * @description Our ids of the client's active and paused requests.
             */
            open_groups: number[];
            /**
             * Phone
             * @description A phone number. Spaces and hyphens are allowed; answers write it as +12125550123.
             */
            phone: string;
            /**
             * Saved
             * @description Whether the client stays in the client book. Others are deleted 30 days after their last request ends.
             */
            saved: boolean;
            /**
             * Zip Code
             * @description The postal code of the card's billing address.
             */
            zip_code: string;
        };
        /**
         * BookOut
         * @description One page of clients by name. `count` is the total number of matches.
         */
        BookOut: {
            /**
             * Clients
             * @description The clients of this page, by name.
             */
            clients: components["schemas"]["BookEntryOut"][];
            /**
             * Count
             * @description The number of matching clients on all pages.
             */
            count: number;
            /**
             * Page
             * @description The number of the page, beginning with 1.
             */
            page: number;
            /**
             * Pages
             * @description The number of pages.
             */
            pages: number;
        };
        /**
         * BookedOut
         * @description The booked table. `at` is the time of the booking, `confirmation` the platform's number.
         *
         *     `canceling`: the user asked to cancel it, and the platform has not confirmed that yet. `free_until`,
         *     `cancel_fee_cents` and `deposit_cents` are the terms at the time of the booking: the last instant of a free
         *     cancellation, the price of a later cancellation or a no-show, and the amount charged. They are null if the
         *     platform did not state them. `currency` is the ISO code of the amounts: the stated one, else that of the
         *     restaurant's country, "" if neither is known. `can_improve`: the user ranked other tables of the request above
         *     this one, and may start a search for them.
         */
        BookedOut: {
            /**
             * Account Name
             * @description The account that booked the table.
             */
            account_name: string;
            /**
             * At
             * Format: date-time
             * @description When the table was booked: an instant in UTC.
             */
            at: string;
            /**
             * Can Improve
             * @description Whether the user ranks other tables of the request above this one and may search for them.
             */
            can_improve: boolean;
            /**
             * Cancel Fee Cents
             * @description The price of a late cancellation or a no-show, in hundredths of the currency; null if the platform did not state it.
             */
            cancel_fee_cents: number | null;
            /**
             * Canceling
             * @description Whether the user asked to cancel the table and the platform has not confirmed that yet.
             */
            canceling: boolean;
            /**
             * Confirmation
             * @description The platform's confirmation number of the booking.
             */
            confirmation: string;
            /**
             * Currency
             * @description The ISO 4217 code of the amounts, such as USD; empty if it is not known.
             */
            currency: string;
            /**
             * Deposit Cents
             * @description The amount that was charged with the booking, in hundredths of the currency; null if the platform did not state it.
             */
            deposit_cents: number | null;
            /**
             * Free Until
             * @description The last instant of a free cancellation, in UTC; null if the platform did not state one.
             */
            free_until: string | null;
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
             * Seating
             * @description The kind of seating as the platform names it, such as Bar or Patio; empty if it is not stated.
             */
            seating: string;
            /**
             * Time
             * @description The start of the table on the restaurant's clock, HH:MM.
             */
            time: string;
        };
        /**
         * BulkIn
         * @description One action for many groups.
         */
        BulkIn: {
            /**
             * Action
             * @description What to do with each request.
             * @enum {string}
             */
            action: "pause" | "unpause" | "delete";
            /**
             * Group Ids
             * @description Our ids of the requests.
             */
            group_ids: number[];
        };
        /**
         * BulkOut
         * @description The result for each group, in the order of the call, and the groups after the action.
         */
        BulkOut: {
            /**
             * Groups
             * @description The requests after the action.
             */
            groups: components["schemas"]["GroupOut"][];
            /**
             * Results
             * @description The result for each request, in the order of the call.
             */
            results: components["schemas"]["BulkResultOut"][];
        };
        /**
         * BulkResultOut
         * @description The result for one group. `code` is "active", "stopped", "already_booked", "over", "stopping"
         *     while a booking call is in flight, or the code of the refusal, such as "not_found".
         */
        BulkResultOut: {
            /**
             * Code
             * @description `active`, `stopped`, `already_booked`, `over`, `stopping`, or the code of a refusal such as `not_found`.
             */
            code: string;
            /**
             * Done
             * @description Whether the action was carried out.
             */
            done: boolean;
            /**
             * Group Id
             * @description Our id of the request (a group of reservations).
             */
            group_id: number;
            /**
             * Message
             * @description A sentence for the user.
             */
            message: string;
        };
        /**
         * CalendarAddressOut
         * @description The secret address of the user's calendar feed and when it was created. Both are null without a feed.
         */
        CalendarAddressOut: {
            /**
             * Created At
             * @description When the address was made: an instant in UTC; null without a feed.
             */
            created_at: string | null;
            /**
             * Url
             * @description The secret address of the feed, for calendar apps; null without a feed.
             */
            url: string | null;
        };
        /**
         * CancelLinkIn
         * @description The command to cancel the table of a link.
         *
         *     `accepts_costs` says that the page has shown the user that the free cancellation has ended, with the fee that the
         *     platform states.
         */
        CancelLinkIn: {
            /**
             * Accepts Costs
             * @description Whether the user has seen that the free cancellation has ended, and the fee.
             * @default false
             */
            accepts_costs: boolean;
            /**
             * Token
             * Format: password
             * @description The token of the link, as the message contained it.
             */
            token: string;
        };
        /**
         * CanceledByLinkOut
         * @description The result: "canceling" until the platform confirms, "canceled" if the table already was.
         */
        CanceledByLinkOut: {
            /**
             * Code
             * @description `canceling` until the platform confirms the cancellation, `canceled` if it already had.
             * @enum {string}
             */
            code: "canceling" | "canceled";
            /**
             * Message
             * @description A sentence for the user.
             */
            message: string;
        };
        /**
         * CardIn
         * @description A card for one of the concierge's accounts. It is sent to that platform and not stored.
         */
        CardIn: {
            /**
             * Account Id
             * @description Our id of the concierge's account that pays with this card.
             */
            account_id: number;
            /**
             * Cc Number
             * @description The number of a payment card. An answer has only a mask, and a mask that is sent back keeps the card.
             */
            cc_number?: string | null;
            /**
             * Cvc
             * @description The security code of the card: three or four digits. It is sent to the platform and not stored.
             */
            cvc?: string | null;
            /**
             * Exp Month
             * @description The month in which the card expires, 01 to 12.
             */
            exp_month?: string | null;
            /**
             * Exp Year
             * @description The year in which the card expires, with four digits.
             */
            exp_year?: string | null;
        };
        /**
         * ChallengeOut
         * @description The fields that Resy asks for after the code, and the correlation id for the request that answers them.
         */
        ChallengeOut: {
            /**
             * Correlation Id
             * @description The id that connects the steps of a sign-in. Pass it unchanged to the next step.
             */
            correlation_id: string;
            /**
             * Properties
             * @description The fields that Resy asks for.
             */
            properties: components["schemas"]["PropertyOut"][];
        };
        /**
         * ChangeIn
         * @description The plan to switch to.
         */
        ChangeIn: {
            /**
             * New Subscription Tier
             * @description The plan to switch to.
             * @enum {string}
             */
            new_subscription_tier: "standard" | "premium";
        };
        /**
         * ChangeOut
         * @description A change of the request that would raise its odds to `probability`, with the other fields unchanged.
         *
         *     `times`: the window from `start_time` to `end_time`. `day`: `date` as a further date. `party`: another `party_size`.
         */
        ChangeOut: {
            /**
             * Date
             * @description A further day to ask for, YYYY-MM-DD; null for other changes.
             */
            date: string | null;
            /**
             * End Time
             * @description The end of the wider window on the restaurant's clock, HH:MM; null for other changes.
             */
            end_time: string | null;
            /**
             * Kind
             * @description Which part of the request changes.
             * @enum {string}
             */
            kind: "times" | "day" | "party";
            /**
             * Party Size
             * @description Another number of people; null for other changes.
             */
            party_size: number | null;
            /**
             * Probability
             * @description The odds after the change, from 0 to 1.
             */
            probability: number;
            /**
             * Start Time
             * @description The start of the wider window on the restaurant's clock, HH:MM; null for other changes.
             */
            start_time: string | null;
        };
        /**
         * ChangePasswordIn
         * @description The old and the new password.
         */
        ChangePasswordIn: {
            /**
             * New Password
             * Format: password
             * @description The password from now on, at most 1,024 characters.
             */
            new_password: string;
            /**
             * Old Password
             * Format: password
             * @description The password until now.
             */
            old_password: string;
        };
        /**
         * ChatIn
         * @description The address of a chat app.
         *
         *     ntfy needs `topic`, and takes `server` (by default the public one) and `token`; Telegram needs `token` and `chat`;
         *     Discord and Slack need `webhook`; Pushover needs `user` and `token`.
         */
        ChatIn: {
            /**
             * App
             * @description The chat app to send to.
             * @enum {string}
             */
            app: "ntfy" | "telegram" | "discord" | "pushover" | "slack";
            /**
             * Chat
             * @description Telegram: the chat's number, or a channel's name beginning with @.
             */
            chat?: string | null;
            /**
             * Server
             * @description ntfy: the https address of a server; without it, ntfy.sh.
             */
            server?: string | null;
            /**
             * Token
             * @description The app's secret: Telegram's bot token, Pushover's application token, or ntfy's access token if the topic needs one.
             */
            token?: string | null;
            /**
             * Topic
             * @description ntfy: the topic to publish to.
             */
            topic?: string | null;
            /**
             * User
             * @description Pushover: the user key or group key.
             */
            user?: string | null;
            /**
             * Webhook
             * @description Discord and Slack: the https address of the webhook.
             */
            webhook?: string | null;
        };
        /**
         * CheckoutIn
         * @description The plan to buy.
         */
        CheckoutIn: {
            /**
             * Subscription Tier
             * @description The plan to buy.
             * @enum {string}
             */
            subscription_tier: "standard" | "premium";
        };
        /**
         * CheckoutOut
         * @description The URL that the browser opens next: the checkout page, or the page after a purchase if an
         *     ending subscription was renewed instead. The specification fixes the name `sessionUrl`.
         */
        CheckoutOut: {
            /**
             * Message
             * @description A sentence for the user.
             */
            message: string;
            /**
             * Sessionurl
             * @description The https address that the browser opens next.
             */
            sessionUrl: string;
        };
        /**
         * ChoiceIn
         * @description Whether messages about a topic are sent on a channel.
         */
        ChoiceIn: {
            /**
             * Channel
             * @description The way in which a message is sent.
             * @enum {string}
             */
            channel: "email" | "sms" | "push" | "chat";
            /**
             * On
             * @description Whether messages about the topic are sent on the channel.
             */
            on: boolean;
            /**
             * Topic
             * @description What the messages are about.
             * @enum {string}
             */
            topic: "booked" | "needs_you" | "opening" | "changed" | "ended" | "plan";
        };
        /**
         * ChoiceOut
         * @description Whether messages about a topic are sent on a channel.
         */
        ChoiceOut: {
            /**
             * Channel
             * @description The way in which a message is sent.
             * @enum {string}
             */
            channel: "email" | "sms" | "push" | "chat";
            /**
             * On
             * @description Whether messages about the topic are sent on the channel.
             */
            on: boolean;
            /**
             * Topic
             * @description What the messages are about.
             * @enum {string}
             */
            topic: "booked" | "needs_you" | "opening" | "changed" | "ended" | "plan";
        };
        /**
         * ChoicesIn
         * @description Changed choices. The user's other choices do not change.
         */
        ChoicesIn: {
            /**
             * Choices
             * @description The choices to change. The others stay.
             */
            choices: components["schemas"]["ChoiceIn"][];
        };
        /**
         * ClientCardOut
         * @description A card on file at one account: a mask and the expiry. `usable` says whether the account can book now.
         */
        ClientCardOut: {
            /**
             * Account Id
             * @description Our id of the connected account.
             */
            account_id: number;
            /**
             * Account Name
             * @description The name of the connected account that books, as lists show it.
             */
            account_name: string;
            /**
             * Cc Number
             * @description The number of a payment card. An answer has only a mask, and a mask that is sent back keeps the card.
             */
            cc_number: string;
            /**
             * Exp Month
             * @description The month in which the card expires, 01 to 12.
             */
            exp_month: string;
            /**
             * Exp Year
             * @description The year in which the card expires, with four digits.
             */
            exp_year: string;
            /**
             * Platform
             * @description The platform at which the table or account is.
             * @enum {string}
             */
            platform: "resy" | "opentable";
            /**
             * Usable
             * @description Whether the account can book with this card now.
             */
            usable: boolean;
        };
        /**
         * ClientDetailsIn
         * @description A concierge's client and the client's card. The card is sent to the platform and not stored.
         *
         *     If the card's number is a mask, the card on file stays. `save` keeps the client in the client book.
         */
        ClientDetailsIn: {
            /**
             * Cc Number
             * @description The number of a payment card. An answer has only a mask, and a mask that is sent back keeps the card.
             */
            cc_number?: string | null;
            /**
             * Cvc
             * @description The security code of the card: three or four digits. It is sent to the platform and not stored.
             */
            cvc?: string | null;
            /**
             * Email
             * @description An e-mail address of at most 254 characters.
             * @default
             */
            email: string;
            /**
             * Exp Month
             * @description The month in which the card expires, 01 to 12.
             */
            exp_month?: string | null;
            /**
             * Exp Year
             * @description The year in which the card expires, with four digits.
             */
            exp_year?: string | null;
            /**
             * First Name
             * @description The given name, at most 100 characters.
             * @default
             */
            first_name: string;
            /**
             * Last Name
             * @description The family name, at most 100 characters.
             * @default
             */
            last_name: string;
            /**
             * Phone
             * @description A phone number. Spaces and hyphens are allowed; answers write it as +12125550123.
             * @default
             */
            phone: string;
            /**
             * Phone Country Code
             * @description The country code of `phone`, such as +1; empty if `phone` includes it.
             * @default
             */
            phone_country_code: string;
            /**
             * Save
             * @description Whether the client stays in the client book after the request.
             * @default false
             */
            save: boolean;
            /**
             * Zip Code
             * @description The postal code of the card's billing address.
             * @default
             */
            zip_code: string;
        };
        /**
         * ClientIn
         * @description A person. The phone number includes its country code (+12125550123), or the code is in a separate field.
         */
        ClientIn: {
            /**
             * Email
             * @description An e-mail address of at most 254 characters.
             * @default
             */
            email: string;
            /**
             * First Name
             * @description The given name, at most 100 characters.
             * @default
             */
            first_name: string;
            /**
             * Last Name
             * @description The family name, at most 100 characters.
             * @default
             */
            last_name: string;
            /**
             * Phone
             * @description A phone number. Spaces and hyphens are allowed; answers write it as +12125550123.
             * @default
             */
            phone: string;
            /**
             * Phone Country Code
             * @description The country code of `phone`, such as +1; empty if `phone` includes it.
             * @default
             */
            phone_country_code: string;
            /**
             * Zip Code
             * @description The postal code of the card's billing address.
             * @default
             */
            zip_code: string;
        };
        /**
         * ClientOut
         * @description The client of a group. The card is shown only as a mask and the expiry. Sending the mask back keeps the card.
         */
        ClientOut: {
            /**
             * Cc Number
             * @description The number of a payment card. An answer has only a mask, and a mask that is sent back keeps the card.
             */
            cc_number: string | null;
            /**
             * Email
             * @description An e-mail address of at most 254 characters.
             */
            email: string;
            /**
             * Exp Month
             * @description The month in which the card expires, 01 to 12.
             */
            exp_month: string | null;
            /**
             * Exp Year
             * @description The year in which the card expires, with four digits.
             */
            exp_year: string | null;
            /**
             * First Name
             * @description The given name, at most 100 characters.
             */
            first_name: string;
            /**
             * Last Name
             * @description The family name, at most 100 characters.
             */
            last_name: string;
            /**
             * Phone
             * @description A phone number. Spaces and hyphens are allowed; answers write it as +12125550123.
             */
            phone: string;
            /**
             * Zip Code
             * @description The postal code of the card's billing address.
             */
            zip_code: string;
        };
        /**
         * ClientPatchIn
         * @description Changes of a client. Missing fields stay unchanged.
         *
         *     With `saved` false, the client is deleted 30 days after the end of the last request.
         */
        ClientPatchIn: {
            /**
             * Email
             * @description An e-mail address of at most 254 characters.
             */
            email?: string | null;
            /**
             * First Name
             * @description The given name, at most 100 characters.
             */
            first_name?: string | null;
            /**
             * Last Name
             * @description The family name, at most 100 characters.
             */
            last_name?: string | null;
            /**
             * Phone
             * @description A phone number. Spaces and hyphens are allowed; answers write it as +12125550123.
             */
            phone?: string | null;
            /**
             * Phone Country Code
             * @description The country code of `phone`, such as +1; empty if `phone` includes it.
             */
            phone_country_code?: string | null;
            /**
             * Saved
             * @description Whether the client stays in the client book.
             */
            saved?: boolean | null;
            /**
             * Zip Code
             * @description The postal code of the card's billing address.
             */
            zip_code?: string | null;
        };
        /**
         * ClientSavedOut
         * @description A client after a change.
         */
        ClientSavedOut: {
            /** @description The client after the change. */
            client: components["schemas"]["BookEntryOut"];
            /**
             * Message
             * @description A sentence for the user.
             */
            message: string;
        };
        /**
         * CloseIn
         * @description The password of the account to close.
         */
        CloseIn: {
            /**
             * Password
             * Format: password
             * @description The password of the account to close, as a confirmation.
             */
            password: string;
        };
        /**
         * CodeSentOut
         * @description A code was sent. The second step requires the correlation id and the same user, and at OpenTable also the
         *     phone.
         */
        CodeSentOut: {
            /**
             * Correlation Id
             * @description The id that connects the steps of a sign-in. Pass it unchanged to the next step.
             */
            correlation_id: string;
            /**
             * Message
             * @description A sentence for the user.
             */
            message: string;
        };
        /**
         * ConfirmPhoneIn
         * @description The code that was sent to the user's phone as a text message.
         */
        ConfirmPhoneIn: {
            /**
             * Code
             * Format: password
             * @description The code from the text message.
             */
            code: string;
        };
        /**
         * CountsOut
         * @description The user's active reservations (each is one venue on one date), and the plan's limit (null: no limit).
         *
         *     `total_reservations` also counts the paused and ended reservations whose booking call is still open.
         */
        CountsOut: {
            /**
             * Active Reservations
             * @description The number of active reservations, each one venue on one date.
             */
            active_reservations: number;
            /**
             * Limit
             * @description The most active requests of the plan; null for no limit.
             */
            limit: number | null;
            /**
             * Total Reservations
             * @description The active reservations, and the paused and ended ones whose booking call is still open.
             */
            total_reservations: number;
        };
        /**
         * CoverArtOut
         * @description The seed and the cuisine from which the browser draws a picture of the venue.
         */
        CoverArtOut: {
            /**
             * Cuisine
             * @description The kind of food, such as Italian.
             */
            cuisine: string;
            /**
             * Seed
             * @description The number from which the picture is drawn, the same for each visit.
             */
            seed: number;
        };
        /**
         * DatesIn
         * @description The group whose calendar the edit form shows. Without an id, the error is the one in the specification.
         */
        DatesIn: {
            /**
             * Group Id
             * @description The request whose calendar is shown.
             */
            group_id?: number | null;
        };
        /**
         * DatesOut
         * @description The dates that the calendar of the edit form disables.
         */
        DatesOut: {
            /**
             * Dates
             * @description The days that can no longer be changed, YYYY-MM-DD.
             */
            dates: string[];
        };
        /**
         * DecileOut
         * @description The stated odds in one range of ten percent: `tenth` 3 is the range from 30 % to 40 %.
         *
         *     `count` is the number of these odds, `predicted` is their mean, and `happened` is the share of the requests that
         *     got a table.
         */
        DecileOut: {
            /**
             * Count
             * @description The number of stated odds in this range.
             */
            count: number;
            /**
             * Happened
             * @description The share of these requests that got a table, from 0 to 1.
             */
            happened: number;
            /**
             * Predicted
             * @description The mean of these odds, from 0 to 1.
             */
            predicted: number;
            /**
             * Tenth
             * @description The range: 3 is from 30 % to 40 %.
             */
            tenth: number;
        };
        /**
         * DetailsOut
         * @description The user's subscription. `status` is Stripe's status, "none" without a subscription. `subscription_type` is the
         *     plan that applies now.
         *
         *     If a cancellation is scheduled, `will_cancel` is true and the subscription ends at `cancels_on`. Otherwise it renews
         *     at `current_period_end`. `complimentary` is true if staff gave the user the plan and nothing is paid for it.
         */
        DetailsOut: {
            /**
             * Can Cancel
             * @description Whether the subscription can be canceled.
             */
            can_cancel: boolean;
            /**
             * Can Manage
             * @description Whether Stripe has a page on which the user manages the subscription.
             */
            can_manage: boolean;
            /**
             * Cancels On
             * @description When the subscription ends: an instant in UTC; null unless a cancellation is scheduled.
             */
            cancels_on: string | null;
            /**
             * Complimentary
             * @description Whether staff gave the user the plan and nothing is paid for it.
             */
            complimentary: boolean;
            /**
             * Current Period End
             * @description When the paid period ends: an instant in UTC; null without a subscription.
             */
            current_period_end: string | null;
            /**
             * Has Had Free Trial
             * @description Whether the user has used the free trial, which is offered once.
             */
            has_had_free_trial: boolean;
            /**
             * Plans
             * @description The cards of the subscription page.
             */
            plans: components["schemas"]["OfferOut"][];
            /**
             * Status
             * @description Stripe's status of the subscription; `none` without one.
             */
            status: string;
            /**
             * Subscription Type
             * @description The plan that applies now.
             * @enum {string}
             */
            subscription_type: "none" | "standard" | "premium";
            /**
             * Trial Ends At
             * @description When the free trial ends: an instant in UTC; null without a trial.
             */
            trial_ends_at: string | null;
            /**
             * Will Cancel
             * @description Whether a cancellation is scheduled.
             */
            will_cancel: boolean;
        };
        /**
         * DeviceIn
         * @description A browser's PushSubscription, as its toJSON() returns it. `expirationTime` is not used.
         */
        DeviceIn: {
            /**
             * Endpoint
             * Format: password
             * @description The https address of the browser's push service.
             */
            endpoint: string;
            /**
             * Expirationtime
             * @description Milliseconds since 1970, or null. It is not used.
             */
            expirationTime?: number | null;
            /** @description The keys with which messages to this browser are encrypted. */
            keys: components["schemas"]["SubscriptionKeysIn"];
        };
        /**
         * DisconnectIn
         * @description The account to disconnect; the specification fixes the spelling of this field.
         */
        DisconnectIn: {
            /**
             * Accountid
             * @description Our id of the account to disconnect.
             */
            accountId: number;
        };
        /** @description A stored event, numbered densely for each user and replayed. */
        DurableEvent: components["schemas"]["ReservationOutcome"] | components["schemas"]["ReservationOpening"] | components["schemas"]["ReservationDeadline"] | components["schemas"]["ReservationNotReady"] | components["schemas"]["ReservationChanged"] | components["schemas"]["WeeklyRuleChanged"] | components["schemas"]["AccountAttention"] | components["schemas"]["UserNotice"] | components["schemas"]["UserChanged"] | components["schemas"]["NotificationsTested"];
        /**
         * EntitlementsOut
         * @description The user's current entitlements. `active_limit` is the number of active requests allowed, null for no limit.
         */
        EntitlementsOut: {
            /**
             * Active Limit
             * @description The most active requests; null for no limit.
             */
            active_limit: number | null;
            /**
             * Can Reserve
             * @description Whether the user may file a request for one restaurant.
             */
            can_reserve: boolean;
            /**
             * Can Select
             * @description Whether the user may select several restaurants for one request.
             */
            can_select: boolean;
            /**
             * Custom Party Size
             * @description Whether the user may ask for any of the sizes from 1 to 10.
             */
            custom_party_size: boolean;
            /**
             * Custom Time
             * @description Whether the user may choose the time window freely.
             */
            custom_time: boolean;
            /**
             * Max Dates
             * @description The most dates in one request.
             */
            max_dates: number;
            /**
             * Max Venues
             * @description The most restaurants in one request.
             */
            max_venues: number;
            /**
             * Override
             * @description Whether a new table may replace a booking of the user on the same date.
             */
            override: boolean;
            /**
             * Party Sizes
             * @description The numbers of people that the user may ask for.
             */
            party_sizes: number[];
            /**
             * Premium Venues
             * @description Whether the user may ask for restaurants that are reserved for Pro.
             */
            premium_venues: boolean;
            /**
             * Priority Booking
             * @description Whether the plan includes priority booking.
             */
            priority_booking: boolean;
            /**
             * Release Requests
             * @description Whether the user may file release requests.
             */
            release_requests: boolean;
            /**
             * Same Date Booking
             * @description Whether the user may book several tables on one date.
             */
            same_date_booking: boolean;
            /**
             * Seating Choice
             * @description Whether the user may choose the seating.
             */
            seating_choice: boolean;
        };
        /**
         * EntryOut
         * @description One timeline entry. `checks` is the number of checks of the reservation at that time.
         *
         *     `date` and `time` are those of the table, in the restaurant's `time_zone`. `tables` is the
         *     number of tables that the entry stands for, null for one. `fee_cents` is the fee of a held-back
         *     table, in `currency` (an ISO code, "" if it is not known). `over` is an open table to which the
         *     user prefers the booked one, null if there was none.
         */
        EntryOut: {
            /**
             * At
             * Format: date-time
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Checks
             * @description The number of checks of the reservation up to this entry; null if it was not counted.
             */
            checks: number | null;
            /**
             * Currency
             * @description The ISO 4217 code of `fee_cents`; empty if it is not known.
             */
            currency: string;
            /**
             * Date
             * Format: date
             * @description The day of the table on the restaurant's calendar, YYYY-MM-DD.
             */
            date: string;
            /**
             * Duration Ms
             * @description How long the booking took, in milliseconds; null for other entries.
             */
            duration_ms: number | null;
            /**
             * Fee Cents
             * @description The fee of a table that was held back, in hundredths of `currency`; null for other entries.
             */
            fee_cents: number | null;
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Kind
             * @description What happened.
             */
            kind: string;
            /** @description An open table to which the user preferred the booked one; null if there was none. */
            over: components["schemas"]["OverOut"] | null;
            /**
             * Party Size
             * @description The number of people at the table; null if no table is meant.
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
             * @description The number of tables that this entry stands for; null for one.
             */
            tables: number | null;
            /**
             * Time
             * @description The start of the table on the restaurant's clock, HH:MM; null if no table is meant.
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
         * EventsOut
         * @description The user's durable events with a number above `after`, oldest first. `last_seq` is the number of the user's
         *     newest event.
         */
        EventsOut: {
            /**
             * Events
             * @description The user's events above `after`, oldest first. Read on with the last `seq`.
             */
            events: components["schemas"]["DurableEvent"][];
            /**
             * Last Seq
             * @description The number of the user's newest event; 0 if there is none.
             */
            last_seq: number;
        };
        /**
         * ExistingRestaurantOut
         * @description A venue (our id) where the user has an active reservation or a booking (`why`). A venue with
         *     both is listed twice.
         */
        ExistingRestaurantOut: {
            /**
             * Dates
             * @description Days on the restaurant's calendar, YYYY-MM-DD, in order of time.
             */
            dates: string[];
            /**
             * Venue
             * @description Our id of the restaurant.
             */
            venue: number;
            /**
             * Venue Name
             * @description The restaurant's name.
             */
            venue_name: string;
            /**
             * Why
             * @description `active_task` for an active reservation, `booking` for a booked table.
             * @enum {string}
             */
            why: "active_task" | "booking";
        };
        /**
         * ExistingRestaurantsOut
         * @description The venues about which the wizard warns.
         */
        ExistingRestaurantsOut: {
            /**
             * Existing Restaurants
             * @description The restaurants where the user has an active reservation or a table.
             */
            existing_restaurants: components["schemas"]["ExistingRestaurantOut"][];
        };
        /**
         * FeeIn
         * @description The highest fee or deposit for the whole party to accept from now on. With `unknown`, also accept a fee that the
         *     platform does not state.
         */
        FeeIn: {
            /**
             * Fee Ceiling Cents
             * @description The highest fee or deposit for the whole party from now on, in hundredths of the currency.
             */
            fee_ceiling_cents?: number | null;
            /**
             * Unknown
             * @description Whether to accept a fee that the platform does not state.
             * @default false
             */
            unknown: boolean;
        };
        /**
         * FiledOut
         * @description A group after filing or editing.
         */
        FiledOut: {
            /** @description The request as it is now stored. */
            group: components["schemas"]["GroupOut"];
            /**
             * Message
             * @description A sentence for the user.
             */
            message: string;
        };
        /**
         * GroupOut
         * @description One group with its reservations.
         *
         *     `number` is for display. `venues` and `dates_by_choice` are in the user's order, first choice
         *     first. `time_windows` are all time windows, first choice first, at least one; `start_time` and
         *     `end_time` are the first of them. With `one_table`, the group gets one table in all, otherwise
         *     one for each date. `stopping` means that a stop waits for a booking call. `swap` is "search" if
         *     the group searches for a better table than a booked one, and "swap" if it books the table of a
         *     swap. `swap_table` is the booked table to improve or to replace, null for other groups.
         *     `status_since` is when the status of one of the group's reservations last changed. `release_at`
         *     is the instant of the release date and time, which are New York's. `continue_as_cancel` says
         *     whether a release request that misses the release becomes a cancel request; `missed_release_at`
         *     is the release that a cancel request missed when it was a release request, null for other
         *     requests. `resy_card` and `opentable_card` are the platform's ids of the chosen cards, null for
         *     the accounts' default cards.
         */
        GroupOut: {
            /**
             * Account Name
             * @description The name of the connected account that books, as lists show it.
             */
            account_name: string;
            /**
             * Book On Behalf
             * @description The client for whom a concierge books, as text; null for the user's own request.
             */
            book_on_behalf: string | null;
            /** @description The client for whom a concierge books; null for the user's own request. */
            client: components["schemas"]["ClientOut"] | null;
            /**
             * Continue As Cancel
             * @description Whether a release request that misses the release becomes a cancel request and looks for a table until its date.
             */
            continue_as_cancel: boolean;
            /**
             * Created Date
             * Format: date-time
             * @description When the request was filed: an instant in UTC.
             */
            created_date: string;
            /**
             * Dates
             * @description Days on the restaurant's calendar, YYYY-MM-DD, in order of time.
             */
            dates: string[];
            /**
             * Dates By Choice
             * @description The wanted days, YYYY-MM-DD, first choice first.
             */
            dates_by_choice: string[];
            /**
             * End Time
             * @description The end of the time window on the restaurant's clock, HH:MM, included.
             */
            end_time: string;
            /**
             * Fee Ceiling Cents
             * @description The highest fee or deposit to accept for the whole party, in hundredths of the restaurant's currency; 0 for none.
             */
            fee_ceiling_cents: number;
            /**
             * Final Snipe Date
             * @description The last day on which the request is watched, YYYY-MM-DD; null for no limit but its dates.
             */
            final_snipe_date: string | null;
            /**
             * Group Id
             * @description Our id of the request (a group of reservations).
             */
            group_id: number;
            /**
             * Members
             * @description The reservations: one for each venue and date.
             */
            members: components["schemas"]["MemberOut"][];
            /**
             * Missed Release At
             * @description The release that this cancel request missed while it was a release request: an instant in UTC; null for others.
             */
            missed_release_at: string | null;
            /**
             * Notify Only
             * @description Whether open tables are only announced to the user, and nothing is booked.
             */
            notify_only: boolean;
            /**
             * Number
             * @description The number of the request as screens show it.
             */
            number: string;
            /**
             * One Table
             * @description Whether the request gets one table in all instead of one for each date.
             */
            one_table: boolean;
            /**
             * Opentable Card
             * @description OpenTable's id of the card to use; null for the account's default card.
             */
            opentable_card: string | null;
            /**
             * Override Reservations
             * @description Whether a table of this request may replace a booking of the user on the same date.
             */
            override_reservations: boolean;
            /**
             * Party Size
             * @description The number of people at the table.
             */
            party_size: number;
            /**
             * Release At
             * @description The instant of the release, in UTC; null for a cancel request.
             */
            release_at: string | null;
            /**
             * Release Date
             * @description The day of the release in New York, YYYY-MM-DD; null for a cancel request.
             */
            release_date: string | null;
            /**
             * Release Time
             * @description The time of the release on New York's clock, HH:MM; null for a cancel request.
             */
            release_time: string | null;
            /**
             * Resy Card
             * @description Resy's id of the card to use; null for the account's default card.
             */
            resy_card: string | null;
            /**
             * Snipe Type
             * @description `release` books when the restaurant opens the day for booking, `cancel` books a table that another guest gives back.
             * @enum {string}
             */
            snipe_type: "cancel" | "release";
            /**
             * Start Time
             * @description The start of the time window on the restaurant's clock, HH:MM, included.
             */
            start_time: string;
            /**
             * Status
             * @description The status of the whole request.
             * @enum {string}
             */
            status: "active" | "paused" | "confirmed" | "unsuccessful" | "canceled";
            /**
             * Status Since
             * Format: date-time
             * @description When the status of one of its reservations last changed: an instant in UTC.
             */
            status_since: string;
            /**
             * Stopping
             * @description Whether a stop waits for a booking call in flight.
             */
            stopping: boolean;
            /**
             * Swap
             * @description `search` for a search for a better table, `swap` for the booking of a swap; null for other requests.
             */
            swap: ("search" | "swap") | null;
            /** @description The booked table to improve or to replace; null for other requests. */
            swap_table: components["schemas"]["SwappedTableOut"] | null;
            /**
             * Time Windows
             * @description The wanted times, first choice first. They do not overlap.
             */
            time_windows: components["schemas"]["TimeWindowOut"][];
            /**
             * Venues
             * @description The wanted restaurants, first choice first.
             */
            venues: components["schemas"]["GroupVenueOut"][];
        };
        /**
         * GroupVenueOut
         * @description A restaurant of a group. `id` is ours, `venue_id` the platform's. The times of its tables are
         *     in `time_zone`. Their fees are in `currency`, the ISO code of the country's currency, "" if it
         *     is not known.
         *
         *     `table_types` are the wanted seatings, best first, "" for any; `table_type` is the first.
         */
        GroupVenueOut: {
            /**
             * Address1
             * @description The restaurant's street and house number.
             */
            address1: string;
            /** @description What the browser draws a picture of the venue from; null if there is a photo. */
            cover_art: components["schemas"]["CoverArtOut"] | null;
            /**
             * Cover Image Url
             * @description The https address of the restaurant's photo; null if there is none.
             */
            cover_image_url: string | null;
            /**
             * Currency
             * @description The ISO 4217 code of the amounts, such as USD; empty if it is not known.
             */
            currency: string;
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Locality
             * @description The city.
             */
            locality: string;
            /**
             * Neighborhood
             * @description The part of the city.
             */
            neighborhood: string;
            /**
             * Reservation Source
             * @description The platform at which the restaurant takes bookings.
             * @enum {string}
             */
            reservation_source: "resy" | "opentable";
            /**
             * Table Type
             * @description The first wanted seating; empty for any.
             */
            table_type: string;
            /**
             * Table Types
             * @description The wanted seatings, best first; empty text for any.
             */
            table_types: string[];
            /**
             * Time Zone
             * @description The IANA name of the time zone, such as America/New_York.
             */
            time_zone: string;
            /**
             * Venue Id
             * @description The platform's id of the restaurant.
             */
            venue_id: number;
            /**
             * Venue Name
             * @description The restaurant's name.
             */
            venue_name: string;
        };
        /**
         * GroupsOut
         * @description One page of groups, newest first. `count` is for the filter, `counts` for all groups.
         *
         *     `seq`: the page includes every change up to this event number, and possibly later ones.
         */
        GroupsOut: {
            /**
             * Count
             * @description The number of requests that match the filter, on all pages.
             */
            count: number;
            /** @description The number of all requests in each tab. */
            counts: components["schemas"]["StatusCounts"];
            /**
             * Groups
             * @description The requests of this page, newest first.
             */
            groups: components["schemas"]["GroupOut"][];
            /**
             * Page
             * @description The number of the page, beginning with 1.
             */
            page: number;
            /**
             * Pages
             * @description The number of pages.
             */
            pages: number;
            /**
             * Seq
             * @description The page includes every change up to this event number, and possibly later ones. Pass it to the socket as `last_seq`.
             */
            seq: number;
            /**
             * Sources
             * @description The state of each platform.
             */
            sources: components["schemas"]["SourceOut"][];
            /**
             * Warnings
             * @description Risks of a ban that requests cause.
             */
            warnings: components["schemas"]["WarningOut"][];
        };
        /**
         * HeatMapOut
         * @description How often tables open. `rates` has a row for each weekday of the table (Monday first), with
         *     one rate for each hour of the table in `hours`.
         *
         *     A rate is the number of openings per 24 hours in which one date and party size was watched. The
         *     rates of a weekday are null if it was watched too little. `sightings` is the number of openings
         *     seen in the last 120 days, `watched_hours` the hours watched.
         */
        HeatMapOut: {
            /**
             * Hours
             * @description The hours of tables on the restaurant's clock, 0 to 23: the columns of `rates`.
             */
            hours: number[];
            /**
             * Rates
             * @description A row for each weekday, Monday first: openings per 24 hours watched, for each hour of `hours`. Null where too little was watched.
             */
            rates: (number | null)[][];
            /**
             * Sightings
             * @description The number of openings seen in the last 120 days.
             */
            sightings: number;
            /**
             * Watched Hours
             * @description The hours in which the restaurant was watched.
             */
            watched_hours: number;
        };
        /**
         * ImportLineOut
         * @description The result of one line. `line` is its number in the file; `name` is the client's, as far as it is valid; `errors`
         *     has a sentence for each invalid field. In a preview, a new client has no `client_id` yet.
         */
        ImportLineOut: {
            /**
             * Client Id
             * @description Our id of the client; null for a refused line, and for a new client in a preview.
             */
            client_id: number | null;
            /**
             * Errors
             * @description A sentence for each invalid field, by the field's name.
             */
            errors: {
                [key: string]: string;
            };
            /**
             * Line
             * @description The number of the line in the file, beginning with 1.
             */
            line: number;
            /**
             * Name
             * @description The client's name as far as it is valid.
             */
            name: string;
            /**
             * Outcome
             * @description What an import does, or did, with this line.
             * @enum {string}
             */
            outcome: "created" | "updated" | "unchanged" | "merged" | "refused";
        };
        /**
         * ImportOut
         * @description The report of an import, or of its preview. After an import, valid lines are in the client book.
         *     `ignored_columns` are headings that are not known.
         */
        ImportOut: {
            /**
             * Created
             * @description The number of new clients.
             */
            created: number;
            /**
             * Ignored Columns
             * @description Headings of the file that are not known.
             */
            ignored_columns: string[];
            /**
             * Lines
             * @description The result of each line.
             */
            lines: components["schemas"]["ImportLineOut"][];
            /**
             * Merged
             * @description The number of lines that belong to a client of an earlier line.
             */
            merged: number;
            /**
             * Message
             * @description A sentence for the user.
             */
            message: string;
            /**
             * Refused
             * @description The number of invalid lines.
             */
            refused: number;
            /**
             * Unchanged
             * @description The number of clients that were already as in the file.
             */
            unchanged: number;
            /**
             * Updated
             * @description The number of clients that changed.
             */
            updated: number;
        };
        /**
         * KeptTableOut
         * @description A table that stays booked when the account is closed. `phrase` names restaurant, day and time.
         *
         *     `group_id` is the request whose ticket can cancel the table, null if only the platform can cancel it. `party_size`
         *     is null if it is not known. `canceling`: the user asked to cancel it, and the platform has not confirmed that yet.
         */
        KeptTableOut: {
            /**
             * Canceling
             * @description Whether the user asked to cancel the table and the platform has not confirmed that yet.
             */
            canceling: boolean;
            /**
             * Group Id
             * @description The request whose ticket can cancel the table; null if only the platform can cancel it.
             */
            group_id: number | null;
            /**
             * Party Size
             * @description The number of people at the table; null if it is not known.
             */
            party_size: number | null;
            /**
             * Phrase
             * @description Restaurant, day and time of the table, as part of a sentence.
             */
            phrase: string;
            /**
             * Platform
             * @description The platform at which the table or account is.
             * @enum {string}
             */
            platform: "resy" | "opentable";
        };
        /**
         * LearnedRuleOut
         * @description A release rule that we learned: the venue opens a day `days_ahead` days ahead, at `local_time` in the time zone
         *     `zone`.
         *
         *     With a `weekday` (0 is Monday), the venue opens a whole week at once on that weekday: the seven days that are
         *     `days_ahead` to `days_ahead` + 6 days ahead. `seen` of the last `observed` openings followed the rule.
         *     `jitter_seconds` is the largest delay of these openings.
         */
        LearnedRuleOut: {
            /**
             * Confidence
             * @description How reliable the rule is.
             * @enum {string}
             */
            confidence: "low" | "medium" | "high";
            /**
             * Days Ahead
             * @description How many days ahead a day opens for booking.
             */
            days_ahead: number;
            /**
             * Jitter Seconds
             * @description The largest delay of an observed opening, in seconds.
             */
            jitter_seconds: number;
            /**
             * Local Time
             * @description When the venue opens a day for booking, on the clock of `zone`, HH:MM.
             */
            local_time: string;
            /**
             * Observed
             * @description The number of observed openings.
             */
            observed: number;
            /**
             * Seen
             * @description The number of observed openings that followed the rule.
             */
            seen: number;
            /**
             * Text
             * @description The rule as a sentence, such as: Opens 30 days ahead at 10:00 AM · seen 9 of 10 times
             */
            text: string;
            /**
             * Weekday
             * @description The weekday on which a whole week opens, 0 for Monday; null if each day opens by itself.
             */
            weekday: number | null;
            /**
             * Zone
             * @description The IANA name of the time zone of `local_time`.
             */
            zone: string;
        };
        /**
         * LineOut
         * @description One check with its result. A line that is not `ok` has an action.
         */
        LineOut: {
            /** @description What the user can do about it; null if the check is passed. */
            action: components["schemas"]["ActionOut"] | null;
            /**
             * Check
             * @description What was checked.
             * @enum {string}
             */
            check: "session" | "card" | "clock" | "venue" | "platform" | "fee" | "meal" | "channel";
            /**
             * State
             * @description The result of the check.
             * @enum {string}
             */
            state: "ok" | "warning" | "failed" | "unknown";
            /**
             * Text
             * @description The result as a sentence for the user.
             */
            text: string;
        };
        /**
         * LinkIn
         * @description The token of a link that was sent by e-mail.
         */
        LinkIn: {
            /**
             * Token
             * Format: password
             * @description The token of the link, as the e-mail contained it.
             */
            token: string;
        };
        /**
         * LinkedTableOut
         * @description The table of a link, without the names of its diner and account.
         *
         *     `state`: "canceling" until the platform has confirmed a cancellation. `costs`: whether canceling it now costs
         *     something; null if that is not known. `free_until`, `cancel_fee_cents` and `deposit_cents` are the terms at the time
         *     of the booking, null if the platform did not state them. `currency` is the ISO code of the amounts: the stated one,
         *     else that of the restaurant's country, "" if neither is known.
         */
        LinkedTableOut: {
            /**
             * Cancel Fee Cents
             * @description The price of a late cancellation or a no-show, in hundredths of the currency; null if the platform did not state it.
             */
            cancel_fee_cents: number | null;
            /**
             * Client Name
             * @description The client for whom the table was booked; null for the user's own table.
             */
            client_name: string | null;
            /**
             * Costs
             * @description Whether canceling now costs something; null if that is not known.
             */
            costs: boolean | null;
            /**
             * Currency
             * @description The ISO 4217 code of the amounts, such as USD; empty if it is not known.
             */
            currency: string;
            /**
             * Date
             * Format: date
             * @description The day of the table on the restaurant's calendar, YYYY-MM-DD.
             */
            date: string;
            /**
             * Deposit Cents
             * @description The amount that was charged with the booking, in hundredths of the currency; null if the platform did not state it.
             */
            deposit_cents: number | null;
            /**
             * Free Until
             * @description The last instant of a free cancellation, in UTC; null if the platform did not state one.
             */
            free_until: string | null;
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
             * Seating
             * @description The kind of seating as the platform names it, such as Bar or Patio; empty if it is not stated.
             */
            seating: string;
            /**
             * State
             * @description `canceling` until the platform has confirmed a cancellation; `past` after the meal.
             * @enum {string}
             */
            state: "booked" | "canceling" | "canceled" | "past";
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
             * Venue Name
             * @description The restaurant's name.
             */
            venue_name: string;
        };
        /**
         * ListIn
         * @description Which groups to list (one tab, a search text, these ids), and how many on a page.
         *
         *     With `tables_first`, groups with a booked table of today or later come before the others.
         */
        ListIn: {
            /**
             * Ids
             * @description Return only these requests. The parameter may be repeated.
             * @default []
             */
            ids: number[];
            /**
             * Page
             * @description The number of the page, beginning with 1.
             * @default 1
             */
            page: number;
            /**
             * Page Size
             * @description The most entries on a page.
             * @default 50
             */
            page_size: number;
            /**
             * Search
             * @description Text that the request contains, such as a restaurant; empty for all.
             * @default
             */
            search: string;
            /**
             * Status
             * @description The tab: return only requests with this status.
             */
            status?: ("active" | "paused" | "confirmed" | "unsuccessful" | "canceled") | null;
            /**
             * Tables First
             * @description Whether requests with a booked table of today or later come first.
             * @default false
             */
            tables_first: boolean;
        };
        /** @description An event that is not stored: a newer one replaces it. */
        LiveEvent: components["schemas"]["WatchTicks"] | components["schemas"]["WatchSeen"] | components["schemas"]["WatchSightings"] | components["schemas"]["SourceChanged"];
        /**
         * LocationOut
         * @description A neighborhood and its number of venues.
         */
        LocationOut: {
            /**
             * Count
             * @description The number of venues there.
             */
            count: number;
            /**
             * Locality
             * @description The city.
             */
            locality: string;
            /**
             * Neighborhood
             * @description The part of the city.
             */
            neighborhood: string;
        };
        /**
         * LocationsOut
         * @description All neighborhoods with venues.
         */
        LocationsOut: {
            /**
             * Locations
             * @description The neighborhoods with venues.
             */
            locations: components["schemas"]["LocationOut"][];
        };
        /**
         * LoginIn
         * @description E-mail address and password.
         */
        LoginIn: {
            /**
             * Email
             * @description The e-mail address of the user's account.
             */
            email: string;
            /**
             * Password
             * Format: password
             * @description A password of at most 1,024 characters. Spaces at its ends count.
             */
            password: string;
        };
        /**
         * LogoutIn
         * @description The refresh token of the session to end. A client whose access token has expired needs it to sign out.
         */
        LogoutIn: {
            /**
             * Refresh Token
             * @description The refresh token of the session to end; without it, the session of the access token ends.
             */
            refresh_token?: string | null;
        };
        /**
         * ManageOut
         * @description The URL of the Stripe page on which the user manages card, invoices and subscription.
         */
        ManageOut: {
            /**
             * Url
             * @description The https address of Stripe's page for this user.
             */
            url: string;
        };
        /**
         * MemberOut
         * @description One reservation: one venue (our id) on one date. `seen` is null unless the reservation was unsuccessful.
         *
         *     `page` is the restaurant's own page for that day and party; null unless the request is notify-only and the page is
         *     known.
         */
        MemberOut: {
            /** @description The booked table; null unless the reservation is confirmed. */
            booked: components["schemas"]["BookedOut"] | null;
            /**
             * Date
             * Format: date
             * @description The day of the table on the restaurant's calendar, YYYY-MM-DD.
             */
            date: string;
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Page
             * @description The restaurant's own page for that day and party; null unless the request is notify-only and the page is known.
             */
            page: string | null;
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
            /** @description The tables that fitted; null unless the reservation was unsuccessful. */
            seen: components["schemas"]["SeenOut"] | null;
            /**
             * Status
             * @description The status of this reservation.
             * @enum {string}
             */
            status: "active" | "paused" | "confirmed" | "unsuccessful" | "canceled";
            /**
             * Table Type
             * @description The wanted seating; empty for any.
             */
            table_type: string;
            /**
             * Venue
             * @description Our id of the restaurant.
             */
            venue: number;
            /**
             * Venue Name
             * @description The restaurant's name.
             */
            venue_name: string;
            /** @description How the reservation is watched; null if it is not. */
            watch: components["schemas"]["WatchOut"] | null;
        };
        /**
         * MessageOut
         * @description A sentence for the user.
         */
        MessageOut: {
            /**
             * Message
             * @description A sentence for the user.
             */
            message: string;
        };
        /**
         * NamedGroupOut
         * @description The restaurants of a group, for events that have only the group's id.
         */
        NamedGroupOut: {
            /**
             * Group Id
             * @description Our id of the request (a group of reservations).
             */
            group_id: number;
            /**
             * Venue Names
             * @description The restaurants' names.
             */
            venue_names: string[];
        };
        /**
         * NewsOut
         * @description The user's notifications, newest first. If `more`, there are older ones: pass the last `seq` as `before`.
         */
        NewsOut: {
            /**
             * Events
             * @description The user's notifications, newest first.
             */
            events: (components["schemas"]["ReservationOutcome"] | components["schemas"]["ReservationOpening"] | components["schemas"]["ReservationDeadline"] | components["schemas"]["ReservationNotReady"] | components["schemas"]["ReservationChanged"] | components["schemas"]["AccountAttention"] | components["schemas"]["UserNotice"] | components["schemas"]["WeeklyRuleChanged"])[];
            /**
             * Groups
             * @description The restaurants of the requests that the events name.
             */
            groups: components["schemas"]["NamedGroupOut"][];
            /**
             * Last Seq
             * @description The number of the user's newest event; 0 if there is none.
             */
            last_seq: number;
            /**
             * More
             * @description Whether there are older notifications. Pass the last `seq` as `before` to read them.
             */
            more: boolean;
            /**
             * Seen
             * @description The newest event number that the user has read.
             */
            seen: number;
            /**
             * Unseen
             * @description The number of unread notifications, at most 100.
             */
            unseen: number;
        };
        /**
         * NotificationSettingsOut
         * @description The user's notification settings.
         *
         *     `quiet_hours` is null if there are none. `reachable`: a message about a booked table would be sent on at least one
         *     channel, because the user wants it there and has confirmed the address. `push_key` is the public key with which a
         *     browser subscribes, null if this deployment sends no messages to devices.
         */
        NotificationSettingsOut: {
            /**
             * Addresses
             * @description The devices and chat apps of the user.
             */
            addresses: components["schemas"]["AddressOut"][];
            /**
             * Choices
             * @description For each topic and channel, whether messages are sent.
             */
            choices: components["schemas"]["ChoiceOut"][];
            /**
             * Push Key
             * @description The public key with which a browser subscribes (VAPID, base64url); null if this deployment sends nothing to devices.
             */
            push_key: string | null;
            /** @description When only urgent messages are sent; null for never. */
            quiet_hours: components["schemas"]["QuietHoursOut"] | null;
            /**
             * Reachable
             * @description Whether a message about a booked table would be sent on at least one channel.
             */
            reachable: boolean;
        };
        /**
         * NotificationsIn
         * @description Changes of the notification preferences. Absent fields stay unchanged.
         */
        NotificationsIn: {
            /**
             * Email Notifications
             * @description Whether the user wants e-mails.
             */
            email_notifications?: boolean | null;
            /**
             * Phone Notifications
             * @description Whether the user wants text messages.
             */
            phone_notifications?: boolean | null;
        };
        /**
         * NotificationsOut
         * @description The notification preferences: whether the user wants e-mails and text messages.
         */
        NotificationsOut: {
            /**
             * Email Notifications
             * @description Whether the user wants e-mails.
             */
            email_notifications: boolean;
            /**
             * Phone Notifications
             * @description Whether the user wants text messages.
             */
            phone_notifications: boolean;
        };
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
         * ObstacleOut
         * @description Why a restaurant cannot be booked, what to do instead, and the restaurant's own page ("" if it is not known).
         *
         *     With `notifies`, a notify-only request is accepted nevertheless.
         */
        ObstacleOut: {
            /**
             * Kind
             * @description Why nothing can be booked.
             * @enum {string}
             */
            kind: "captcha" | "tock" | "exclusive" | "listing" | "experience" | "party_size" | "horizon" | "reopening";
            /**
             * Message
             * @description The reason, and what to do instead, as a sentence.
             */
            message: string;
            /**
             * Notifies
             * @description Whether a notify-only request is accepted nevertheless.
             */
            notifies: boolean;
            /**
             * Page
             * @description The restaurant's own page; empty if it is not known.
             */
            page: string;
            /**
             * Venue Id
             * @description Our id of the restaurant.
             */
            venue_id: number;
        };
        /**
         * OddsIn
         * @description The fields of the request form on which the odds depend. The form may be incomplete.
         */
        OddsIn: {
            /** @description The request form, complete or not. */
            reservation: components["schemas"]["ReservationIn"];
        };
        /**
         * OddsOut
         * @description The odds of a request. `odds` is null for a release request, while the form is incomplete or
         *     invalid, and if too little is known.
         */
        OddsOut: {
            /** @description The odds; null for a release request, an incomplete form, or too little knowledge. */
            odds: components["schemas"]["StatedOddsOut"] | null;
        };
        /**
         * OddsScoreOut
         * @description How good our odds were. `score` is null while fewer than `least_scored` are scored.
         *
         *     `open` counts stated odds whose result is not known yet. `void` counts odds that are not scored,
         *     because the request was edited, paused, canceled or deleted, or because a table was open when it
         *     was filed. `since` is when the first scored request was filed.
         */
        OddsScoreOut: {
            /**
             * Least Scored
             * @description The number of scored odds from which `score` is stated.
             */
            least_scored: number;
            /**
             * Open
             * @description The number of stated odds whose result is not known yet.
             */
            open: number;
            /** @description How good the odds were; null while too few are scored. */
            score: components["schemas"]["ScoreOut"] | null;
            /**
             * Scored
             * @description The number of stated odds whose result is known.
             */
            scored: number;
            /**
             * Since
             * @description When the first scored request was filed: an instant in UTC; null if none is scored.
             */
            since: string | null;
            /**
             * Void
             * @description The number of stated odds that are not scored, because the request changed or a table was open when it was filed.
             */
            void: number;
        };
        /**
         * OfferOut
         * @description One subscription card. `action` is the action of its button.
         *
         *     With the action `current` (the user's own plan) or `included` (a plan that the user's
         *     complimentary plan includes), the card has no button. With `manage`, the button opens Stripe's
         *     page.
         */
        OfferOut: {
            /**
             * Action
             * @description What the card's button does. `current` and `included` have no button.
             * @enum {string}
             */
            action: "start_trial" | "subscribe" | "resubscribe" | "switch" | "current" | "included" | "manage";
            /**
             * Name
             * @description The name of the plan on screens.
             */
            name: string;
            /**
             * Price Cents
             * @description The price of a month, in US cents.
             */
            price_cents: number;
            /**
             * Tier
             * @description The plan of this card.
             * @enum {string}
             */
            tier: "standard" | "premium";
        };
        /**
         * OpenTableAccountOut
         * @description A connected OpenTable account, without its token.
         */
        OpenTableAccountOut: {
            /**
             * Cards
             * @description The cards on file.
             */
            cards: components["schemas"]["AccountCardOut"][];
            /**
             * Display Name
             * @description The name of the account's owner at the platform.
             */
            display_name: string;
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Is Concierge
             * @description Whether the account belongs to a concierge and books for clients.
             */
            is_concierge: boolean;
            /**
             * Ot Username
             * @description The phone number with which the account was connected.
             */
            ot_username: string;
            /**
             * Status
             * @description Whether the account can book, or its owner has to sign in again.
             * @enum {string}
             */
            status: "connected" | "needs_reconnect";
            /**
             * Verified At
             * @description When the platform last accepted the sign-in: an instant in UTC; null if never.
             */
            verified_at: string | null;
        };
        /**
         * OpenTableConnectedOut
         * @description The OpenTable account that was connected.
         */
        OpenTableConnectedOut: {
            /** @description The account that was connected. */
            account: components["schemas"]["OpenTableAccountOut"];
            /**
             * Message
             * @description A sentence for the user.
             */
            message: string;
        };
        /**
         * OpenTableSignedInOut
         * @description Whether an OpenTable account is connected.
         */
        OpenTableSignedInOut: {
            /**
             * Opentable Signed In
             * @description Whether the user has a connected OpenTable account.
             */
            opentable_signed_in: boolean;
        };
        /**
         * OpeningOut
         * @description A table at this venue that was seen open for a request of any user. `seen_at` is cut to the minute.
         */
        OpeningOut: {
            /**
             * Date
             * Format: date
             * @description The day of the table on the restaurant's calendar, YYYY-MM-DD.
             */
            date: string;
            /**
             * Party Size
             * @description The number of people at the table.
             */
            party_size: number;
            /**
             * Seen At
             * Format: date-time
             * @description The minute in which the table was seen open: an instant in UTC.
             */
            seen_at: string;
            /**
             * Time
             * @description The start of the table on the restaurant's clock, HH:MM.
             */
            time: string;
        };
        /**
         * OverOut
         * @description An open table that was not booked, because the user prefers the booked one. It was seen
         *     within seconds of the booking.
         *
         *     `by` says what decided: the user's order of the restaurants, of the dates, of the time windows or of the seatings.
         */
        OverOut: {
            /**
             * By
             * @description What decided: the order of the restaurants, dates, time windows or seatings.
             * @enum {string}
             */
            by: "venue" | "date" | "window" | "seating";
            /**
             * Date
             * Format: date
             * @description The day of the table on the restaurant's calendar, YYYY-MM-DD.
             */
            date: string;
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
             * Venue Name
             * @description The restaurant's name.
             */
            venue_name: string;
        };
        /**
         * OwnRequestOut
         * @description A group of the user that has reservations at this venue which are active, paused, or booked for a future day.
         *
         *     `status` and `dates` are those of these reservations.
         */
        OwnRequestOut: {
            /**
             * Dates
             * @description Days on the restaurant's calendar, YYYY-MM-DD, in order of time.
             */
            dates: string[];
            /**
             * End Time
             * @description The end of the time window on the restaurant's clock, HH:MM, included.
             */
            end_time: string;
            /**
             * Group Id
             * @description Our id of the request (a group of reservations).
             */
            group_id: number;
            /**
             * Number
             * @description The number of the request as screens show it.
             */
            number: string;
            /**
             * Party Size
             * @description The number of people at the table.
             */
            party_size: number;
            /**
             * Release At
             * @description The instant of the release, in UTC; null for a cancel request.
             */
            release_at: string | null;
            /**
             * Snipe Type
             * @description `release` books when the restaurant opens the day for booking, `cancel` books a table that another guest gives back.
             * @enum {string}
             */
            snipe_type: "cancel" | "release";
            /**
             * Start Time
             * @description The start of the time window on the restaurant's clock, HH:MM, included.
             */
            start_time: string;
            /**
             * Status
             * @description The status of the request's reservations at this restaurant.
             * @enum {string}
             */
            status: "active" | "paused" | "confirmed" | "unsuccessful" | "canceled";
            /**
             * Time Windows
             * @description The wanted times, first choice first. They do not overlap.
             */
            time_windows: components["schemas"]["TimeWindowOut"][];
        };
        /**
         * PageIn
         * @description The number of a page, beginning with 1, and the number of venues on each page.
         */
        PageIn: {
            /**
             * Page
             * @description The number of the page, beginning with 1.
             * @default 1
             */
            page: number;
            /**
             * Page Size
             * @description The most entries on a page.
             * @default 24
             */
            page_size: number;
        };
        /**
         * PhoneCodeIn
         * @description The code from the text message, the correlation id of the first step, and the phone. The code is passed only to
         *     OpenTable.
         */
        PhoneCodeIn: {
            /**
             * Code
             * Format: password
             * @description The code from OpenTable's text message.
             */
            code: string;
            /**
             * Correlation Id
             * @description The id that connects the steps of a sign-in. Pass it unchanged to the next step.
             */
            correlation_id: string;
            /**
             * Phone
             * @description A phone number. Spaces and hyphens are allowed; answers write it as +12125550123.
             */
            phone: string;
        };
        /**
         * PhoneLoginIn
         * @description The phone that gets a code: the number with its country code, or both in separate fields (default +1).
         */
        PhoneLoginIn: {
            /**
             * Country Code
             * @description The country code of `phone`, such as +1; not needed if `phone` includes it.
             */
            country_code?: string | null;
            /**
             * Phone
             * @description A phone number. Spaces and hyphens are allowed; answers write it as +12125550123.
             */
            phone: string;
        };
        /**
         * PlatformOut
         * @description A booking platform where users can connect accounts.
         */
        PlatformOut: {
            /**
             * Home Url
             * @description The address of the platform's home page.
             */
            home_url: string;
            /**
             * Key
             * @description The name of the platform in requests and answers, such as in `reservation_source`.
             */
            key: string;
            /**
             * Link Hosts
             * @description The domains of the platform's pages, whose links name restaurants.
             */
            link_hosts: string[];
            /**
             * Name
             * @description The platform's name for users.
             */
            name: string;
            /**
             * Offers Release
             * @description Whether users can file release requests for restaurants at this platform.
             */
            offers_release: boolean;
            /**
             * Sign In
             * @description The ways to connect an account: `password`, `code_to_phone`, `code_to_email`.
             */
            sign_in: components["schemas"]["SignInKind"][];
        };
        /**
         * ProfileIn
         * @description Changes of the profile. Absent fields stay unchanged. A different e-mail address or phone requires
         *     `current_password`.
         */
        ProfileIn: {
            /**
             * Current Password
             * @description The user's password. A change of the e-mail address or the phone number requires it.
             */
            current_password?: string | null;
            /**
             * Email
             * @description The new e-mail address. It counts after the link that is sent to it was opened.
             */
            email?: string | null;
            /**
             * First Name
             * @description The given name, at most 100 characters.
             */
            first_name?: string | null;
            /**
             * Last Name
             * @description The family name, at most 100 characters.
             */
            last_name?: string | null;
            /**
             * Phone
             * @description The new phone number.
             */
            phone?: string | null;
        };
        /**
         * PropertyOut
         * @description A field that Resy asks for, such as em_address or mobile_number. `label` is Resy's label of the field and may be
         *     empty.
         */
        PropertyOut: {
            /**
             * Label
             * @description Resy's label of the field; may be empty.
             */
            label: string;
            /**
             * Name
             * @description Resy's name of the field, such as em_address or mobile_number.
             */
            name: string;
        };
        /**
         * QuietHoursIn
         * @description The user's quiet hours: from `start` to `end` on the clock of `time_zone`, an IANA name.
         */
        QuietHoursIn: {
            /**
             * End
             * @description When the quiet hours end, HH:MM on the clock of `time_zone`.
             */
            end: string;
            /**
             * Start
             * @description When the quiet hours start, HH:MM on the clock of `time_zone`.
             */
            start: string;
            /**
             * Time Zone
             * @description The IANA name of the time zone, such as America/New_York.
             */
            time_zone: string;
        };
        /**
         * QuietHoursOut
         * @description The user's quiet hours. In these hours, only messages of the topics `booked` and `needs_you` are sent.
         */
        QuietHoursOut: {
            /**
             * End
             * @description When the quiet hours end, HH:MM on the clock of `time_zone`.
             */
            end: string;
            /**
             * Start
             * @description When the quiet hours start, HH:MM on the clock of `time_zone`.
             */
            start: string;
            /**
             * Time Zone
             * @description The IANA name of the time zone, such as America/New_York.
             */
            time_zone: string;
        };
        /**
         * ReadinessOut
         * @description The readiness of a group. `lines` is empty if the group has no active reservation.
         *
         *     `rehearse_at` is when the next rehearsal may start, null if the group cannot be rehearsed.
         */
        ReadinessOut: {
            /**
             * Group Id
             * @description Our id of the request (a group of reservations).
             */
            group_id: number;
            /**
             * Lines
             * @description The checks with their results; empty without an active reservation.
             */
            lines: components["schemas"]["LineOut"][];
            /** @description The last rehearsal; null if there was none. */
            rehearsal: components["schemas"]["RehearsalOut"] | null;
            /**
             * Rehearse At
             * @description When the next rehearsal may start: an instant in UTC; null if the request cannot be rehearsed.
             */
            rehearse_at: string | null;
        };
        /**
         * ReadingOut
         * @description The last event number read, the number of unread notifications (at most 100), and the newest event number.
         */
        ReadingOut: {
            /**
             * Last Seq
             * @description The number of the user's newest event; 0 if there is none.
             */
            last_seq: number;
            /**
             * Seen
             * @description The newest event number that the user has read.
             */
            seen: number;
            /**
             * Unseen
             * @description The number of unread notifications, at most 100.
             */
            unseen: number;
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
         * RefreshIn
         * @description The refresh token to rotate.
         */
        RefreshIn: {
            /**
             * Refresh Token
             * Format: password
             * @description The refresh token to exchange for a new pair.
             */
            refresh_token: string;
        };
        /**
         * RefusalOut
         * @description The shape of every refusal. `obstacles` has the reason for each restaurant that cannot be booked.
         */
        RefusalOut: {
            /**
             * Code
             * @description A stable code of the refusal, for programs.
             */
            code: string;
            /**
             * Errors
             * @description A sentence for each invalid field, by the field's name; null or missing if no field is meant.
             */
            errors?: {
                [key: string]: string;
            } | null;
            /**
             * Message
             * @description The refusal as a sentence for the user.
             */
            message: string;
            /**
             * Obstacles
             * @description Each chosen restaurant that cannot be booked, with the reason; null or missing for other refusals.
             */
            obstacles?: components["schemas"]["ObstacleOut"][] | null;
        };
        /**
         * RegisterIn
         * @description The form of a sign-up. The server sets all other fields of the user.
         */
        RegisterIn: {
            /**
             * Email
             * @description An e-mail address of at most 254 characters.
             */
            email: string;
            /**
             * First Name
             * @description The given name, at most 100 characters.
             */
            first_name: string;
            /**
             * Last Name
             * @description The family name, at most 100 characters.
             */
            last_name: string;
            /**
             * Password
             * Format: password
             * @description A password of at most 1,024 characters. Spaces at its ends count.
             */
            password: string;
            /**
             * Phone
             * @description A phone number. Spaces and hyphens are allowed; answers write it as +12125550123.
             */
            phone: string;
            /**
             * Referral Code
             * @description The code of the user who recommended Tablehawk.
             */
            referral_code?: string | null;
            /**
             * Referral Link
             * @description The link with such a code, as the user opened it.
             */
            referral_link?: string | null;
        };
        /**
         * RehearsalOut
         * @description The last rehearsal. `finished_at` is null while it runs. No booking call was made.
         */
        RehearsalOut: {
            /**
             * Finished At
             * @description When the rehearsal ended: an instant in UTC; null while it runs.
             */
            finished_at: string | null;
            /**
             * Requested At
             * Format: date-time
             * @description When the user asked for the rehearsal: an instant in UTC.
             */
            requested_at: string;
            /**
             * Steps
             * @description The calls of the rehearsal with their results.
             */
            steps: components["schemas"]["StepOut"][];
        };
        /**
         * ReleaseRuleOut
         * @description A venue's release rule: it opens a day for booking `days_ahead` days ahead, at `local_time` in the time zone
         *     `zone`.
         *
         *     `source`, `confidence` and `checked_at` say how reliable the rule is.
         */
        ReleaseRuleOut: {
            /**
             * Checked At
             * @description When the rule was last checked: an instant in UTC; null if never.
             */
            checked_at: string | null;
            /**
             * Confidence
             * @description How reliable the rule is.
             * @enum {string}
             */
            confidence: "low" | "medium" | "high";
            /**
             * Days Ahead
             * @description How many days ahead a day opens for booking.
             */
            days_ahead: number;
            /**
             * Local Time
             * @description When the venue opens a day for booking, on the clock of `zone`, HH:MM.
             */
            local_time: string;
            /**
             * Source
             * @description Where the rule comes from.
             * @enum {string}
             */
            source: "venue_page" | "observed" | "community" | "none";
            /**
             * Zone
             * @description The IANA name of the time zone of `local_time`.
             */
            zone: string;
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
         * ReservationIn
         * @description The fields of a submission. All except `snipe_type` may be missing, because a missing
         *     required field is refused with its own sentence.
         *
         *     Release date and time are New York's. `fee_ceiling_cents` is the highest fee or deposit of the party to accept.
         *     With `notify_only`, nothing is booked and the user is notified of open tables. With `one_table`, the request gets
         *     one table in all instead of one for each date. With `continue_as_cancel`, a release request that misses the release
         *     becomes a cancel request and looks for a table until its date, instead of ending with the release day. If one of
         *     these three fields is missing, it is false for a new request and unchanged in an edit.
         *
         *     Venues and dates are in the user's order, first choice first; the order of the venues counts more. `time_windows`
         *     are several windows that do not overlap, first choice first; `start_time` and `end_time` are then ignored. An edit
         *     without `time_windows` keeps the windows of the request while `start_time` and `end_time` are unchanged. With
         *     `repeat_until`, a new request is filed again for the same weekdays of each week until that day (a weekly rule); an
         *     edit ignores it. A release request that repeats has one date.
         */
        ReservationIn: {
            /**
             * Continue As Cancel
             * @description Whether a release request that misses the release becomes a cancel request. Missing: false, or unchanged in an edit.
             */
            continue_as_cancel?: boolean | null;
            /**
             * Dates
             * @description The wanted days, YYYY-MM-DD, first choice first.
             * @default []
             */
            dates: string[];
            /**
             * End Time
             * @description The end of the time window on the restaurant's clock, HH:MM, included.
             */
            end_time?: string | null;
            /**
             * Fee Ceiling Cents
             * @description The highest fee or deposit to accept for the whole party, in hundredths of the restaurant's currency; 0 for none.
             * @default 0
             */
            fee_ceiling_cents: number;
            /**
             * Final Snipe Date
             * @description The last day on which the request is watched, YYYY-MM-DD; null for no limit but its dates.
             */
            final_snipe_date?: string | null;
            /**
             * Notify Only
             * @description Whether open tables are only announced and nothing is booked. Missing: false, or unchanged in an edit.
             */
            notify_only?: boolean | null;
            /**
             * One Table
             * @description Whether the request gets one table in all instead of one for each date. Missing: false, or unchanged in an edit.
             */
            one_table?: boolean | null;
            /**
             * Override Reservations
             * @description Whether a table of this request may replace a booking of the user on the same date.
             * @default false
             */
            override_reservations: boolean;
            /**
             * Party Size
             * @description The number of people at the table.
             */
            party_size?: number | null;
            /**
             * Release Date
             * @description The day of the release in New York, YYYY-MM-DD; null for a cancel request.
             */
            release_date?: string | null;
            /**
             * Release Time
             * @description The time of the release on New York's clock, HH:MM; null for a cancel request.
             */
            release_time?: string | null;
            /**
             * Repeat Until
             * @description The day until which a new request is filed again each week, YYYY-MM-DD. An edit ignores it.
             */
            repeat_until?: string | null;
            /**
             * Snipe Type
             * @description `release` books when the restaurant opens the day for booking, `cancel` books a table that another guest gives back.
             * @enum {string}
             */
            snipe_type: "cancel" | "release";
            /**
             * Start Time
             * @description The start of the time window on the restaurant's clock, HH:MM, included.
             */
            start_time?: string | null;
            /**
             * Time Windows
             * @description Several wanted times that do not overlap, first choice first. `start_time` and `end_time` are then ignored.
             */
            time_windows?: components["schemas"]["TimeWindowIn"][] | null;
            /**
             * Venues
             * @description The wanted restaurants, first choice first.
             * @default []
             */
            venues: components["schemas"]["VenueIn"][];
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
         * ResetIn
         * @description The new password. The token and the uid of the reset link are query parameters.
         */
        ResetIn: {
            /**
             * Password
             * Format: password
             * @description The new password, at most 1,024 characters.
             */
            password: string;
        };
        /**
         * ResetRequestIn
         * @description The address to send a reset link to.
         */
        ResetRequestIn: {
            /**
             * Email
             * @description The e-mail address of the account whose password is lost.
             */
            email: string;
        };
        /**
         * ResyAccountOut
         * @description A connected Resy account, without its token.
         */
        ResyAccountOut: {
            /**
             * Cards
             * @description The cards on file.
             */
            cards: components["schemas"]["AccountCardOut"][];
            /**
             * Display Name
             * @description The name of the account's owner at the platform.
             */
            display_name: string;
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Is Concierge
             * @description Whether the account belongs to a concierge and books for clients.
             */
            is_concierge: boolean;
            /**
             * Resy Username
             * @description The e-mail address with which the account was connected.
             */
            resy_username: string;
            /**
             * Status
             * @description Whether the account can book, or its owner has to sign in again.
             * @enum {string}
             */
            status: "connected" | "needs_reconnect";
            /**
             * Verified At
             * @description When the platform last accepted the sign-in: an instant in UTC; null if never.
             */
            verified_at: string | null;
        };
        /**
         * ResyAnswersIn
         * @description The answers to a challenge by the names of its properties, and the correlation id of the challenge.
         */
        ResyAnswersIn: {
            /**
             * Answers
             * @description The answers by the names of the challenge's properties; at most five.
             */
            answers: {
                [key: string]: string;
            };
            /**
             * Correlation Id
             * @description The id that connects the steps of a sign-in. Pass it unchanged to the next step.
             */
            correlation_id: string;
        };
        /**
         * ResyCodeConfirmedOut
         * @description The connected account, or the challenge to answer before the account is connected. One of the two is null.
         */
        ResyCodeConfirmedOut: {
            /** @description The account that was connected; null if a challenge is to be answered first. */
            account: components["schemas"]["ResyAccountOut"] | null;
            /** @description What Resy asks for before the account is connected; null if it is connected. */
            challenge: components["schemas"]["ChallengeOut"] | null;
            /**
             * Message
             * @description A sentence for the user.
             */
            message: string;
        };
        /**
         * ResyCodeIn
         * @description The code that Resy sent, and the correlation id of the first step. The code is passed only to Resy.
         */
        ResyCodeIn: {
            /**
             * Code
             * Format: password
             * @description The code that Resy sent.
             */
            code: string;
            /**
             * Correlation Id
             * @description The id that connects the steps of a sign-in. Pass it unchanged to the next step.
             */
            correlation_id: string;
        };
        /**
         * ResyCodeRequestIn
         * @description The phone or the e-mail address that gets a code. The phone is given with its country code, or with the country
         *     code in `country_code` (default +1).
         */
        ResyCodeRequestIn: {
            /**
             * Country Code
             * @description The country code of `phone`, such as +1; not needed if `phone` includes it.
             */
            country_code?: string | null;
            /**
             * Email
             * @description The e-mail address that gets the code, instead of a phone.
             */
            email?: string | null;
            /**
             * Phone
             * @description The phone that gets the code.
             */
            phone?: string | null;
        };
        /**
         * ResyConnectedOut
         * @description The Resy account that was connected.
         */
        ResyConnectedOut: {
            /** @description The account that was connected. */
            account: components["schemas"]["ResyAccountOut"];
            /**
             * Message
             * @description A sentence for the user.
             */
            message: string;
        };
        /**
         * ResyLoginIn
         * @description The e-mail address and password of a Resy account. The password is passed to Resy and not stored.
         */
        ResyLoginIn: {
            /**
             * Email
             * @description The e-mail address of the Resy account.
             */
            email: string;
            /**
             * Password
             * Format: password
             * @description The password of the Resy account. It is passed to Resy and not stored.
             */
            password: string;
        };
        /**
         * ResySignedInOut
         * @description Whether a Resy account is connected.
         */
        ResySignedInOut: {
            /**
             * Resy Signed In
             * @description Whether the user has a connected Resy account.
             */
            resy_signed_in: boolean;
        };
        /**
         * ScoreOut
         * @description The Brier score of our odds (`brier`), and the score that the base rate would get if it were stated for each
         *     request (`base_brier`).
         *
         *     0 is perfect, lower is better. `base_rate` is the share of requests that got a table. `improvement` is 1 - brier /
         *     base_brier.
         */
        ScoreOut: {
            /**
             * Base Brier
             * @description The Brier score that the base rate would get, if it were stated for each request.
             */
            base_brier: number;
            /**
             * Base Rate
             * @description The share of requests that got a table, from 0 to 1.
             */
            base_rate: number;
            /**
             * Brier
             * @description The Brier score of our odds; 0 is perfect.
             */
            brier: number;
            /**
             * Deciles
             * @description The odds in ranges of ten percent.
             */
            deciles: components["schemas"]["DecileOut"][];
            /**
             * Improvement
             * @description 1 - brier / base_brier: 0 is as good as the base rate, 1 is perfect.
             */
            improvement: number;
        };
        /**
         * SearchIn
         * @description The filters of the listing. `price` contains one or more of the levels 1 to 4, separated by commas.
         *
         *     With `location`, which the listing page sends as `location-d`, the response contains suggested neighborhoods instead
         *     of venues.
         */
        SearchIn: {
            /**
             * Exact Location
             * @description A neighborhood's whole name; empty for all.
             * @default
             */
            exact_location: string;
            /**
             * Featured
             * @description Whether to return only restaurants of the first page.
             * @default false
             */
            featured: boolean;
            /**
             * Location
             * @description The start of a neighborhood's name. The answer then has suggestions instead of venues.
             * @default
             */
            location: string;
            /**
             * Location-D
             * @description The same as `location`, as the listing page sends it.
             * @default
             */
            "location-d": string;
            /**
             * Page
             * @description The number of the page, beginning with 1.
             * @default 1
             */
            page: number;
            /**
             * Page Size
             * @description The most entries on a page.
             * @default 24
             */
            page_size: number;
            /**
             * Price
             * @description Price levels from 1 to 4, separated by commas; empty for all.
             * @default
             */
            price: string;
            /**
             * Venue Name
             * @description Text in the restaurant's name; empty for all.
             * @default
             */
            venue_name: string;
        };
        /**
         * SeenIn
         * @description The newest event number that the user has read.
         */
        SeenIn: {
            /**
             * Seen
             * @description The newest event number that the user has read.
             */
            seen: number;
        };
        /**
         * SeenOut
         * @description The tables that fitted an unsuccessful reservation. `time` and `seating` are those of the newest one.
         *
         *     `attempts` counts the booking calls. `held_fee_cents` is the lowest fee or deposit above the request's ceiling.
         */
        SeenOut: {
            /**
             * Attempts
             * @description The number of booking calls.
             */
            attempts: number;
            /**
             * Held Fee Cents
             * @description The lowest fee or deposit above the fee ceiling among the open tables, in hundredths of the currency; null if there is none.
             */
            held_fee_cents: number | null;
            /**
             * Seating
             * @description The seating of the newest table that fitted.
             */
            seating: string;
            /**
             * Tables
             * @description The number of tables that fit.
             */
            tables: number;
            /**
             * Time
             * @description The start of the newest table that fitted, HH:MM; null if there was none.
             */
            time: string | null;
        };
        /**
         * SessionOut
         * @description A signed-in device. `last_used_at` is the last refresh of its tokens; a device in use refreshes every 15
         *     minutes.
         */
        SessionOut: {
            /**
             * Created At
             * Format: date-time
             * @description When this was created: an instant in UTC.
             */
            created_at: string;
            /**
             * Current
             * @description Whether this is the session that asks.
             */
            current: boolean;
            /**
             * Device
             * @description Browser and system of the device, such as Safari on iPhone.
             */
            device: string;
            /**
             * Expires At
             * Format: date-time
             * @description When the session ends unless it is used: an instant in UTC.
             */
            expires_at: string;
            /**
             * Id
             * Format: uuid
             * @description Our id.
             */
            id: string;
            /**
             * Last Used At
             * Format: date-time
             * @description When the session last got new tokens, which a device in use does every 15 minutes: an instant in UTC.
             */
            last_used_at: string;
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
         * SignInKind
         * @description A way in which a user signs in at a platform, in the order in which the page offers them.
         * @enum {string}
         */
        SignInKind: "password" | "code_to_phone" | "code_to_email";
        /**
         * SignedInOut
         * @description The answer to sign-up and sign-in.
         */
        SignedInOut: {
            /**
             * Message
             * @description A sentence for the user.
             */
            message: string;
            /** @description The signed-in user with a new pair of tokens. */
            user: components["schemas"]["SignedInUserOut"];
        };
        /**
         * SignedInUserOut
         * @description The user with a new pair of tokens.
         */
        SignedInUserOut: {
            /**
             * Access Token
             * @description The bearer token of the REST API and of the socket. It is valid for 15 minutes.
             */
            access_token: string;
            /**
             * Email
             * @description An e-mail address of at most 254 characters.
             */
            email: string;
            /**
             * Email Confirmed
             * @description Whether the user opened the link that was sent to `email`.
             */
            email_confirmed: boolean;
            /** @description What the user may do now. */
            entitlements: components["schemas"]["EntitlementsOut"];
            /**
             * First Name
             * @description The given name, at most 100 characters.
             */
            first_name: string;
            /**
             * Has Had Free Trial
             * @description Whether the user has used the free trial, which is offered once.
             */
            has_had_free_trial: boolean;
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Is Concierge
             * @description Whether the user books for clients.
             */
            is_concierge: boolean;
            /**
             * Is Vip
             * @description Whether the user has no limit on active requests.
             */
            is_vip: boolean;
            /**
             * Last Name
             * @description The family name, at most 100 characters.
             */
            last_name: string;
            /**
             * Ot Accounts
             * @description The connected OpenTable accounts.
             */
            ot_accounts: components["schemas"]["OpenTableAccountOut"][];
            /**
             * Pending Email
             * @description The address that becomes `email` when the link sent to it is opened; null if no change is pending.
             */
            pending_email: string | null;
            /**
             * Phone
             * @description A phone number. Spaces and hyphens are allowed; answers write it as +12125550123.
             */
            phone: string;
            /**
             * Phone Confirmed
             * @description Whether the user entered the code that was sent to `phone`.
             */
            phone_confirmed: boolean;
            /**
             * Referral Code
             * @description The user's own code for recommendations.
             */
            referral_code: string;
            /**
             * Referral Link
             * @description The sign-up page with the user's code.
             */
            referral_link: string;
            /**
             * Refresh Token
             * @description The token with which a new pair of tokens is fetched. It can be used once.
             */
            refresh_token: string;
            /**
             * Resy Accounts
             * @description The connected Resy accounts.
             */
            resy_accounts: components["schemas"]["ResyAccountOut"][];
            /**
             * Subscription Type
             * @description The plan that applies now.
             * @enum {string}
             */
            subscription_type: "none" | "standard" | "premium";
            /**
             * Trial Ends At
             * @description When the free trial ends: an instant in UTC; null without a trial.
             */
            trial_ends_at: string | null;
        };
        /**
         * SocketAuth
         * @description The payload of the socket's CONNECT packet. A refusal is answered by connect_error.
         */
        SocketAuth: {
            /**
             * Last Seq
             * @description Replay the durable events after this number. Without it, nothing is replayed.
             */
            last_seq?: number | null;
            /**
             * Token
             * @description The access token of the REST API. The socket is closed when its sign-in session ends.
             */
            token: string;
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
         * SourceOut
         * @description The state of a platform. `reason_text` says what it means for the user; it is null while the platform is
         *     healthy.
         */
        SourceOut: {
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
        };
        /**
         * StatedOddsOut
         * @description The probability (0 to 1) that a table opens before `deadline` and the request gets it.
         *
         *     A table that is open when the request is filed does not count. `sightings` is the number of openings that we saw at
         *     the request's restaurants in the last 120 days. `changes` are at most three changes to the
         *     request that would raise the probability, the best one first.
         */
        StatedOddsOut: {
            /**
             * Changes
             * @description At most three changes of the request that would raise the odds, best first.
             */
            changes: components["schemas"]["ChangeOut"][];
            /**
             * Deadline
             * Format: date-time
             * @description The last instant at which a table could open, in UTC.
             */
            deadline: string;
            /**
             * Probability
             * @description The odds that a table opens before `deadline` and this request gets it, from 0 to 1.
             */
            probability: number;
            /**
             * Sightings
             * @description The number of openings seen at the restaurants in the last 120 days.
             */
            sightings: number;
        };
        /**
         * StatusCounts
         * @description The number of groups in each tab.
         */
        StatusCounts: {
            /**
             * Active
             * @description The requests that are watched.
             * @default 0
             */
            active: number;
            /**
             * All
             * @description All requests of the user.
             * @default 0
             */
            all: number;
            /**
             * Canceled
             * @description The requests that the user ended.
             * @default 0
             */
            canceled: number;
            /**
             * Confirmed
             * @description The requests with a booked table.
             * @default 0
             */
            confirmed: number;
            /**
             * Paused
             * @description The requests that the user paused.
             * @default 0
             */
            paused: number;
            /**
             * Unsuccessful
             * @description The requests that ended without a table.
             * @default 0
             */
            unsuccessful: number;
        };
        /**
         * StepOut
         * @description One call of a rehearsal: it reads the account's list, searches for a table, or reads the table's terms. `text` is
         *     the result as a sentence for the user.
         */
        StepOut: {
            /**
             * Duration Ms
             * @description How long the call took, in milliseconds; null if it was not made.
             */
            duration_ms: number | null;
            /**
             * Ok
             * @description Whether the call succeeded.
             */
            ok: boolean;
            /**
             * Part
             * @description Which call was rehearsed.
             * @enum {string}
             */
            part: "account" | "find" | "terms";
            /**
             * Text
             * @description The result as a sentence for the user.
             */
            text: string;
        };
        /**
         * StopOut
         * @description The result of pausing, unpausing or deleting a group, or of canceling a table.
         *
         *     `code` is "stopping" while a booking call is in flight, "canceling" while a table is being canceled, else null.
         */
        StopOut: {
            /**
             * Code
             * @description `stopping` while a booking call is in flight, `canceling` while a table is being canceled, otherwise null.
             */
            code?: string | null;
            /** @description The request after the call. */
            group: components["schemas"]["GroupOut"];
            /**
             * Message
             * @description A sentence for the user.
             */
            message: string;
        };
        /**
         * SubmissionIn
         * @description The form as the browser stores it. `errors` belongs to the form and is ignored.
         *
         *     The selected cards are the platform's ids of cards on file at the selected accounts; "" selects the default card.
         *     Without a selected card, a new request uses the default card, and an edit keeps the card.
         */
        SubmissionIn: {
            /** @description The client for whom a concierge books; null for the user's own request. */
            clientDetails?: components["schemas"]["ClientDetailsIn"] | null;
            /**
             * Errors
             * @description Belongs to the browser's form; ignored.
             */
            errors?: {
                [key: string]: string | null;
            } | null;
            /** @description The fields of the request. */
            reservation: components["schemas"]["ReservationIn"];
            /**
             * Selectedopentableaccount
             * @description Our id of the OpenTable account that books; null if no restaurant needs one.
             */
            selectedOpenTableAccount?: number | null;
            /**
             * Selectedopentablecard
             * @description OpenTable's id of the card to use; empty for the account's default card.
             */
            selectedOpenTableCard?: string | null;
            /**
             * Selectedresyaccount
             * @description Our id of the Resy account that books; null if no restaurant needs one.
             */
            selectedResyAccount?: number | null;
            /**
             * Selectedresycard
             * @description Resy's id of the card to use; empty for the account's default card.
             */
            selectedResyCard?: string | null;
        };
        /**
         * SubscriptionKeysIn
         * @description The keys with which messages to a browser are encrypted: its public key (`p256dh`) and a shared secret
         *     (`auth`).
         */
        SubscriptionKeysIn: {
            /**
             * Auth
             * Format: password
             * @description The browser's secret for encryption: 16 bytes, base64url.
             */
            auth: string;
            /**
             * P256Dh
             * Format: password
             * @description The browser's public key: 65 bytes on the curve P-256, base64url.
             */
            p256dh: string;
        };
        /**
         * SuggestionsOut
         * @description Neighborhoods that match the typed text.
         */
        SuggestionsOut: {
            /**
             * Locations
             * @description Names of neighborhoods that match the typed text.
             */
            locations: string[];
        };
        /**
         * SwapAnswerOut
         * @description A sentence for the user, and the offer after the call.
         */
        SwapAnswerOut: {
            /**
             * Message
             * @description A sentence for the user.
             */
            message: string;
            /** @description The offer after the call. */
            swap: components["schemas"]["SwapOut"];
        };
        /**
         * SwapOut
         * @description An offer to swap the table `old` for `new`, which is not booked unless `state` says so.
         *
         *     `state`: "refused" means that `new` was not booked and `old` stays; "both" that `new` is booked
         *     and canceling `old` failed; "over" that `old` is gone. `group_id` and `reservation_id` are those
         *     of `old`, and `new_group_id` that of the swap. `costs`: whether canceling `old` now costs
         *     something; null if that is not known. `fee_ceiling_cents` is the largest fee or deposit of `new`
         *     that is accepted. `known_fee_cents` is the cancellation fee of the newest booking at the
         *     restaurant of `new`, for the party, as a hint; null if none is known or `state` is "swapped". `refused_text`
         *     says why `new` was not booked. `conflict` says whether `new` was refused because the platform
         *     permits only one table at that time. If so, the swap may be accepted with `replaces`.
         */
        SwapOut: {
            /**
             * Conflict
             * @description Whether the new table was refused because the platform permits only one table at that time.
             */
            conflict: boolean;
            /**
             * Costs
             * @description Whether canceling the old table now costs something; null if that is not known.
             */
            costs: boolean | null;
            /**
             * Fee Ceiling Cents
             * @description The highest fee or deposit of the new table to accept, in hundredths of the currency.
             */
            fee_ceiling_cents: number;
            /**
             * Group Id
             * @description The request of the old table.
             */
            group_id: number;
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Known Fee Cents
             * @description The cancellation fee of the newest booking at the new restaurant, for the party, in hundredths of the currency; null if none is known.
             */
            known_fee_cents: number | null;
            /** @description The table that was offered. */
            new: components["schemas"]["SwapTableOut"];
            /**
             * New Group Id
             * @description The request of the swap; null before it was accepted.
             */
            new_group_id: number | null;
            /** @description The booked table. */
            old: components["schemas"]["SwapTableOut"];
            /**
             * Refused Text
             * @description Why the new table was not booked, as a sentence; null unless it was refused.
             */
            refused_text: string | null;
            /**
             * Reservation Id
             * @description The reservation of the old table.
             */
            reservation_id: number;
            /**
             * Seen At
             * Format: date-time
             * @description When the new table was seen open: an instant in UTC.
             */
            seen_at: string;
            /**
             * State
             * @description `refused`: the old table stays; `both`: canceling the old table failed; `over`: the old table is gone.
             * @enum {string}
             */
            state: "offered" | "dismissed" | "booking" | "refused" | "canceling_old" | "both" | "swapped" | "over";
        };
        /**
         * SwapTableOut
         * @description One of the two tables of an offer.
         *
         *     `free_until`, `cancel_fee_cents` and `deposit_cents` are the terms of its booking, null if the platform has not
         *     stated them. `currency` is the ISO code of the amounts: the stated one, else that of the restaurant's country,
         *     "" if neither is known.
         */
        SwapTableOut: {
            /**
             * Cancel Fee Cents
             * @description The price of a late cancellation or a no-show, in hundredths of the currency; null if the platform did not state it.
             */
            cancel_fee_cents: number | null;
            /**
             * Currency
             * @description The ISO 4217 code of the amounts, such as USD; empty if it is not known.
             */
            currency: string;
            /**
             * Date
             * Format: date
             * @description The day of the table on the restaurant's calendar, YYYY-MM-DD.
             */
            date: string;
            /**
             * Deposit Cents
             * @description The amount that was charged with the booking, in hundredths of the currency; null if the platform did not state it.
             */
            deposit_cents: number | null;
            /**
             * Free Until
             * @description The last instant of a free cancellation, in UTC; null if the platform did not state one.
             */
            free_until: string | null;
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
             * Venue Name
             * @description The restaurant's name.
             */
            venue_name: string;
        };
        /**
         * SwappedTableOut
         * @description The booked table that a search wants to improve, or that a swap replaces.
         *
         *     `offer_id` is the newest offer of a better table; null if none was seen, or if the user has dismissed it.
         */
        SwappedTableOut: {
            /**
             * Date
             * Format: date
             * @description The day of the table on the restaurant's calendar, YYYY-MM-DD.
             */
            date: string;
            /**
             * Offer Id
             * @description The newest offer of a better table; null if there is none or the user dismissed it.
             */
            offer_id: number | null;
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
             * Venue Name
             * @description The restaurant's name.
             */
            venue_name: string;
        };
        /**
         * TestOut
         * @description The number of a test, with which its results are read.
         */
        TestOut: {
            /**
             * Test
             * @description The number with which the results are read.
             */
            test: number;
        };
        /**
         * TestResultOut
         * @description The result of a test message on one channel. `text` is a sentence for the user.
         *
         *     `app` and `label` are those of the device or chat app; they are null for email and sms, and if the device or app was
         *     removed since.
         */
        TestResultOut: {
            /**
             * App
             * @description The chat app; null for a device, and for e-mail and text messages.
             */
            app: ("ntfy" | "telegram" | "discord" | "pushover" | "slack") | null;
            /**
             * Channel
             * @description The way in which a message is sent.
             * @enum {string}
             */
            channel: "email" | "sms" | "push" | "chat";
            /**
             * Label
             * @description The name of the device or chat app; null for e-mail and text messages, and if it was removed.
             */
            label: string | null;
            /**
             * State
             * @description `waiting` until the message was sent or failed.
             * @enum {string}
             */
            state: "waiting" | "sent" | "failed";
            /**
             * Text
             * @description The result as a sentence for the user.
             */
            text: string;
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
         * TimeWindowIn
         * @description A time window; both ends are included.
         */
        TimeWindowIn: {
            /**
             * End Time
             * @description The end of the time window on the restaurant's clock, HH:MM, included.
             */
            end_time: string;
            /**
             * Start Time
             * @description The start of the time window on the restaurant's clock, HH:MM, included.
             */
            start_time: string;
        };
        /**
         * TimeWindowOut
         * @description A time window; both ends are included.
         */
        TimeWindowOut: {
            /**
             * End Time
             * @description The end of the time window on the restaurant's clock, HH:MM, included.
             */
            end_time: string;
            /**
             * Start Time
             * @description The start of the time window on the restaurant's clock, HH:MM, included.
             */
            start_time: string;
        };
        /**
         * TimelineOut
         * @description The newest entries of a group, newest first.
         */
        TimelineOut: {
            /**
             * Entries
             * @description The newest entries, newest first.
             */
            entries: components["schemas"]["EntryOut"][];
            /**
             * Group Id
             * @description Our id of the request (a group of reservations).
             */
            group_id: number;
            /** @description Sums since the request was filed. */
            totals: components["schemas"]["TotalsOut"];
        };
        /**
         * TokensOut
         * @description A new pair of tokens.
         */
        TokensOut: {
            /**
             * Access Token
             * @description The bearer token of the REST API and of the socket. It is valid for 15 minutes.
             */
            access_token: string;
            /**
             * Refresh Token
             * @description The token with which a new pair of tokens is fetched. It can be used once.
             */
            refresh_token: string;
        };
        /**
         * TotalsOut
         * @description Sums since the group was filed. A held-back table does not count as an attempt.
         */
        TotalsOut: {
            /**
             * Attempts
             * @description The number of booking calls.
             */
            attempts: number;
            /**
             * Booked
             * @description The number of booked tables.
             */
            booked: number;
            /**
             * Checks
             * @description The number of checks for open tables.
             */
            checks: number;
            /**
             * Lost
             * @description The number of tables that another guest got first.
             */
            lost: number;
            /**
             * Seen
             * @description The number of open tables that fitted.
             */
            seen: number;
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
         * UserOut
         * @description The signed-in user with plan, flags, own referral link, connected accounts and entitlements.
         *
         *     `pending_email` becomes `email` when the link that was sent to it is opened; null if no change is pending.
         */
        UserOut: {
            /**
             * Email
             * @description An e-mail address of at most 254 characters.
             */
            email: string;
            /**
             * Email Confirmed
             * @description Whether the user opened the link that was sent to `email`.
             */
            email_confirmed: boolean;
            /** @description What the user may do now. */
            entitlements: components["schemas"]["EntitlementsOut"];
            /**
             * First Name
             * @description The given name, at most 100 characters.
             */
            first_name: string;
            /**
             * Has Had Free Trial
             * @description Whether the user has used the free trial, which is offered once.
             */
            has_had_free_trial: boolean;
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Is Concierge
             * @description Whether the user books for clients.
             */
            is_concierge: boolean;
            /**
             * Is Vip
             * @description Whether the user has no limit on active requests.
             */
            is_vip: boolean;
            /**
             * Last Name
             * @description The family name, at most 100 characters.
             */
            last_name: string;
            /**
             * Ot Accounts
             * @description The connected OpenTable accounts.
             */
            ot_accounts: components["schemas"]["OpenTableAccountOut"][];
            /**
             * Pending Email
             * @description The address that becomes `email` when the link sent to it is opened; null if no change is pending.
             */
            pending_email: string | null;
            /**
             * Phone
             * @description A phone number. Spaces and hyphens are allowed; answers write it as +12125550123.
             */
            phone: string;
            /**
             * Phone Confirmed
             * @description Whether the user entered the code that was sent to `phone`.
             */
            phone_confirmed: boolean;
            /**
             * Referral Code
             * @description The user's own code for recommendations.
             */
            referral_code: string;
            /**
             * Referral Link
             * @description The sign-up page with the user's code.
             */
            referral_link: string;
            /**
             * Resy Accounts
             * @description The connected Resy accounts.
             */
            resy_accounts: components["schemas"]["ResyAccountOut"][];
            /**
             * Subscription Type
             * @description The plan that applies now.
             * @enum {string}
             */
            subscription_type: "none" | "standard" | "premium";
            /**
             * Trial Ends At
             * @description When the free trial ends: an instant in UTC; null without a trial.
             */
            trial_ends_at: string | null;
        };
        /**
         * VenueActivityOut
         * @description The user's requests at a venue (our id), the last openings seen there, newest first, and the last known fee.
         *
         *     `heat_map` is null if too little was seen.
         */
        VenueActivityOut: {
            /** @description The last known fee; null if none is known. */
            fee: components["schemas"]["VenueFeeOut"] | null;
            /** @description How often tables open; null if too little was seen. */
            heat_map: components["schemas"]["HeatMapOut"] | null;
            /**
             * Openings
             * @description The last openings seen for any user, newest first.
             */
            openings: components["schemas"]["OpeningOut"][];
            /**
             * Requests
             * @description The user's own requests at the restaurant.
             */
            requests: components["schemas"]["OwnRequestOut"][];
            /**
             * Venue
             * @description Our id of the restaurant.
             */
            venue: number;
        };
        /**
         * VenueDetailOut
         * @description A venue with all details. `min_party_size` and `max_party_size` are null if unknown.
         */
        VenueDetailOut: {
            /**
             * Address1
             * @description The restaurant's street and house number.
             */
            address1: string;
            /**
             * Country
             * @description The country as the platform writes it, such as US.
             */
            country: string;
            /** @description What the browser draws a picture of the venue from; null if there is a photo. */
            cover_art: components["schemas"]["CoverArtOut"] | null;
            /**
             * Cover Image Url
             * @description The https address of the restaurant's photo; null if there is none.
             */
            cover_image_url: string | null;
            /**
             * Cuisine
             * @description The kind of food, such as Italian.
             */
            cuisine: string;
            /**
             * Featured
             * @description Whether the restaurant is on the first page.
             */
            featured: boolean;
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Latitude
             * @description Degrees north; null if it is not known.
             */
            latitude: number | null;
            /** @description The learned release rule; null if no opening was observed. */
            learned_rule: components["schemas"]["LearnedRuleOut"] | null;
            /**
             * Locality
             * @description The city.
             */
            locality: string;
            /**
             * Longitude
             * @description Degrees east; null if it is not known.
             */
            longitude: number | null;
            /**
             * Max Party Size
             * @description The largest party that can book online; null if it is not known.
             */
            max_party_size: number | null;
            /**
             * Min Party Size
             * @description The smallest party that can book online; null if it is not known.
             */
            min_party_size: number | null;
            /**
             * Need To Know
             * @description What the restaurant tells its guests in advance, as plain text; may be empty.
             */
            need_to_know: string;
            /**
             * Neighborhood
             * @description The part of the city.
             */
            neighborhood: string;
            /** @description Why nothing there can be booked through us, null if it can. */
            obstacle: components["schemas"]["ObstacleOut"] | null;
            /**
             * Phone Number
             * @description The restaurant's phone number; empty if it is not known.
             */
            phone_number: string;
            /**
             * Platform Page
             * @description The restaurant's own page at its platform, empty if it is not known.
             */
            platform_page: string;
            /**
             * Postal Code
             * @description The postal code; empty if it is not known.
             */
            postal_code: string;
            /**
             * Premium
             * @description Whether only Pro may ask for this restaurant.
             */
            premium: boolean;
            /**
             * Price
             * @description The price level, from 1 to 4.
             */
            price: number;
            /**
             * Region
             * @description The state or region.
             */
            region: string;
            /** @description When the restaurant opens a day for booking; null if it is not known. */
            release_rule: components["schemas"]["ReleaseRuleOut"] | null;
            /**
             * Release Text
             * @description The rule, its source and confidence as a sentence, also when unknown.
             */
            release_text: string;
            /**
             * Reservation Source
             * @description The platform at which the restaurant takes bookings.
             * @enum {string}
             */
            reservation_source: "resy" | "opentable";
            /**
             * Seating Types
             * @description A JSON-encoded list of strings.
             */
            seating_types: string;
            /**
             * Time Zone
             * @description The IANA name of the time zone, such as America/New_York.
             */
            time_zone: string;
            /**
             * Venue Id
             * @description The platform's id of the restaurant.
             */
            venue_id: number;
            /**
             * Venue Name
             * @description The restaurant's name.
             */
            venue_name: string;
            /**
             * Website
             * @description The address of the restaurant's site; empty if it is not known.
             */
            website: string;
        };
        /**
         * VenueFeeOut
         * @description The fee or deposit of the newest table at the venue whose terms are known; `cents` is for the whole party.
         *
         *     `currency` is the ISO code that the platform stated, else that of the venue's country, "" if neither is known. A
         *     cancellation was free until `free_hours` hours before the table; null if that is not known.
         */
        VenueFeeOut: {
            /**
             * At
             * Format: date-time
             * @description When the terms were read: an instant in UTC.
             */
            at: string;
            /**
             * Cents
             * @description The amount for the whole party, in hundredths of the currency.
             */
            cents: number;
            /**
             * Currency
             * @description The ISO 4217 code of the amounts, such as USD; empty if it is not known.
             */
            currency: string;
            /**
             * Free Hours
             * @description How many hours before the table a cancellation was still free; null if that is not known.
             */
            free_hours: number | null;
            /**
             * Kind
             * @description Whether it is charged with the booking or with a late cancellation.
             * @enum {string}
             */
            kind: "deposit" | "late_cancellation" | "fee_or_deposit" | "none" | "unknown";
            /**
             * Party Size
             * @description The number of people at the table.
             */
            party_size: number;
        };
        /**
         * VenueIn
         * @description A chosen restaurant (our id) and the wanted seating. "" and "Any" mean any seating.
         *
         *     `table_types` are several wanted seatings, best first; then `table_type` does not count.
         */
        VenueIn: {
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Table Type
             * @description The wanted seating; empty, Any or null for any.
             */
            table_type?: string | null;
            /**
             * Table Types
             * @description Several wanted seatings, best first; `table_type` is then ignored.
             */
            table_types?: string[] | null;
        };
        /**
         * VenueLinkIn
         * @description A link to a restaurant, or a text that contains such a link, as browsers share it.
         */
        VenueLinkIn: {
            /**
             * Link
             * @description The address of a restaurant's page at a platform, or a text that contains it.
             */
            link: string;
        };
        /**
         * VenueOut
         * @description A venue as lists contain it. `id` is our id, `venue_id` the platform's id. `price` is from 1 to 4.
         */
        VenueOut: {
            /**
             * Address1
             * @description The restaurant's street and house number.
             */
            address1: string;
            /**
             * Country
             * @description The country as the platform writes it, such as US.
             */
            country: string;
            /** @description What the browser draws a picture of the venue from; null if there is a photo. */
            cover_art: components["schemas"]["CoverArtOut"] | null;
            /**
             * Cover Image Url
             * @description The https address of the restaurant's photo; null if there is none.
             */
            cover_image_url: string | null;
            /**
             * Cuisine
             * @description The kind of food, such as Italian.
             */
            cuisine: string;
            /**
             * Featured
             * @description Whether the restaurant is on the first page.
             */
            featured: boolean;
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Latitude
             * @description Degrees north; null if it is not known.
             */
            latitude: number | null;
            /**
             * Locality
             * @description The city.
             */
            locality: string;
            /**
             * Longitude
             * @description Degrees east; null if it is not known.
             */
            longitude: number | null;
            /**
             * Neighborhood
             * @description The part of the city.
             */
            neighborhood: string;
            /**
             * Postal Code
             * @description The postal code; empty if it is not known.
             */
            postal_code: string;
            /**
             * Premium
             * @description Whether only Pro may ask for this restaurant.
             */
            premium: boolean;
            /**
             * Price
             * @description The price level, from 1 to 4.
             */
            price: number;
            /**
             * Region
             * @description The state or region.
             */
            region: string;
            /**
             * Reservation Source
             * @description The platform at which the restaurant takes bookings.
             * @enum {string}
             */
            reservation_source: "resy" | "opentable";
            /**
             * Seating Types
             * @description A JSON-encoded list of strings.
             */
            seating_types: string;
            /**
             * Venue Id
             * @description The platform's id of the restaurant.
             */
            venue_id: number;
            /**
             * Venue Name
             * @description The restaurant's name.
             */
            venue_name: string;
        };
        /**
         * VenuePageOut
         * @description One page of venues. `count` is the number of venues on all `pages` together.
         */
        VenuePageOut: {
            /**
             * Count
             * @description The number of venues on all pages.
             */
            count: number;
            /**
             * Page
             * @description The number of the page, beginning with 1.
             */
            page: number;
            /**
             * Page Size
             * @description The most entries on a page.
             */
            page_size: number;
            /**
             * Pages
             * @description The number of pages.
             */
            pages: number;
            /**
             * Results
             * @description The venues of this page.
             */
            results: components["schemas"]["VenueOut"][];
        };
        /**
         * WarningOut
         * @description A risk of a ban by the platform, and the groups that cause it.
         */
        WarningOut: {
            /**
             * Code
             * @description A stable code for programs. New codes may be added.
             */
            code: string;
            /**
             * Group Ids
             * @description Our ids of the requests.
             */
            group_ids: number[];
            /**
             * Message
             * @description The risk as a sentence for the user.
             */
            message: string;
        };
        /**
         * WatchOut
         * @description How a reservation is watched. `interval_ms` is the poll interval, 0 before the first poll.
         *
         *     In the state `held_back`, all open tables cost more than the fee ceiling or an unknown amount, so none is booked:
         *     `held_fee_cents` is the lowest known fee or deposit among them, null if none is known, and
         *     `held_time` is the time of that table. In the state `table_open` of a notify-only request,
         *     `held_time` is the time of the open table that fits the reservation best.
         */
        WatchOut: {
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
             * State
             * @description What the watcher is doing.
             * @enum {string}
             */
            state: "starting" | "watching" | "booking" | "verifying" | "needs_reconnect" | "backing_off" | "armed" | "releasing" | "switched_off" | "restaurant_closed" | "quarantined" | "held_back" | "table_open";
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
         * WeekRefusedOut
         * @description The refusal of the last week's request. `week` is the Monday of that week, and `message` says why.
         */
        WeekRefusedOut: {
            /**
             * At
             * Format: date-time
             * @description When this happened: an instant in UTC, ISO 8601 with milliseconds.
             */
            at: string;
            /**
             * Message
             * @description Why the request was refused.
             */
            message: string;
            /**
             * Week
             * Format: date
             * @description The Monday of the week, YYYY-MM-DD.
             */
            week: string;
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
        /**
         * WeeklyRuleOut
         * @description A rule that files a request for the same weekdays of each week until a date.
         *
         *     `weekdays` are 0 (Monday) to 6. `time_windows` are as in a request. Times are the restaurant's. The request for
         *     `next_dates` is filed on the day `files_on`, at midnight there. For a rule of release requests,
         *     `next_release_at` is the release of these dates; null means that they are open already. `refused` is null unless
         *     the request of the last week was refused. `group_ids` are the rule's requests that are active or paused, the
         *     first one included.
         */
        WeeklyRuleOut: {
            /**
             * Book On Behalf
             * @description The client for whom a concierge books, as text; null for the user's own request.
             */
            book_on_behalf: string | null;
            /**
             * Continue As Cancel
             * @description Whether a release request that misses the release becomes a cancel request and looks for a table until its date.
             */
            continue_as_cancel: boolean;
            /**
             * End Time
             * @description The end of the time window on the restaurant's clock, HH:MM, included.
             */
            end_time: string;
            /**
             * Fee Ceiling Cents
             * @description The highest fee or deposit to accept for the whole party, in hundredths of the restaurant's currency; 0 for none.
             */
            fee_ceiling_cents: number;
            /**
             * Files On
             * @description The day on which the next request is filed at midnight, YYYY-MM-DD; null if none follows.
             */
            files_on: string | null;
            /**
             * Group Ids
             * @description The rule's requests that are active or paused.
             */
            group_ids: number[];
            /**
             * Id
             * @description Our id.
             */
            id: number;
            /**
             * Next Dates
             * @description The days of the next request, YYYY-MM-DD.
             */
            next_dates: string[];
            /**
             * Next Release At
             * @description The release of the next days: an instant in UTC; null if they are open already or for cancel requests.
             */
            next_release_at: string | null;
            /**
             * Notify Only
             * @description Whether open tables are only announced to the user, and nothing is booked.
             */
            notify_only: boolean;
            /**
             * Party Size
             * @description The number of people at the table.
             */
            party_size: number;
            /** @description Why the request of the last week was refused; null if it was not. */
            refused: components["schemas"]["WeekRefusedOut"] | null;
            /**
             * Snipe Type
             * @description `release` books when the restaurant opens the day for booking, `cancel` books a table that another guest gives back.
             * @enum {string}
             */
            snipe_type: "cancel" | "release";
            /**
             * Start Time
             * @description The start of the time window on the restaurant's clock, HH:MM, included.
             */
            start_time: string;
            /**
             * Status
             * @description Whether the rule files requests, or is paused.
             * @enum {string}
             */
            status: "active" | "paused";
            /**
             * Time Windows
             * @description The wanted times, first choice first. They do not overlap.
             */
            time_windows: components["schemas"]["TimeWindowOut"][];
            /**
             * Until
             * Format: date
             * @description The last day of the rule, YYYY-MM-DD.
             */
            until: string;
            /**
             * Venue Names
             * @description The restaurants' names.
             */
            venue_names: string[];
            /**
             * Weekdays
             * @description The weekdays of the tables, 0 for Monday to 6.
             */
            weekdays: number[];
        };
        /**
         * WeeklyRulesOut
         * @description The user's weekly rules that have not ended, oldest first.
         */
        WeeklyRulesOut: {
            /**
             * Rules
             * @description The rules that have not ended, oldest first.
             */
            rules: components["schemas"]["WeeklyRuleOut"][];
        };
    };
    responses: {
        /** @description The request does not parse; `errors` names the field. */
        DoesNotParse: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RefusalOut"];
            };
        };
        /** @description A fault of ours, without details. */
        Fault: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RefusalOut"];
            };
        };
        /** @description Malformed, or a form with sentences for its fields. */
        Malformed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RefusalOut"];
            };
        };
        /** @description Not signed in, or with wrong credentials. */
        NotSignedIn: {
            headers: {
                "WWW-Authenticate": components["headers"]["Authenticate"];
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RefusalOut"];
            };
        };
        /** @description More than 1 MB. */
        TooBig: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RefusalOut"];
            };
        };
        /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
        TooFast: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RefusalOut"];
            };
        };
        /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
        Unavailable: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RefusalOut"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description How to sign in. */
        Authenticate: string;
        /** @description The tag of this answer, for If-None-Match. A compressed answer has a weak tag. */
        ETag: string;
        /** @description The id of this request in our log. */
        RequestId: string;
        /** @description Whole seconds to wait. */
        RetryAfter: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    list_featured_stories: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of a stored answer. If it is still valid, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "body": "First.\n\nSecond.",
                     *         "category": "News",
                     *         "created_at": "2026-11-01T14:00:00.000Z",
                     *         "id": 18,
                     *         "image_alt": "",
                     *         "image_url": "",
                     *         "published_at": "2026-11-01T14:00:00.000Z",
                     *         "slug": "story",
                     *         "summary": "Short.",
                     *         "title": "Story"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["BlogOut"][];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_story: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of a stored answer. If it is still valid, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The name of the story in addresses.
                 * @example story
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "body": "One\nline.",
                     *       "category": "News",
                     *       "created_at": "2026-11-01T14:00:00.000Z",
                     *       "id": 15,
                     *       "image_alt": "",
                     *       "image_url": "",
                     *       "published_at": "2026-11-01T14:00:00.000Z",
                     *       "slug": "story",
                     *       "summary": "Short.",
                     *       "title": "Story"
                     *     }
                     */
                    "application/json": components["schemas"]["BlogOut"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_calendar_address: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-11-26T15:43:29.452Z",
                     *       "url": "https://tablehawk.example/api/calendar/tables.ics?token=12.Ch8sYb3vO0cN2m5Xq7Jt1KzRw4uEe9LpDfGhIjAkBl0"
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarAddressOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_calendar_address: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-11-26T15:43:29.452Z",
                     *       "url": "https://tablehawk.example/api/calendar/tables.ics?token=12.Ch8sYb3vO0cN2m5Xq7Jt1KzRw4uEe9LpDfGhIjAkBl0"
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarAddressOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    remove_calendar_address: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": null,
                     *       "url": null
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarAddressOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    renew_calendar_address: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-11-26T15:43:29.452Z",
                     *       "url": "https://tablehawk.example/api/calendar/tables.ics?token=12.Ch8sYb3vO0cN2m5Xq7Jt1KzRw4uEe9LpDfGhIjAkBl0"
                     *     }
                     */
                    "application/json": components["schemas"]["CalendarAddressOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_calendar_feed: {
        parameters: {
            query: {
                /**
                 * @description The secret of the feed's address.
                 * @example 12.Ch8sYb3vO0cN2m5Xq7Jt1KzRw4uEe9LpDfGhIjAkBl0
                 */
                token: string;
            };
            header?: {
                /** @description The ETag of a stored answer. If it is still valid, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user's tables. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example BEGIN:VCALENDAR
                     *     VERSION:2.0
                     *     PRODID:-//Tablehawk//Booked tables//EN
                     *     NAME:Tablehawk tables
                     *     BEGIN:VEVENT
                     *     SUMMARY:Osteria del Vicolo Storto
                     *     DTSTART;TZID=America/New_York:20261127T190000
                     *     DURATION:PT2H
                     *     DTSTAMP:20261120T150000Z
                     *     UID:event-7@tablehawk.example
                     *     SEQUENCE:0
                     *     STATUS:CONFIRMED
                     *     END:VEVENT
                     *     END:VCALENDAR
                     */
                    "text/calendar": string;
                };
            };
            /** @description The feed has not changed since the request with this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_linked_table: {
        parameters: {
            query: {
                /**
                 * @description The token of the link, as the message contained it.
                 * @example 812.1795978800.Ch8sYb3vO0cN2m5Xq7Jt1KzRw4uEe9LpDfGhIjAkBl0
                 */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cancel_fee_cents": 5000,
                     *       "client_name": null,
                     *       "costs": false,
                     *       "currency": "USD",
                     *       "date": "2026-11-27",
                     *       "deposit_cents": 0,
                     *       "free_until": "2026-11-26T00:00:00.000Z",
                     *       "party_size": 2,
                     *       "platform": "resy",
                     *       "seating": "Dining Room",
                     *       "state": "booked",
                     *       "time": "19:00",
                     *       "time_zone": "America/New_York",
                     *       "venue_name": "Osteria del Vicolo Storto"
                     *     }
                     */
                    "application/json": components["schemas"]["LinkedTableOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancel_linked_table: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accepts_costs": false,
                 *       "token": "812.1795978800.Ch8sYb3vO0cN2m5Xq7Jt1KzRw4uEe9LpDfGhIjAkBl0"
                 *     }
                 */
                "application/json": components["schemas"]["CancelLinkIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "canceled",
                     *       "message": "This table is already canceled."
                     *     }
                     */
                    "application/json": components["schemas"]["CanceledByLinkOut"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "canceling",
                     *       "message": "Canceling your table. We will notify you if the platform does not confirm it."
                     *     }
                     */
                    "application/json": components["schemas"]["CanceledByLinkOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_clients: {
        parameters: {
            query?: {
                /** @description Text in the name, e-mail address or phone; empty for all clients. */
                search?: string;
                /** @description true for the client book, false for clients known only from requests. */
                saved?: boolean;
                /** @description The number of the page, beginning with 1. */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clients": [
                     *         {
                     *           "cards": [
                     *             {
                     *               "account_id": 257,
                     *               "account_name": "Dana Example",
                     *               "cc_number": "•••• 4242",
                     *               "exp_month": "07",
                     *               "exp_year": "2029",
                     *               "platform": "resy",
                     *               "usable": true
                     *             }
                     *           ],
                     *           "created_at": "2026-11-20T15:49:28.074Z",
                     *           "email": "n0@clients.example",
                     *           "first_name": "N0",
                     *           "id": 111,
                     *           "last_name": "Lovelace",
                     *           "open_groups": [
                     *             2
                     *           ],
                     *           "phone": "+12125550199",
                     *           "saved": true,
                     *           "zip_code": "10012"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "page": 1,
                     *       "pages": 1
                     *     }
                     */
                    "application/json": components["schemas"]["BookOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    add_client: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "Grace@Example.org",
                 *       "first_name": "Grace",
                 *       "last_name": "Hopper",
                 *       "phone": "2125550123",
                 *       "phone_country_code": "+1",
                 *       "zip_code": "10012"
                 *     }
                 */
                "application/json": components["schemas"]["ClientIn"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client": {
                     *         "cards": [],
                     *         "created_at": "2026-11-20T15:49:26.875Z",
                     *         "email": "grace@example.org",
                     *         "first_name": "Grace",
                     *         "id": 1,
                     *         "last_name": "Hopper",
                     *         "open_groups": [],
                     *         "phone": "+12125550123",
                     *         "saved": true,
                     *         "zip_code": "10012"
                     *       },
                     *       "message": "Grace Hopper is in your book."
                     *     }
                     */
                    "application/json": components["schemas"]["ClientSavedOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    export_clients: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The book, as a spreadsheet reads it. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example first_name,last_name,email,phone,zip_code */
                    "text/csv": string;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    import_clients: {
        parameters: {
            query?: {
                /** @description Whether only to report what an import would do. */
                preview?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "csv": "first_name,last_name,email,phone,zip_code\r\nFirst1,Last,c1@clients.example,+12125550123,10001\r\nFirst2,Last,c2@clients.example,+12125550123,10012\r\nFirst1,Last,C1@clients.EXAMPLE,+12125550123,10012\r\n"
                 *     }
                 */
                "application/json": {
                    /**
                     * Csv
                     * @description The CSV file as text, at most 1,000,000 characters, with a line of headings.
                     */
                    csv: string;
                };
                /**
                 * @example first_name,last_name,email,phone,zip_code
                 *     First1,Last,c1@clients.example,+12125550123,10001
                 *     First2,Last,c2@clients.example,+12125550123,10012
                 *     First1,Last,C1@clients.EXAMPLE,+12125550123,10012
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": 2,
                     *       "ignored_columns": [],
                     *       "lines": [
                     *         {
                     *           "client_id": 260,
                     *           "errors": {
                     *             "email": "Line 4 has the same email, so we used that one."
                     *           },
                     *           "line": 2,
                     *           "name": "First Last",
                     *           "outcome": "merged"
                     *         }
                     *       ],
                     *       "merged": 1,
                     *       "message": "We added 2 clients.",
                     *       "refused": 0,
                     *       "unchanged": 0,
                     *       "updated": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ImportOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            /** @description The request does not parse; `errors` names the field. */
            422: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_client: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the client.
                 * @example 111
                 */
                client_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cards": [
                     *         {
                     *           "account_id": 257,
                     *           "account_name": "Dana Example",
                     *           "cc_number": "•••• 4242",
                     *           "exp_month": "07",
                     *           "exp_year": "2029",
                     *           "platform": "resy",
                     *           "usable": true
                     *         }
                     *       ],
                     *       "created_at": "2026-11-20T15:49:28.074Z",
                     *       "email": "n0@clients.example",
                     *       "first_name": "N0",
                     *       "id": 111,
                     *       "last_name": "Lovelace",
                     *       "open_groups": [
                     *         2
                     *       ],
                     *       "phone": "+12125550199",
                     *       "saved": true,
                     *       "zip_code": "10012"
                     *     }
                     */
                    "application/json": components["schemas"]["BookEntryOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_client: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the client.
                 * @example 130
                 */
                client_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Ada Lovelace is deleted."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    change_client: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the client.
                 * @example 120
                 */
                client_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ADA@king.example",
                 *       "last_name": "King"
                 *     }
                 */
                "application/json": components["schemas"]["ClientPatchIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client": {
                     *         "cards": [],
                     *         "created_at": "2026-11-20T15:49:28.574Z",
                     *         "email": "ada@king.example",
                     *         "first_name": "Ada",
                     *         "id": 120,
                     *         "last_name": "King",
                     *         "open_groups": [],
                     *         "phone": "+12125550199",
                     *         "saved": true,
                     *         "zip_code": "10012"
                     *       },
                     *       "message": "Client saved."
                     *     }
                     */
                    "application/json": components["schemas"]["ClientSavedOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    put_client_card: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the client.
                 * @example 196
                 */
                client_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account_id": 340,
                 *       "cc_number": "4242424242424242",
                 *       "cvc": "737",
                 *       "exp_month": "12",
                 *       "exp_year": "2030"
                 *     }
                 */
                "application/json": components["schemas"]["CardIn"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client": {
                     *         "cards": [
                     *           {
                     *             "account_id": 340,
                     *             "account_name": "Dana Example",
                     *             "cc_number": "•••• 4242",
                     *             "exp_month": "12",
                     *             "exp_year": "2030",
                     *             "platform": "resy",
                     *             "usable": true
                     *           }
                     *         ],
                     *         "created_at": "2026-11-20T15:49:39.102Z",
                     *         "email": "ada@clients.example",
                     *         "first_name": "Ada",
                     *         "id": 196,
                     *         "last_name": "Lovelace",
                     *         "open_groups": [
                     *           28
                     *         ],
                     *         "phone": "+12125550199",
                     *         "saved": true,
                     *         "zip_code": "10012"
                     *       },
                     *       "message": "The card is on file."
                     *     }
                     */
                    "application/json": components["schemas"]["ClientSavedOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
        };
    };
    forget_client_card: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the client.
                 * @example 186
                 */
                client_id: number;
                /**
                 * @description Our id of the connected account.
                 * @example 323
                 */
                account_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "<access token>"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_events: {
        parameters: {
            query?: {
                /** @description Return events with a higher number than this. */
                after?: number;
                /** @description The most events to return. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "at": "2026-11-20T15:50:31.326Z",
                     *           "group_id": 77,
                     *           "group_status": "active",
                     *           "reason": null,
                     *           "reason_text": null,
                     *           "seq": 1,
                     *           "type": "reservation.changed",
                     *           "what": "filed"
                     *         }
                     *       ],
                     *       "last_seq": 1
                     *     }
                     */
                    "application/json": components["schemas"]["EventsOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_notices: {
        parameters: {
            query?: {
                /** @description Return notifications with a lower number than this; missing for the newest. */
                before?: number | null;
                /** @description The most notifications to return. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "account_name": "Alice Example",
                     *           "at": "2026-11-20T15:50:31.326Z",
                     *           "attempt_id": 12,
                     *           "date": "2026-11-27",
                     *           "fee_cents": null,
                     *           "group_id": 77,
                     *           "group_status": "confirmed",
                     *           "kind": "booked",
                     *           "member_status": "confirmed",
                     *           "party_size": 2,
                     *           "reason": null,
                     *           "reason_text": null,
                     *           "reservation_id": 91,
                     *           "seating": "Bar",
                     *           "seq": 3,
                     *           "time": "19:15",
                     *           "time_zone": "America/New_York",
                     *           "type": "reservation.outcome",
                     *           "venue_name": "Osteria del Vicolo Storto"
                     *         }
                     *       ],
                     *       "groups": [],
                     *       "last_seq": 4,
                     *       "more": false,
                     *       "seen": 2,
                     *       "unseen": 1
                     *     }
                     */
                    "application/json": components["schemas"]["NewsOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    mark_notices_seen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "seen": 3
                 *     }
                 */
                "application/json": components["schemas"]["SeenIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "last_seq": 4,
                     *       "seen": 3,
                     *       "unseen": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ReadingOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_notification_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "addresses": [
                     *         {
                     *           "app": null,
                     *           "channel": "push",
                     *           "created_at": "2026-11-26T15:43:29.452Z",
                     *           "current": true,
                     *           "id": 3,
                     *           "label": "Chrome on Android",
                     *           "problem": null,
                     *           "state": "ready"
                     *         },
                     *         {
                     *           "app": "ntfy",
                     *           "channel": "chat",
                     *           "created_at": "2026-11-26T15:50:02.117Z",
                     *           "current": false,
                     *           "id": 4,
                     *           "label": "ntfy.sh …x7Qf",
                     *           "problem": null,
                     *           "state": "ready"
                     *         }
                     *       ],
                     *       "choices": [
                     *         {
                     *           "channel": "email",
                     *           "on": true,
                     *           "topic": "booked"
                     *         },
                     *         {
                     *           "channel": "push",
                     *           "on": true,
                     *           "topic": "booked"
                     *         },
                     *         {
                     *           "channel": "push",
                     *           "on": false,
                     *           "topic": "ended"
                     *         }
                     *       ],
                     *       "push_key": "BJ1Xn2TqFq1mZ0w2vKQy3b8l0c9kq4Jt7oX5mG6hYd0ZrN4sU1eA2pVwB3xC5tL7iK8jH9gF0dS1aQ2wE3rT4yU",
                     *       "quiet_hours": {
                     *         "end": "07:30",
                     *         "start": "22:00",
                     *         "time_zone": "America/New_York"
                     *       },
                     *       "reachable": true
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationSettingsOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    remove_address: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a device or chat app, as the notification settings list it.
                 * @example 4
                 */
                address_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "addresses": [],
                     *       "choices": [
                     *         {
                     *           "channel": "email",
                     *           "on": true,
                     *           "topic": "booked"
                     *         },
                     *         {
                     *           "channel": "push",
                     *           "on": true,
                     *           "topic": "booked"
                     *         },
                     *         {
                     *           "channel": "push",
                     *           "on": false,
                     *           "topic": "ended"
                     *         }
                     *       ],
                     *       "push_key": "BJ1Xn2TqFq1mZ0w2vKQy3b8l0c9kq4Jt7oX5mG6hYd0ZrN4sU1eA2pVwB3xC5tL7iK8jH9gF0dS1aQ2wE3rT4yU",
                     *       "quiet_hours": {
                     *         "end": "07:30",
                     *         "start": "22:00",
                     *         "time_zone": "America/New_York"
                     *       },
                     *       "reachable": true
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationSettingsOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    add_chat_app: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "app": "ntfy",
                 *       "topic": "tables-of-alice-x7Qf"
                 *     }
                 */
                "application/json": components["schemas"]["ChatIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "addresses": [
                     *         {
                     *           "app": null,
                     *           "channel": "push",
                     *           "created_at": "2026-11-26T15:43:29.452Z",
                     *           "current": true,
                     *           "id": 3,
                     *           "label": "Chrome on Android",
                     *           "problem": null,
                     *           "state": "ready"
                     *         },
                     *         {
                     *           "app": "ntfy",
                     *           "channel": "chat",
                     *           "created_at": "2026-11-26T15:50:02.117Z",
                     *           "current": false,
                     *           "id": 4,
                     *           "label": "ntfy.sh …x7Qf",
                     *           "problem": null,
                     *           "state": "ready"
                     *         }
                     *       ],
                     *       "choices": [
                     *         {
                     *           "channel": "email",
                     *           "on": true,
                     *           "topic": "booked"
                     *         },
                     *         {
                     *           "channel": "push",
                     *           "on": true,
                     *           "topic": "booked"
                     *         },
                     *         {
                     *           "channel": "push",
                     *           "on": false,
                     *           "topic": "ended"
                     *         }
                     *       ],
                     *       "push_key": "BJ1Xn2TqFq1mZ0w2vKQy3b8l0c9kq4Jt7oX5mG6hYd0ZrN4sU1eA2pVwB3xC5tL7iK8jH9gF0dS1aQ2wE3rT4yU",
                     *       "quiet_hours": {
                     *         "end": "07:30",
                     *         "start": "22:00",
                     *         "time_zone": "America/New_York"
                     *       },
                     *       "reachable": true
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationSettingsOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    choose_notifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "choices": [
                 *         {
                 *           "channel": "push",
                 *           "on": false,
                 *           "topic": "ended"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ChoicesIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "addresses": [
                     *         {
                     *           "app": null,
                     *           "channel": "push",
                     *           "created_at": "2026-11-26T15:43:29.452Z",
                     *           "current": true,
                     *           "id": 3,
                     *           "label": "Chrome on Android",
                     *           "problem": null,
                     *           "state": "ready"
                     *         },
                     *         {
                     *           "app": "ntfy",
                     *           "channel": "chat",
                     *           "created_at": "2026-11-26T15:50:02.117Z",
                     *           "current": false,
                     *           "id": 4,
                     *           "label": "ntfy.sh …x7Qf",
                     *           "problem": null,
                     *           "state": "ready"
                     *         }
                     *       ],
                     *       "choices": [
                     *         {
                     *           "channel": "email",
                     *           "on": true,
                     *           "topic": "booked"
                     *         },
                     *         {
                     *           "channel": "push",
                     *           "on": true,
                     *           "topic": "booked"
                     *         },
                     *         {
                     *           "channel": "push",
                     *           "on": false,
                     *           "topic": "ended"
                     *         }
                     *       ],
                     *       "push_key": "BJ1Xn2TqFq1mZ0w2vKQy3b8l0c9kq4Jt7oX5mG6hYd0ZrN4sU1eA2pVwB3xC5tL7iK8jH9gF0dS1aQ2wE3rT4yU",
                     *       "quiet_hours": {
                     *         "end": "07:30",
                     *         "start": "22:00",
                     *         "time_zone": "America/New_York"
                     *       },
                     *       "reachable": true
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationSettingsOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    add_device: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "https://push.example.net/send/f3a91c0be7d24856",
                 *       "expirationTime": null,
                 *       "keys": {
                 *         "auth": "tBHItJI5svbpez7KI4CCXg",
                 *         "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DeviceIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "addresses": [
                     *         {
                     *           "app": null,
                     *           "channel": "push",
                     *           "created_at": "2026-11-26T15:43:29.452Z",
                     *           "current": true,
                     *           "id": 3,
                     *           "label": "Chrome on Android",
                     *           "problem": null,
                     *           "state": "ready"
                     *         },
                     *         {
                     *           "app": "ntfy",
                     *           "channel": "chat",
                     *           "created_at": "2026-11-26T15:50:02.117Z",
                     *           "current": false,
                     *           "id": 4,
                     *           "label": "ntfy.sh …x7Qf",
                     *           "problem": null,
                     *           "state": "ready"
                     *         }
                     *       ],
                     *       "choices": [
                     *         {
                     *           "channel": "email",
                     *           "on": true,
                     *           "topic": "booked"
                     *         },
                     *         {
                     *           "channel": "push",
                     *           "on": true,
                     *           "topic": "booked"
                     *         },
                     *         {
                     *           "channel": "push",
                     *           "on": false,
                     *           "topic": "ended"
                     *         }
                     *       ],
                     *       "push_key": "BJ1Xn2TqFq1mZ0w2vKQy3b8l0c9kq4Jt7oX5mG6hYd0ZrN4sU1eA2pVwB3xC5tL7iK8jH9gF0dS1aQ2wE3rT4yU",
                     *       "quiet_hours": {
                     *         "end": "07:30",
                     *         "start": "22:00",
                     *         "time_zone": "America/New_York"
                     *       },
                     *       "reachable": true
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationSettingsOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    set_quiet_hours: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "end": "07:30",
                 *       "start": "22:00",
                 *       "time_zone": "America/New_York"
                 *     }
                 */
                "application/json": components["schemas"]["QuietHoursIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "addresses": [
                     *         {
                     *           "app": null,
                     *           "channel": "push",
                     *           "created_at": "2026-11-26T15:43:29.452Z",
                     *           "current": true,
                     *           "id": 3,
                     *           "label": "Chrome on Android",
                     *           "problem": null,
                     *           "state": "ready"
                     *         },
                     *         {
                     *           "app": "ntfy",
                     *           "channel": "chat",
                     *           "created_at": "2026-11-26T15:50:02.117Z",
                     *           "current": false,
                     *           "id": 4,
                     *           "label": "ntfy.sh …x7Qf",
                     *           "problem": null,
                     *           "state": "ready"
                     *         }
                     *       ],
                     *       "choices": [
                     *         {
                     *           "channel": "email",
                     *           "on": true,
                     *           "topic": "booked"
                     *         },
                     *         {
                     *           "channel": "push",
                     *           "on": true,
                     *           "topic": "booked"
                     *         },
                     *         {
                     *           "channel": "push",
                     *           "on": false,
                     *           "topic": "ended"
                     *         }
                     *       ],
                     *       "push_key": "BJ1Xn2TqFq1mZ0w2vKQy3b8l0c9kq4Jt7oX5mG6hYd0ZrN4sU1eA2pVwB3xC5tL7iK8jH9gF0dS1aQ2wE3rT4yU",
                     *       "quiet_hours": {
                     *         "end": "07:30",
                     *         "start": "22:00",
                     *         "time_zone": "America/New_York"
                     *       },
                     *       "reachable": true
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationSettingsOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    clear_quiet_hours: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "addresses": [
                     *         {
                     *           "app": null,
                     *           "channel": "push",
                     *           "created_at": "2026-11-26T15:43:29.452Z",
                     *           "current": true,
                     *           "id": 3,
                     *           "label": "Chrome on Android",
                     *           "problem": null,
                     *           "state": "ready"
                     *         },
                     *         {
                     *           "app": "ntfy",
                     *           "channel": "chat",
                     *           "created_at": "2026-11-26T15:50:02.117Z",
                     *           "current": false,
                     *           "id": 4,
                     *           "label": "ntfy.sh …x7Qf",
                     *           "problem": null,
                     *           "state": "ready"
                     *         }
                     *       ],
                     *       "choices": [
                     *         {
                     *           "channel": "email",
                     *           "on": true,
                     *           "topic": "booked"
                     *         },
                     *         {
                     *           "channel": "push",
                     *           "on": true,
                     *           "topic": "booked"
                     *         },
                     *         {
                     *           "channel": "push",
                     *           "on": false,
                     *           "topic": "ended"
                     *         }
                     *       ],
                     *       "push_key": "BJ1Xn2TqFq1mZ0w2vKQy3b8l0c9kq4Jt7oX5mG6hYd0ZrN4sU1eA2pVwB3xC5tL7iK8jH9gF0dS1aQ2wE3rT4yU",
                     *       "quiet_hours": null,
                     *       "reachable": true
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationSettingsOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    send_test_messages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "test": 812
                     *     }
                     */
                    "application/json": components["schemas"]["TestOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_test_results: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The number of the test, as the call that started it returned it.
                 * @example 812
                 */
                test: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "app": null,
                     *         "channel": "email",
                     *         "label": null,
                     *         "state": "sent",
                     *         "text": "Sent"
                     *       },
                     *       {
                     *         "app": null,
                     *         "channel": "push",
                     *         "label": "Chrome on Android",
                     *         "state": "sent",
                     *         "text": "Sent"
                     *       },
                     *       {
                     *         "app": "ntfy",
                     *         "channel": "chat",
                     *         "label": "ntfy.sh …x7Qf",
                     *         "state": "failed",
                     *         "text": "It refused the message (error 403)."
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TestResultOut"][];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_odds_score: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of a stored answer. If it is still valid, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "least_scored": 50,
                     *       "open": 37,
                     *       "score": {
                     *         "base_brier": 0.2211,
                     *         "base_rate": 0.33,
                     *         "brier": 0.1297,
                     *         "deciles": [
                     *           {
                     *             "count": 121,
                     *             "happened": 0.0579,
                     *             "predicted": 0.048,
                     *             "tenth": 0
                     *           },
                     *           {
                     *             "count": 180,
                     *             "happened": 0.3333,
                     *             "predicted": 0.347,
                     *             "tenth": 3
                     *           },
                     *           {
                     *             "count": 111,
                     *             "happened": 0.8108,
                     *             "predicted": 0.846,
                     *             "tenth": 8
                     *           }
                     *         ],
                     *         "improvement": 0.4134
                     *       },
                     *       "scored": 412,
                     *       "since": "2026-09-03T14:02:11.000Z",
                     *       "void": 58
                     *     }
                     */
                    "application/json": components["schemas"]["OddsScoreOut"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_opentable_accounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "attention": null,
                     *         "connected_at": "2026-11-20T15:47:58.926Z",
                     *         "display_name": "Dario Brandt",
                     *         "id": 206,
                     *         "is_concierge": false,
                     *         "platform": "opentable",
                     *         "status": "connected",
                     *         "token_expires_at": null,
                     *         "username": "+12125550123",
                     *         "verified_at": "2026-11-20T15:47:58.926Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AccountHealthOut"][];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    check_opentable_auth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "opentable_signed_in": true
                     *     }
                     */
                    "application/json": components["schemas"]["OpenTableSignedInOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    disconnect_opentable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accountId": 210
                 *     }
                 */
                "application/json": components["schemas"]["DisconnectIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Successfully disconnected"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    send_opentable_code: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country_code": "+1",
                 *       "phone": "2125550123"
                 *     }
                 */
                "application/json": components["schemas"]["PhoneLoginIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "correlation_id": "<correlation id>",
                     *       "message": "OpenTable sent a code to +1 212-555-0123."
                     *     }
                     */
                    "application/json": components["schemas"]["CodeSentOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
        };
    };
    confirm_opentable_code: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456",
                 *       "correlation_id": "<correlation id>",
                 *       "phone": "+12125550177"
                 *     }
                 */
                "application/json": components["schemas"]["PhoneCodeIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "cards": [
                     *           {
                     *             "id": "2000001",
                     *             "is_default": true,
                     *             "label": "Visa 4242"
                     *           }
                     *         ],
                     *         "display_name": "Hugo Galvez",
                     *         "id": 424,
                     *         "is_concierge": true,
                     *         "ot_username": "+12125550177",
                     *         "status": "connected",
                     *         "verified_at": "2026-11-20T15:50:29.072Z"
                     *       },
                     *       "message": "Successfully connected"
                     *     }
                     */
                    "application/json": components["schemas"]["OpenTableConnectedOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
        };
    };
    list_platforms: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of a stored answer. If it is still valid, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "home_url": "https://resy.com",
                     *         "key": "resy",
                     *         "link_hosts": [
                     *           "resy.com"
                     *         ],
                     *         "name": "Resy",
                     *         "offers_release": true,
                     *         "sign_in": [
                     *           "password",
                     *           "code_to_phone",
                     *           "code_to_email"
                     *         ]
                     *       },
                     *       {
                     *         "home_url": "https://www.opentable.com",
                     *         "key": "opentable",
                     *         "link_hosts": [
                     *           "opentable.com",
                     *           "opentable.ca"
                     *         ],
                     *         "name": "OpenTable",
                     *         "offers_release": false,
                     *         "sign_in": [
                     *           "code_to_phone"
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PlatformOut"][];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_requests: {
        parameters: {
            query?: {
                /** @description The tab: return only requests with this status. */
                status?: ("active" | "paused" | "confirmed" | "unsuccessful" | "canceled") | null;
                /** @description Text that the request contains, such as a restaurant; empty for all. */
                search?: string;
                /** @description Return only these requests. The parameter may be repeated. */
                ids?: number[];
                /** @description The number of the page, beginning with 1. */
                page?: number;
                /** @description The most entries on a page. */
                page_size?: number;
                /** @description Whether requests with a booked table of today or later come first. */
                tables_first?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "counts": {
                     *         "active": 1,
                     *         "all": 1,
                     *         "canceled": 0,
                     *         "confirmed": 0,
                     *         "paused": 0,
                     *         "unsuccessful": 0
                     *       },
                     *       "groups": [
                     *         {
                     *           "account_name": "Dana Guest",
                     *           "book_on_behalf": "Grace Hopper",
                     *           "client": {
                     *             "cc_number": "•••• 4242",
                     *             "email": "grace@example.org",
                     *             "exp_month": "07",
                     *             "exp_year": "2028",
                     *             "first_name": "Grace",
                     *             "last_name": "Hopper",
                     *             "phone": "+12125550123",
                     *             "zip_code": "10012"
                     *           },
                     *           "continue_as_cancel": false,
                     *           "created_date": "2026-11-20T15:50:31.897Z",
                     *           "dates": [
                     *             "2026-11-27"
                     *           ],
                     *           "dates_by_choice": [
                     *             "2026-11-27"
                     *           ],
                     *           "end_time": "20:30",
                     *           "fee_ceiling_cents": 0,
                     *           "final_snipe_date": null,
                     *           "group_id": 77,
                     *           "members": [
                     *             {
                     *               "booked": null,
                     *               "date": "2026-11-27",
                     *               "id": 82,
                     *               "page": null,
                     *               "reason": null,
                     *               "reason_text": null,
                     *               "seen": null,
                     *               "status": "active",
                     *               "table_type": "",
                     *               "venue": 1196,
                     *               "venue_name": "Osteria del Vicolo Storto",
                     *               "watch": {
                     *                 "attempts": 0,
                     *                 "checks": 0,
                     *                 "held_fee_cents": null,
                     *                 "held_time": null,
                     *                 "interval_ms": 0,
                     *                 "last_check_at": null,
                     *                 "next_check_at": null,
                     *                 "state": "starting"
                     *               }
                     *             }
                     *           ],
                     *           "missed_release_at": null,
                     *           "notify_only": false,
                     *           "number": "00077",
                     *           "one_table": false,
                     *           "opentable_card": null,
                     *           "override_reservations": false,
                     *           "party_size": 2,
                     *           "release_at": null,
                     *           "release_date": null,
                     *           "release_time": null,
                     *           "resy_card": null,
                     *           "snipe_type": "cancel",
                     *           "start_time": "18:30",
                     *           "status": "active",
                     *           "status_since": "2026-11-20T15:50:31.898Z",
                     *           "stopping": false,
                     *           "swap": null,
                     *           "swap_table": null,
                     *           "time_windows": [
                     *             {
                     *               "end_time": "20:30",
                     *               "start_time": "18:30"
                     *             }
                     *           ],
                     *           "venues": [
                     *             {
                     *               "address1": "228 Bleecker Street",
                     *               "cover_art": {
                     *                 "cuisine": "Italian",
                     *                 "seed": 900745
                     *               },
                     *               "cover_image_url": null,
                     *               "currency": "USD",
                     *               "id": 1196,
                     *               "locality": "New York",
                     *               "neighborhood": "West Village",
                     *               "reservation_source": "resy",
                     *               "table_type": "",
                     *               "table_types": [
                     *                 ""
                     *               ],
                     *               "time_zone": "America/New_York",
                     *               "venue_id": 900745,
                     *               "venue_name": "Osteria del Vicolo Storto"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "pages": 1,
                     *       "seq": 1,
                     *       "sources": [
                     *         {
                     *           "platform": "resy",
                     *           "reason": null,
                     *           "reason_text": null,
                     *           "since": null,
                     *           "state": "healthy"
                     *         }
                     *       ],
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["GroupsOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_request: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientDetails": {
                 *         "cc_number": "4242 4242 4242 4242",
                 *         "cvc": "7319",
                 *         "email": "Grace@Example.org",
                 *         "exp_month": "07",
                 *         "exp_year": "2028",
                 *         "first_name": "Grace",
                 *         "last_name": "Hopper",
                 *         "phone": "2125550123",
                 *         "phone_country_code": "+1",
                 *         "zip_code": "10012"
                 *       },
                 *       "reservation": {
                 *         "dates": [
                 *           "2026-11-27"
                 *         ],
                 *         "end_time": "20:30",
                 *         "party_size": 2,
                 *         "snipe_type": "cancel",
                 *         "start_time": "18:30",
                 *         "venues": [
                 *           {
                 *             "id": 1211
                 *           }
                 *         ]
                 *       },
                 *       "selectedOpenTableAccount": 432,
                 *       "selectedResyAccount": 431
                 *     }
                 */
                "application/json": components["schemas"]["SubmissionIn"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "group": {
                     *         "account_name": "Dana Guest, Hugo Galvez",
                     *         "book_on_behalf": "Grace Hopper",
                     *         "client": {
                     *           "cc_number": "•••• 4242",
                     *           "email": "grace@example.org",
                     *           "exp_month": "07",
                     *           "exp_year": "2028",
                     *           "first_name": "Grace",
                     *           "last_name": "Hopper",
                     *           "phone": "+12125550123",
                     *           "zip_code": "10012"
                     *         },
                     *         "continue_as_cancel": false,
                     *         "created_date": "2026-11-20T15:51:01.353Z",
                     *         "dates": [
                     *           "2026-11-27"
                     *         ],
                     *         "dates_by_choice": [
                     *           "2026-11-27"
                     *         ],
                     *         "end_time": "20:30",
                     *         "fee_ceiling_cents": 0,
                     *         "final_snipe_date": null,
                     *         "group_id": 84,
                     *         "members": [
                     *           {
                     *             "booked": null,
                     *             "date": "2026-11-27",
                     *             "id": 89,
                     *             "page": null,
                     *             "reason": null,
                     *             "reason_text": null,
                     *             "seen": null,
                     *             "status": "active",
                     *             "table_type": "",
                     *             "venue": 1211,
                     *             "venue_name": "Osteria del Vicolo Storto",
                     *             "watch": {
                     *               "attempts": 0,
                     *               "checks": 0,
                     *               "held_fee_cents": null,
                     *               "held_time": null,
                     *               "interval_ms": 0,
                     *               "last_check_at": null,
                     *               "next_check_at": null,
                     *               "state": "starting"
                     *             }
                     *           }
                     *         ],
                     *         "missed_release_at": null,
                     *         "notify_only": false,
                     *         "number": "00084",
                     *         "one_table": false,
                     *         "opentable_card": null,
                     *         "override_reservations": false,
                     *         "party_size": 2,
                     *         "release_at": null,
                     *         "release_date": null,
                     *         "release_time": null,
                     *         "resy_card": null,
                     *         "snipe_type": "cancel",
                     *         "start_time": "18:30",
                     *         "status": "active",
                     *         "status_since": "2026-11-20T15:51:01.357Z",
                     *         "stopping": false,
                     *         "swap": null,
                     *         "swap_table": null,
                     *         "time_windows": [
                     *           {
                     *             "end_time": "20:30",
                     *             "start_time": "18:30"
                     *           }
                     *         ],
                     *         "venues": [
                     *           {
                     *             "address1": "228 Bleecker Street",
                     *             "cover_art": {
                     *               "cuisine": "Italian",
                     *               "seed": 900760
                     *             },
                     *             "cover_image_url": null,
                     *             "currency": "USD",
                     *             "id": 1211,
                     *             "locality": "New York",
                     *             "neighborhood": "West Village",
                     *             "reservation_source": "resy",
                     *             "table_type": "",
                     *             "table_types": [
                     *               ""
                     *             ],
                     *             "time_zone": "America/New_York",
                     *             "venue_id": 900760,
                     *             "venue_name": "Osteria del Vicolo Storto"
                     *           }
                     *         ]
                     *       },
                     *       "message": "Request filed. We are watching."
                     *     }
                     */
                    "application/json": components["schemas"]["FiledOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description A plan is needed for this. */
            402: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Not allowed. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
        };
    };
    change_requests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "pause",
                 *       "group_ids": [
                 *         92,
                 *         93
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BulkIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "groups": [
                     *         {
                     *           "account_name": "Bob Example",
                     *           "book_on_behalf": null,
                     *           "client": null,
                     *           "continue_as_cancel": false,
                     *           "created_date": "2026-11-20T15:51:29.287Z",
                     *           "dates": [
                     *             "2026-11-27"
                     *           ],
                     *           "dates_by_choice": [
                     *             "2026-11-27"
                     *           ],
                     *           "end_time": "20:30",
                     *           "fee_ceiling_cents": 0,
                     *           "final_snipe_date": null,
                     *           "group_id": 92,
                     *           "members": [
                     *             {
                     *               "booked": null,
                     *               "date": "2026-11-27",
                     *               "id": 98,
                     *               "page": null,
                     *               "reason": null,
                     *               "reason_text": null,
                     *               "seen": null,
                     *               "status": "paused",
                     *               "table_type": "",
                     *               "venue": 1248,
                     *               "venue_name": "Osteria del Vicolo Storto",
                     *               "watch": null
                     *             }
                     *           ],
                     *           "missed_release_at": null,
                     *           "notify_only": false,
                     *           "number": "00092",
                     *           "one_table": false,
                     *           "opentable_card": null,
                     *           "override_reservations": false,
                     *           "party_size": 2,
                     *           "release_at": "2026-11-22T15:00:00.000Z",
                     *           "release_date": "2026-11-22",
                     *           "release_time": "10:00",
                     *           "resy_card": null,
                     *           "snipe_type": "release",
                     *           "start_time": "18:30",
                     *           "status": "paused",
                     *           "status_since": "2026-11-20T15:51:29.825Z",
                     *           "stopping": false,
                     *           "swap": null,
                     *           "swap_table": null,
                     *           "time_windows": [
                     *             {
                     *               "end_time": "20:30",
                     *               "start_time": "18:30"
                     *             }
                     *           ],
                     *           "venues": [
                     *             {
                     *               "address1": "228 Bleecker Street",
                     *               "cover_art": {
                     *                 "cuisine": "Italian",
                     *                 "seed": 900797
                     *               },
                     *               "cover_image_url": null,
                     *               "currency": "USD",
                     *               "id": 1248,
                     *               "locality": "New York",
                     *               "neighborhood": "West Village",
                     *               "reservation_source": "resy",
                     *               "table_type": "",
                     *               "table_types": [
                     *                 ""
                     *               ],
                     *               "time_zone": "America/New_York",
                     *               "venue_id": 900797,
                     *               "venue_name": "Osteria del Vicolo Storto"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "results": [
                     *         {
                     *           "code": "stopped",
                     *           "done": true,
                     *           "group_id": 92,
                     *           "message": "Request paused."
                     *         },
                     *         {
                     *           "code": "not_found",
                     *           "done": false,
                     *           "group_id": 93,
                     *           "message": "We could not find that request."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BulkOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    count_requests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "active_reservations": 0,
                     *       "limit": 25,
                     *       "total_reservations": 0
                     *     }
                     */
                    "application/json": components["schemas"]["CountsOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_existing_restaurants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "existing_restaurants": [
                     *         {
                     *           "dates": [
                     *             "2026-11-27",
                     *             "2026-11-28"
                     *           ],
                     *           "venue": 420,
                     *           "venue_name": "Lupa",
                     *           "why": "active_task"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExistingRestaurantsOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_closed_dates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "group_id": 96
                 *     }
                 */
                "application/json": components["schemas"]["DatesIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dates": []
                     *     }
                     */
                    "application/json": components["schemas"]["DatesOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_kept_tables: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "canceling": false,
                     *         "group_id": 4127,
                     *         "party_size": 2,
                     *         "phrase": "Lupa on Fri, Nov 27 at 7:30 PM",
                     *         "platform": "resy"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["KeptTableOut"][];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    estimate_draft_odds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reservation": {
                 *         "dates": [
                 *           "2026-11-27"
                 *         ],
                 *         "end_time": "20:30",
                 *         "party_size": 2,
                 *         "snipe_type": "cancel",
                 *         "start_time": "18:30",
                 *         "venues": [
                 *           {
                 *             "id": 1211
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OddsIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "odds": {
                     *         "changes": [
                     *           {
                     *             "date": "2026-11-24",
                     *             "end_time": null,
                     *             "kind": "day",
                     *             "party_size": null,
                     *             "probability": 0.46,
                     *             "start_time": null
                     *           },
                     *           {
                     *             "date": null,
                     *             "end_time": "21:00",
                     *             "kind": "times",
                     *             "party_size": null,
                     *             "probability": 0.34,
                     *             "start_time": "18:00"
                     *           },
                     *           {
                     *             "date": null,
                     *             "end_time": null,
                     *             "kind": "party",
                     *             "party_size": 4,
                     *             "probability": 0.31,
                     *             "start_time": null
                     *           }
                     *         ],
                     *         "deadline": "2026-11-27T23:30:00.000Z",
                     *         "probability": 0.27,
                     *         "sightings": 140
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OddsOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_venue_activity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the restaurant.
                 * @example 420
                 */
                venue_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fee": {
                     *         "at": "2026-11-20T15:41:12.520Z",
                     *         "cents": 5000,
                     *         "currency": "USD",
                     *         "free_hours": 24,
                     *         "kind": "deposit",
                     *         "party_size": 2
                     *       },
                     *       "heat_map": {
                     *         "hours": [
                     *           18,
                     *           19,
                     *           20
                     *         ],
                     *         "rates": [
                     *           [
                     *             0.9,
                     *             0.4,
                     *             0.3
                     *           ],
                     *           [
                     *             0.8,
                     *             0.5,
                     *             0.4
                     *           ],
                     *           [
                     *             0.7,
                     *             0.3,
                     *             0.3
                     *           ],
                     *           [
                     *             0.5,
                     *             0.2,
                     *             0.2
                     *           ],
                     *           [
                     *             0.2,
                     *             0.1,
                     *             0.1
                     *           ],
                     *           [
                     *             0.2,
                     *             0.1,
                     *             0
                     *           ],
                     *           [
                     *             null,
                     *             null,
                     *             null
                     *           ]
                     *         ],
                     *         "sightings": 140,
                     *         "watched_hours": 2310
                     *       },
                     *       "openings": [
                     *         {
                     *           "date": "2026-11-27",
                     *           "party_size": 2,
                     *           "seen_at": "2026-11-20T15:41:00.000Z",
                     *           "time": "19:15"
                     *         }
                     *       ],
                     *       "requests": [
                     *         {
                     *           "dates": [
                     *             "2026-11-27",
                     *             "2026-11-28"
                     *           ],
                     *           "end_time": "20:30",
                     *           "group_id": 298,
                     *           "number": "00298",
                     *           "party_size": 2,
                     *           "release_at": null,
                     *           "snipe_type": "cancel",
                     *           "start_time": "18:30",
                     *           "status": "active",
                     *           "time_windows": [
                     *             {
                     *               "end_time": "20:30",
                     *               "start_time": "18:30"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "venue": 420
                     *     }
                     */
                    "application/json": components["schemas"]["VenueActivityOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_request: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the request (a group of reservations).
                 * @example 294
                 */
                group_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_name": "Alice Example",
                     *       "book_on_behalf": null,
                     *       "client": null,
                     *       "continue_as_cancel": false,
                     *       "created_date": "2026-11-20T15:53:42.228Z",
                     *       "dates": [
                     *         "2026-11-27"
                     *       ],
                     *       "dates_by_choice": [
                     *         "2026-11-27"
                     *       ],
                     *       "end_time": "20:30",
                     *       "fee_ceiling_cents": 0,
                     *       "final_snipe_date": null,
                     *       "group_id": 294,
                     *       "members": [
                     *         {
                     *           "booked": {
                     *             "account_name": "Alice Example",
                     *             "at": "2026-11-20T15:53:42.265Z",
                     *             "can_improve": false,
                     *             "cancel_fee_cents": 2500,
                     *             "canceling": false,
                     *             "confirmation": "740000029",
                     *             "currency": "USD",
                     *             "deposit_cents": 0,
                     *             "free_until": "2026-11-27T00:00:00Z",
                     *             "party_size": 2,
                     *             "platform": "resy",
                     *             "seating": "Dining Room",
                     *             "time": "19:00"
                     *           },
                     *           "date": "2026-11-27",
                     *           "id": 458,
                     *           "page": null,
                     *           "reason": null,
                     *           "reason_text": null,
                     *           "seen": null,
                     *           "status": "confirmed",
                     *           "table_type": "",
                     *           "venue": 1360,
                     *           "venue_name": "Osteria del Vicolo Storto",
                     *           "watch": null
                     *         }
                     *       ],
                     *       "missed_release_at": null,
                     *       "notify_only": false,
                     *       "number": "00294",
                     *       "one_table": false,
                     *       "opentable_card": null,
                     *       "override_reservations": false,
                     *       "party_size": 2,
                     *       "release_at": null,
                     *       "release_date": null,
                     *       "release_time": null,
                     *       "resy_card": null,
                     *       "snipe_type": "cancel",
                     *       "start_time": "18:30",
                     *       "status": "confirmed",
                     *       "status_since": "2026-11-20T15:53:42.232Z",
                     *       "stopping": false,
                     *       "swap": null,
                     *       "swap_table": null,
                     *       "time_windows": [
                     *         {
                     *           "end_time": "20:30",
                     *           "start_time": "18:30"
                     *         }
                     *       ],
                     *       "venues": [
                     *         {
                     *           "address1": "228 Bleecker Street",
                     *           "cover_art": {
                     *             "cuisine": "Italian",
                     *             "seed": 900909
                     *           },
                     *           "cover_image_url": null,
                     *           "currency": "USD",
                     *           "id": 1360,
                     *           "locality": "New York",
                     *           "neighborhood": "West Village",
                     *           "reservation_source": "resy",
                     *           "table_type": "",
                     *           "table_types": [
                     *             ""
                     *           ],
                     *           "time_zone": "America/New_York",
                     *           "venue_id": 900909,
                     *           "venue_name": "Osteria del Vicolo Storto"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GroupOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_request: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the request (a group of reservations).
                 * @example 126
                 */
                group_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientDetails": null,
                 *       "reservation": {
                 *         "dates": [
                 *           "2026-11-28",
                 *           "2026-11-29",
                 *           "2026-11-30"
                 *         ],
                 *         "end_time": "20:30",
                 *         "party_size": 2,
                 *         "snipe_type": "cancel",
                 *         "start_time": "18:30",
                 *         "venues": [
                 *           {
                 *             "id": 1286
                 *           }
                 *         ]
                 *       },
                 *       "selectedOpenTableAccount": null,
                 *       "selectedResyAccount": 489
                 *     }
                 */
                "application/json": components["schemas"]["SubmissionIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "group": {
                     *         "account_name": "Bob Example",
                     *         "book_on_behalf": null,
                     *         "client": null,
                     *         "continue_as_cancel": false,
                     *         "created_date": "2026-11-20T15:52:14.324Z",
                     *         "dates": [
                     *           "2026-11-28",
                     *           "2026-11-29",
                     *           "2026-11-30"
                     *         ],
                     *         "dates_by_choice": [
                     *           "2026-11-28",
                     *           "2026-11-29",
                     *           "2026-11-30"
                     *         ],
                     *         "end_time": "20:30",
                     *         "fee_ceiling_cents": 0,
                     *         "final_snipe_date": null,
                     *         "group_id": 126,
                     *         "members": [
                     *           {
                     *             "booked": null,
                     *             "date": "2026-11-28",
                     *             "id": 155,
                     *             "page": null,
                     *             "reason": null,
                     *             "reason_text": null,
                     *             "seen": null,
                     *             "status": "active",
                     *             "table_type": "",
                     *             "venue": 1286,
                     *             "venue_name": "Osteria del Vicolo Storto",
                     *             "watch": {
                     *               "attempts": 0,
                     *               "checks": 0,
                     *               "held_fee_cents": null,
                     *               "held_time": null,
                     *               "interval_ms": 0,
                     *               "last_check_at": null,
                     *               "next_check_at": null,
                     *               "state": "starting"
                     *             }
                     *           }
                     *         ],
                     *         "missed_release_at": null,
                     *         "notify_only": false,
                     *         "number": "00126",
                     *         "one_table": false,
                     *         "opentable_card": null,
                     *         "override_reservations": false,
                     *         "party_size": 2,
                     *         "release_at": null,
                     *         "release_date": null,
                     *         "release_time": null,
                     *         "resy_card": null,
                     *         "snipe_type": "cancel",
                     *         "start_time": "18:30",
                     *         "status": "active",
                     *         "status_since": "2026-11-20T15:52:16.012Z",
                     *         "stopping": false,
                     *         "swap": null,
                     *         "swap_table": null,
                     *         "time_windows": [
                     *           {
                     *             "end_time": "20:30",
                     *             "start_time": "18:30"
                     *           }
                     *         ],
                     *         "venues": [
                     *           {
                     *             "address1": "228 Bleecker Street",
                     *             "cover_art": {
                     *               "cuisine": "Italian",
                     *               "seed": 900835
                     *             },
                     *             "cover_image_url": null,
                     *             "currency": "USD",
                     *             "id": 1286,
                     *             "locality": "New York",
                     *             "neighborhood": "West Village",
                     *             "reservation_source": "resy",
                     *             "table_type": "",
                     *             "table_types": [
                     *               ""
                     *             ],
                     *             "time_zone": "America/New_York",
                     *             "venue_id": 900835,
                     *             "venue_name": "Osteria del Vicolo Storto"
                     *           }
                     *         ]
                     *       },
                     *       "message": "Request updated."
                     *     }
                     */
                    "application/json": components["schemas"]["FiledOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description A plan is needed for this. */
            402: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Not allowed. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_request: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the request (a group of reservations).
                 * @example 298
                 */
                group_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": null,
                     *       "group": {
                     *         "account_name": "Alice Example",
                     *         "book_on_behalf": null,
                     *         "client": null,
                     *         "continue_as_cancel": false,
                     *         "created_date": "2026-11-20T15:26:44.794Z",
                     *         "dates": [
                     *           "2026-11-27"
                     *         ],
                     *         "dates_by_choice": [
                     *           "2026-11-27"
                     *         ],
                     *         "end_time": "20:30",
                     *         "fee_ceiling_cents": 0,
                     *         "final_snipe_date": null,
                     *         "group_id": 298,
                     *         "members": [
                     *           {
                     *             "booked": null,
                     *             "date": "2026-11-27",
                     *             "id": 487,
                     *             "page": null,
                     *             "reason": "canceled_by_you",
                     *             "reason_text": "You canceled it.",
                     *             "seen": null,
                     *             "status": "canceled",
                     *             "table_type": "",
                     *             "venue": 350,
                     *             "venue_name": "Osteria del Vicolo Storto",
                     *             "watch": null
                     *           }
                     *         ],
                     *         "missed_release_at": null,
                     *         "notify_only": false,
                     *         "number": "00298",
                     *         "one_table": false,
                     *         "opentable_card": null,
                     *         "override_reservations": false,
                     *         "party_size": 2,
                     *         "release_at": null,
                     *         "release_date": null,
                     *         "release_time": null,
                     *         "resy_card": null,
                     *         "snipe_type": "cancel",
                     *         "start_time": "18:30",
                     *         "status": "canceled",
                     *         "status_since": "2026-11-20T15:26:45.009Z",
                     *         "stopping": false,
                     *         "swap": null,
                     *         "swap_table": null,
                     *         "time_windows": [
                     *           {
                     *             "end_time": "20:30",
                     *             "start_time": "18:30"
                     *           }
                     *         ],
                     *         "venues": [
                     *           {
                     *             "address1": "228 Bleecker Street",
                     *             "cover_art": {
                     *               "cuisine": "Italian",
                     *               "seed": 900349
                     *             },
                     *             "cover_image_url": null,
                     *             "currency": "USD",
                     *             "id": 350,
                     *             "locality": "New York",
                     *             "neighborhood": "West Village",
                     *             "reservation_source": "resy",
                     *             "table_type": "",
                     *             "table_types": [
                     *               ""
                     *             ],
                     *             "time_zone": "America/New_York",
                     *             "venue_id": 900349,
                     *             "venue_name": "Osteria del Vicolo Storto"
                     *           }
                     *         ]
                     *       },
                     *       "message": "Request canceled."
                     *     }
                     */
                    "application/json": components["schemas"]["StopOut"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "stopping",
                     *       "group": {
                     *         "account_name": "Alice Example",
                     *         "book_on_behalf": null,
                     *         "client": null,
                     *         "continue_as_cancel": false,
                     *         "created_date": "2026-11-20T15:26:44.794Z",
                     *         "dates": [
                     *           "2026-11-27"
                     *         ],
                     *         "dates_by_choice": [
                     *           "2026-11-27"
                     *         ],
                     *         "end_time": "20:30",
                     *         "fee_ceiling_cents": 0,
                     *         "final_snipe_date": null,
                     *         "group_id": 298,
                     *         "members": [
                     *           {
                     *             "booked": null,
                     *             "date": "2026-11-27",
                     *             "id": 487,
                     *             "page": null,
                     *             "reason": null,
                     *             "reason_text": null,
                     *             "seen": null,
                     *             "status": "active",
                     *             "table_type": "",
                     *             "venue": 350,
                     *             "venue_name": "Osteria del Vicolo Storto",
                     *             "watch": null
                     *           }
                     *         ],
                     *         "missed_release_at": null,
                     *         "notify_only": false,
                     *         "number": "00298",
                     *         "one_table": false,
                     *         "opentable_card": null,
                     *         "override_reservations": false,
                     *         "party_size": 2,
                     *         "release_at": null,
                     *         "release_date": null,
                     *         "release_time": null,
                     *         "resy_card": null,
                     *         "snipe_type": "cancel",
                     *         "start_time": "18:30",
                     *         "status": "active",
                     *         "status_since": "2026-11-20T15:26:45.009Z",
                     *         "stopping": true,
                     *         "swap": null,
                     *         "swap_table": null,
                     *         "time_windows": [
                     *           {
                     *             "end_time": "20:30",
                     *             "start_time": "18:30"
                     *           }
                     *         ],
                     *         "venues": [
                     *           {
                     *             "address1": "228 Bleecker Street",
                     *             "cover_art": {
                     *               "cuisine": "Italian",
                     *               "seed": 900349
                     *             },
                     *             "cover_image_url": null,
                     *             "currency": "USD",
                     *             "id": 350,
                     *             "locality": "New York",
                     *             "neighborhood": "West Village",
                     *             "reservation_source": "resy",
                     *             "table_type": "",
                     *             "table_types": [
                     *               ""
                     *             ],
                     *             "time_zone": "America/New_York",
                     *             "venue_id": 900349,
                     *             "venue_name": "Osteria del Vicolo Storto"
                     *           }
                     *         ]
                     *       },
                     *       "message": "We are booking a table right now. We will cancel the request when that is done."
                     *     }
                     */
                    "application/json": components["schemas"]["StopOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    accept_fee: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the request (a group of reservations).
                 * @example 126
                 */
                group_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fee_ceiling_cents": 5000
                 *     }
                 */
                "application/json": components["schemas"]["FeeIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "group": {
                     *         "account_name": "Bob Example",
                     *         "book_on_behalf": null,
                     *         "client": null,
                     *         "continue_as_cancel": false,
                     *         "created_date": "2026-11-20T15:52:14.324Z",
                     *         "dates": [
                     *           "2026-11-28",
                     *           "2026-11-29",
                     *           "2026-11-30"
                     *         ],
                     *         "dates_by_choice": [
                     *           "2026-11-28",
                     *           "2026-11-29",
                     *           "2026-11-30"
                     *         ],
                     *         "end_time": "20:30",
                     *         "fee_ceiling_cents": 5000,
                     *         "final_snipe_date": null,
                     *         "group_id": 126,
                     *         "members": [
                     *           {
                     *             "booked": null,
                     *             "date": "2026-11-28",
                     *             "id": 155,
                     *             "page": null,
                     *             "reason": null,
                     *             "reason_text": null,
                     *             "seen": null,
                     *             "status": "active",
                     *             "table_type": "",
                     *             "venue": 1286,
                     *             "venue_name": "Osteria del Vicolo Storto",
                     *             "watch": {
                     *               "attempts": 0,
                     *               "checks": 0,
                     *               "held_fee_cents": null,
                     *               "held_time": null,
                     *               "interval_ms": 0,
                     *               "last_check_at": null,
                     *               "next_check_at": null,
                     *               "state": "starting"
                     *             }
                     *           }
                     *         ],
                     *         "missed_release_at": null,
                     *         "notify_only": false,
                     *         "number": "00126",
                     *         "one_table": false,
                     *         "opentable_card": null,
                     *         "override_reservations": false,
                     *         "party_size": 2,
                     *         "release_at": null,
                     *         "release_date": null,
                     *         "release_time": null,
                     *         "resy_card": null,
                     *         "snipe_type": "cancel",
                     *         "start_time": "18:30",
                     *         "status": "active",
                     *         "status_since": "2026-11-20T15:52:16.012Z",
                     *         "stopping": false,
                     *         "swap": null,
                     *         "swap_table": null,
                     *         "time_windows": [
                     *           {
                     *             "end_time": "20:30",
                     *             "start_time": "18:30"
                     *           }
                     *         ],
                     *         "venues": [
                     *           {
                     *             "address1": "228 Bleecker Street",
                     *             "cover_art": {
                     *               "cuisine": "Italian",
                     *               "seed": 900835
                     *             },
                     *             "cover_image_url": null,
                     *             "currency": "USD",
                     *             "id": 1286,
                     *             "locality": "New York",
                     *             "neighborhood": "West Village",
                     *             "reservation_source": "resy",
                     *             "table_type": "",
                     *             "table_types": [
                     *               ""
                     *             ],
                     *             "time_zone": "America/New_York",
                     *             "venue_id": 900835,
                     *             "venue_name": "Osteria del Vicolo Storto"
                     *           }
                     *         ]
                     *       },
                     *       "message": "Request updated."
                     *     }
                     */
                    "application/json": components["schemas"]["FiledOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    repeat_request: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the request (a group of reservations).
                 * @example 92
                 */
                group_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "group": {
                     *         "account_name": "Dana Guest, Hugo Galvez",
                     *         "book_on_behalf": "Grace Hopper",
                     *         "client": {
                     *           "cc_number": "•••• 4242",
                     *           "email": "grace@example.org",
                     *           "exp_month": "07",
                     *           "exp_year": "2028",
                     *           "first_name": "Grace",
                     *           "last_name": "Hopper",
                     *           "phone": "+12125550123",
                     *           "zip_code": "10012"
                     *         },
                     *         "continue_as_cancel": false,
                     *         "created_date": "2026-11-20T15:51:01.353Z",
                     *         "dates": [
                     *           "2026-11-27"
                     *         ],
                     *         "dates_by_choice": [
                     *           "2026-11-27"
                     *         ],
                     *         "end_time": "20:30",
                     *         "fee_ceiling_cents": 0,
                     *         "final_snipe_date": null,
                     *         "group_id": 84,
                     *         "members": [
                     *           {
                     *             "booked": null,
                     *             "date": "2026-11-27",
                     *             "id": 89,
                     *             "page": null,
                     *             "reason": null,
                     *             "reason_text": null,
                     *             "seen": null,
                     *             "status": "active",
                     *             "table_type": "",
                     *             "venue": 1211,
                     *             "venue_name": "Osteria del Vicolo Storto",
                     *             "watch": {
                     *               "attempts": 0,
                     *               "checks": 0,
                     *               "held_fee_cents": null,
                     *               "held_time": null,
                     *               "interval_ms": 0,
                     *               "last_check_at": null,
                     *               "next_check_at": null,
                     *               "state": "starting"
                     *             }
                     *           }
                     *         ],
                     *         "missed_release_at": null,
                     *         "notify_only": false,
                     *         "number": "00084",
                     *         "one_table": false,
                     *         "opentable_card": null,
                     *         "override_reservations": false,
                     *         "party_size": 2,
                     *         "release_at": null,
                     *         "release_date": null,
                     *         "release_time": null,
                     *         "resy_card": null,
                     *         "snipe_type": "cancel",
                     *         "start_time": "18:30",
                     *         "status": "active",
                     *         "status_since": "2026-11-20T15:51:01.357Z",
                     *         "stopping": false,
                     *         "swap": null,
                     *         "swap_table": null,
                     *         "time_windows": [
                     *           {
                     *             "end_time": "20:30",
                     *             "start_time": "18:30"
                     *           }
                     *         ],
                     *         "venues": [
                     *           {
                     *             "address1": "228 Bleecker Street",
                     *             "cover_art": {
                     *               "cuisine": "Italian",
                     *               "seed": 900760
                     *             },
                     *             "cover_image_url": null,
                     *             "currency": "USD",
                     *             "id": 1211,
                     *             "locality": "New York",
                     *             "neighborhood": "West Village",
                     *             "reservation_source": "resy",
                     *             "table_type": "",
                     *             "table_types": [
                     *               ""
                     *             ],
                     *             "time_zone": "America/New_York",
                     *             "venue_id": 900760,
                     *             "venue_name": "Osteria del Vicolo Storto"
                     *           }
                     *         ]
                     *       },
                     *       "message": "Request filed. We are watching."
                     *     }
                     */
                    "application/json": components["schemas"]["FiledOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description A plan is needed for this. */
            402: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Not allowed. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_request_odds: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the request (a group of reservations).
                 * @example 371
                 */
                group_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "odds": {
                     *         "changes": [
                     *           {
                     *             "date": "2026-11-24",
                     *             "end_time": null,
                     *             "kind": "day",
                     *             "party_size": null,
                     *             "probability": 0.46,
                     *             "start_time": null
                     *           },
                     *           {
                     *             "date": null,
                     *             "end_time": "21:00",
                     *             "kind": "times",
                     *             "party_size": null,
                     *             "probability": 0.34,
                     *             "start_time": "18:00"
                     *           },
                     *           {
                     *             "date": null,
                     *             "end_time": null,
                     *             "kind": "party",
                     *             "party_size": 4,
                     *             "probability": 0.31,
                     *             "start_time": null
                     *           }
                     *         ],
                     *         "deadline": "2026-11-27T23:30:00.000Z",
                     *         "probability": 0.27,
                     *         "sightings": 140
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OddsOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    pause_request: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the request (a group of reservations).
                 * @example 92
                 */
                group_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": null,
                     *       "group": {
                     *         "account_name": "Bob Example",
                     *         "book_on_behalf": null,
                     *         "client": null,
                     *         "continue_as_cancel": false,
                     *         "created_date": "2026-11-20T15:51:29.287Z",
                     *         "dates": [
                     *           "2026-11-27"
                     *         ],
                     *         "dates_by_choice": [
                     *           "2026-11-27"
                     *         ],
                     *         "end_time": "20:30",
                     *         "fee_ceiling_cents": 0,
                     *         "final_snipe_date": null,
                     *         "group_id": 92,
                     *         "members": [
                     *           {
                     *             "booked": null,
                     *             "date": "2026-11-27",
                     *             "id": 98,
                     *             "page": null,
                     *             "reason": null,
                     *             "reason_text": null,
                     *             "seen": null,
                     *             "status": "paused",
                     *             "table_type": "",
                     *             "venue": 1248,
                     *             "venue_name": "Osteria del Vicolo Storto",
                     *             "watch": null
                     *           }
                     *         ],
                     *         "missed_release_at": null,
                     *         "notify_only": false,
                     *         "number": "00092",
                     *         "one_table": false,
                     *         "opentable_card": null,
                     *         "override_reservations": false,
                     *         "party_size": 2,
                     *         "release_at": "2026-11-22T15:00:00.000Z",
                     *         "release_date": "2026-11-22",
                     *         "release_time": "10:00",
                     *         "resy_card": null,
                     *         "snipe_type": "release",
                     *         "start_time": "18:30",
                     *         "status": "paused",
                     *         "status_since": "2026-11-20T15:51:29.825Z",
                     *         "stopping": false,
                     *         "swap": null,
                     *         "swap_table": null,
                     *         "time_windows": [
                     *           {
                     *             "end_time": "20:30",
                     *             "start_time": "18:30"
                     *           }
                     *         ],
                     *         "venues": [
                     *           {
                     *             "address1": "228 Bleecker Street",
                     *             "cover_art": {
                     *               "cuisine": "Italian",
                     *               "seed": 900797
                     *             },
                     *             "cover_image_url": null,
                     *             "currency": "USD",
                     *             "id": 1248,
                     *             "locality": "New York",
                     *             "neighborhood": "West Village",
                     *             "reservation_source": "resy",
                     *             "table_type": "",
                     *             "table_types": [
                     *               ""
                     *             ],
                     *             "time_zone": "America/New_York",
                     *             "venue_id": 900797,
                     *             "venue_name": "Osteria del Vicolo Storto"
                     *           }
                     *         ]
                     *       },
                     *       "message": "Request paused."
                     *     }
                     */
                    "application/json": components["schemas"]["StopOut"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "stopping",
                     *       "group": {
                     *         "account_name": "Bob Example",
                     *         "book_on_behalf": null,
                     *         "client": null,
                     *         "continue_as_cancel": false,
                     *         "created_date": "2026-11-20T15:51:29.287Z",
                     *         "dates": [
                     *           "2026-11-27"
                     *         ],
                     *         "dates_by_choice": [
                     *           "2026-11-27"
                     *         ],
                     *         "end_time": "20:30",
                     *         "fee_ceiling_cents": 0,
                     *         "final_snipe_date": null,
                     *         "group_id": 92,
                     *         "members": [
                     *           {
                     *             "booked": null,
                     *             "date": "2026-11-27",
                     *             "id": 98,
                     *             "page": null,
                     *             "reason": null,
                     *             "reason_text": null,
                     *             "seen": null,
                     *             "status": "active",
                     *             "table_type": "",
                     *             "venue": 1248,
                     *             "venue_name": "Osteria del Vicolo Storto",
                     *             "watch": null
                     *           }
                     *         ],
                     *         "missed_release_at": null,
                     *         "notify_only": false,
                     *         "number": "00092",
                     *         "one_table": false,
                     *         "opentable_card": null,
                     *         "override_reservations": false,
                     *         "party_size": 2,
                     *         "release_at": "2026-11-22T15:00:00.000Z",
                     *         "release_date": "2026-11-22",
                     *         "release_time": "10:00",
                     *         "resy_card": null,
                     *         "snipe_type": "release",
                     *         "start_time": "18:30",
                     *         "status": "active",
                     *         "status_since": "2026-11-20T15:51:29.825Z",
                     *         "stopping": true,
                     *         "swap": null,
                     *         "swap_table": null,
                     *         "time_windows": [
                     *           {
                     *             "end_time": "20:30",
                     *             "start_time": "18:30"
                     *           }
                     *         ],
                     *         "venues": [
                     *           {
                     *             "address1": "228 Bleecker Street",
                     *             "cover_art": {
                     *               "cuisine": "Italian",
                     *               "seed": 900797
                     *             },
                     *             "cover_image_url": null,
                     *             "currency": "USD",
                     *             "id": 1248,
                     *             "locality": "New York",
                     *             "neighborhood": "West Village",
                     *             "reservation_source": "resy",
                     *             "table_type": "",
                     *             "table_types": [
                     *               ""
                     *             ],
                     *             "time_zone": "America/New_York",
                     *             "venue_id": 900797,
                     *             "venue_name": "Osteria del Vicolo Storto"
                     *           }
                     *         ]
                     *       },
                     *       "message": "We are booking a table right now. We will pause the request when that is done."
                     *     }
                     */
                    "application/json": components["schemas"]["StopOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_request_readiness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the request (a group of reservations).
                 * @example 371
                 */
                group_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "group_id": 371,
                     *       "lines": [
                     *         {
                     *           "action": {
                     *             "cents": null,
                     *             "group_id": null,
                     *             "kind": "reconnect",
                     *             "platform": null
                     *           },
                     *           "check": "session",
                     *           "state": "failed",
                     *           "text": "Your Resy login expired."
                     *         },
                     *         {
                     *           "action": null,
                     *           "check": "fee",
                     *           "state": "ok",
                     *           "text": "Lupa last asked for no fee."
                     *         }
                     *       ],
                     *       "rehearsal": {
                     *         "finished_at": "2026-11-20T15:50:01.204Z",
                     *         "requested_at": "2026-11-20T15:50:00.000Z",
                     *         "steps": [
                     *           {
                     *             "duration_ms": 212,
                     *             "ok": true,
                     *             "part": "account",
                     *             "text": "We read your Resy account: 2 reservations."
                     *           },
                     *           {
                     *             "duration_ms": 61,
                     *             "ok": true,
                     *             "part": "find",
                     *             "text": "We found a table: Lupa on Fri, Nov 27 at 7:00 PM."
                     *           },
                     *           {
                     *             "duration_ms": 88,
                     *             "ok": true,
                     *             "part": "terms",
                     *             "text": "It asks for no fee."
                     *           }
                     *         ]
                     *       },
                     *       "rehearse_at": "2026-11-20T15:52:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ReadinessOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    rehearse_request: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the request (a group of reservations).
                 * @example 371
                 */
                group_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "group_id": 371,
                     *       "lines": [
                     *         {
                     *           "action": {
                     *             "cents": null,
                     *             "group_id": null,
                     *             "kind": "reconnect",
                     *             "platform": null
                     *           },
                     *           "check": "session",
                     *           "state": "failed",
                     *           "text": "Your Resy login expired."
                     *         },
                     *         {
                     *           "action": null,
                     *           "check": "fee",
                     *           "state": "ok",
                     *           "text": "Lupa last asked for no fee."
                     *         }
                     *       ],
                     *       "rehearsal": {
                     *         "finished_at": null,
                     *         "requested_at": "2026-11-20T15:50:00.000Z",
                     *         "steps": []
                     *       },
                     *       "rehearse_at": "2026-11-20T15:52:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ReadinessOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_calendar_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the request (a group of reservations).
                 * @example 294
                 */
                group_id: number;
                /**
                 * @description Our id of the reservation: one venue on one date of a request.
                 * @example 458
                 */
                reservation_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table as a calendar file. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example BEGIN:VCALENDAR
                     *     VERSION:2.0
                     *     PRODID:-//Tablehawk//Booked tables//EN
                     *     METHOD:PUBLISH
                     *     BEGIN:VEVENT
                     *     SUMMARY:Osteria del Vicolo Storto
                     *     DTSTART:20261128T000000Z
                     *     DURATION:PT2H
                     *     END:VEVENT
                     *     END:VCALENDAR
                     */
                    "text/calendar": string;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancel_table: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the request (a group of reservations).
                 * @example 294
                 */
                group_id: number;
                /**
                 * @description Our id of the reservation: one venue on one date of a request.
                 * @example 458
                 */
                reservation_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "canceling",
                     *       "group": {
                     *         "account_name": "Alice Example",
                     *         "book_on_behalf": null,
                     *         "client": null,
                     *         "continue_as_cancel": false,
                     *         "created_date": "2026-11-20T15:53:42.228Z",
                     *         "dates": [
                     *           "2026-11-27"
                     *         ],
                     *         "dates_by_choice": [
                     *           "2026-11-27"
                     *         ],
                     *         "end_time": "20:30",
                     *         "fee_ceiling_cents": 0,
                     *         "final_snipe_date": null,
                     *         "group_id": 294,
                     *         "members": [
                     *           {
                     *             "booked": {
                     *               "account_name": "Alice Example",
                     *               "at": "2026-11-20T15:53:42.265Z",
                     *               "can_improve": false,
                     *               "cancel_fee_cents": 2500,
                     *               "canceling": true,
                     *               "confirmation": "740000029",
                     *               "currency": "USD",
                     *               "deposit_cents": 0,
                     *               "free_until": "2026-11-27T00:00:00Z",
                     *               "party_size": 2,
                     *               "platform": "resy",
                     *               "seating": "Dining Room",
                     *               "time": "19:00"
                     *             },
                     *             "date": "2026-11-27",
                     *             "id": 458,
                     *             "page": null,
                     *             "reason": null,
                     *             "reason_text": null,
                     *             "seen": null,
                     *             "status": "confirmed",
                     *             "table_type": "",
                     *             "venue": 1360,
                     *             "venue_name": "Osteria del Vicolo Storto",
                     *             "watch": null
                     *           }
                     *         ],
                     *         "missed_release_at": null,
                     *         "notify_only": false,
                     *         "number": "00294",
                     *         "one_table": false,
                     *         "opentable_card": null,
                     *         "override_reservations": false,
                     *         "party_size": 2,
                     *         "release_at": null,
                     *         "release_date": null,
                     *         "release_time": null,
                     *         "resy_card": null,
                     *         "snipe_type": "cancel",
                     *         "start_time": "18:30",
                     *         "status": "confirmed",
                     *         "status_since": "2026-11-20T15:53:42.232Z",
                     *         "stopping": false,
                     *         "swap": null,
                     *         "swap_table": null,
                     *         "time_windows": [
                     *           {
                     *             "end_time": "20:30",
                     *             "start_time": "18:30"
                     *           }
                     *         ],
                     *         "venues": [
                     *           {
                     *             "address1": "228 Bleecker Street",
                     *             "cover_art": {
                     *               "cuisine": "Italian",
                     *               "seed": 900909
                     *             },
                     *             "cover_image_url": null,
                     *             "currency": "USD",
                     *             "id": 1360,
                     *             "locality": "New York",
                     *             "neighborhood": "West Village",
                     *             "reservation_source": "resy",
                     *             "table_type": "",
                     *             "table_types": [
                     *               ""
                     *             ],
                     *             "time_zone": "America/New_York",
                     *             "venue_id": 900909,
                     *             "venue_name": "Osteria del Vicolo Storto"
                     *           }
                     *         ]
                     *       },
                     *       "message": "Canceling your table. You will see it here when the platform confirms."
                     *     }
                     */
                    "application/json": components["schemas"]["StopOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
        };
    };
    seek_better_table: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the request (a group of reservations).
                 * @example 4127
                 */
                group_id: number;
                /**
                 * @description Our id of the reservation: one venue on one date of a request.
                 * @example 9001
                 */
                reservation_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "group": {
                     *         "account_name": "Dana Guest, Hugo Galvez",
                     *         "book_on_behalf": "Grace Hopper",
                     *         "client": {
                     *           "cc_number": "•••• 4242",
                     *           "email": "grace@example.org",
                     *           "exp_month": "07",
                     *           "exp_year": "2028",
                     *           "first_name": "Grace",
                     *           "last_name": "Hopper",
                     *           "phone": "+12125550123",
                     *           "zip_code": "10012"
                     *         },
                     *         "continue_as_cancel": false,
                     *         "created_date": "2026-11-20T15:51:01.353Z",
                     *         "dates": [
                     *           "2026-11-27"
                     *         ],
                     *         "dates_by_choice": [
                     *           "2026-11-27"
                     *         ],
                     *         "end_time": "20:30",
                     *         "fee_ceiling_cents": 0,
                     *         "final_snipe_date": null,
                     *         "group_id": 84,
                     *         "members": [
                     *           {
                     *             "booked": null,
                     *             "date": "2026-11-27",
                     *             "id": 89,
                     *             "page": null,
                     *             "reason": null,
                     *             "reason_text": null,
                     *             "seen": null,
                     *             "status": "active",
                     *             "table_type": "",
                     *             "venue": 1211,
                     *             "venue_name": "Osteria del Vicolo Storto",
                     *             "watch": {
                     *               "attempts": 0,
                     *               "checks": 0,
                     *               "held_fee_cents": null,
                     *               "held_time": null,
                     *               "interval_ms": 0,
                     *               "last_check_at": null,
                     *               "next_check_at": null,
                     *               "state": "starting"
                     *             }
                     *           }
                     *         ],
                     *         "missed_release_at": null,
                     *         "notify_only": true,
                     *         "number": "00084",
                     *         "one_table": false,
                     *         "opentable_card": null,
                     *         "override_reservations": false,
                     *         "party_size": 2,
                     *         "release_at": null,
                     *         "release_date": null,
                     *         "release_time": null,
                     *         "resy_card": null,
                     *         "snipe_type": "cancel",
                     *         "start_time": "18:30",
                     *         "status": "active",
                     *         "status_since": "2026-11-20T15:51:01.357Z",
                     *         "stopping": false,
                     *         "swap": "search",
                     *         "swap_table": {
                     *           "date": "2026-11-28",
                     *           "offer_id": null,
                     *           "time": "19:15",
                     *           "time_zone": "America/New_York",
                     *           "venue_name": "Osteria del Vicolo Storto"
                     *         },
                     *         "time_windows": [
                     *           {
                     *             "end_time": "20:30",
                     *             "start_time": "18:30"
                     *           }
                     *         ],
                     *         "venues": [
                     *           {
                     *             "address1": "228 Bleecker Street",
                     *             "cover_art": {
                     *               "cuisine": "Italian",
                     *               "seed": 900760
                     *             },
                     *             "cover_image_url": null,
                     *             "currency": "USD",
                     *             "id": 1211,
                     *             "locality": "New York",
                     *             "neighborhood": "West Village",
                     *             "reservation_source": "resy",
                     *             "table_type": "",
                     *             "table_types": [
                     *               ""
                     *             ],
                     *             "time_zone": "America/New_York",
                     *             "venue_id": 900760,
                     *             "venue_name": "Osteria del Vicolo Storto"
                     *           }
                     *         ]
                     *       },
                     *       "message": "We are looking for a better table. We book nothing: you decide."
                     *     }
                     */
                    "application/json": components["schemas"]["FiledOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_request_timeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the request (a group of reservations).
                 * @example 371
                 */
                group_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "at": "2026-11-20T15:26:58.194Z",
                     *           "checks": 41,
                     *           "currency": "USD",
                     *           "date": "2026-11-27",
                     *           "duration_ms": 61.5,
                     *           "fee_cents": null,
                     *           "id": 833,
                     *           "kind": "lost",
                     *           "over": null,
                     *           "party_size": 2,
                     *           "reason": "taken",
                     *           "reason_text": "Lost to another diner.",
                     *           "reservation_id": 608,
                     *           "seating": "Bar",
                     *           "tables": null,
                     *           "time": "19:00",
                     *           "time_zone": "America/New_York",
                     *           "venue_name": "Lupa"
                     *         }
                     *       ],
                     *       "group_id": 371,
                     *       "totals": {
                     *         "attempts": 2,
                     *         "booked": 1,
                     *         "checks": 71,
                     *         "lost": 1,
                     *         "seen": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TimelineOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    unpause_request: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the request (a group of reservations).
                 * @example 92
                 */
                group_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": null,
                     *       "group": {
                     *         "account_name": "Bob Example",
                     *         "book_on_behalf": null,
                     *         "client": null,
                     *         "continue_as_cancel": false,
                     *         "created_date": "2026-11-20T15:51:29.287Z",
                     *         "dates": [
                     *           "2026-11-27"
                     *         ],
                     *         "dates_by_choice": [
                     *           "2026-11-27"
                     *         ],
                     *         "end_time": "20:30",
                     *         "fee_ceiling_cents": 0,
                     *         "final_snipe_date": null,
                     *         "group_id": 92,
                     *         "members": [
                     *           {
                     *             "booked": null,
                     *             "date": "2026-11-27",
                     *             "id": 98,
                     *             "page": null,
                     *             "reason": null,
                     *             "reason_text": null,
                     *             "seen": null,
                     *             "status": "active",
                     *             "table_type": "",
                     *             "venue": 1248,
                     *             "venue_name": "Osteria del Vicolo Storto",
                     *             "watch": {
                     *               "attempts": 0,
                     *               "checks": 0,
                     *               "held_fee_cents": null,
                     *               "held_time": null,
                     *               "interval_ms": 0,
                     *               "last_check_at": null,
                     *               "next_check_at": null,
                     *               "state": "starting"
                     *             }
                     *           }
                     *         ],
                     *         "missed_release_at": null,
                     *         "notify_only": false,
                     *         "number": "00092",
                     *         "one_table": false,
                     *         "opentable_card": null,
                     *         "override_reservations": false,
                     *         "party_size": 2,
                     *         "release_at": "2026-11-20T15:50:30.466Z",
                     *         "release_date": "2026-11-22",
                     *         "release_time": "10:00",
                     *         "resy_card": null,
                     *         "snipe_type": "release",
                     *         "start_time": "18:30",
                     *         "status": "active",
                     *         "status_since": "2026-11-20T15:51:30.624Z",
                     *         "stopping": false,
                     *         "swap": null,
                     *         "swap_table": null,
                     *         "time_windows": [
                     *           {
                     *             "end_time": "20:30",
                     *             "start_time": "18:30"
                     *           }
                     *         ],
                     *         "venues": [
                     *           {
                     *             "address1": "228 Bleecker Street",
                     *             "cover_art": {
                     *               "cuisine": "Italian",
                     *               "seed": 900797
                     *             },
                     *             "cover_image_url": null,
                     *             "currency": "USD",
                     *             "id": 1248,
                     *             "locality": "New York",
                     *             "neighborhood": "West Village",
                     *             "reservation_source": "resy",
                     *             "table_type": "",
                     *             "table_types": [
                     *               ""
                     *             ],
                     *             "time_zone": "America/New_York",
                     *             "venue_id": 900797,
                     *             "venue_name": "Osteria del Vicolo Storto"
                     *           }
                     *         ]
                     *       },
                     *       "message": "Request active again."
                     *     }
                     */
                    "application/json": components["schemas"]["StopOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description A plan is needed for this. */
            402: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_resy_accounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "attention": null,
                     *         "connected_at": "2026-11-20T15:48:17.048Z",
                     *         "display_name": "Ada Guest",
                     *         "id": 219,
                     *         "is_concierge": false,
                     *         "platform": "resy",
                     *         "status": "connected",
                     *         "token_expires_at": "2027-01-04T15:48:17.000Z",
                     *         "username": "ada@example.com",
                     *         "verified_at": "2026-11-20T15:48:17.048Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AccountHealthOut"][];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    answer_resy_challenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "answers": {
                 *         "em_address": "ada@example.com"
                 *       },
                 *       "correlation_id": "<correlation id>"
                 *     }
                 */
                "application/json": components["schemas"]["ResyAnswersIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "cards": [
                     *           {
                     *             "id": "2000001",
                     *             "is_default": true,
                     *             "label": "Visa 4242"
                     *           }
                     *         ],
                     *         "display_name": "Ada Guest",
                     *         "id": 249,
                     *         "is_concierge": false,
                     *         "resy_username": "+12125550123",
                     *         "status": "connected",
                     *         "verified_at": "2026-11-20T15:48:27.146Z"
                     *       },
                     *       "message": "Successfully connected"
                     *     }
                     */
                    "application/json": components["schemas"]["ResyConnectedOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
        };
    };
    check_resy_auth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "resy_signed_in": true
                     *     }
                     */
                    "application/json": components["schemas"]["ResySignedInOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirm_resy_code: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456",
                 *       "correlation_id": "<correlation id>"
                 *     }
                 */
                "application/json": components["schemas"]["ResyCodeIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": null,
                     *       "challenge": {
                     *         "correlation_id": "<correlation id>",
                     *         "properties": [
                     *           {
                     *             "label": "Email address",
                     *             "name": "em_address"
                     *           }
                     *         ]
                     *       },
                     *       "message": "Resy accepted the code and asks for one more thing."
                     *     }
                     */
                    "application/json": components["schemas"]["ResyCodeConfirmedOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
        };
    };
    connect_resy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "Ada@Example.com",
                 *       "password": "table-for-two"
                 *     }
                 */
                "application/json": components["schemas"]["ResyLoginIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "cards": [
                     *           {
                     *             "id": "2000001",
                     *             "is_default": true,
                     *             "label": "Visa 4242"
                     *           }
                     *         ],
                     *         "display_name": "Ada Guest",
                     *         "id": 249,
                     *         "is_concierge": true,
                     *         "resy_username": "ada@example.com",
                     *         "status": "connected",
                     *         "verified_at": "2026-11-20T15:48:27.146Z"
                     *       },
                     *       "message": "Successfully connected"
                     *     }
                     */
                    "application/json": components["schemas"]["ResyConnectedOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
        };
    };
    disconnect_resy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accountId": 140
                 *     }
                 */
                "application/json": components["schemas"]["DisconnectIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Successfully disconnected"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    send_resy_code: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country_code": "+1",
                 *       "phone": "2125550123"
                 *     }
                 */
                "application/json": components["schemas"]["ResyCodeRequestIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "correlation_id": "<correlation id>",
                     *       "message": "Resy sent a code to +1 212-555-0123."
                     *     }
                     */
                    "application/json": components["schemas"]["CodeSentOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
        };
    };
    get_access_end_date: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "You keep access to Pro until January 9, 2027."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancel_subscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Your Standard plan is canceled. You keep access until January 9, 2027."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
        };
    };
    change_subscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "new_subscription_tier": "premium"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "successfully changed plan"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description A plan is needed for this. */
            402: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
        };
    };
    create_checkout_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subscription_tier": "standard"
                 *     }
                 */
                "application/json": components["schemas"]["CheckoutIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Redirecting to checkout",
                     *       "sessionUrl": "https://checkout.stripe.com/c/pay/cs_1"
                     *     }
                     */
                    "application/json": components["schemas"]["CheckoutOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description A plan is needed for this. */
            402: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
        };
    };
    manage_subscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://billing.stripe.com/p/session/bps_1"
                     *     }
                     */
                    "application/json": components["schemas"]["ManageOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
        };
    };
    get_subscription_details: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "can_cancel": false,
                     *       "can_manage": true,
                     *       "cancels_on": "2026-12-10T15:39:12.000Z",
                     *       "complimentary": false,
                     *       "current_period_end": "2026-12-10T15:39:12.000Z",
                     *       "has_had_free_trial": false,
                     *       "plans": [
                     *         {
                     *           "action": "resubscribe",
                     *           "name": "Standard",
                     *           "price_cents": 2500,
                     *           "tier": "standard"
                     *         }
                     *       ],
                     *       "status": "active",
                     *       "subscription_type": "standard",
                     *       "trial_ends_at": null,
                     *       "will_cancel": true
                     *     }
                     */
                    "application/json": components["schemas"]["DetailsOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    receive_stripe_event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Received"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_swap_offer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the offer to swap a table.
                 * @example 31
                 */
                offer_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conflict": false,
                     *       "costs": false,
                     *       "fee_ceiling_cents": 0,
                     *       "group_id": 4127,
                     *       "id": 31,
                     *       "known_fee_cents": 5000,
                     *       "new": {
                     *         "cancel_fee_cents": null,
                     *         "currency": "USD",
                     *         "date": "2026-11-27",
                     *         "deposit_cents": null,
                     *         "free_until": null,
                     *         "party_size": 2,
                     *         "platform": "resy",
                     *         "seating": "Bar",
                     *         "time": "19:30",
                     *         "time_zone": "America/New_York",
                     *         "venue_name": "Osteria del Vicolo Storto"
                     *       },
                     *       "new_group_id": null,
                     *       "old": {
                     *         "cancel_fee_cents": 5000,
                     *         "currency": "USD",
                     *         "date": "2026-11-28",
                     *         "deposit_cents": 0,
                     *         "free_until": "2026-11-27T00:00:00.000Z",
                     *         "party_size": 2,
                     *         "platform": "resy",
                     *         "seating": "Dining Room",
                     *         "time": "19:00",
                     *         "time_zone": "America/New_York",
                     *         "venue_name": "Osteria del Vicolo Storto"
                     *       },
                     *       "refused_text": null,
                     *       "reservation_id": 9001,
                     *       "seen_at": "2026-11-20T15:00:00.000Z",
                     *       "state": "offered"
                     *     }
                     */
                    "application/json": components["schemas"]["SwapOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    accept_swap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the offer to swap a table.
                 * @example 31
                 */
                offer_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "replaces": false
                 *     }
                 */
                "application/json": components["schemas"]["AcceptIn"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Booking the new table. Your table stays until it is booked.",
                     *       "swap": {
                     *         "conflict": false,
                     *         "costs": false,
                     *         "fee_ceiling_cents": 0,
                     *         "group_id": 4127,
                     *         "id": 31,
                     *         "known_fee_cents": 5000,
                     *         "new": {
                     *           "cancel_fee_cents": null,
                     *           "currency": "USD",
                     *           "date": "2026-11-27",
                     *           "deposit_cents": null,
                     *           "free_until": null,
                     *           "party_size": 2,
                     *           "platform": "resy",
                     *           "seating": "Bar",
                     *           "time": "19:30",
                     *           "time_zone": "America/New_York",
                     *           "venue_name": "Osteria del Vicolo Storto"
                     *         },
                     *         "new_group_id": 4140,
                     *         "old": {
                     *           "cancel_fee_cents": 5000,
                     *           "currency": "USD",
                     *           "date": "2026-11-28",
                     *           "deposit_cents": 0,
                     *           "free_until": "2026-11-27T00:00:00.000Z",
                     *           "party_size": 2,
                     *           "platform": "resy",
                     *           "seating": "Dining Room",
                     *           "time": "19:00",
                     *           "time_zone": "America/New_York",
                     *           "venue_name": "Osteria del Vicolo Storto"
                     *         },
                     *         "refused_text": null,
                     *         "reservation_id": 9001,
                     *         "seen_at": "2026-11-20T15:00:00.000Z",
                     *         "state": "booking"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SwapAnswerOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    keep_table: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the offer to swap a table.
                 * @example 31
                 */
                offer_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "You keep your table. We will not offer this one again.",
                     *       "swap": {
                     *         "conflict": false,
                     *         "costs": false,
                     *         "fee_ceiling_cents": 0,
                     *         "group_id": 4127,
                     *         "id": 31,
                     *         "known_fee_cents": 5000,
                     *         "new": {
                     *           "cancel_fee_cents": null,
                     *           "currency": "USD",
                     *           "date": "2026-11-27",
                     *           "deposit_cents": null,
                     *           "free_until": null,
                     *           "party_size": 2,
                     *           "platform": "resy",
                     *           "seating": "Bar",
                     *           "time": "19:30",
                     *           "time_zone": "America/New_York",
                     *           "venue_name": "Osteria del Vicolo Storto"
                     *         },
                     *         "new_group_id": null,
                     *         "old": {
                     *           "cancel_fee_cents": 5000,
                     *           "currency": "USD",
                     *           "date": "2026-11-28",
                     *           "deposit_cents": 0,
                     *           "free_until": "2026-11-27T00:00:00.000Z",
                     *           "party_size": 2,
                     *           "platform": "resy",
                     *           "seating": "Dining Room",
                     *           "time": "19:00",
                     *           "time_zone": "America/New_York",
                     *           "venue_name": "Osteria del Vicolo Storto"
                     *         },
                     *         "refused_text": null,
                     *         "reservation_id": 9001,
                     *         "seen_at": "2026-11-20T15:00:00.000Z",
                     *         "state": "dismissed"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SwapAnswerOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    change_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "new_password": "Another4table?",
                 *       "old_password": "Table4two!"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePasswordIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Password changed successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirm_email: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "<token>"
                 *     }
                 */
                "application/json": components["schemas"]["LinkIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "new@example.org is confirmed."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Not allowed. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    resend_confirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "We sent a link to new@example.org."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    revert_email: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "<token>"
                 *     }
                 */
                "application/json": components["schemas"]["LinkIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Your email is alice@example.org again. We signed out every device and sent you a link to set a new password."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Not allowed. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    log_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "alice@example.org",
                 *       "password": "Table4two!"
                 *     }
                 */
                "application/json": components["schemas"]["LoginIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Successfully logged in",
                     *       "user": {
                     *         "access_token": "<access token>",
                     *         "email": "alice@example.org",
                     *         "email_confirmed": true,
                     *         "entitlements": {
                     *           "active_limit": 5,
                     *           "can_reserve": true,
                     *           "can_select": false,
                     *           "custom_party_size": false,
                     *           "custom_time": false,
                     *           "max_dates": 1,
                     *           "max_venues": 1,
                     *           "override": false,
                     *           "party_sizes": [
                     *             2,
                     *             4
                     *           ],
                     *           "premium_venues": false,
                     *           "priority_booking": false,
                     *           "release_requests": false,
                     *           "same_date_booking": false,
                     *           "seating_choice": false
                     *         },
                     *         "first_name": "Alice",
                     *         "has_had_free_trial": true,
                     *         "id": 227,
                     *         "is_concierge": false,
                     *         "is_vip": false,
                     *         "last_name": "Example",
                     *         "ot_accounts": [],
                     *         "pending_email": null,
                     *         "phone": "+12125550100",
                     *         "phone_confirmed": true,
                     *         "referral_code": "9C75BE018EBA",
                     *         "referral_link": "https://tablehawk.example/signup?ref=9C75BE018EBA",
                     *         "refresh_token": "<refresh token>",
                     *         "resy_accounts": [
                     *           {
                     *             "cards": [
                     *               {
                     *                 "id": "2000001",
                     *                 "is_default": true,
                     *                 "label": "Visa 4242"
                     *               }
                     *             ],
                     *             "display_name": "Alice Example",
                     *             "id": 16,
                     *             "is_concierge": false,
                     *             "resy_username": "0@resy.example",
                     *             "status": "connected",
                     *             "verified_at": null
                     *           }
                     *         ],
                     *         "subscription_type": "standard",
                     *         "trial_ends_at": "2026-11-30T15:42:16.185Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignedInOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Not signed in, or with wrong credentials. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    log_out: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "<refresh token>"
                 *     }
                 */
                "application/json": components["schemas"]["LogoutIn"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Successfully logged out"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            400: components["responses"]["Malformed"];
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_profile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "alice@example.org",
                     *       "email_confirmed": true,
                     *       "entitlements": {
                     *         "active_limit": 5,
                     *         "can_reserve": true,
                     *         "can_select": false,
                     *         "custom_party_size": false,
                     *         "custom_time": false,
                     *         "max_dates": 1,
                     *         "max_venues": 1,
                     *         "override": false,
                     *         "party_sizes": [
                     *           2,
                     *           4
                     *         ],
                     *         "premium_venues": false,
                     *         "priority_booking": false,
                     *         "release_requests": false,
                     *         "same_date_booking": false,
                     *         "seating_choice": false
                     *       },
                     *       "first_name": "Alice",
                     *       "has_had_free_trial": true,
                     *       "id": 531,
                     *       "is_concierge": false,
                     *       "is_vip": false,
                     *       "last_name": "Example",
                     *       "ot_accounts": [
                     *         {
                     *           "cards": [
                     *             {
                     *               "id": "2000001",
                     *               "is_default": true,
                     *               "label": "Visa 4242"
                     *             }
                     *           ],
                     *           "display_name": "Dario Brandt",
                     *           "id": 199,
                     *           "is_concierge": false,
                     *           "ot_username": "+12125550123",
                     *           "status": "connected",
                     *           "verified_at": "2026-11-20T15:46:34.139Z"
                     *         }
                     *       ],
                     *       "pending_email": null,
                     *       "phone": "+12125550100",
                     *       "phone_confirmed": true,
                     *       "referral_code": "DB0B550B6D8D",
                     *       "referral_link": "https://tablehawk.example/signup?ref=DB0B550B6D8D",
                     *       "resy_accounts": [],
                     *       "subscription_type": "standard",
                     *       "trial_ends_at": "2026-11-30T15:46:33.230Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UserOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    close_account: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "Table4two!"
                 *     }
                 */
                "application/json": components["schemas"]["CloseIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Your account is closed."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_profile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "Table4two!",
                 *       "email": "new@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["ProfileIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "alice@example.org",
                     *       "email_confirmed": true,
                     *       "entitlements": {
                     *         "active_limit": 5,
                     *         "can_reserve": true,
                     *         "can_select": false,
                     *         "custom_party_size": false,
                     *         "custom_time": false,
                     *         "max_dates": 1,
                     *         "max_venues": 1,
                     *         "override": false,
                     *         "party_sizes": [
                     *           2,
                     *           4
                     *         ],
                     *         "premium_venues": false,
                     *         "priority_booking": false,
                     *         "release_requests": false,
                     *         "same_date_booking": false,
                     *         "seating_choice": false
                     *       },
                     *       "first_name": "Alice",
                     *       "has_had_free_trial": true,
                     *       "id": 283,
                     *       "is_concierge": false,
                     *       "is_vip": false,
                     *       "last_name": "Example",
                     *       "ot_accounts": [],
                     *       "pending_email": "new@example.org",
                     *       "phone": "+12125550100",
                     *       "phone_confirmed": true,
                     *       "referral_code": "199BEF39B872",
                     *       "referral_link": "https://tablehawk.example/signup?ref=199BEF39B872",
                     *       "resy_accounts": [
                     *         {
                     *           "cards": [
                     *             {
                     *               "id": "2000001",
                     *               "is_default": true,
                     *               "label": "Visa 4242"
                     *             }
                     *           ],
                     *           "display_name": "Alice Example",
                     *           "id": 65,
                     *           "is_concierge": false,
                     *           "resy_username": "0@resy.example",
                     *           "status": "connected",
                     *           "verified_at": null
                     *         }
                     *       ],
                     *       "subscription_type": "standard",
                     *       "trial_ends_at": "2026-11-30T15:42:25.893Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UserOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed. */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_notification_channels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email_notifications": true,
                     *       "phone_notifications": true
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationsOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    update_notification_channels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone_notifications": true
                 *     }
                 */
                "application/json": components["schemas"]["NotificationsIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email_notifications": true,
                     *       "phone_notifications": true
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationsOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirm_phone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "402917"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmPhoneIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Your phone number is confirmed."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    send_phone_code: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "We sent a code to +1 212-555-0100."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
        };
    };
    register_user: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "first_name": "Ada",
                 *       "last_name": "Lovelace",
                 *       "password": "Table4two!",
                 *       "phone": "+12125550123",
                 *       "referral_code": " ce218207e0cb ",
                 *       "referral_link": "https://example.org/signup?ref=x"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterIn"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Welcome to Tablehawk. Your account is ready.",
                     *       "user": {
                     *         "access_token": "<access token>",
                     *         "email": "ada@example.org",
                     *         "email_confirmed": false,
                     *         "entitlements": {
                     *           "active_limit": 5,
                     *           "can_reserve": true,
                     *           "can_select": false,
                     *           "custom_party_size": false,
                     *           "custom_time": false,
                     *           "max_dates": 1,
                     *           "max_venues": 1,
                     *           "override": false,
                     *           "party_sizes": [
                     *             2,
                     *             4
                     *           ],
                     *           "premium_venues": false,
                     *           "priority_booking": false,
                     *           "release_requests": false,
                     *           "same_date_booking": false,
                     *           "seating_choice": false
                     *         },
                     *         "first_name": "Ada",
                     *         "has_had_free_trial": true,
                     *         "id": 344,
                     *         "is_concierge": false,
                     *         "is_vip": false,
                     *         "last_name": "Lovelace",
                     *         "ot_accounts": [],
                     *         "pending_email": null,
                     *         "phone": "+12125550123",
                     *         "phone_confirmed": false,
                     *         "referral_code": "C0BDE2F3A489",
                     *         "referral_link": "https://tablehawk.example/signup?ref=C0BDE2F3A489",
                     *         "refresh_token": "<refresh token>",
                     *         "resy_accounts": [],
                     *         "subscription_type": "standard",
                     *         "trial_ends_at": "2026-11-30T15:42:34.189Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignedInOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    request_password_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "alice@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["ResetRequestIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Password reset instructions have been sent to your email."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "created_at": "2026-11-20T15:43:29.452Z",
                     *         "current": true,
                     *         "device": "Unknown browser",
                     *         "expires_at": "2026-12-20T15:43:29.424Z",
                     *         "id": "e7c6d7fb-61c0-47d3-a536-5f2878f5de6e",
                     *         "last_used_at": "2026-11-19T15:43:29.460Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SessionOut"][];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    revoke_other_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "We signed out 1 other device."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    revoke_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the sign-in session, as the list of sessions shows it.
                 * @example 948ecf99-6ec4-4e8b-85ae-bf5210f55728
                 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "We signed out that device."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    refresh_tokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "<refresh token>"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "<access token>",
                     *       "refresh_token": "<refresh token>"
                     *     }
                     */
                    "application/json": components["schemas"]["TokensOut"];
                };
            };
            400: components["responses"]["Malformed"];
            /** @description Not signed in, or with wrong credentials. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    reset_password: {
        parameters: {
            query: {
                /**
                 * @description The token of the reset link.
                 * @example <token>
                 */
                token: string;
                /**
                 * @description The user's id in the reset link.
                 * @example 71
                 */
                uid: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "Another4table?"
                 *     }
                 */
                "application/json": components["schemas"]["ResetIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Password reset successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["MessageOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_venues: {
        parameters: {
            query?: {
                /** @description The number of the page, beginning with 1. */
                page?: number;
                /** @description The most entries on a page. */
                page_size?: number;
            };
            header?: {
                /** @description The ETag of a stored answer. If it is still valid, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    /** @description The first, prev, next and last page. */
                    Link?: string;
                    "X-Request-ID": components["headers"]["RequestId"];
                    /** @description How many venues there are in all. */
                    "X-Total-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "page": 1,
                     *       "page_size": 24,
                     *       "pages": 1,
                     *       "results": [
                     *         {
                     *           "address1": "214 Bleecker Street",
                     *           "country": "US",
                     *           "cover_art": {
                     *             "cuisine": "Italian",
                     *             "seed": 900066
                     *           },
                     *           "cover_image_url": null,
                     *           "cuisine": "Italian",
                     *           "featured": false,
                     *           "id": 517,
                     *           "latitude": 40.7,
                     *           "locality": "New York",
                     *           "longitude": -74,
                     *           "neighborhood": "West Village",
                     *           "postal_code": "10014",
                     *           "premium": false,
                     *           "price": 3,
                     *           "region": "NY",
                     *           "reservation_source": "resy",
                     *           "seating_types": "[\"Dining Room\", \"Bar\"]",
                     *           "venue_id": 900066,
                     *           "venue_name": "Hwaro Nine"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VenuePageOut"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_featured_venues: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of a stored answer. If it is still valid, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "address1": "214 Bleecker Street",
                     *         "country": "US",
                     *         "cover_art": {
                     *           "cuisine": "Italian",
                     *           "seed": 77
                     *         },
                     *         "cover_image_url": null,
                     *         "cuisine": "Italian",
                     *         "featured": true,
                     *         "id": 506,
                     *         "latitude": null,
                     *         "locality": "New York",
                     *         "longitude": null,
                     *         "neighborhood": "SoHo",
                     *         "postal_code": "10014",
                     *         "premium": true,
                     *         "price": 3,
                     *         "region": "NY",
                     *         "reservation_source": "resy",
                     *         "seating_types": "[\"Dining Room\", \"Bar\"]",
                     *         "venue_id": 77,
                     *         "venue_name": "Vicolo Nuovo"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["VenueOut"][];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    add_linked_venue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "link": "https://resy.com/cities/new-york-ny/venues/don-angie?date=2026-12-01"
                 *     }
                 */
                "application/json": components["schemas"]["VenueLinkIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "address1": "214 Bleecker Street",
                     *       "country": "US",
                     *       "cover_art": {
                     *         "cuisine": "Italian",
                     *         "seed": 900037
                     *       },
                     *       "cover_image_url": null,
                     *       "cuisine": "Italian",
                     *       "featured": false,
                     *       "id": 488,
                     *       "latitude": null,
                     *       "learned_rule": {
                     *         "confidence": "high",
                     *         "days_ahead": 14,
                     *         "jitter_seconds": 4,
                     *         "local_time": "09:00",
                     *         "observed": 10,
                     *         "seen": 9,
                     *         "text": "Opens 14 days ahead at 9:00 AM in New York · seen 9 of 10 times",
                     *         "weekday": null,
                     *         "zone": "America/New_York"
                     *       },
                     *       "locality": "New York",
                     *       "longitude": null,
                     *       "max_party_size": 8,
                     *       "min_party_size": 1,
                     *       "need_to_know": "Be kind.",
                     *       "neighborhood": "West Village",
                     *       "obstacle": null,
                     *       "phone_number": "(212) 555-0142",
                     *       "platform_page": "https://resy.com/cities/new-york-ny/venues/osteria-del-vicolo-storto",
                     *       "postal_code": "10014",
                     *       "premium": false,
                     *       "price": 3,
                     *       "region": "NY",
                     *       "release_rule": {
                     *         "checked_at": "2026-11-19T14:00:00.000Z",
                     *         "confidence": "medium",
                     *         "days_ahead": 14,
                     *         "local_time": "09:00",
                     *         "source": "observed",
                     *         "zone": "America/New_York"
                     *       },
                     *       "release_text": "New dates open 14 days ahead at 9:00 AM in New York. Seen in our own checks (medium confidence), last checked on November 19, 2026.",
                     *       "reservation_source": "resy",
                     *       "seating_types": "[\"Dining Room\", \"Bar\"]",
                     *       "time_zone": "America/New_York",
                     *       "venue_id": 900037,
                     *       "venue_name": "Osteria del Vicolo Storto",
                     *       "website": "https://example.org"
                     *     }
                     */
                    "application/json": components["schemas"]["VenueDetailOut"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "address1": "214 Bleecker Street",
                     *       "country": "US",
                     *       "cover_art": {
                     *         "cuisine": "Italian",
                     *         "seed": 900037
                     *       },
                     *       "cover_image_url": null,
                     *       "cuisine": "Italian",
                     *       "featured": false,
                     *       "id": 488,
                     *       "latitude": null,
                     *       "learned_rule": {
                     *         "confidence": "high",
                     *         "days_ahead": 14,
                     *         "jitter_seconds": 4,
                     *         "local_time": "09:00",
                     *         "observed": 10,
                     *         "seen": 9,
                     *         "text": "Opens 14 days ahead at 9:00 AM in New York · seen 9 of 10 times",
                     *         "weekday": null,
                     *         "zone": "America/New_York"
                     *       },
                     *       "locality": "New York",
                     *       "longitude": null,
                     *       "max_party_size": 8,
                     *       "min_party_size": 1,
                     *       "need_to_know": "Be kind.",
                     *       "neighborhood": "West Village",
                     *       "obstacle": null,
                     *       "phone_number": "(212) 555-0142",
                     *       "platform_page": "https://resy.com/cities/new-york-ny/venues/osteria-del-vicolo-storto",
                     *       "postal_code": "10014",
                     *       "premium": false,
                     *       "price": 3,
                     *       "region": "NY",
                     *       "release_rule": {
                     *         "checked_at": "2026-11-19T14:00:00.000Z",
                     *         "confidence": "medium",
                     *         "days_ahead": 14,
                     *         "local_time": "09:00",
                     *         "source": "observed",
                     *         "zone": "America/New_York"
                     *       },
                     *       "release_text": "New dates open 14 days ahead at 9:00 AM in New York. Seen in our own checks (medium confidence), last checked on November 19, 2026.",
                     *       "reservation_source": "resy",
                     *       "seating_types": "[\"Dining Room\", \"Bar\"]",
                     *       "time_zone": "America/New_York",
                     *       "venue_id": 900037,
                     *       "venue_name": "Osteria del Vicolo Storto",
                     *       "website": "https://example.org"
                     *     }
                     */
                    "application/json": components["schemas"]["VenueDetailOut"];
                };
            };
            /** @description Malformed, or a form with sentences for its fields. */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            413: components["responses"]["TooBig"];
            422: components["responses"]["DoesNotParse"];
            /** @description Too much in too short a time; Retry-After says how many seconds to wait. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            500: components["responses"]["Fault"];
            /** @description A part that this call needs is unavailable for now; Retry-After says when to try again. */
            503: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
        };
    };
    list_locations: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of a stored answer. If it is still valid, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "locations": [
                     *         {
                     *           "count": 1,
                     *           "locality": "New York",
                     *           "neighborhood": "SoHo"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LocationsOut"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_premium_venues: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of a stored answer. If it is still valid, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "address1": "214 Bleecker Street",
                     *         "country": "US",
                     *         "cover_art": {
                     *           "cuisine": "Italian",
                     *           "seed": 77
                     *         },
                     *         "cover_image_url": null,
                     *         "cuisine": "Italian",
                     *         "featured": true,
                     *         "id": 507,
                     *         "latitude": null,
                     *         "locality": "New York",
                     *         "longitude": null,
                     *         "neighborhood": "SoHo",
                     *         "postal_code": "10014",
                     *         "premium": true,
                     *         "price": 3,
                     *         "region": "NY",
                     *         "reservation_source": "resy",
                     *         "seating_types": "[\"Dining Room\", \"Bar\"]",
                     *         "venue_id": 77,
                     *         "venue_name": "Vicolo Nuovo"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["VenueOut"][];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_resy_ids: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of a stored answer. If it is still valid, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       900560,
                     *       900561,
                     *       900562
                     *     ]
                     */
                    "application/json": number[];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    search_venues: {
        parameters: {
            query?: {
                /** @description The number of the page, beginning with 1. */
                page?: number;
                /** @description The most entries on a page. */
                page_size?: number;
                /**
                 * @description Text in the restaurant's name; empty for all.
                 * @example vicolo
                 */
                venue_name?: string;
                /** @description A neighborhood's whole name; empty for all. */
                exact_location?: string;
                /** @description Price levels from 1 to 4, separated by commas; empty for all. */
                price?: string;
                /** @description Whether to return only restaurants of the first page. */
                featured?: boolean;
                /** @description The start of a neighborhood's name. The answer then has suggestions instead of venues. */
                location?: string;
                /** @description The same as `location`, as the listing page sends it. */
                "location-d"?: string;
            };
            header?: {
                /** @description The ETag of a stored answer. If it is still valid, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    /** @description The first, prev, next and last page. */
                    Link?: string;
                    "X-Request-ID": components["headers"]["RequestId"];
                    /** @description How many venues there are in all. */
                    "X-Total-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "page": 1,
                     *       "page_size": 24,
                     *       "pages": 1,
                     *       "results": [
                     *         {
                     *           "address1": "214 Bleecker Street",
                     *           "country": "US",
                     *           "cover_art": {
                     *             "cuisine": "Italian",
                     *             "seed": 77
                     *           },
                     *           "cover_image_url": null,
                     *           "cuisine": "Italian",
                     *           "featured": true,
                     *           "id": 504,
                     *           "latitude": null,
                     *           "locality": "New York",
                     *           "longitude": null,
                     *           "neighborhood": "SoHo",
                     *           "postal_code": "10014",
                     *           "premium": true,
                     *           "price": 3,
                     *           "region": "NY",
                     *           "reservation_source": "resy",
                     *           "seating_types": "[\"Dining Room\", \"Bar\"]",
                     *           "venue_id": 77,
                     *           "venue_name": "Vicolo Nuovo"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VenuePageOut"] | components["schemas"]["SuggestionsOut"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_venue: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of a stored answer. If it is still valid, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Our id of the restaurant.
                 * @example 488
                 */
                venue_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "address1": "214 Bleecker Street",
                     *       "country": "US",
                     *       "cover_art": {
                     *         "cuisine": "Italian",
                     *         "seed": 900037
                     *       },
                     *       "cover_image_url": null,
                     *       "cuisine": "Italian",
                     *       "featured": false,
                     *       "id": 488,
                     *       "latitude": null,
                     *       "learned_rule": {
                     *         "confidence": "high",
                     *         "days_ahead": 14,
                     *         "jitter_seconds": 4,
                     *         "local_time": "09:00",
                     *         "observed": 10,
                     *         "seen": 9,
                     *         "text": "Opens 14 days ahead at 9:00 AM in New York · seen 9 of 10 times",
                     *         "weekday": null,
                     *         "zone": "America/New_York"
                     *       },
                     *       "locality": "New York",
                     *       "longitude": null,
                     *       "max_party_size": 8,
                     *       "min_party_size": 1,
                     *       "need_to_know": "Be kind.",
                     *       "neighborhood": "West Village",
                     *       "obstacle": null,
                     *       "phone_number": "(212) 555-0142",
                     *       "platform_page": "https://resy.com/cities/new-york-ny/venues/osteria-del-vicolo-storto",
                     *       "postal_code": "10014",
                     *       "premium": false,
                     *       "price": 3,
                     *       "region": "NY",
                     *       "release_rule": {
                     *         "checked_at": "2026-11-19T14:00:00.000Z",
                     *         "confidence": "medium",
                     *         "days_ahead": 14,
                     *         "local_time": "09:00",
                     *         "source": "observed",
                     *         "zone": "America/New_York"
                     *       },
                     *       "release_text": "New dates open 14 days ahead at 9:00 AM in New York. Seen in our own checks (medium confidence), last checked on November 19, 2026.",
                     *       "reservation_source": "resy",
                     *       "seating_types": "[\"Dining Room\", \"Bar\"]",
                     *       "time_zone": "America/New_York",
                     *       "venue_id": 900037,
                     *       "venue_name": "Osteria del Vicolo Storto",
                     *       "website": "https://example.org"
                     *     }
                     */
                    "application/json": components["schemas"]["VenueDetailOut"];
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_weekly_rules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rules": [
                     *         {
                     *           "book_on_behalf": null,
                     *           "continue_as_cancel": false,
                     *           "end_time": "20:30",
                     *           "fee_ceiling_cents": 0,
                     *           "files_on": "2026-12-04",
                     *           "group_ids": [
                     *             4127
                     *           ],
                     *           "id": 3,
                     *           "next_dates": [
                     *             "2026-12-11"
                     *           ],
                     *           "next_release_at": null,
                     *           "notify_only": false,
                     *           "party_size": 2,
                     *           "refused": {
                     *             "at": "2026-11-27T05:00:02.114Z",
                     *             "message": "5 of 5 active requests are in use. Cancel others to make room for 1 more.",
                     *             "week": "2026-11-30"
                     *           },
                     *           "snipe_type": "cancel",
                     *           "start_time": "18:30",
                     *           "status": "active",
                     *           "time_windows": [
                     *             {
                     *               "end_time": "20:30",
                     *               "start_time": "18:30"
                     *             }
                     *           ],
                     *           "until": "2027-01-29",
                     *           "venue_names": [
                     *             "Osteria del Vicolo Storto"
                     *           ],
                     *           "weekdays": [
                     *             4
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WeeklyRulesOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    end_weekly_rule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the weekly rule.
                 * @example 3
                 */
                rule_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rules": []
                     *     }
                     */
                    "application/json": components["schemas"]["WeeklyRulesOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    pause_weekly_rule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the weekly rule.
                 * @example 3
                 */
                rule_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rules": [
                     *         {
                     *           "book_on_behalf": null,
                     *           "continue_as_cancel": false,
                     *           "end_time": "20:30",
                     *           "fee_ceiling_cents": 0,
                     *           "files_on": "2026-12-04",
                     *           "group_ids": [
                     *             4127
                     *           ],
                     *           "id": 3,
                     *           "next_dates": [
                     *             "2026-12-11"
                     *           ],
                     *           "next_release_at": null,
                     *           "notify_only": false,
                     *           "party_size": 2,
                     *           "refused": {
                     *             "at": "2026-11-27T05:00:02.114Z",
                     *             "message": "5 of 5 active requests are in use. Cancel others to make room for 1 more.",
                     *             "week": "2026-11-30"
                     *           },
                     *           "snipe_type": "cancel",
                     *           "start_time": "18:30",
                     *           "status": "paused",
                     *           "time_windows": [
                     *             {
                     *               "end_time": "20:30",
                     *               "start_time": "18:30"
                     *             }
                     *           ],
                     *           "until": "2027-01-29",
                     *           "venue_names": [
                     *             "Osteria del Vicolo Storto"
                     *           ],
                     *           "weekdays": [
                     *             4
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WeeklyRulesOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    unpause_weekly_rule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Our id of the weekly rule.
                 * @example 3
                 */
                rule_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rules": [
                     *         {
                     *           "book_on_behalf": null,
                     *           "continue_as_cancel": false,
                     *           "end_time": "20:30",
                     *           "fee_ceiling_cents": 0,
                     *           "files_on": "2026-12-04",
                     *           "group_ids": [
                     *             4127
                     *           ],
                     *           "id": 3,
                     *           "next_dates": [
                     *             "2026-12-11"
                     *           ],
                     *           "next_release_at": null,
                     *           "notify_only": false,
                     *           "party_size": 2,
                     *           "refused": {
                     *             "at": "2026-11-27T05:00:02.114Z",
                     *             "message": "5 of 5 active requests are in use. Cancel others to make room for 1 more.",
                     *             "week": "2026-11-30"
                     *           },
                     *           "snipe_type": "cancel",
                     *           "start_time": "18:30",
                     *           "status": "active",
                     *           "time_windows": [
                     *             {
                     *               "end_time": "20:30",
                     *               "start_time": "18:30"
                     *             }
                     *           ],
                     *           "until": "2027-01-29",
                     *           "venue_names": [
                     *             "Osteria del Vicolo Storto"
                     *           ],
                     *           "weekdays": [
                     *             4
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WeeklyRulesOut"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not found, or another user's: the answers are the same. */
            404: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            /** @description The present state or a limit forbids it. */
            409: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusalOut"];
                };
            };
            422: components["responses"]["DoesNotParse"];
            429: components["responses"]["TooFast"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
}
