"""The sentences of the request form, the requests list and the client book, and their refusals.

Sentences that belong to codes are elsewhere: rules/reasons.py says why a request ended, and rules/platform_banner.py
has the banner about a platform. The argument `platform` of these functions is the platform's
display name.
"""

from collections.abc import Sequence
from datetime import date, time
from typing import Final

from apps.common.formatting import format_day, format_list, format_money, format_time
from snipers.domain.fees import UNKNOWN_CENTS

# The request form. Sentences below an input have no period, as the specification's.
FILED: Final = {
    "cancel": "Request filed. We are watching.",
    "release": "Request filed. We will be there when the reservations are released.",
}
FILED_WEEKLY: Final = "Request filed. We file it again each week."
FILED_NOTIFY_ONLY: Final = "Request filed. We will notify you when a table opens."
NOTIFY_CANCEL_ONLY: Final = "“Only notify me” is for canceled reservations. Choose Canceled Reservation, or let us book"
REPEAT_ONE_RELEASE: Final = "A release request repeats for one date a week, because each date has a release of its own"
REPEAT_TOO_SOON: Final = "Please repeat the request at least until the week after its last date"
REPEAT_TOO_FAR: Final = "The request can repeat for a year at most"
HAS_TABLE: Final = "This request already has a table. Choose one table for each date, or file a new request."
EDITED: Final = "Request updated."
EDITED_BUT_TABLES: Final = "Request updated. Booked tables stay as they are."
INCOMPLETE: Final = "Please fill all required fields before submitting."
NO_VENUE: Final = "Please select a restaurant"
NO_PARTY_SIZE: Final = "Please select a party size"
NO_DATE: Final = "Please set reservation date"
NO_TIME: Final = "Please set reservation time"
NO_RELEASE_DATE: Final = "Please set release date"
NO_RELEASE_TIME: Final = "Please set release time"
NO_ACCOUNT: Final = "Please select an account"
CARD_UNKNOWN: Final = "This card is not on file with this account any more. Please select another one"
NO_CLIENT: Final = "Please enter the client's details."
VENUE_TWICE: Final = "Please select each restaurant once"
INVALID_TIME: Final = "Please select a valid time"
WINDOWS_OVERLAP: Final = "Please select times that do not overlap"
FINAL_DAY_TOO_LATE: Final = "The final sniping day can be at most one day after the first reservation date"
PAST_DATE: Final = "The reservation date cannot be in the past"
FAR_DATE: Final = "The reservation date must be within a year"
PAST_FINAL_DAY: Final = "The final sniping day cannot be in the past"
STARTED: Final = "That time has passed today. Please set a later time or another date"
PAST_RELEASE_DATE: Final = "The release date cannot be in the past"
FAR_RELEASE_DATE: Final = "The release date must be within a year"
PAST_RELEASE_TIME: Final = "That release time is already over. Please set one that is still ahead"
LATE_RELEASE: Final = "The release must be before the reservation"
# A sentence names so many restaurants.
MOST_NAMED: Final = 3
GROUP_ID_REQUIRED: Final = "group_id is required"


def same_meal(*, venues: Sequence[str], day: date, locale: str) -> str:
    more = len(venues) - MOST_NAMED
    shown = [*venues[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])]
    places = format_list(shown, locale=locale, last="or")
    return f"You already have an active request for that meal on {format_day(day, locale=locale)}, at {places}."


def too_many_venues(*, most: int) -> str:
    return f"Please select at most {most} restaurants"


def too_many_dates(*, most: int) -> str:
    return f"Please set at most {most} reservation dates"


def too_many_windows(*, most: int) -> str:
    return f"Please set at most {most} reservation times"


def party_size_between(*, most: int) -> str:
    return f"Please select a party size between 1 and {most}"


def party_too_large(*, venue: str, most: int) -> str:
    return f"{venue} seats parties of at most {most}. Please select a smaller party size"


def party_too_small(*, venue: str, least: int) -> str:
    return f"{venue} seats parties of at least {least}. Please select a larger party size"


def no_seating(*, venue: str, seating: str) -> str:
    return f"{venue} does not offer “{seating}”. Please select another seating"


def no_release(*, platform: str) -> str:
    return f"At this time, we do not offer release snipes for {platform}."


def account_lacking(*, platform: str) -> str:
    return f"You do not have {platform} account connected so you can not select this restaurant."


# The plan. The specification fixes PRO_ONLY and UNPAUSE_OVER_LIMIT.
PRO_ONLY: Final = "This Feature is Available for Pro Subscribers"
PLAN_NEEDED: Final = "Please choose a plan to reserve tables"
UNPAUSE_OVER_LIMIT: Final = (
    "Unpausing this reservation group will put you over your total allotted reservations. "
    "To unpause this group, please cancel other reservations you have active to make room"
)


def over_limit(*, active: int, limit: int | None, wanted: int) -> str:
    return f"{active} of {limit} active requests are in use. Cancel others to make room for {wanted} more."


# Weekly requests
RULE_OVER: Final = "This weekly request is over."


def release_over(*, day: str) -> str:
    return f"The book for {day} is already open, and this weekly request is for releases only."


def too_many_rules(*, most: int) -> str:
    return f"You have {most} weekly requests. End one to make room for another"


def account_not_connected(*, platform: str) -> str:
    return f"Your {platform} account is not connected."


def weekly_refused(*, venue: str, reason: str) -> str:
    return f"{venue}: {reason}"


# Changing, pausing and canceling a request
ALREADY_BOOKED: Final = "Too late to change: the table is already booked."
OVER: Final = "This request is over."
CANNOT_EDIT: Final = "This request is over and cannot be changed."
CANNOT_UNPAUSE: Final = "This request is over and cannot be unpaused."
EDIT_IN_FLIGHT: Final = "We are booking a table for this request, so nothing was changed. Try again in a moment."
STILL_BOOKING: Final = "We are booking a table for you right now. Try again in a moment."
STILL_STOPPING: Final = "We are still stopping this request. Try again in a moment."
OTHER_CLIENT: Final = "A table of this request is booked, so its client cannot change. File a new request instead."
PAUSED: Final = "Request paused."
CANCELED: Final = "Request canceled."
UNPAUSED: Final = "Request active again."
TOO_LATE_TO_STOP: Final = "Too late to stop: the table is already booked."
NOTHING_CANCELED: Final = "No table of this request was canceled."
CLIENT_GONE: Final = "This request's client is no longer in your book. File a new request instead."


def still_canceling(*, tables: str) -> str:
    return f"We're still canceling {tables}. Try again when that's done, usually within a minute."


def replaced_by(*, table: str) -> str:
    return f"the table that {table} replaces"


def stopping(*, verb: str) -> str:
    return f"We are booking a table right now. We will {verb} the request when that is done."


# Canceling a booked table
CANCELING: Final = "Canceling your table. You will see it here when the platform confirms."
NO_TABLE: Final = "There is no booked table to cancel."
PAST_TABLE: Final = "This table is in the past."
CANCELING_BY_LINK: Final = "Canceling your table. We will notify you if the platform does not confirm it."
CANCELED_ALREADY: Final = "This table is already canceled."
DEAD_CANCEL_LINK: Final = "This link does not work anymore. Log in to cancel the table."
CUTOFF_PASSED: Final = "The free cancellation has ended. Check what canceling costs now."


def reconnect_to_cancel(*, platform: str) -> str:
    return f"Your {platform} login has expired. Reconnect it, or cancel the table on {platform}."


# Looking for a better table, and swaps
LOOKING: Final = "We are looking for a better table. We book nothing: you decide."
SWAPPING: Final = "Booking the new table. Your table stays until it is booked."
KEPT: Final = "You keep your table. We will not offer this one again."
NO_TABLE_TO_SWAP: Final = "There is no booked table to swap."
NOTHING_BETTER: Final = "You ranked nothing above this table, or its time is over."
SWAP_UNDER_WAY: Final = "Another swap of this table is under way."
NOT_REPLACEABLE: Final = "The platform permits both tables, so the old one is canceled after the new one is booked."
CANNOT_EDIT_SEARCH: Final = "This search belongs to your table and cannot be edited. Cancel it, and start again there."


def reconnect_to_swap(*, platform: str) -> str:
    return f"Your {platform} login has expired. Reconnect it to swap."


# Warnings above the list
def ban_risk(*, platform: str) -> str:
    return f"{platform} may ban accounts that hold more than one reservation at a restaurant."


def several_active(*, venue: str, platform: str) -> str:
    return f"You have several active requests at {venue}. {ban_risk(platform=platform)}"


def active_beside_table(*, venue: str, platform: str) -> str:
    return f"You have a reservation and an active request at {venue}. {ban_risk(platform=platform)}"


# The client book
NOT_CONCIERGE: Final = "Only concierge accounts can book for clients."
CLIENT_EXISTS: Final = "A client with this email is already in your book."
CLIENT_SAVED: Final = "Client saved."
ZIP_MISSING: Final = "Zip code is required!"
ZIP_INVALID: Final = "Please enter a valid zip code."


def zip_short(*, zip_code: str) -> str:
    """Name a zip code that lost its first zeros, and its likely value."""
    return f"A zip code has 5 digits. Is this {zip_code.partition('-')[0].zfill(5)}?"


def client_added(*, client: str) -> str:
    return f"{client} is in your book."


def client_deleted(*, client: str, platforms: str) -> str:
    return f"{client} is deleted.{_card_stays(platforms)}"


def client_in_use(*, client: str, requests: str) -> str:
    return f"{client} still has open requests: {requests}. Cancel them first."


# Cards of clients
CARD_SAVED: Final = "The card is on file."
CARD_MISSING: Final = "Please fill in all card fields."
CARD_INVALID: Final = "Please enter a valid card number."
CARD_MONTH: Final = "Please select an expiry month."
CARD_YEAR: Final = "Please select an expiry year."
CARD_EXPIRED: Final = "This card has expired."
CARD_CVC: Final = "Please enter the 3 or 4 digits of the CVV."
CARD_NOT_ON_FILE: Final = "This card is not on file with this account. Please enter it again."


def card_forgotten(*, platform: str) -> str:
    return f"We deleted this card.{_card_stays(platform)}"


def _card_stays(platforms: str) -> str:
    return f" The card stays on file at {platforms} until you remove it there." if platforms else ""


# The client book as a file
LOCALE: Final = "en-US"
NO_FILE: Final = 'Send the file as text/csv, or as JSON: {"csv": "..."}.'
FILE_EMPTY: Final = "This file is empty. Its first line must name the columns."
FILE_UNREADABLE: Final = "We could not read this file. Save it as CSV in UTF-8."
COLUMN_TWICE: Final = "The first line names a column twice."
LINE_TOO_LONG: Final = "This line has more fields than the first line has columns."
INVISIBLE: Final = "Remove the invisible characters."
VALUE_TOO_LONG: Final = "That is too long."
HAS_CARD_NUMBER: Final = "Remove the card number."


def file_too_long(*, most: int) -> str:
    return f"A file can have at most {most:,} clients. Split it into several."


def card_columns(*, columns: str) -> str:
    return f"A file must not have card data. Remove these columns: {columns}."


def line_unreadable(*, line: int) -> str:
    return f"We could not read line {line}. Is a quotation mark missing?"


def columns_missing(*, columns: str) -> str:
    return f"The first line must also name these columns: {columns}."


def same_email(*, line: int) -> str:
    return f"Line {line} has the same email, so we used that one."


def imported(*, created: int, updated: int, unchanged: int, refused: int) -> str:
    """Say what an import changed."""
    parts = [
        *([f"added {_clients(created)}"] if created else []),
        *([f"updated {_clients(updated)}"] if updated else []),
        *([f"skipped {_lines(refused)}"] if refused else []),
    ]
    if not created and not updated:
        return _nothing_imported(unchanged=unchanged, refused=refused)
    return f"We {format_list(parts, locale=LOCALE)}."


def import_preview(*, created: int, updated: int, unchanged: int, refused: int) -> str:
    """Say what an import would change."""
    parts = [
        *([f"add {_clients(created)}"] if created else []),
        *([f"update {_clients(updated)}"] if updated else []),
        *([f"skip {_lines(refused)}"] if refused else []),
    ]
    if not created and not updated:
        return _nothing_imported(unchanged=unchanged, refused=refused)
    return f"We'll {format_list(parts, locale=LOCALE)}."


def _nothing_imported(*, unchanged: int, refused: int) -> str:
    if unchanged and refused:
        return f"Your book has {_clients(unchanged)} of this file already, and we can't import {_lines(refused)}."
    if refused:
        return f"We can't import {'this line' if refused == 1 else f'any of these {refused:,} lines'}."
    if unchanged:
        return "Your book has all clients of this file already."
    return "This file has no clients."


def _clients(count: int) -> str:
    return f"{count:,} client{'' if count == 1 else 's'}"


def _lines(count: int) -> str:
    return f"{count:,} line{'' if count == 1 else 's'}"


# Kill switches, for staff
def no_such_switch(*, scope: str, key: str) -> str:
    return f"There is no {scope} {key!r}."


# Readiness: one line for each check of a request. `platform` is as above; amounts are for the whole party.
NO_ACCOUNT_LEFT: Final = "No account is connected for this request."
CALLS_RUN: Final = "Our calls to the platform run as usual."
NO_TERMS: Final = "We have not seen a fee here yet. A table that asks for more than your limit is not booked."
NO_OTHER_TABLE: Final = "You have no other table for these meals."
NO_CHANNEL: Final = "No channel is on for urgent messages, so we cannot reach you."
CHANNELS_FAIL: Final = "Our last messages did not reach you."
CHANNELS_UNTESTED: Final = "We have not sent you a message yet. Send a test message."
STAFF_PAUSED_ACCOUNT: Final = "Our staff has paused calls with this account."
VENUE_GONE: Final = "takes no reservations through us any more."
VENUE_PAUSED: Final = "is paused by our staff."
VENUE_RESTING: Final = "cannot be watched at the moment. We try again soon."


def venue_says(*, venue: str, what: str) -> str:
    return f"{venue} {what}"


def not_connected(*, platform: str) -> str:
    return f"Your {platform} account is not connected."


def signed_out(*, platform: str) -> str:
    return f"Your {platform} login expired."


def ends_before_release(*, platform: str) -> str:
    return f"Your {platform} login ends before the release."


def session_unread(*, platform: str) -> str:
    return f"We have not checked your {platform} login yet."


def signed_in(*, platform: str) -> str:
    return f"{platform} accepts your login."


def card_on_file(*, platform: str) -> str:
    return f"A card is on file at {platform}."


def card_asked(*, platform: str) -> str:
    return f"No card is on file at {platform}, and the last tables here asked for one."


def no_card(*, platform: str) -> str:
    return f"No card is on file at {platform}, and a table may ask for one."


def no_card_asked(*, platform: str) -> str:
    return f"No card is on file at {platform}. The last tables here asked for none."


def clock_later(*, platform: str) -> str:
    return f"We compare our clock with that of {platform} on the day before the release."


def clock_unread(*, platform: str) -> str:
    return f"We could not read the clock of {platform}."


def clock_unknown(*, platform: str) -> str:
    return f"We have not compared our clock with that of {platform} yet."


def clock_differs(*, platform: str) -> str:
    return f"The clock of {platform} differs from ours by more than two seconds."


def clock_known(*, platform: str) -> str:
    return f"Our clock agrees with that of {platform}."


def venues_bookable(*, number: int) -> str:
    return "The restaurant takes bookings through us." if number == 1 else "All restaurants take bookings through us."


def fee_above(*, venue: str, asked: str, accepted: str) -> str:
    return f"{venue} last asked for {asked}, above your limit of {accepted}."


def fee_unknown(*, venue: str) -> str:
    return f"We couldn't read what a table at {venue} may cost. We don't book it unless you accept that."


def fee_unknown_accepted(*, venue: str) -> str:
    return f"We couldn't read what a table at {venue} may cost. You accept that."


def fee_within(*, venue: str, asked: str) -> str:
    """Return the sentence for a fee that the user accepts. `asked` is the amount as text, "" for no fee."""
    if not asked:
        return f"{venue} last asked for no fee."
    return f"{venue} last asked for {asked}, within your limit."


def table(*, venue: str, day: date, at: time, locale: str) -> str:
    return f"{venue} on {format_day(day, locale=locale)} at {format_time(at, locale=locale)}"


def other_table(*, table: str) -> str:
    return f"You already have a table at that time: {table}."


def other_tables(*, tables: Sequence[tuple[str, date, time]], locale: str) -> str:
    """Return the sentence that names the tables (venue, day, time) that the diner already has."""
    named = [table(venue=venue, day=day, at=at, locale=locale) for venue, day, at in tables]
    return other_table(table=format_list(named, locale=locale))


def replaces_table(*, table: str) -> str:
    return f"A new table replaces yours: {table}."


def channels_work(*, channels: Sequence[str], locale: str) -> str:
    return f"Our last message reached you by {format_list(channels, locale=locale)}."


# Rehearsals
NOTHING_TO_REHEARSE: Final = "This request books nothing at the moment."
TABLE_GONE: Final = "The table was taken before we read its terms."


def cannot_rehearse(*, platform: str) -> str:
    return f"We cannot call {platform} with this account at the moment."


def no_answer(*, platform: str) -> str:
    return f"{platform} did not answer."


def account_read(*, platform: str, tables: int) -> str:
    return f"We read your {platform} account: {tables} reservation{'' if tables == 1 else 's'}."


def only_find(*, venue: str) -> str:
    return f"{venue} has no table on sale, so only the search could be tried."


def table_found(*, venue: str, day: date, at: time, locale: str) -> str:
    return f"We found a table: {table(venue=venue, day=day, at=at, locale=locale)}."


def terms_read(*, fee_cents: int, deposit_cents: int, currency: str, locale: str) -> str:
    """Return the sentence for the terms of a table. The amounts are for the party, UNKNOWN_CENTS if not readable."""
    if UNKNOWN_CENTS in (fee_cents, deposit_cents):
        return "We couldn't read what the table may cost, so we wouldn't book it unless you accept that."
    if deposit_cents:
        return (
            f"It asks for a deposit of {format_money(deposit_cents, locale=locale, currency=currency)} for your party."
        )
    if fee_cents:
        asked = format_money(fee_cents, locale=locale, currency=currency)
        return f"A late cancellation costs {asked} for your party, plus any tax."
    return "It asks for no fee."
