"""Parsing of OpenTable's replies and building of its request bodies: strict on required fields, tolerant of others."""

import json
from datetime import UTC, date, datetime, time
from typing import Any

import phonenumbers
import pytest

from snipers.clients.base import Found
from snipers.clients.errors import Malformed
from snipers.clients.opentable import bodies, payloads
from snipers.clients.opentable.handles import Locked, Offer, locked_from, offer_of
from snipers.clients.opentable.phones import Phone, phone
from snipers.domain.fees import UNKNOWN_CENTS
from snipers.domain.outcome import Conflict
from snipers.domain.settling import Held
from snipers.domain.snipe import Guest

DAY = date(2026, 11, 27)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
OFFER = Offer(hash="1", token="t", type="Standard", points=100, area="7", attribute="bar", policy="")
LOCKED = Locked(lock_id="88", platform_venue_id=50101, at="2026-11-27T19:30", party_size=2, offer=OFFER)


def area(number: int, *attributes: str, **more: Any) -> dict[str, Any]:
    return {"id": str(number), "availableAttributes": list(attributes), "environment": "INDOOR", **more}


def timeslot(*areas: dict[str, Any], **more: Any) -> dict[str, Any]:
    row = {"dateTime": "2026-11-27T19:30", "slotHash": 881, "token": "t", "available": True, "type": "Standard"}
    return {**row, "points": 100, "diningAreas": list(areas or [area(7, "default")]), **more}


def reply(*rows: dict[str, Any], reasons: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"availability": {"timeslots": list(rows), "noTimesReasons": list(reasons)}, "more": 1}


def read(data: Any) -> Found:
    return payloads.found(data, platform_venue_id=50101, day=DAY, party_size=2)


def test_a_slot_carries_what_locking_and_booking_need() -> None:
    (slot,) = read(reply(timeslot(requiresCreditCard=True, creditCardPolicyType="DEPOSIT"))).slots
    assert (slot.date, slot.time, slot.party_size, slot.seating) == (DAY, time(19, 30), 2, "Dining Room")
    offer = offer_of(slot)
    assert (offer.hash, offer.token, offer.area, offer.attribute, offer.policy) == (
        "881",
        "t",
        "7",
        "default",
        "DEPOSIT",
    )
    body = bodies.lock(slot=slot, offer=offer)
    assert (body["hash"], body["dateTime"], body["creditCardPolicyType"]) == ("881", "2026-11-27T19:30", "DEPOSIT")
    assert body["selectedDiningArea"] == {"tableAttribute": "default", "diningAreaId": "7"}


@pytest.mark.parametrize(
    ("areas", "seatings"),
    [
        ([area(7, "default"), area(8, "bar")], ["Dining Room", "Bar"]),
        ([area(8, "bar"), area(7, "default", isDefaultArea=True)], ["Dining Room", "Bar"]),
        ([area(7, "default", "highTop")], ["Dining Room", "High Top"]),
        ([area(7, "default", environment="OUTDOOR")], ["Outdoor"]),
        ([area(7, "outdoor")], ["Outdoor"]),
        ([area(7, "default", name="Garden"), area(8, "outdoor", name="Terrace")], ["Garden", "Terrace"]),
        ([area(7, "default"), area(8, "default")], ["Dining Room"]),
        ([area(7, "chefsTable")], ["chefsTable"]),
        ([area(7)], ["Dining Room"]),
        # The longest name that a request can want.
        ([area(7, "default", name="x" * 61)], ["x" * 60]),
    ],
)
def test_each_kind_of_seating_at_one_time_is_one_slot(areas: list[dict[str, Any]], seatings: list[str]) -> None:
    assert [slot.seating for slot in read(reply(timeslot(*areas))).slots] == seatings


@pytest.mark.parametrize(
    "row",
    [
        timeslot(available=False),
        timeslot(dateTime="2026-11-28T19:30"),
        timeslot(type="Experience"),
        timeslot(diningAreas=[]),
    ],
)
def test_offers_that_cannot_be_booked_are_left_out(row: dict[str, Any]) -> None:
    assert read(reply(row)).slots == []


def test_experiences_are_seen_and_have_no_token() -> None:
    found = read(reply(timeslot(), timeslot(area(8, "bar"), type="Experience")))
    assert [(slot.seating, slot.token) for slot in found.seen_only] == [("Bar", "")]
    assert [slot.seating for slot in found.slots] == ["Dining Room"]


@pytest.mark.parametrize(
    ("data", "on_sale"),
    [
        (reply(timeslot()), True),
        (reply(reasons=("NoTimesExist",)), True),
        (reply(reasons=("BlockedAvailability",)), True),
        (reply(reasons=("TooFarInAdvance",)), False),
        (reply(), False),
        ({"availability": {"noTimesReasons": ["NoTimesExist"]}}, True),
    ],
)
def test_on_sale_is_read_from_either_field(data: Any, on_sale: bool) -> None:
    assert read(data).on_sale is on_sale


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"availability": {}},
        {"availability": {"offers": [], "noTimesReasons": []}},
        reply(timeslot(slotHash=None)),
        reply(timeslot(dateTime="secret")),
        reply(timeslot(diningAreas=[{"availableAttributes": ["bar"]}])),
    ],
)
def test_availability_of_another_shape_is_malformed_and_shows_no_value(data: Any) -> None:
    with pytest.raises(Malformed) as error:
        read(data)
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("policy", "asked", "fee", "deposit"),
    [
        (None, "", 0, 0),
        ({"policyType": "HOLD", "amountCents": 5000}, "HOLD", 10_000, 0),
        ({"policyType": "DEPOSIT", "amountCents": 2500}, "DEPOSIT", 0, 5000),
        ({"policyType": "HOLD", "amountCents": 1}, "", 2, 0),
        ({"amountCents": 100}, "", 200, 200),
        ({"policyType": "HOLD", "amountCents": 0}, "HOLD", 0, 0),
        ({"cancellable": True, "cancellationCutoffDate": "2026-11-26T19:30"}, "", 0, 0),
        ({"cancellable": True, "cancellationCutoffDate": "2026-11-26T19:30"}, "HOLD", UNKNOWN_CENTS, 0),
        ({"cancellable": True}, "DEPOSIT", 0, UNKNOWN_CENTS),
        (None, "HOLD", UNKNOWN_CENTS, 0),
        ({"policyType": "HOLD", "amountCents": "a lot"}, "HOLD", UNKNOWN_CENTS, 0),
        ({"message": "$50 per person"}, "", UNKNOWN_CENTS, UNKNOWN_CENTS),
    ],
)
def test_a_lock_says_what_the_table_costs(policy: Any, asked: str, fee: int, deposit: int) -> None:
    locked = Locked(
        lock_id="88",
        platform_venue_id=1,
        at="2026-11-27T19:30",
        party_size=2,
        offer=Offer(**{**vars_of(OFFER), "policy": asked}),
    )
    policy = policy and {**policy, "currency": "GBP"}
    terms = payloads.terms({"creditCardCancellationPolicy": policy}, locked=locked, expires_at=NOON)
    assert terms.currency == ("GBP" if policy else "")
    assert (terms.fee_cents, terms.deposit_cents, terms.holds, terms.expires_at) == (fee, deposit, True, NOON)
    assert locked_from(terms.book_token) == locked


def vars_of(offer: Offer) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(offer.text())
    return fields


USER = {
    "firstName": "Ada",
    "lastName": "Brandt",
    "email": "ada@mail.example",
    "customerId": 92110001,
    "phoneNumbers": [{"number": "2125550101", "countryCode": "1"}],
    "wallet": {
        "cards": [
            {"token": "a", "last4": "4242", "expirationMonth": 3, "expirationYear": 2029, "default": False},
            {"token": "b", "last4": 4444, "default": True},
        ]
    },
}


@pytest.mark.parametrize(
    ("named", "conflict"),
    [
        ({}, None),
        ({"upcomingReservationConflicts": []}, None),
        ({"upcomingReservationConflicts": None}, None),
        ({"upcomingReservationConflicts": "no"}, None),
        (
            {"upcomingReservationConflicts": [{"restaurantId": 50102, "dateTime": "2026-11-27T18:00", "partySize": 2}]},
            Conflict(platform_venue_id=50102, date=DAY, time=time(18)),
        ),
        (
            {"upcomingReservationConflicts": [{"dateTime": 18}]},
            Conflict(platform_venue_id=None, date=None, time=None),
        ),
        ({"upcomingReservationConflicts": [7]}, Conflict(platform_venue_id=None, date=None, time=None)),
    ],
)
def test_o6_lock_may_name_a_conflict(named: dict[str, Any], conflict: Conflict | None) -> None:
    assert payloads.terms(named, locked=LOCKED, expires_at=NOON).conflict == conflict


def test_an_account_is_read_with_its_default_card() -> None:
    diner = payloads.diner(USER)
    assert (diner.profile.user_id, diner.profile.display_name) == ("92110001", "Ada Brandt")
    assert diner.profile.payment_method_id == "b"
    assert [(card.id, card.last_four, card.expiry) for card in diner.cards] == [
        ("a", "4242", "0329"),
        ("b", "4444", ""),
    ]
    assert "Brandt" not in repr(diner).replace("display_name='Ada Brandt'", "")


def test_an_account_needs_only_its_number() -> None:
    diner = payloads.diner({"customerId": "7"})
    assert (diner.profile.user_id, diner.profile.payment_method_id, diner.cards) == ("7", None, ())
    with pytest.raises(Malformed):
        payloads.diner({"firstName": "Ada"})


def test_a_booking_is_in_the_accounts_name_or_in_the_guests() -> None:
    diner = payloads.diner(USER)
    own = bodies.reservation(locked=LOCKED, diner=diner, guest=None, card=None, instead_of=None)
    assert (own["firstName"], own["email"], own["phoneNumber"], own["phoneNumberCountryId"]) == (
        "Ada",
        "ada@mail.example",
        "2125550101",
        "US",
    )
    assert (own["slotLockId"], own["diningAreaId"], own["isModify"]) == (88, 7, False)
    assert not {"creditCardToken", "securityToken", "confnumber", "reservationId"} & own.keys()
    guest = Guest(first_name="Bo", last_name="Berg", email="bo@example.com", phone="+4631123456")
    held = Held(reservation_id="741", platform_venue_id=50101, date=DAY, time=time(19), party_size=2, secret="s")
    other = bodies.reservation(locked=LOCKED, diner=diner, guest=guest, card=diner.cards[0], instead_of=held)
    assert (other["firstName"], other["phoneNumber"], other["country"]) == ("Bo", "31123456", "SE")
    assert (other["creditCardToken"], other["creditCardLast4"], other["creditCardMMYY"]) == ("a", "4242", "0329")
    assert (other["isModify"], other["securityToken"], other["confnumber"]) == (True, "s", 741)


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        ("+12125550101", "", Phone("1", "US", "2125550101")),
        ("2125550101", "+1", Phone("1", "US", "2125550101")),
        ("(212) 555-0101", "1", Phone("1", "US", "2125550101")),
        ("+4631123456", "+1", Phone("46", "SE", "31123456")),
        ("+35312345678", "", Phone("353", "IE", "12345678")),
        ("31123456", "+46", Phone("46", "SE", "31123456")),
        ("", "", Phone("1", "US", "")),
    ],
)
def test_a_phone_is_taken_apart(text: str, code: str, expected: Phone) -> None:
    assert phone(text, calling_code=code) == expected


@pytest.mark.parametrize("code", sorted(phonenumbers.COUNTRY_CODE_TO_REGION_CODE))
def test_the_calling_code_of_every_country_is_known(code: int) -> None:
    """An unknown code would be sent as a number of the United States."""
    region = phonenumbers.region_code_for_country_code(code)
    if region != phonenumbers.REGION_CODE_FOR_NON_GEO_ENTITY:
        assert phone(f"+{code}2125550101") == Phone(str(code), region, "2125550101")


ROW = {"confirmationNumber": 741, "restaurantId": 50101, "dateTime": "2026-11-27T19:30:00", "partySize": 2}


def page(state: Any) -> bytes:
    text = json.dumps(state).replace("<", "\\u003c")
    return f"<html><script>var a={{}};window.__INITIAL_STATE__={text};</script><b>{{</b></html>".encode()


def test_the_dashboard_is_read_out_of_its_page() -> None:
    rows = [
        {**ROW, "securityToken": "s3cret"},
        {**ROW, "confirmationNumber": "742", "reservationState": "CancelledWeb"},
    ]
    listed = payloads.reservations(
        payloads.page_state(page({"diningDashboard": {"upcomingReservations": rows}, "x": "</script>"}))
    )
    (held,) = listed.held
    assert (listed.canceled, listed.complete) == (frozenset({"742"}), True)
    assert (held.reservation_id, held.platform_venue_id, held.date, held.time) == ("741", 50101, DAY, time(19, 30))
    assert held.secret == "s3cret"
    assert "s3cret" not in repr(held)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"<html>Access Denied</html>", None),
        (b"", None),
        (b'{"message": "no"}', {"message": "no"}),
        (b"window.__INITIAL_STATE__={broken", None),
        (b'{"__INITIAL_STATE__":{"a":1},"b":2}', {"a": 1}),
    ],
)
def test_a_page_without_state_is_no_reply_of_the_platform(raw: bytes, expected: Any) -> None:
    assert payloads.page_state(raw) == expected


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"diningDashboard": {}},
        {"diningDashboard": {"bookings": []}},
        {"diningDashboard": {"upcomingReservations": [{}]}},
    ],
)
def test_a_dashboard_without_its_list_is_never_an_empty_one(state: Any) -> None:
    with pytest.raises(Malformed):
        payloads.reservations(state)
