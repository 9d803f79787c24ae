"""The sentences of the request form, the requests list and the client book, and their refusals.

Sentences that belong to codes are elsewhere: rules/reasons.py says why a request ended, and
apps/listing/rules/platform_banner.py has the banner about a platform. The argument `platform` of these functions is the
platform's display name.
"""

from collections.abc import Sequence
from datetime import date, time
from typing import Final

from apps.common.formatting import format_day, format_list, format_time

# The request form. Sentences below an input have no period, as the specification's.
FILED: Final = {
    "cancel": "Request filed. We're watching.",
    "release": "Request filed. We'll be there when the reservations are released.",
}
FILED_WEEKLY: Final = "Request filed. We'll file it again each week."
FILED_FOR_SEVERAL: Final = "Requests filed, one for each client. We're watching."
CLIENTS_REFUSED: Final = "We filed nothing, because not all of your clients can get this request."
FILED_NOTIFY_ONLY: Final = "Request filed. We'll notify you when a table opens."
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
CARD_UNKNOWN: Final = "This card isn't on file with this account any more. Please select another one"
NO_CLIENT: Final = "Please enter the client's details."
VENUE_TWICE: Final = "Please select each restaurant once"
INVALID_TIME: Final = "Please select a valid time"
WINDOWS_OVERLAP: Final = "Please select times that don't overlap"
FINAL_DAY_TOO_LATE: Final = "The final sniping day can be at most one day after the first reservation date"
PAST_DATE: Final = "The reservation date can't be in the past"
FAR_DATE: Final = "The reservation date must be within a year"
PAST_FINAL_DAY: Final = "The final sniping day can't be in the past"
STARTED: Final = "That time has passed today. Please set a later time or another date"
PAST_RELEASE_DATE: Final = "The release date can't be in the past"
FAR_RELEASE_DATE: Final = "The release date must be within a year"
PAST_RELEASE_TIME: Final = "That release time is already over. Please set one that's still ahead"
LATE_RELEASE: Final = "The release must be before the reservation"
# A sentence names so many restaurants.
MOST_NAMED: Final = 3
GROUP_ID_REQUIRED: Final = "group_id is required"


def same_meal(*, venues: Sequence[str], day: date, locale: str) -> str:
    more = len(venues) - MOST_NAMED
    shown = [*venues[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])]
    places = format_list(shown, locale=locale, last="or")
    return f"You already have an active request for that meal on {format_day(day, locale=locale)}, at {places}."


too_many_venues = "Please select at most {most} restaurants".format
too_many_dates = "Please set at most {most} reservation dates".format
too_many_windows = "Please set at most {most} reservation times".format
party_size_between = "Please select a party size between 1 and {most}".format
party_too_large = "{venue} seats parties of at most {most}. Please select a smaller party size".format
party_too_small = "{venue} seats parties of at least {least}. Please select a larger party size".format
no_seating = "{venue} doesn't offer “{seating}”. Please select another seating".format
no_release = "At this time, we do not offer release snipes for {platform}.".format
account_lacking = "You do not have {platform} account connected so you can not select this restaurant.".format

# The plan. The specification fixes PRO_ONLY and UNPAUSE_OVER_LIMIT.
PRO_ONLY: Final = "This Feature is Available for Pro Subscribers"
PLAN_NEEDED: Final = "Please choose a plan to reserve tables"
FREE_IN_USE: Final = "Without a plan, we watch one table for you at a time. Cancel that request, or choose a plan."
UNPAUSE_OVER_LIMIT: Final = (
    "Unpausing this reservation group will put you over your total allotted reservations. "
    "To unpause this group, please cancel other reservations you have active to make room"
)

over_limit = "{active} of {limit} active requests are in use. Cancel others to make room for {wanted} more.".format
account_not_connected = "Your {platform} account isn't connected.".format

# Changing, pausing and canceling a request
ALREADY_BOOKED: Final = "Too late to change: the table is already booked."
OVER: Final = "This request is over."
CANNOT_EDIT: Final = "This request is over and can't be changed."
CANNOT_UNPAUSE: Final = "This request is over and can't be unpaused."
EDIT_IN_FLIGHT: Final = "We're booking a table for this request, so nothing was changed. Try again in a moment."
STILL_BOOKING: Final = "We're booking a table for you right now. Try again in a moment."
STILL_STOPPING: Final = "We're still stopping this request. Try again in a moment."
OTHER_CLIENT: Final = "A table of this request is booked, so its client can't change. File a new request instead."
PAUSED: Final = "Request paused."
CANCELED: Final = "Request canceled."
UNPAUSED: Final = "Request active again."
TOO_LATE_TO_STOP: Final = "Too late to stop: the table is already booked."
NOTHING_CANCELED: Final = "No table of this request was canceled."
CLIENT_GONE: Final = "This request's client is no longer in your book. File a new request instead."

stopping = "We're booking a table right now. We'll {verb} the request when that's done.".format

# Canceling a booked table
CANCELING: Final = "Canceling your table. You'll see it here when the platform confirms."
PAST_TABLE: Final = "This table is in the past."
NOT_SHARED: Final = "The link doesn't work anymore."
# Looking for a better table, and swaps
LOOKING: Final = "We're looking for a better table. We won't book it: you decide."
CANNOT_EDIT_SEARCH: Final = "This search belongs to your table and can't be edited. Cancel it, and start again there."
# The client book
NOT_CONCIERGE: Final = "Only concierge accounts can book for clients."
ZIP_MISSING: Final = "Zip code is required!"
ZIP_INVALID: Final = "Please enter a valid zip code."


def zip_short(*, zip_code: str) -> str:
    """Name a zip code that lost its first zeros, and its likely value."""
    return f"A zip code has 5 digits. Is this {zip_code.partition('-')[0].zfill(5)}?"


CARD_MISSING: Final = "Please fill in all card fields."
CARD_INVALID: Final = "Please enter a valid card number."
CARD_MONTH: Final = "Please select an expiry month."
CARD_YEAR: Final = "Please select an expiry year."
CARD_EXPIRED: Final = "This card has expired."
CARD_CVC: Final = "Please enter the 3 or 4 digits of the CVV."
CARD_NOT_ON_FILE: Final = "This card isn't on file with this account. Please enter it again."


def table(*, venue: str, day: date, at: time, locale: str) -> str:
    return f"{venue} on {format_day(day, locale=locale)} at {format_time(at, locale=locale)}"


other_table = "You already have a table at that time: {table}.".format


def other_tables(*, tables: Sequence[tuple[str, date, time]], locale: str) -> str:
    """Return the sentence that names the tables (venue, day, time) that the diner already has."""
    named = [table(venue=venue, day=day, at=at, locale=locale) for venue, day, at in tables]
    return other_table(table=format_list(named, locale=locale))
