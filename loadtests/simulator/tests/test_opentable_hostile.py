"""Malformed input to OpenTable is refused with a message and never causes a server error."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loadtests.simulator import opentable
from loadtests.simulator.http import RequestRecord
from loadtests.simulator.opentable.web import ALLOWED, OPERATIONS
from loadtests.simulator.tests.harness import DAY, MovableClock
from loadtests.simulator.tests.harness_opentable import AGENT, CSRF, RID, ZERO_TOKEN
from loadtests.simulator.world import World

NAMES = [
    *sorted(ALLOWED), "rids", "dateTime", "availabilityToken", "forceFullDaySearch", "hash", "selectedDiningArea",
    "lockId", "gpid", "dinerId", "creditCardLock", "phone", "number", "countryCode", "countryId", "target", "code",
    "phoneNumberOrEmail", "phoneCountryCode", "otp", "otpMfaToken", "challengeToken", "channelType", "grant_type",
    "operationName", "variables", "input", "restaurantIds", "restaurantAvailabilityTokens", "date", "time",
    "forwardDays", "backwardMinutes", "forwardMinutes", "confirmationNumber", "term", "exp_month", "exp_year", "cvc",
    "rid", "datetime", "covers", "diningAreaId", "token",
]  # fmt: skip
LIKELY = ["", str(RID), f"{DAY}T19:30", DAY, "19:30", "2", "-1", "0", "123456", "2125550101", "a@b.example", ZERO_TOKEN]
TRICKY = [
    "9999-12-31",
    "0001-01-01T00:00",
    "9" * 40,
    "[]",
    "{",
    "%",
    "²",
    "2026-11-23T25:00",
    "T",
    "2026-11-23T19:30:00+05:00",
    "\x00",
    "=" * 9,
]
SEEDED = st.sampled_from([*LIKELY, *TRICKY])
VALUES = st.one_of(SEEDED, st.text(max_size=12), st.integers(), st.floats(), st.booleans(), st.none())
JSON_VALUES = st.recursive(
    VALUES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3)
)
FIND = {"restaurantIds": [RID], "restaurantAvailabilityTokens": [ZERO_TOKEN], "date": DAY, "time": "19:30"}
SLOT = {"partySize": 2, "dateTime": f"{DAY}T19:30", "hash": "1", "slotAvailabilityToken": "x", "lockId": 1}
GOOD: dict[str, dict[str, Any]] = {
    "/api/v1/2fa/start": {"phone": {"countryCode": "1", "number": "2125550101"}},
    "/api/v1/2fa/confirm": {"phone": {"number": "2125550101"}, "correlationId": "x", "code": "123456"},
    "/api/v3/restaurant/availability": {"rids": [RID], "dateTime": f"{DAY}T19:30", "partySize": 2},
    "/api/v3/restaurant/{rid}": {"dateTime": f"{DAY}T19:30", "partySize": 2, "availabilityToken": ZERO_TOKEN},
    "/api/v1/reservation/{rid}/lock": SLOT,
    "/api/v1/reservation/{rid}": SLOT,
    "/api/v3/reservation/{rid}": SLOT,
    "/dapi/fe/gql": {"operationName": "RestaurantsAvailability", "variables": {**FIND, "partySize": 2}},
    "/dapi/booking/make-reservation": {
        "restaurantId": RID,
        "reservationDateTime": f"{DAY}T19:30",
        "partySize": 2,
        "slotHash": "1",
        "slotAvailabilityToken": "x",
        "slotLockId": 1,
        "firstName": "A",
        "lastName": "B",
        "email": "a@b.example",
        "phoneNumber": "1",
    },
    "/dapi/authentication/sendotpfromsignin": {"phoneNumberOrEmail": "2125550101"},
    "/dapi/authentication/signinwithotp": {"phoneNumberOrEmail": "2125550101", "otp": "123456"},
    "/dapi/wallet/cards": {"number": "4000056655665556", "cvc": "123", "exp_month": 7, "exp_year": 2030},
    "/booking/details": {"rid": RID, "datetime": f"{DAY}T19:30", "covers": 2},
}
CALLS = [(method, path) for path, methods in opentable.ROUTES.items() if "?" not in path for method in methods]


@pytest.fixture(scope="module")
def world() -> World:
    return World(seed=1, clock=MovableClock())


@pytest.fixture(scope="module")
def headers(world: World) -> dict[str, str]:
    """Headers that the guard accepts, so that the handlers are reached."""
    eve = world.accounts.customer("+12125550101")
    return {**AGENT, **CSRF, "Authorization": f"Bearer {world.accounts.issue_bearer(eve)}"}


def answered(world: World, headers: dict[str, str], method: str, path: str, query: str, body: bytes) -> None:
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode("utf-8", "surrogatepass"),
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()],
    }
    reply = opentable.app(world).answer(scope, body, RequestRecord(0))
    assert reply.status_code < 500
    if reply.status_code >= 400 and reply.media_type != "text/html":
        assert json.loads(bytes(reply.body))["message"]


@pytest.mark.parametrize(("method", "path"), CALLS, ids=lambda part: part)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    fields=st.dictionaries(st.sampled_from(NAMES), JSON_VALUES, max_size=3),
    held=st.sampled_from([str(RID), "1", "x", "²", "9" * 40]),
    raw=st.none() | st.binary(max_size=30),
)
def test_no_call_causes_a_server_error(
    world: World, headers: dict[str, str], method: str, path: str, fields: dict[str, Any], held: str, raw: bytes | None
) -> None:
    fields = {**GOOD.get(path, {}), **fields}
    flat = {name: json.dumps(v) if isinstance(v, list | dict) else v for name, v in fields.items()}
    for name in ("{rid}", "{slug}", "{lockId}", "{confirmationNumber}"):
        path = path.replace(name, held)
    answered(
        world,
        headers,
        method,
        path,
        urlencode(flat, errors="replace"),
        json.dumps(fields).encode() if raw is None else raw,
    )


@pytest.mark.parametrize("operation", OPERATIONS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fields=st.dictionaries(st.sampled_from(NAMES), JSON_VALUES, max_size=4), within=st.booleans())
def test_no_operation_causes_a_server_error(
    world: World, headers: dict[str, str], operation: str, fields: dict[str, Any], within: bool
) -> None:
    variables = {"input": fields} if within else {**FIND, "partySize": 2, **fields}
    body = json.dumps({"operationName": operation, "variables": variables}).encode()
    answered(world, headers, "POST", "/dapi/fe/gql", f"opname={operation}", body)


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
def test_no_date_causes_a_server_error(world: World, headers: dict[str, str], day: str) -> None:
    asked = {"rids": [RID], "dateTime": f"{day}T23:59", "partySize": 2, "availabilityToken": ZERO_TOKEN}
    answered(world, headers, "PUT", "/api/v3/restaurant/availability", "", json.dumps(asked).encode())
    variables = {**FIND, "date": day, "partySize": 2, "forwardDays": 30, "backwardMinutes": 1440}
    web = {"operationName": "RestaurantsAvailability", "variables": variables}
    answered(world, headers, "POST", "/dapi/fe/gql", "", json.dumps(web).encode())


@pytest.mark.parametrize("cookie", ["otSession", "otSession=", "otSession=x; ;=", "\x00", ";;;", 'otSession="'])
def test_no_cookie_causes_a_server_error(world: World, headers: dict[str, str], cookie: str) -> None:
    plain = {name: value for name, value in headers.items() if name != "Authorization"}
    answered(world, {**plain, "Cookie": cookie}, "GET", "/api/v3/user", "", b"")
