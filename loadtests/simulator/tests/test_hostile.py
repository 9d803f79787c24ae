"""Malformed input is refused with a message and never causes a server error."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loadtests.simulator import control, resy
from loadtests.simulator.accounts import PASSWORD
from loadtests.simulator.http import RequestRecord
from loadtests.simulator.tests.harness import API_KEY, DAY, MovableClock
from loadtests.simulator.world import World

NAMES = [
    "email", "password", "lat", "long", "day", "party_size", "venue_id", "num_seats", "start_date", "end_date",
    "config_id", "commit", "book_token", "struct_payment_method", "replace", "resy_token", "reservation_id", "limit",
    "offset", "query", "per_page", "page", "geo", "availability", "slot_filter", "struct_data", "id", "url_slug",
    "number", "cvc", "exp_month", "exp_year", "source", "date", "time", "seating", "count", "slot_id", "kind", "rate",
    "seconds", "times", "retry_after", "delay_ms", "path", "find_ms", "unauthorized", "seed", "since",
    "struct_guest", "mobile_number", "code", "challenge_id", "em_address", "device_type_id", "device_token",
    "time_preferred_start", "service_type_id", "notify_request_id", "at", "slots", "jitter_ms", "skew_ms",
    "reaction_ms", "spread_ms", "per_minute", "block_seconds", "fee_cents", "deposit_cents", "captcha",
    "lock_seconds", "details_form", "reservation_tokens", "library_agents", "calendar_ms",
]  # fmt: skip
LIKELY = ["", "1201", DAY, "19:30", "2", "-1", "0", "resy", "429", "Dining Room", "a@b.example", PASSWORD]
TRICKY = ["9" * 40, '{"id": 9120001}', "[]", "{", "rgs://resy/1201/1", "%", "²"]
SEEDED = st.sampled_from([*LIKELY, *TRICKY])
VALUES = st.one_of(SEEDED, st.text(max_size=12), st.integers(), st.floats(), st.booleans(), st.none())
JSON_VALUES = st.recursive(
    VALUES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3)
)
SLOT = "rgs://resy/1201/120100/2/2026-11-23/2026-11-23/19:30:00/2/Dining Room"
GOOD: dict[str, dict[str, Any]] = {
    "/4/find": {"lat": 0, "long": 0, "day": DAY, "party_size": 2, "venue_id": 1201},
    "/4/venue/calendar": {"venue_id": 1201, "num_seats": 2, "start_date": DAY, "end_date": DAY},
    "/3/details": {"config_id": SLOT, "commit": 1},
    "/3/venuesearch/search": {"query": "osteria", "availability": True, "slot_filter": {"day": DAY, "party_size": 2}},
    "/3/payment_methods": {"number": "4000056655665556", "cvc": "123", "exp_month": 7, "exp_year": 2030},
    "/free": {"source": "resy", "venue_id": 1201, "date": DAY, "time": "19:30", "party_size": 2},
    "/2/notify": {
        "venue_id": 1201,
        "day": DAY,
        "num_seats": 2,
        "time_preferred_start": "18:00:00",
        "time_preferred_end": "21:00:00",
    },
    "/3/auth/mobile": {"mobile_number": "+12125550100"},
    "/4/auth/challenge": {"device_type_id": "3", "device_token": "x", "em_address": "a@b.example"},
    "/release": {
        "source": "resy",
        "venue_id": 1201,
        "date": DAY,
        "at": "2026-11-21T00:00:00Z",
        "slots": [{"time": "19:30", "party_size": 2}],
    },
    "/clock": {"source": "resy", "skew_ms": 0},
    "/rivals": {"source": "resy", "count": 1},
    "/limits": {"source": "resy", "per_minute": 9},
    "/terms": {"source": "resy", "venue_id": 1201},
    "/faults": {"source": "resy", "kind": "429"},
    "/latency": {"source": "resy"},
}
FACES = {"resy": resy.ROUTES, "control": control.ROUTES}
CALLS = [
    (face, method, path)
    for face, routes in FACES.items()
    for path, methods in routes.items()
    for method in methods
    if path != "/reset" and (method, path) != ("POST", "/3/notify")  # replies 502 on purpose
]


@pytest.fixture(scope="module")
def world() -> World:
    return World(seed=1, clock=MovableClock())


@pytest.fixture(scope="module")
def headers(world: World) -> dict[str, str]:
    """Headers that the guard accepts, so that the handlers are reached."""
    ada = world.accounts.sign_in("ada@example.com", PASSWORD)
    assert ada is not None
    return {**API_KEY, "Host": "127.0.0.1", "X-Resy-Auth-Token": world.accounts.issue_token(ada)}


def _scope(method: str, path: str, query: str, headers: dict[str, str]) -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode("utf-8", "surrogatepass"),
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    }


@pytest.mark.parametrize(("face", "method", "path"), CALLS, ids=lambda part: part)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    fields=st.dictionaries(st.sampled_from(NAMES), JSON_VALUES, max_size=3),
    form=st.booleans(),
    raw=st.none() | st.binary(max_size=30),
)
def test_no_call_causes_a_server_error(
    world: World,
    headers: dict[str, str],
    face: str,
    method: str,
    path: str,
    fields: dict[str, Any],
    form: bool,
    raw: bytes | None,
) -> None:
    fields = {**GOOD.get(path, {}), **fields}
    flat = urlencode(
        {name: json.dumps(v) if isinstance(v, list | dict) else v for name, v in fields.items()}, errors="replace"
    )
    body = flat.encode() if form else json.dumps(fields).encode()
    media_type = "application/x-www-form-urlencoded" if form else "application/json"
    apps = {"resy": resy.app(world), "control": control.app(world)}
    reply = apps[face].answer(
        _scope(method, path, flat, {**headers, "Content-Type": media_type}),
        body if raw is None else raw,
        RequestRecord(0),
    )
    assert reply.status_code < 500
    if reply.status_code >= 400:
        assert json.loads(bytes(reply.body))["message"]
