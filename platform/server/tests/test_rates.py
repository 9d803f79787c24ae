import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import redis
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from apps.accounts.sign_in.sessions import TokenPair
from apps.keys.models import Scope
from apps.keys.services import new_text
from apps.keys.tests.factories import with_key
from server import rates
from testing.users import Anyone, Person

MINUTE = 28_000_000.0 * 60


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[list[float]]:
    """Set the time, and remove the counts of earlier tests."""
    moment = [MINUTE + 18]
    monkeypatch.setattr("server.rates.time.time", lambda: moment[0])
    monkeypatch.setattr(rates._store, "away_until", 0.0)
    store = redis.Redis.from_url(settings.REDIS_URL)
    for key in store.scan_iter("rate:*"):
        store.delete(key)
    yield moment
    store.close()


def statuses(person: Anyone, times: int, path: str = "/api/venues/resy-ids/") -> list[int]:
    return [person.get(path).status_code for _ in range(times)]


def test_a_user_over_the_limit_gets_retry_after(
    alice: Person, bob: Person, settings: Settings, clock: list[float]
) -> None:
    settings.API_RATE_USER = 3
    assert statuses(alice, 4) == [200, 200, 200, 429]
    refused = alice.get("/api/users/me")
    assert refused.json() == {"message": "That was a lot at once. Wait a moment, then try again.", "code": "too_fast"}
    assert refused["Retry-After"] == "42"
    assert statuses(bob, 1) == [200]
    clock[0] += 42
    assert statuses(alice, 1) == [200]


def test_requests_without_a_token_count_by_address(anyone: Anyone, alice: Person, settings: Settings) -> None:
    settings.API_RATE_ADDRESS = 2
    elsewhere: dict[str, Any] = {"REMOTE_ADDR": "192.0.2.7"}
    assert statuses(anyone, 3, "/api/blog/featured/") == [200, 200, 429]
    assert anyone._client.get("/api/blog/featured/", **elsewhere).status_code == 200
    assert statuses(alice, 3) == [200, 200, 200]


def test_pages_of_visitors_have_a_limit_by_address_that_a_token_does_not_lift(
    anyone: Anyone, alice: Person, settings: Settings
) -> None:
    settings.API_RATE_PUBLIC, settings.API_RATE_ADDRESS, settings.API_RATE_USER = 2, 2, 100
    assert statuses(anyone, 3, "/api/public/venues/") == [200, 200, 429]
    assert statuses(alice, 1, "/api/public/venues/") == [429]
    assert statuses(anyone, 1, "/api/blog/featured/") == [200], "the limit of sign-in is another one"
    assert statuses(alice, 1) == [200]


def test_requests_with_a_forged_token_count_by_address(anyone: Anyone, db: None, settings: Settings) -> None:
    settings.API_RATE_ADDRESS = 2
    found = [
        anyone._client.get("/api/users/me/", headers={"Authorization": f"Bearer forged.{number}.x"}).status_code
        for number in range(3)
    ]
    assert found == [401, 401, 429]


def test_calls_that_need_no_token_count_by_address_even_with_one(
    alice: Person, bob: Person, settings: Settings
) -> None:
    settings.API_RATE_ADDRESS = 2
    paths = [f"/api/users/{name}/" for name in ("login", "register", "request_password_reset")]
    assert [alice.post(path, {}).status_code for path in paths] == [422, 422, 429]
    assert bob.post("/api/users/verify_reset_password/", {}).status_code == 429
    assert statuses(alice, 3) == [200] * 3


def test_filing_has_its_own_limit(alice: Person, settings: Settings) -> None:
    settings.API_RATE_USER, settings.API_RATE_FILING = 100, 2
    assert [alice.post("/api/reservations", {}).status_code for _ in range(3)] == [422, 422, 429]
    assert statuses(alice, 1) == [200]


def test_zero_is_without_limit(alice: Person, settings: Settings) -> None:
    settings.API_RATE_USER = 0
    assert statuses(alice, 5) == [200] * 5


@pytest.mark.parametrize("path", ["/login", "/api/stripe-integration/webhook/"])
def test_probes_and_stripe_are_not_counted(anyone: Anyone, db: None, settings: Settings, path: str) -> None:
    settings.API_RATE_ADDRESS = 1
    assert 429 not in [anyone.post(path, {}).status_code for _ in range(3)]


def test_without_valkey_requests_pass_and_no_connection_is_tried_for_a_while(
    alice: Person, settings: Settings, clock: list[float]
) -> None:
    good = settings.REDIS_URL
    settings.API_RATE_USER = 1
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    assert statuses(alice, 3) == [200, 200, 200]
    settings.REDIS_URL = good
    assert statuses(alice, 3) == [200, 200, 200]
    clock[0] += rates.PAUSE + 1
    assert statuses(alice, 2) == [200, 429]


def test_while_valkey_is_away_one_request_in_each_pause_tries_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    def refused(*_: object, **__: object) -> None:
        tries.append(1)
        # Other requests arrive while this one waits.
        assert [rates.count({"user:1": 1}, now=now).wait for _ in range(3)] == [0, 0, 0] or len(tries) == 1
        raise redis.ConnectionError

    now = MINUTE
    monkeypatch.setattr("redis.client.Pipeline.execute", refused)
    monkeypatch.setattr(rates._store, "away_until", now - 1)
    for second in range(int(2 * rates.PAUSE)):
        now = MINUTE + second
        assert rates.count({"user:0": 1}, now=now) == rates.NOT_COUNTED
    assert len(tries) == 2


def test_an_unresponsive_valkey_costs_one_timeout(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        settings.REDIS_URL = f"redis://127.0.0.1:{mute.getsockname()[1]}/0"
        retry = rates._Store.client(settings.REDIS_URL).get_retry()
        assert retry is not None
        assert retry.get_retries() == 0
        assert rates.count({"user:0": 1}, now=MINUTE) == rates.NOT_COUNTED
    assert rates._store.away_until == MINUTE + rates.PAUSE


@pytest.mark.parametrize(("passed", "wait"), [(0.0, 60), (18.2, 42), (59.9, 1)])
def test_a_refused_request_waits_for_the_next_minute(passed: float, wait: int) -> None:
    assert [rates.count({"user:0": 1}, now=MINUTE + passed).wait for _ in range(2)] == [0, wait]


def test_parallel_requests_cannot_exceed_the_limit() -> None:
    with ThreadPoolExecutor(8) as threads:
        waits = list(threads.map(lambda _: rates.count({"user:0": 10}, now=MINUTE + 18).wait, range(40)))
    assert waits.count(0) == 10


def headers(reply: Any) -> list[str]:
    return [reply.get(f"RateLimit-{name}", "") for name in ("Limit", "Remaining", "Reset", "Policy")]


def test_answers_to_a_key_say_what_is_left_of_its_users_limit(
    alice: Person, settings: Settings, clock: list[float]
) -> None:
    settings.API_RATE_USER, settings.API_RATE_FILING, settings.API_RATE_ADDRESS = 4, 2, 1
    first, second = with_key(alice.user, Scope.REQUESTS_READ), with_key(alice.user, Scope.REQUESTS_WRITE)
    counts = "/api/reservations/counts/"
    assert headers(first.get(counts)) == ["4", "3", "42", "4;w=60"]
    filed = second.post("/api/reservations/", {})
    assert (filed.status_code, headers(filed)) == (422, ["2", "1", "42", "4;w=60, 2;w=60"])
    refused = second.get(counts)
    assert (refused.status_code, headers(refused)) == (403, ["4", "1", "42", "4;w=60"])
    assert headers(alice.get(counts)) == [""] * 4, "a browser gets none"
    over = first.get(counts)
    assert (over.status_code, over["Retry-After"], headers(over)) == (429, "42", ["4", "0", "42", "4;w=60"])
    clock[0] += 42
    assert headers(first.get(counts)) == ["4", "3", "60", "4;w=60"]


def test_programs_behind_one_address_do_not_share_its_limit(alice: Person, bob: Person, settings: Settings) -> None:
    settings.API_RATE_USER, settings.API_RATE_ADDRESS = 3, 1
    path = "/api/reservations/counts/"
    programs = [with_key(person.user, Scope.REQUESTS_READ) for person in (alice, bob)]
    assert [statuses(program, 4, path) for program in programs] == [[200, 200, 200, 429]] * 2


def test_an_invalid_key_counts_for_its_address_at_each_operation(anyone: Anyone, db: None, settings: Settings) -> None:
    settings.API_RATE_ADDRESS = 2
    wrong = Anyone(tokens=TokenPair(new_text(), ""))
    assert statuses(wrong, 1, "/api/reservations/counts/") == [401]
    reply = wrong.get("/api/blog/featured/")
    assert (reply.status_code, headers(reply)) == (200, [""] * 4)
    assert statuses(wrong, 1, "/api/reservations/counts/") == [429]


def test_a_call_with_a_key_costs_one_query_for_it_and_one_round_trip(
    alice: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_RATE_USER = settings.API_RATE_ADDRESS = 100
    program = with_key(alice.user, Scope.REQUESTS_READ)
    program.get("/api/reservations/counts/")
    trips: list[int] = []
    execute = redis.client.Pipeline.execute

    def counted(pipe: Any) -> Any:
        trips.append(1)
        return execute(pipe)

    monkeypatch.setattr("redis.client.Pipeline.execute", counted)
    with CaptureQueriesContext(connection) as queries:
        assert program.get("/api/reservations/counts/").status_code == 200
    assert len([one for one in queries if "api_key" in one["sql"]]) == len(trips) == 1


def test_without_valkey_answers_to_a_key_have_no_limits(alice: Person, settings: Settings) -> None:
    settings.API_RATE_USER = 1
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    reply = with_key(alice.user, Scope.REQUESTS_READ).get("/api/reservations/counts/")
    assert (reply.status_code, headers(reply)) == (200, [""] * 4)
