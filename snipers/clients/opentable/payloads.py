"""Parses OpenTable's replies, except booking replies (outcome.py).

The functions raise Malformed for a required field that is missing or cannot be read.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from typing import Any

from snipers.clients import optional
from snipers.clients.amounts import for_party, names_amount, whole_cents
from snipers.clients.base import AccountList, BookingTerms, CardOnFile, Found, PaymentMethod, Profile
from snipers.clients.errors import Malformed
from snipers.clients.opentable.handles import Locked, Offer
from snipers.clients.opentable.manifest import MANIFEST
from snipers.clients.opentable.phones import Phone, phone
from snipers.clients.reading import End, Node, Skips, account_list, currency, end_by_word, member, unless_malformed
from snipers.clients.wire import as_json
from snipers.domain.fees import UNKNOWN_CENTS
from snipers.domain.outcome import Conflict
from snipers.domain.settling import Held
from snipers.domain.slot import MOST_SEATING_LENGTH, Slot
from snipers.domain.vocabulary import SkipReason

NOT_ON_SALE = "TooFarInAdvance"
FULL = "NoTimesExist"
# Slot types that we can lock. For the type Experience, the guest would have to choose a menu first.
BOOKABLE = ("Standard", "POP")
# The seating of a dining area without a name, by its table attribute. The attribute "default" in an outdoor area counts
# as "outdoor".
SEATINGS = {"default": "Dining Room", "bar": "Bar", "highTop": "High Top", "outdoor": "Outdoor"}
STATE = "__INITIAL_STATE__"
MOST_EMAIL_LENGTH = 254
# The largest number of cards that are listed. The list is for diners, who have a few; concierges may have hundreds.
MOST_CARDS = 20
# Length of a local time without seconds; OpenTable writes both forms.
MINUTES = len("2026-11-27T19:30")


@dataclass(frozen=True, slots=True, kw_only=True)
class WalletCard:
    """A card on file; `expiry` is MMYY, as in the booking call."""

    id: str
    last_four: str
    expiry: str = field(repr=False)
    is_default: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Diner:
    """The owner of an account, with the data that every booking call repeats."""

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
    """Parse the correlation id that OpenTable returns when it has sent a sign-in code."""
    return Node(data)["correlationId"].text()


def login_token(data: Any) -> str:
    """Parse the diner's bearer token."""
    reply = Node(data)
    return (reply["access_token"] if reply["access_token"].value is not None else reply["token"]).text()


def diner(data: Any) -> Diner:
    """Parse the reply to GET /api/v3/user. Only the customer's id is required.

    A card or a telephone number that cannot be read is left out and counted.
    """
    user, skips = Node(data), Skips()
    first, last = (optional.text(user[name], length=200) for name in ("firstName", "lastName"))
    cards = list(skips.readable(optional.members(member(user, "wallet", "cards")), _card))
    numbers = skips.readable(optional.members(user["phoneNumbers"]), _phone)
    default = next((card for card in cards if card.is_default), cards[0] if cards else None)
    reached = next(numbers, phone(""))
    return Diner(
        profile=Profile(
            user_id=user["customerId"].identifier(),
            display_name=" ".join(name for name in (first, last) if name)[:200],
            payment_method_id=None if default is None else default.id,
            payment_methods=tuple(PaymentMethod(card.id, f"Card {card.last_four}") for card in cards[:MOST_CARDS]),
            skipped=skips.counts,
        ),
        first_name=first,
        last_name=last,
        email=optional.text(user["email"], length=MOST_EMAIL_LENGTH),
        phone=reached,
        cards=tuple(cards),
    )


def _phone(number: Node) -> Phone:
    code = number["countryCode"]
    return phone(number["number"].identifier(), calling_code="" if code.value is None else code.identifier())


def _card(card: Node) -> WalletCard:
    month, year = card["expirationMonth"], card["expirationYear"]
    dated = month.value is not None and year.value is not None
    return WalletCard(
        id=card["token"].text(),
        last_four=card["last4"].identifier(),
        expiry=f"{month.integer():02d}{year.integer() % 100:02d}" if dated else "",
        is_default=card["default"].value is True,
    )


def card_on_file(data: Any) -> CardOnFile:
    """Parse the reply to the call that adds a card."""
    card = Node(data)
    return CardOnFile(
        payment_method_id=card["cardId"].text(),
        last_four=card["last4"].identifier()[-4:],
        expiry=f"{card['expiryMonth'].integer():02d}/{card['expiryYear'].integer():04d}",
    )


def found(data: Any, *, platform_venue_id: int, day: date, party_size: int) -> Found:
    """Parse an availability reply. A time with several free dining areas becomes one slot for each
    seating.

    A date is on sale if it has times, also if we can book none of them, or if OpenTable states why there are no times
    and the reason "too far in advance" is not among its reasons. A time or a dining area that cannot be read is left
    out and counted. Raises Malformed if there are some and none can be read.
    """
    availability = Node(data)["availability"]
    reasons = [reason.value for reason in availability["noTimesReasons"].members()]
    rows = availability["timeslots"]
    slots: dict[tuple[datetime, str], Slot] = {}
    seen_only: dict[str, Slot] = {}
    skips, read, has_times = Skips(), 0, False
    for row in rows.members() if reasons else rows.items():
        try:
            at = row["dateTime"].local_datetime(length=MINUTES)
            has_times = has_times or at.date() == day
            if row["available"].value is False or at.date() != day:
                read += 1
                continue
            if row["type"].value not in (None, *BOOKABLE):
                read += 1
                skips.leave_out(SkipReason.EXPERIENCE)
                shown = unless_malformed(partial(_seen_only, row, at, platform_venue_id, party_size))
                seen_only |= {slot.key: slot for slot in shown or ()}
                continue
            areas = sorted(row["diningAreas"].members(), key=_is_other_area)
        except Malformed as error:
            skips.unreadable(error)
            continue
        for area in areas:
            try:
                offered = list(_slots(row, area, at, platform_venue_id, party_size))
            except Malformed as error:
                skips.unreadable(error)
                continue
            read += 1
            for slot in offered:
                slots.setdefault((at, slot.seating.lower()), slot)
    skips.check(read=read)
    return Found(
        slots=list(slots.values()),
        on_sale=has_times or (bool(reasons) and NOT_ON_SALE not in reasons),
        skipped=skips.counts,
        seen_only=list(seen_only.values()),
    )


def _is_other_area(area: Node) -> bool:
    """Sort key that puts the restaurant's default area first."""
    return not isinstance(area.value, dict) or area.value.get("isDefaultArea") is not True


def _slots(row: Node, area: Node, at: datetime, platform_venue_id: int, party_size: int) -> Iterator[Slot]:
    wants_card = row["requiresCreditCard"].value is True
    for attribute, seating in _seatings(area):
        offer = Offer(
            hash=row["slotHash"].identifier(),
            token=str(row["token"].value or ""),
            type=str(row["type"].value or "Standard"),
            points=0 if row["points"].value is None else row["points"].integer(),
            area=area["id"].identifier(),
            attribute=attribute,
            policy=str(row["creditCardPolicyType"].value or "HOLD") if wants_card else "",
        )
        yield _slot(at, platform_venue_id, party_size, seating=seating, token=offer.text())


def _seen_only(row: Node, at: datetime, platform_venue_id: int, party_size: int) -> list[Slot]:
    """Return the slots of a time that guests can book and we cannot, such as an experience. They have no token."""
    return [
        _slot(at, platform_venue_id, party_size, seating=seating, token="")
        for area in row["diningAreas"].members()
        for _, seating in _seatings(area)
    ]


def _slot(at: datetime, platform_venue_id: int, party_size: int, *, seating: str, token: str) -> Slot:
    return Slot(
        platform=MANIFEST.key,
        platform_venue_id=platform_venue_id,
        date=at.date(),
        time=at.time(),
        party_size=party_size,
        seating=seating,
        token=token,
    )


def _seatings(area: Node) -> Iterator[tuple[str, str]]:
    """Yield the table attribute and the seating name of each kind of table in a dining area."""
    attributes = (unless_malformed(one.text) for one in optional.members(area["availableAttributes"]))
    for attribute in [one for one in attributes if one is not None] or ["default"]:
        outside = attribute == "default" and area["environment"].value == "OUTDOOR"
        usual = SEATINGS.get("outdoor" if outside else attribute, attribute)
        yield attribute, optional.text(area["name"], length=MOST_SEATING_LENGTH) or usual[:MOST_SEATING_LENGTH]


def lock_id(data: Any) -> str:
    """Parse the id of the lock from the reply to a lock call."""
    return Node(data)["id"].identifier()


def terms(data: Any, *, locked: Locked, expires_at: datetime) -> BookingTerms:
    """Parse the terms from the reply to a lock call.

    The one recorded reply has a policy without an amount, at a table that requires no card. A required card without an
    amount is a fee that we do not know. CHECKLIST.md has the evidence for the amount.
    """
    reply = Node(data)
    policy = reply["creditCardCancellationPolicy"]
    cents = whole_cents(member(policy, "amountCents"))
    if cents is None:
        costs = locked.offer.policy or names_amount(reply, skip=("upcomingReservationConflicts",))
        cents = UNKNOWN_CENTS if costs else 0
    # The only public statement about amounts ("$50 per person") is per guest.
    cents = for_party(cents, party_size=locked.party_size)
    # An amount of any other type is within both of the diner's limits, or the table is held back.
    kind = optional.text(member(policy, "policyType"), length=20) or locked.offer.policy
    return BookingTerms(
        book_token=locked.text(),
        expires_at=expires_at,
        fee_cents=0 if kind.upper() == "DEPOSIT" else cents,
        deposit_cents=0 if kind.upper() == "HOLD" else cents,
        currency=currency(member(policy, "currency")),
        holds=True,
        conflict=_named_conflict(reply),
    )


def _named_conflict(reply: Node) -> Conflict | None:
    """Parse the first of the diner's conflicting reservations; a missing or malformed field becomes None."""
    rows = optional.members(reply["upcomingReservationConflicts"])
    if not rows:
        return None
    at = unless_malformed(lambda: rows[0]["dateTime"].local_datetime(length=MINUTES))
    return Conflict(
        platform_venue_id=optional.number(member(rows[0], "restaurantId")),
        date=None if at is None else at.date(),
        time=None if at is None else at.time(),
    )


def page_state(raw: bytes) -> Any:
    """Return the JSON of a reply: the body itself, or the state that is embedded in a page of the web site.

    Return None if the reply contains neither.
    """
    text = raw.decode(errors="replace")
    at = text.find("{", text.find(STATE) + len(STATE)) if STATE in text else -1
    if at < 0:
        return as_json(raw)
    try:
        return json.JSONDecoder().raw_decode(text, at)[0]
    except (ValueError, RecursionError):
        return None


def reservations(state: Any) -> AccountList:
    """Parse the dining dashboard's upcoming reservations. Raises Malformed if the id of a row cannot be read."""
    rows = Node(state)["diningDashboard"]["upcomingReservations"].items()
    return account_list(rows, read_id=lambda row: row["confirmationNumber"].identifier(), end_of=_end_of, read=_held)


def _end_of(row: Node) -> End | None:
    return end_by_word(str(row["reservationState"].value or ""))


def _held(row: Node) -> Held:
    at = row["dateTime"].local_datetime(length=MINUTES)
    return Held(
        reservation_id=row["confirmationNumber"].identifier(),
        platform_venue_id=row["restaurantId"].integer(),
        date=at.date(),
        time=at.time(),
        party_size=row["partySize"].integer(),
        secret=str(row["securityToken"].value or ""),
    )
