"""A reply with a value of a wrong type in any place raises the right error, or is read without this value."""

import copy
import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snipers.clients.errors import PlatformError
from snipers.clients.opentable import outcome as opentable_outcome
from snipers.clients.opentable import payloads as opentable
from snipers.clients.opentable.handles import Locked, Offer
from snipers.clients.replies import Reply, cause_of
from snipers.clients.resy import payloads as resy
from snipers.clients.resy import profiles
from snipers.clients.tests.test_opentable_payloads import area, timeslot
from snipers.clients.wire import as_json

DAY = date(2026, 11, 27)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
LOCKED = Locked(
    lock_id="88",
    platform_venue_id=50101,
    at="2026-11-27T19:30",
    party_size=2,
    offer=Offer(hash="1", token="t", type="Standard", points=100, area="7", attribute="bar", policy="HOLD"),
)
SLOT = {
    "config": {
        "id": 1,
        "token": "rgs://resy/1202/9/2/2026-11-27/2026-11-27/19:30:00/2/Bar",
        "type": "Bar",
        "is_visible": True,
    },
    "date": {"start": "2026-11-27 19:30:00", "end": "2026-11-27 21:00:00"},
    "exclusive": {"id": 0, "is_eligible": True},
    "is_global_dining_access": False,
    "size": {"min": 2, "max": 2},
    "quantity": 1,
}
VENUE = {"id": {"resy": 1202}, "reopen": {"date": None}, "feature_recaptcha": False, "gda_concierge_booking": False}
FIND = {"results": {"venues": [{"venue": VENUE, "slots": [SLOT, SLOT]}]}}
ROW = {
    "reservation_id": 741,
    "resy_token": "t",
    "venue_id": 1202,
    "venue": {"id": 1202},
    "day": "2026-11-27",
    "time_slot": "19:30:00",
    "num_seats": 2,
    "status": {"finished": 0, "no_show": 0},
}
LIST = {"reservations": [ROW, {**ROW, "reservation_id": 742}], "metadata": {"total": 2}}
DETAILS = {
    "book_token": {"value": "once", "date_expires": "2026-11-20T12:00:00Z"},
    "cancellation": {"fee": {"amount": 25.0, "tax": 1.0, "date_cut_off": "2026-11-26T12:00:00Z"}, "refund": {}},
    "payment": {"amounts": {"total": 10.0}},
}
BOOKED = {"reservation_id": 741, "specs": {"day": "2026-11-27", "time_slot": "19:30:00"}, "venue": {"id": 1}}
USER = {"id": 5, "first_name": "Ada", "last_name": "G", "payment_method_id": 9, "message": "no"}
AVAILABILITY = {
    "availability": {"timeslots": [timeslot(area(7, "bar"), requiresCreditCard=True)], "noTimesReasons": []}
}
TABLE = {"confirmationNumber": 741, "restaurantId": 1, "dateTime": "2026-11-27T19:30", "partySize": 2}
DASHBOARD = {
    "diningDashboard": {"upcomingReservations": [{**TABLE, "securityToken": "s", "reservationState": "Pending"}]}
}
LOCK = {"id": 88, "creditCardCancellationPolicy": {"policyType": "HOLD", "amountCents": 2500}}
DINER = {
    "customerId": 5,
    "firstName": "Ada",
    "lastName": "G",
    "email": "ada@example.com",
    "phoneNumbers": [{"number": "2125550101", "countryCode": "1"}],
    "wallet": {
        "cards": [{"token": "c", "last4": "4242", "default": True, "expirationMonth": 1, "expirationYear": 2030}]
    },
}
REFUSED = {"success": False, "errorCode": "X", "errors": [{"code": "Y"}], "message": "no", "confirmationNumber": 7}

READERS: dict[str, tuple[Any, Callable[[Any], object]]] = {
    "resy find": (FIND, lambda data: resy.found(data, platform_venue_id=1202, day=DAY, party_size=2)),
    "resy list": (LIST, lambda data: resy.reservations(resy.page(data)[0], whole=True)),
    "resy details": (DETAILS, resy.terms),
    "resy user": (USER, profiles.profile),
    "resy booked": (BOOKED, resy.booked_id),
    "resy conflict": (BOOKED, partial(resy.conflict, status=412)),
    "resy stated reason": (USER, partial(resy.stated_reason, status=403)),
    "opentable availability": (
        AVAILABILITY,
        lambda data: opentable.found(data, platform_venue_id=1, day=DAY, party_size=2),
    ),
    "opentable list": (DASHBOARD, opentable.reservations),
    "opentable lock": (LOCK, lambda data: opentable.terms(data, locked=LOCKED, expires_at=NOON)),
    "opentable diner": (DINER, opentable.diner),
    "opentable booking": (
        REFUSED,
        lambda data: opentable_outcome.classify(status=409, data=data, from_platform=True, delay=None),
    ),
    "any refusal": (USER, lambda data: cause_of(Reply(status=403, data=data, size=9, delay=None))),
}

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=30),
    st.sampled_from(["\0", "\ud800", "2026-13-45 99:99:99", "9" * 400, "1e999", "Infinity"]),
    st.lists(st.one_of(st.none(), st.integers(), st.text(max_size=3)), max_size=3),
    st.dictionaries(st.text(max_size=4), st.one_of(st.none(), st.integers(), st.text(max_size=3)), max_size=3),
)


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the path of every value in a reply, the whole reply first."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for name, member in members for deeper in places(member, (*path, name)))]


def with_value(reply: Any, path: tuple[str | int, ...], value: Any) -> Any:
    if not path:
        return value
    changed = copy.deepcopy(reply)
    at = changed
    for name in path[:-1]:
        at = at[name]
    at[path[-1]] = value
    return changed


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_wrong_value_in_any_place_is_a_platform_error_or_is_left_out(name: str, data: st.DataObject) -> None:
    reply, read = READERS[name]
    changed = reply
    for _ in range(data.draw(st.integers(1, 2))):
        changed = with_value(changed, data.draw(st.sampled_from(places(changed))), data.draw(VALUES))
    with suppress(PlatformError):
        read(changed)


@settings(max_examples=200)
@given(st.binary(max_size=60))
def test_bytes_that_are_no_json_are_no_data(raw: bytes) -> None:
    assert as_json(raw) is None or json.loads(raw) is not None


def test_a_find_reply_of_five_megabytes_is_read_or_refused_as_a_whole() -> None:
    slots = [{**SLOT, "padding": "x" * 300} for _ in range(8_000)]
    found = resy.found(
        {"results": {"venues": [{"venue": VENUE, "slots": slots}]}}, platform_venue_id=1202, day=DAY, party_size=2
    )
    assert [slot.quantity for slot in found.slots] == [50]
