"""Parses Resy's replies into our values. Raises the errors of reading.py."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from functools import partial
from typing import Any, TypeVar

from snipers.clients.base import BookingTerms, CardOnFile, Found, Malformed, Profile
from snipers.clients.reading import Node
from snipers.domain.outcome import Conflict
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.snipe import Guest
from snipers.domain.vocabulary import Platform, Reason

T = TypeVar("T")


def profile(data: Any) -> Profile:
    """Parse GET /2/user, or the same part of a login."""
    user = Node(data)
    names = [str(user[name].value or "").strip() for name in ("first_name", "last_name")]
    card = user["payment_method_id"]
    return Profile(
        user_id=str(user["id"].integer()),
        display_name=" ".join(name for name in names if name)[:200],
        payment_method_id=None if card.value is None else str(card.integer()),
    )


def login_token(data: Any) -> str:
    """Parse the user token of a login."""
    return Node(data)["token"].text()


def refresh_token(data: Any) -> str | None:
    """Parse the refresh token of a login or a renewal, None without one."""
    token = Node(data)["refresh_token"].value
    return token if isinstance(token, str) and token else None


def found(data: Any, *, platform_venue_id: int, day: date, party_size: int) -> Found:
    """Parse /4/find. Entries with the same token are equal tables; they become one slot with a quantity.

    A date is not on sale if the reply lacks the venue.
    """
    slots: dict[str, Slot] = {}
    on_sale = False
    for entry in Node(data)["results"]["venues"].items():
        if entry["venue"]["id"]["resy"].integer() != platform_venue_id:
            continue
        on_sale = True
        captcha = bool(entry["venue"]["feature_recaptcha"].value)
        for row in entry["slots"].items():
            slot = _slot(row, platform_venue_id=platform_venue_id, party_size=party_size, captcha=captcha)
            if slot.date == day:
                slots[slot.token] = _joined(slots.get(slot.token), slot)
    return Found(slots=list(slots.values()), on_sale=on_sale)


def _slot(row: Node, *, platform_venue_id: int, party_size: int, captcha: bool) -> Slot:
    start = row["date"]["start"].local_time("%Y-%m-%d %H:%M:%S")
    quantity = row["quantity"]
    return Slot(
        platform=Platform.RESY,
        platform_venue_id=platform_venue_id,
        date=start.date(),
        time=start.time(),
        party_size=party_size,
        seating=row["config"]["type"].text()[:100],
        token=row["config"]["token"].text(),
        quantity=1 if quantity.value is None else max(1, quantity.integer()),
        captcha=captcha,
    )


def _joined(before: Slot | None, slot: Slot) -> Slot:
    """Return the slot that joins an entry of the reply (`slot`) with the earlier entries of the same token (`before`).

    The entry's `quantity` may already include the earlier entries. So the joined quantity is either the entry's or the
    earlier one plus one, whichever is larger.
    """
    if before is None:
        return slot
    return replace(slot, quantity=max(before.quantity + 1, slot.quantity))


def terms(data: Any) -> BookingTerms:
    """Parse the reply to /3/details with commit=1."""
    reply = Node(data)
    cancellation = reply["cancellation"]
    fee = cancellation["fee"] if cancellation.value is not None else Node(None)
    return BookingTerms(
        book_token=reply["book_token"]["value"].text(),
        expires_at=_instant(reply["book_token"]["date_expires"]),
        fee_cents=_fee(fee),
        deposit_cents=_charged_now(reply["payment"]),
        free_until=_free_until(cancellation),
    )


def _free_until(cancellation: Node) -> datetime | None:
    """Return the cut-off for a refund or the cut-off for the fee, whichever is earlier. A missing or malformed cut-off
    is ignored.

    The terms are only shown to the diner. So a cut-off that cannot be read does not prevent a booking.
    """
    cut_offs = [_unless_malformed(partial(_cut_off, cancellation, part)) for part in ("refund", "fee")]
    return min((at for at in cut_offs if at is not None), default=None)


def _cut_off(cancellation: Node, part: str) -> datetime | None:
    return _instant(cancellation[part]["date_cut_off"])


def _fee(fee: Node) -> int:
    if fee.value is None:
        return 0
    return fee["amount"].cents() + (fee["tax"].cents() if fee["tax"].value is not None else 0)


def _charged_now(payment: Node) -> int:
    """Return the amount due at booking in cents; 0 if none is due."""
    if payment.value is None or payment["amounts"].value is None:
        return 0
    return payment["amounts"]["total"].cents()


def _instant(node: Node) -> datetime | None:
    try:
        at = datetime.fromisoformat(node.text())
    except (ValueError, Malformed):
        return None
    return at if at.tzinfo else None


def booked_id(data: Any) -> str | None:
    """Return the reservation id of an accepted booking, None if the reply lacks it."""
    try:
        return str(Node(data)["reservation_id"].integer())
    except Malformed:
        return None


def conflict(data: Any) -> Conflict | None:
    """Parse the conflicting reservation of a refusal; a missing or malformed field is None."""
    if not isinstance(data, dict) or not isinstance(data.get("specs"), dict) or not data["specs"]:
        return None
    specs, venue = Node(data)["specs"], Node(data)["venue"]
    at = _unless_malformed(lambda: specs["time_slot"].local_time("%H:%M:%S").time())
    return Conflict(
        platform_venue_id=_unless_malformed(lambda: venue["id"].integer()),
        date=_unless_malformed(lambda: specs["day"].local_time("%Y-%m-%d").date()),
        time=at and time(at.hour, at.minute),
    )


def stated_reason(data: Any) -> Reason | None:
    """Return CAPTCHA if the refusal asks for a captcha. Its status alone (403) would mean a block."""
    message = data.get("message") if isinstance(data, dict) else None
    return Reason.CAPTCHA if isinstance(message, str) and "captcha" in message.lower() else None


def guest(guest: Guest) -> str:
    """Return the form field `struct_guest`: the guest who takes the place of the account's owner."""
    return json.dumps(
        {
            "first_name": guest.first_name,
            "last_name": guest.last_name,
            "em_address": guest.email,
            "mobile_number": guest.phone,
        }
    )


def card_on_file(data: Any) -> CardOnFile:
    """Parse the reply to an added card."""
    card = Node(data)
    last_four = card["last_4"] if card["last_4"].value is not None else card["display"]
    return CardOnFile(
        payment_method_id=str(card["id"].integer()),
        last_four=last_four.text()[-4:],
        expiry=f"{card['exp_month'].integer():02d}/{card['exp_year'].integer():04d}",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page of an account's list. `rows` counts its entries including canceled ones; `total` is Resy's count for all
    pages."""

    held: list[Held]
    canceled: frozenset[str]
    rows: int
    total: int | None


def held(data: Any) -> Page:
    """Parse one page of /3/user/reservations."""
    reply = Node(data)
    entries = list(reply["reservations"].items())
    total = reply["metadata"]["total"] if reply["metadata"].value is not None else Node(None)
    gone = [entry for entry in entries if _is_canceled(entry)]
    return Page(
        held=[_held(entry) for entry in entries if not _is_canceled(entry)],
        canceled=frozenset(str(entry["reservation_id"].integer()) for entry in gone),
        rows=len(entries),
        total=None if total.value is None else total.integer(),
    )


def _is_canceled(entry: Node) -> bool:
    """Whether a reservation is canceled, by a flag in its status or by the status text.

    Public clients only show flags of 0 and 1, so Resy's spelling of the text is unknown.
    """
    status = entry["status"].value
    if isinstance(status, str):
        return "cancel" in status.lower()
    flags = status if isinstance(status, dict) else {}
    return any("cancel" in str(name).lower() and flag in (1, True, "1") for name, flag in flags.items())


def _held(entry: Node) -> Held:
    platform_venue_id = entry["venue_id"] if entry["venue_id"].value is not None else entry["venue"]["id"]
    at = entry["time_slot"].local_time("%H:%M:%S").time()
    return Held(
        reservation_id=str(entry["reservation_id"].integer()),
        platform_venue_id=platform_venue_id.integer(),
        date=entry["day"].local_time("%Y-%m-%d").date(),
        time=time(at.hour, at.minute),
        party_size=entry["num_seats"].integer(),
    )


def _unless_malformed(read: Callable[[], T]) -> T | None:
    try:
        return read()
    except Malformed:
        return None
