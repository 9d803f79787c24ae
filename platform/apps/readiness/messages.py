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


def venue_says(*, venue: str, what: str) -> str:
    return f"{venue} {what}"


def not_connected(*, platform: str) -> str:
    return f"Your {platform} account isn't connected."


def signed_out(*, platform: str) -> str:
    return f"Your {platform} login expired."


def ends_before_release(*, platform: str) -> str:
    return f"Your {platform} login ends before the release."


def session_unread(*, platform: str) -> str:
    return f"We haven't checked your {platform} login yet."


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
    return f"We couldn't read the clock of {platform}."


def clock_unknown(*, platform: str) -> str:
    return f"We haven't compared our clock with that of {platform} yet."


def clock_differs(*, platform: str) -> str:
    return f"The clock of {platform} differs from ours by more than two seconds."


def clock_known(*, platform: str) -> str:
    return f"Our clock agrees with that of {platform}."


def venues_bookable(*, number: int) -> str:
    return "The restaurant takes bookings through us." if number == 1 else "All restaurants take bookings through us."


def fee_above(*, venue: str, asked: str, accepted: str) -> str:
    return f"{venue} last asked for {asked}. That's above your limit of {accepted}."


def amounts(due_now: int | None, cancel: int | None, *, currency: str, locale: str) -> str:
    """Return the amounts that are paid now and if nobody comes as text, "" for none."""
    stated = [(due_now, "now"), (cancel, "if you don't come")]
    money = partial(format_money, locale=locale, currency=currency)
    return " and ".join(f"{money(cents)} {when}" for cents, when in stated if cents is not None)


def fee_unknown(*, venue: str) -> str:
    return f"We couldn't read what a table at {venue} may cost. We don't book it unless you accept that."


def fee_unknown_accepted(*, venue: str) -> str:
    return f"We couldn't read what a table at {venue} may cost. You accept that."


def fee_within(*, venue: str, asked: str) -> str:
    """Return the sentence for a fee that the user accepts. `asked` is the amount as text, "" for no fee."""
    if not asked:
        return f"{venue} last asked for no fee."
    return f"{venue} last asked for {asked}, within your limit."


def replaces_table(*, table: str) -> str:
    return f"A new table replaces yours: {table}."


def channels_work(*, channels: Sequence[str], locale: str) -> str:
    return f"Our last message reached you by {format_list(channels, locale=locale)}."


# Rehearsals
NOTHING_TO_REHEARSE: Final = "This request books nothing at the moment."
TABLE_GONE: Final = "The table was taken before we read its terms."


def cannot_rehearse(*, platform: str) -> str:
    return f"We can't call {platform} with this account at the moment."


def no_answer(*, platform: str) -> str:
    return f"{platform} didn't answer."


def account_read(*, platform: str, tables: int) -> str:
    return f"We read your {platform} account: {tables} reservation{'' if tables == 1 else 's'}."


def only_find(*, venue: str) -> str:
    return f"{venue} has no table on sale, so only the search could be tried."


def table_found(*, venue: str, day: date, at: time, locale: str) -> str:
    return f"We found a table: {table(venue=venue, day=day, at=at, locale=locale)}."


def stops_before_hold(*, platform: str) -> str:
    return f"We stopped here, because {platform} holds a table as soon as we read its terms."


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
