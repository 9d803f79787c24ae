"""The sentences of readiness and rehearsals."""

from collections.abc import Sequence
from datetime import date, time
from functools import partial
from typing import Final

from apps.common.formatting import format_list, format_money
from apps.requests.messages import table
from snipers.domain.fees import UNKNOWN_CENTS

# Readiness: one line for each check of a request. `platform` is as above; amounts are for the whole party.
NO_ACCOUNT_LEFT: Final = "No account is connected for this request."
CALLS_RUN: Final = "Our calls to the platform run as usual."
NO_TERMS: Final = "We haven't seen a fee here yet. A table that asks for more than your limit isn't booked."
NO_OTHER_TABLE: Final = "You have no other table for these meals."
NO_CHANNEL: Final = "No channel is on for urgent messages, so we can't reach you."
CHANNELS_FAIL: Final = "Our last messages didn't reach you."
CHANNELS_UNTESTED: Final = "We haven't sent you a message yet. Send a test message."
STAFF_PAUSED_ACCOUNT: Final = "Our staff has paused calls with this account."
VENUE_GONE: Final = "takes no reservations through us any more."
VENUE_PAUSED: Final = "is paused by our staff."
VENUE_RESTING: Final = "can't be watched at the moment. We'll try again soon."

venue_says = "{venue} {what}".format
not_connected = "Your {platform} account isn't connected.".format
signed_out = "Your {platform} login expired.".format
ends_before_release = "Your {platform} login ends before the release.".format
session_unread = "We haven't checked your {platform} login yet.".format
signed_in = "{platform} accepts your login.".format
card_on_file = "A card is on file at {platform}.".format
card_asked = "No card is on file at {platform}, and the last tables here asked for one.".format
no_card = "No card is on file at {platform}, and a table may ask for one.".format
no_card_asked = "No card is on file at {platform}. The last tables here asked for none.".format
clock_later = "We compare our clock with that of {platform} on the day before the release.".format
clock_unread = "We couldn't read the clock of {platform}.".format
clock_unknown = "We haven't compared our clock with that of {platform} yet.".format
clock_differs = "The clock of {platform} differs from ours by more than two seconds.".format
clock_known = "Our clock agrees with that of {platform}.".format


def venues_bookable(*, number: int) -> str:
    return "The restaurant takes bookings through us." if number == 1 else "All restaurants take bookings through us."


fee_above = "{venue} last asked for {asked}. That's above your limit of {accepted}.".format


def amounts(due_now: int | None, cancel: int | None, *, currency: str, locale: str) -> str:
    """Return the amounts that are paid now and if nobody comes as text, "" for none."""
    stated = [(due_now, "now"), (cancel, "if you don't come")]
    money = partial(format_money, locale=locale, currency=currency)
    return " and ".join(f"{money(cents)} {when}" for cents, when in stated if cents is not None)


fee_unknown = "We couldn't read what a table at {venue} may cost. We don't book it unless you accept that.".format
fee_unknown_accepted = "We couldn't read what a table at {venue} may cost. You accept that.".format


def fee_within(*, venue: str, asked: str) -> str:
    """Return the sentence for a fee that the user accepts. `asked` is the amount as text, "" for no fee."""
    if not asked:
        return f"{venue} last asked for no fee."
    return f"{venue} last asked for {asked}, within your limit."


replaces_table = "A new table replaces yours: {table}.".format


def channels_work(*, channels: Sequence[str], locale: str) -> str:
    return f"Our last message reached you by {format_list(channels, locale=locale)}."


# Rehearsals
NOTHING_TO_REHEARSE: Final = "This request books nothing at the moment."
TABLE_GONE: Final = "The table was taken before we read its terms."

cannot_rehearse = "We can't call {platform} with this account at the moment.".format
no_answer = "{platform} didn't answer.".format


def account_read(*, platform: str, tables: int) -> str:
    return f"We read your {platform} account: {tables} reservation{'' if tables == 1 else 's'}."


only_find = "{venue} has no table on sale, so only the search could be tried.".format


def table_found(*, venue: str, day: date, at: time, locale: str) -> str:
    return f"We found a table: {table(venue=venue, day=day, at=at, locale=locale)}."


stops_before_hold = "We stopped here, because {platform} holds a table as soon as we read its terms.".format


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
