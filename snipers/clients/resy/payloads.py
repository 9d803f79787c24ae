"""Parses Resy's replies about tables into our values: free slots, terms, bookings, and the account's reservations.

The functions raise Malformed for a required field that is missing or cannot be read. profiles.py parses the replies
about the account's owner.
"""

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, time
from functools import partial
from typing import Any
from urllib.parse import unquote

from snipers.clients.base import AccountList, BookingTerms, Found
from snipers.clients.errors import Malformed
from snipers.clients.reading import End, Node, Skips, account_list, currency, end_by_word, member, unless_malformed
from snipers.clients.replies import stated_cause
from snipers.clients.resy import prices
from snipers.clients.resy.manifest import MANIFEST
from snipers.domain.outcome import Conflict
from snipers.domain.settling import Held
from snipers.domain.slot import MOST_SEATING_LENGTH, Slot
from snipers.domain.snipe import Guest
from snipers.domain.vocabulary import Reason, SkipReason

# rgs://resy/<venue>/<template>/<service>/<day>/<day>/<time>/<party>/<seating>
TOKEN_PARTS = 11
# Length of a local time; Resy writes "2026-11-27 19:30:00".
SECONDS = len("2026-11-27 19:30:00")
# The largest quantity of one slot. Every unit costs time in the matching, and more units serve no purpose.
MOST_TABLES = 50


def found(data: Any, *, platform_venue_id: int, day: date, party_size: int) -> Found:
    """Parse the reply to /4/find. Entries with the same token are equal tables and become one slot with a quantity.

    A date is not on sale if the reply lacks the venue. A slot that cannot be read or booked is left out and counted.
    Raises Malformed if no entry can be read.
    """
    slots: dict[str, Slot] = {}
    seen_only: dict[str, Slot] = {}
    skips, read, on_sale, reopens = Skips(), 0, False, None
    for entry in Node(data)["results"]["venues"].items():
        try:
            if entry["venue"]["id"]["resy"].integer() != platform_venue_id:
                continue
        except Malformed as error:
            skips.unreadable(error)
            continue
        on_sale = True
        captcha = bool(entry["venue"]["feature_recaptcha"].value)
        reopens = unless_malformed(member(entry["venue"], "reopen", "date").day)
        gate = _gate(entry["venue"].value, day, reopens)
        for row in entry["slots"].items():
            try:
                obstacle = gate or _obstacle(row)
                if obstacle is None:
                    token = row["config"]["token"].text()
                    slot = _slot(row, token, _seating(token, row), platform_venue_id, party_size, captcha=captcha)
            except Malformed as error:
                skips.unreadable(error)
                continue
            read += 1
            if obstacle is not None:
                skips.leave_out(obstacle)
                shown = unless_malformed(partial(_seen_only, row, platform_venue_id, party_size))
                if shown is not None and shown.date == day and obstacle is not SkipReason.CLOSED:
                    seen_only[shown.key] = shown
            elif slot.date == day:
                slots[slot.token] = _joined(slots.get(slot.token), slot)
    skips.check(read=read)
    return Found(
        slots=list(slots.values()),
        on_sale=on_sale,
        skipped=skips.counts,
        reopens_on=reopens,
        seen_only=list(seen_only.values()),
    )


# Flags of a venue whose tables nobody, or only certain guests, can book at Resy. The flag `is_global_dining_access` is
# not among them, because venues with this flag also have tables for everybody.
GATES = (
    ("is_tock_inventory", SkipReason.TOCK),
    ("is_global_dining_access_only", SkipReason.GLOBAL_DINING_ACCESS),
    ("gda_concierge_booking", SkipReason.CONCIERGE),
    ("requires_reservation_transfers", SkipReason.TRANSFERS),
)


def _gate(venue: Any, day: date, reopens: date | None) -> SkipReason | None:
    """Return why we can book no table of the venue on this day, None if we can book some."""
    if not isinstance(venue, dict):
        return None
    for flag, reason in GATES:
        if venue.get(flag) in (True, 1):
            return reason
    # Many venues still state a reopening date that is long past.
    return SkipReason.CLOSED if reopens is not None and reopens > day else None


def _obstacle(row: Node) -> SkipReason | None:
    """Return why we cannot book this slot, None if we can. Slots that are sold through Tock have the token null."""
    if not isinstance(row.value, dict):
        return None
    config, exclusive, payment = (row.value.get(name) for name in ("config", "exclusive", "payment"))
    if isinstance(config, dict) and config.get("token", "") is None:
        return SkipReason.TOCK
    if row.value.get("is_global_dining_access") is True:
        return SkipReason.GLOBAL_DINING_ACCESS
    if isinstance(exclusive, dict) and exclusive.get("is_eligible") is False:
        return SkipReason.EXCLUSIVE
    # The guest must choose a paid extra, which is a decision about money that a request does not contain.
    if isinstance(payment, dict) and payment.get("is_add_on_required") not in (None, False, 0, "", "0", "false"):
        return SkipReason.ADD_ON_REQUIRED
    return None


def _seen_only(row: Node, platform_venue_id: int, party_size: int) -> Slot:
    """Return a slot that is left out because only some guests can book it. It has no token."""
    token, kind = row["config"]["token"].value, row["config"]["type"].value
    named = kind.strip() if isinstance(kind, str) else ""
    seating = _seating(token, row) if isinstance(token, str) else named or "Table"
    return _slot(row, "", seating, platform_venue_id, party_size, captcha=False)


def _slot(row: Node, token: str, seating: str, platform_venue_id: int, party_size: int, *, captcha: bool) -> Slot:
    start = row["date"]["start"].local_datetime(length=SECONDS)
    quantity = row["quantity"].value
    return Slot(
        platform=MANIFEST.key,
        platform_venue_id=platform_venue_id,
        date=start.date(),
        time=start.time(),
        party_size=party_size,
        seating=seating[:MOST_SEATING_LENGTH],
        token=token,
        quantity=min(max(1, quantity), MOST_TABLES) if type(quantity) is int else 1,
        captcha=captcha,
    )


def _seating(token: str, row: Node) -> str:
    """Return the kind of table, which is the last part of a slot's token.

    `config.type` usually repeats the kind of table, but may be a service ("Dinner") or another word. It is the kind of
    table if the token ends with a number, or with nothing.
    """
    parts = token.split("/", TOKEN_PARTS - 1)
    named = unquote(parts[-1]).strip() if len(parts) == TOKEN_PARTS else ""
    if named and not named.isdigit():
        return named
    kind = unless_malformed(row["config"]["type"].text) or ""
    return kind.strip() or named or "Table"


def _joined(before: Slot | None, slot: Slot) -> Slot:
    """Return the slot that joins an entry of the reply (`slot`) with the earlier entries of the same token (`before`).

    The `quantity` of `slot` may already include the earlier entries. So the joined quantity is that of `slot`, or that
    of `before` plus one, whichever is larger.
    """
    if before is None:
        return slot
    if before.quantity == MOST_TABLES:
        return before
    return replace(slot, quantity=max(before.quantity + 1, slot.quantity))


def terms(data: Any, *, party_size: int | None = None) -> BookingTerms:
    """Parse the reply to /3/details with commit=1. Without `party_size`, a fee for one guest counts as unknown."""
    reply = Node(data)
    cancellation = reply["cancellation"]
    return BookingTerms(
        book_token=reply["book_token"]["value"].text(),
        expires_at=_instant(reply["book_token"]["date_expires"]),
        fee_cents=prices.cancellation_fee(cancellation, party_size=party_size),
        deposit_cents=prices.due_now(reply["payment"], party_size=party_size),
        currency=currency(member(reply, "locale", "currency")),
        free_until=_free_until(cancellation),
    )


def _free_until(cancellation: Node) -> datetime | None:
    """Return the earlier of the cut-offs for a refund and for the fee, None if neither can be read.

    The time is only shown to the diner, so a cut-off that cannot be read does not prevent a booking.
    """
    cut_offs = [_instant(member(cancellation, part, "date_cut_off")) for part in ("refund", "fee")]
    return min((at for at in cut_offs if at is not None), default=None)


def _instant(node: Node) -> datetime | None:
    try:
        at = datetime.fromisoformat(node.text())
    except (ValueError, Malformed):
        return None
    return at if at.tzinfo else None


def booked_id(data: Any) -> str | None:
    """Return the reservation id of an accepted booking, None if the reply lacks it."""
    return unless_malformed(lambda: str(Node(data)["reservation_id"].integer()))


def conflict(data: Any, *, status: int) -> Conflict | None:
    """Parse the conflicting reservation that a refusal states, None if it states none.

    A missing or malformed field becomes None. The reply to an accepted booking (200, 201) states none: its `specs`
    describe the booking itself.
    """
    if status < 400 or not isinstance(data, dict) or not isinstance(data.get("specs"), dict) or not data["specs"]:
        return None
    specs, venue = Node(data)["specs"], Node(data)["venue"]
    at = unless_malformed(lambda: specs["time_slot"].local_time("%H:%M:%S").time())
    return Conflict(
        platform_venue_id=unless_malformed(lambda: venue["id"].integer()),
        date=unless_malformed(lambda: specs["day"].local_time("%Y-%m-%d").date()),
        time=at and time(at.hour, at.minute),
    )


def stated_reason(data: Any, *, status: int) -> Reason | None:
    """Return the reason that the message of a refusal states, None if the message is not known.

    The status of such a refusal alone (403, 409) would mean something else.
    """
    cause = stated_cause(data, status=status)
    return None if cause is None else cause.reason


def guest(guest: Guest) -> str:
    """Return the form field `struct_guest` as JSON: the guest in whose name the table is booked."""
    return json.dumps(
        {
            "first_name": guest.first_name,
            "last_name": guest.last_name,
            "em_address": guest.email,
            "mobile_number": guest.phone,
        }
    )


def page(data: Any) -> tuple[list[Node], int | None]:
    """Return the rows of one page of /3/user/reservations, and Resy's count of the rows on all pages.

    The count is None if the reply does not state it.
    """
    reply = Node(data)
    counted = member(reply, "metadata", "total")
    total = None if counted.value is None else counted.integer()
    if reply["reservations"].value is None and total:
        raise reply["reservations"].malformed("a list")
    return list(reply["reservations"].items()), total


def reservations(rows: Iterable[Node], *, whole: bool) -> AccountList:
    """Parse the rows of all pages. Raises Malformed if the id of a row cannot be read.

    A row that moved to a further page between the reads of two pages is listed once. `whole` is as in AccountList.
    """
    return account_list(rows, whole=whole, read_id=_reservation_id, end_of=_end_of, read=_held)


def _reservation_id(row: Node) -> str:
    return str(row["reservation_id"].integer())


def _end_of(row: Node) -> End | None:
    """Return why a row no longer holds a table, by a flag in its status or by the status text.

    Return None if the row still holds one. Public clients show the flags `finished` and `no_show`, 0 or 1. It is
    unknown how Resy marks a canceled row.
    """
    status = row["status"].value
    if isinstance(status, str):
        return end_by_word(status)
    flags = status if isinstance(status, dict) else {}
    ends = (end_by_word(str(name)) for name, flag in flags.items() if flag in (1, True, "1"))
    return next((end for end in ends if end is not None), None)


def _held(entry: Node) -> Held:
    platform_venue_id = entry["venue_id"] if entry["venue_id"].value is not None else entry["venue"]["id"]
    at = entry["time_slot"].local_time("%H:%M:%S").time()
    return Held(
        reservation_id=_reservation_id(entry),
        platform_venue_id=platform_venue_id.integer(),
        date=entry["day"].local_time("%Y-%m-%d").date(),
        time=time(at.hour, at.minute),
        party_size=entry["num_seats"].integer(),
        secret=unless_malformed(entry["resy_token"].text) or "",
    )
