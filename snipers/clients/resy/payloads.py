"""Resy's replies turned into our values: strict on what we need, blind to what we do not. Nothing else reads raw JSON.

A missing or mistyped piece raises Malformed with its path, never with its value: replies hold tokens and names.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time
from typing import Any

from snipers.clients.base import Found, Malformed, Profile, Quote
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.vocabulary import Platform


class Node:
    """One place in a reply, which knows its path for the error message."""

    __slots__ = ("_path", "value")

    def __init__(self, value: Any, path: str = "reply") -> None:
        self.value = value
        self._path = path

    def __getitem__(self, name: str) -> "Node":
        """Return a member; absent and null are the same."""
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        return Node(self.value.get(name), f"{self._path}.{name}")

    def items(self) -> Iterator["Node"]:
        """Yield the members of a list."""
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        return (Node(member, f"{self._path}[]") for member in self.value)

    def text(self) -> str:
        """Return a text with something in it."""
        if not isinstance(self.value, str) or not self.value:
            raise self.wrong("a text")
        return self.value

    def whole(self) -> int:
        """Return a whole number, also when it was sent as digits."""
        value = self.value
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 19:
            return int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong("a whole number")
        return value

    def moment(self, form: str) -> datetime:
        """Return a wall-clock moment written in that form."""
        try:
            return datetime.strptime(self.text(), form)  # noqa: DTZ007 - the platform's times are the venue's, no zone
        except ValueError:
            raise self.wrong("a time") from None

    def cents(self) -> int:
        """Return an amount in dollars as cents; null is nothing."""
        if self.value is None:
            return 0
        if isinstance(self.value, bool) or not isinstance(self.value, int | float | str):
            raise self.wrong("an amount")
        try:
            return round(float(self.value) * 100)
        except (ValueError, OverflowError):
            raise self.wrong("an amount") from None

    def wrong(self, expected: str) -> Malformed:
        """Say what was expected here."""
        return Malformed(f"{self._path} is not {expected}")


def profile(data: Any) -> Profile:
    """Read GET /2/user and the same part of a login."""
    user = Node(data)
    names = [str(user[name].value or "").strip() for name in ("first_name", "last_name")]
    card = user["payment_method_id"]
    return Profile(
        user_id=str(user["id"].whole()),
        display_name=" ".join(name for name in names if name)[:200],
        payment_method_id=None if card.value is None else str(card.whole()),
    )


def login_token(data: Any) -> str:
    """Read the user token of a login."""
    return Node(data)["token"].text()


def found(data: Any, *, venue_id: int, day: date, party_size: int) -> Found:
    """Read /4/find. Equal tables come as several entries with one token; they become one slot with a quantity.

    A day on which the venue is not listed at all is not on sale.
    """
    slots: dict[str, Slot] = {}
    on_sale = False
    for entry in Node(data)["results"]["venues"].items():
        if entry["venue"]["id"]["resy"].whole() != venue_id:
            continue
        on_sale = True
        captcha = bool(entry["venue"]["feature_recaptcha"].value)
        for row in entry["slots"].items():
            slot = _slot(row, venue_id=venue_id, party_size=party_size, captcha=captcha)
            if slot.date == day:
                slots[slot.token] = _joined(slots.get(slot.token), slot)
    return Found(slots=list(slots.values()), on_sale=on_sale)


def _slot(row: Node, *, venue_id: int, party_size: int, captcha: bool) -> Slot:
    start = row["date"]["start"].moment("%Y-%m-%d %H:%M:%S")
    quantity = row["quantity"]
    return Slot(
        platform=Platform.RESY,
        venue_id=venue_id,
        date=start.date(),
        time=start.time(),
        party_size=party_size,
        seating=row["config"]["type"].text()[:100],
        token=row["config"]["token"].text(),
        quantity=1 if quantity.value is None else max(1, quantity.whole()),
        captcha=captcha,
    )


def _joined(before: Slot | None, slot: Slot) -> Slot:
    """Count entries with one token. Whether `quantity` counts them too is unknown, so it only ever raises the count."""
    if before is None:
        return slot
    return replace(slot, quantity=max(before.quantity + 1, slot.quantity))


def quote(data: Any) -> Quote:
    """Read /3/details after a commit."""
    reply = Node(data)
    fee = reply["cancellation"]["fee"] if reply["cancellation"].value is not None else Node(None)
    return Quote(
        book_token=reply["book_token"]["value"].text(),
        expires_at=_instant(reply["book_token"]["date_expires"]),
        fee_cents=_fee(fee),
        deposit_cents=_charged_now(reply["payment"]),
    )


def _fee(fee: Node) -> int:
    if fee.value is None:
        return 0
    return fee["amount"].cents() + (fee["tax"].cents() if fee["tax"].value is not None else 0)


def _charged_now(payment: Node) -> int:
    """What booking costs at once: the total, unless the platform says that it is free."""
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
    """Return the reservation id of an accepted booking; None when the reply does not name it."""
    try:
        return str(Node(data)["reservation_id"].whole())
    except Malformed:
        return None


def names_conflict(data: Any) -> bool:
    """Whether a refusal describes another reservation that the diner holds."""
    return isinstance(data, dict) and isinstance(data.get("specs"), dict) and bool(data["specs"])


def held(data: Any) -> tuple[list[Held], int, int]:
    """Read one page of /3/user/reservations: reservations, how many entries it had, and the total it speaks of."""
    reply = Node(data)
    entries = list(reply["reservations"].items())
    total = reply["metadata"]["total"] if reply["metadata"].value is not None else Node(None)
    return [_held(entry) for entry in entries], len(entries), 0 if total.value is None else total.whole()


def _held(entry: Node) -> Held:
    venue_id = entry["venue_id"] if entry["venue_id"].value is not None else entry["venue"]["id"]
    at = entry["time_slot"].moment("%H:%M:%S").time()
    return Held(
        reservation_id=str(entry["reservation_id"].whole()),
        venue_id=venue_id.whole(),
        date=entry["day"].moment("%Y-%m-%d").date(),
        time=time(at.hour, at.minute),
        party_size=entry["num_seats"].whole(),
    )
