"""Parses OpenTable's replies, except booking replies (outcome.py). Raises the errors of reading.py."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from snipers.clients.base import AccountList, BookingTerms, CardOnFile, Found, Profile
from snipers.clients.opentable.handles import DATE_TIME, Locked, Offer
from snipers.clients.opentable.phones import Phone, phone
from snipers.clients.reading import Node
from snipers.clients.wire import as_json
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.vocabulary import Platform

NOT_ON_SALE = "TooFarInAdvance"
# Slot types that we can lock; an experience needs a menu to be chosen first.
BOOKABLE = ("Standard", "POP")
# Seating of an unnamed dining area by its attribute; "default" in the open air is outdoor.
SEATINGS = {"default": "Dining Room", "bar": "Bar", "highTop": "High Top", "outdoor": "Outdoor"}
STATE = "__INITIAL_STATE__"
# Length of a local time without seconds; OpenTable writes both forms.
MINUTES = len("2026-11-27T19:30")


@dataclass(frozen=True, slots=True, kw_only=True)
class WalletCard:
    """A card on file; `expiry` is MMYY, as in the booking call."""

    id: str
    last_four: str
    expiry: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Diner:
    """The owner of an account: the data that a booking call repeats."""

    profile: Profile
    first_name: str = field(repr=False)
    last_name: str = field(repr=False)
    email: str = field(repr=False)
    phone: Phone = field(repr=False)
    cards: tuple[WalletCard, ...] = field(repr=False)

    def card(self, payment_method_id: str) -> WalletCard | None:
        """Return the card with this id, None if it is not on file."""
        return next((card for card in self.cards if card.id == payment_method_id), None)


def app_token(data: Any) -> str:
    """Parse the application's bearer token."""
    return Node(data)["access_token"].text()


def correlation_id(data: Any) -> str:
    """Parse the correlation id of a sent code."""
    return Node(data)["correlationId"].text()


def login_token(data: Any) -> str:
    """Parse the diner's bearer token."""
    reply = Node(data)
    return (reply["access_token"] if reply["access_token"].value is not None else reply["token"]).text()


def diner(data: Any) -> Diner:
    """Parse GET /api/v3/user."""
    user = Node(data)
    first, last = (str(user[name].value or "").strip() for name in ("firstName", "lastName"))
    cards = list(user["wallet"]["cards"].members()) if user["wallet"].value is not None else []
    default = next((card for card in cards if card["default"].value is True), cards[0] if cards else None)
    numbers = list(user["phoneNumbers"].members())
    return Diner(
        profile=Profile(
            user_id=user["customerId"].identifier(),
            display_name=" ".join(name for name in (first, last) if name)[:200],
            payment_method_id=None if default is None else default["token"].text(),
        ),
        first_name=first,
        last_name=last,
        email=str(user["email"].value or ""),
        phone=_phone(numbers[0]) if numbers else phone(""),
        cards=tuple(_card(card) for card in cards),
    )


def _phone(number: Node) -> Phone:
    return phone(number["number"].identifier(), calling_code=str(number["countryCode"].value or ""))


def _card(card: Node) -> WalletCard:
    month, year = card["expirationMonth"], card["expirationYear"]
    dated = month.value is not None and year.value is not None
    return WalletCard(
        id=card["token"].text(),
        last_four=card["last4"].identifier(),
        expiry=f"{month.integer():02d}{year.integer() % 100:02d}" if dated else "",
    )


def card_on_file(data: Any) -> CardOnFile:
    """Parse the reply to an added card."""
    card = Node(data)
    return CardOnFile(
        payment_method_id=card["cardId"].text(),
        last_four=card["last4"].identifier()[-4:],
        expiry=f"{card['expiryMonth'].integer():02d}/{card['expiryYear'].integer():04d}",
    )


def found(data: Any, *, platform_venue_id: int, day: date, party_size: int) -> Found:
    """Parse availability. A time with several free dining areas becomes one slot for each seating.

    A date with times is on sale. A date without times is on sale if OpenTable states reasons and "too far in advance"
    is not among them.
    """
    availability = Node(data)["availability"]
    reasons = [reason.text() for reason in availability["noTimesReasons"].members()]
    rows = availability["timeslots"]
    slots: dict[tuple[datetime, str], Slot] = {}
    for row in rows.members() if reasons else rows.items():
        at = row["dateTime"].local_time(DATE_TIME, length=MINUTES)
        if row["available"].value is False or row["type"].value not in (None, *BOOKABLE) or at.date() != day:
            continue
        for slot in _slots(row, at, platform_venue_id=platform_venue_id, party_size=party_size):
            slots.setdefault((at, slot.seating.lower()), slot)
    return Found(slots=list(slots.values()), on_sale=bool(slots) or (bool(reasons) and NOT_ON_SALE not in reasons))


def _slots(row: Node, at: datetime, *, platform_venue_id: int, party_size: int) -> Iterator[Slot]:
    wants_card = row["requiresCreditCard"].value is True
    for area, attribute, seating in _seatings(row):
        offer = Offer(
            hash=row["slotHash"].identifier(),
            token=str(row["token"].value or ""),
            type=str(row["type"].value or "Standard"),
            points=0 if row["points"].value is None else row["points"].integer(),
            area=area,
            attribute=attribute,
            policy=str(row["creditCardPolicyType"].value or "HOLD") if wants_card else "",
        )
        yield Slot(
            platform=Platform.OPENTABLE,
            platform_venue_id=platform_venue_id,
            date=at.date(),
            time=at.time(),
            party_size=party_size,
            seating=seating,
            token=offer.text(),
        )


def _seatings(row: Node) -> Iterator[tuple[str, str, str]]:
    """Yield the id, table attribute and seating name of each dining area. The restaurant's default area comes first."""
    for area in sorted(row["diningAreas"].members(), key=lambda area: area["isDefaultArea"].value is not True):
        attributes = [one.text() for one in area["availableAttributes"].members()] or ["default"]
        for attribute in attributes:
            outside = attribute == "default" and area["environment"].value == "OUTDOOR"
            usual = SEATINGS.get("outdoor" if outside else attribute, attribute)
            yield area["id"].identifier(), attribute, str(area["name"].value or usual)[:100]


def lock_id(data: Any) -> str:
    """Parse the id of a lock."""
    return Node(data)["id"].identifier()


def terms(data: Any, *, locked: Locked, expires_at: datetime) -> BookingTerms:
    """Parse the terms of a lock. Raises Malformed for a card policy without a readable amount, because such a table
    must not count as free."""
    policy = Node(data)["creditCardCancellationPolicy"]
    cents, deposit = 0, False
    if locked.offer.policy and policy.value is None:
        raise policy.malformed("an object")
    if policy.value is not None:
        cents = policy["amountCents"].integer()
        deposit = policy["policyType"].text().upper() == "DEPOSIT"
    return BookingTerms(
        book_token=locked.text(),
        expires_at=expires_at,
        fee_cents=0 if deposit else cents,
        deposit_cents=cents if deposit else 0,
        holds=True,
    )


def page_state(raw: bytes) -> Any:
    """Return the JSON of a reply: the body itself, or the state embedded in a page of the web site. None for other
    pages."""
    text = raw.decode(errors="replace")
    at = text.find("{", text.find(STATE) + len(STATE)) if STATE in text else -1
    if at < 0:
        return as_json(raw)
    try:
        return json.JSONDecoder().raw_decode(text, at)[0]
    except (ValueError, RecursionError):
        return None


def held(state: Any) -> AccountList:
    """Parse the dining dashboard: upcoming reservations, and the ids of canceled ones."""
    dashboard = Node(state)["diningDashboard"]
    if dashboard["upcomingReservations"].value is None:
        raise dashboard["upcomingReservations"].malformed("a list")
    upcoming = list(dashboard["upcomingReservations"].items())
    return AccountList(
        held=[_held(row) for row in upcoming if not _is_canceled(row)],
        canceled=frozenset(row["confirmationNumber"].identifier() for row in upcoming if _is_canceled(row)),
        complete=True,
    )


def _is_canceled(row: Node) -> bool:
    return "cancel" in str(row["reservationState"].value or "").lower()


def _held(row: Node) -> Held:
    at = row["dateTime"].local_time(DATE_TIME, length=MINUTES)
    return Held(
        reservation_id=row["confirmationNumber"].identifier(),
        platform_venue_id=row["restaurantId"].integer(),
        date=at.date(),
        time=at.time(),
        party_size=row["partySize"].integer(),
        secret=str(row["securityToken"].value or ""),
    )
