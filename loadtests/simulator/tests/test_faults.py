"""POST /faults: each kind on the wire and in the truth log."""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from loadtests.simulator.faults import Fault, Faults
from loadtests.simulator.latency import Latency
from loadtests.simulator.tests.harness import Control, Diner


async def fault(control: Control, kind: str, **fields: Any) -> None:
    await control.post("/faults", source="resy", kind=kind, **fields)


@pytest.mark.parametrize(
    ("kind", "status", "media_type"),
    [
        ("429", 429, "text/plain"),
        ("401", 401, "application/json"),
        ("419", 419, "application/json"),
        ("409", 409, "application/json"),
        ("403-html", 403, "text/html"),
        ("500-short", 500, "text/plain"),
        ("503-html", 503, "text/html"),
    ],
)
async def test_fault_replaces_the_platforms_reply(
    ada: Diner, control: Control, kind: str, status: int, media_type: str
) -> None:
    await fault(control, kind)
    reply = await ada.find()
    assert reply.status_code == status
    assert reply.headers["content-type"].startswith(media_type)
    [*_, logged] = await control.truth("request")
    assert (logged["status"], logged["fault"]) == (status, kind)


async def test_short_500_is_21_bytes(ada: Diner, control: Control) -> None:
    await fault(control, "500-short")
    assert (await ada.find()).content == b"Internal Server Error"


@pytest.mark.parametrize(("fields", "header"), [({"retry_after": 7}, "7"), ({}, None)])
async def test_429_has_retry_after_only_if_set(
    ada: Diner, control: Control, fields: dict[str, int], header: str | None
) -> None:
    await fault(control, "429", **fields)
    assert (await ada.find()).headers.get("retry-after") == header


async def test_empty_is_200_without_venues(ada: Diner, control: Control) -> None:
    await control.free()
    await fault(control, "empty", path="/4/find")
    reply = await ada.find()
    assert reply.status_code == 200
    assert reply.json()["results"]["venues"] == []


async def test_fault_applies_to_its_path_only(ada: Diner, control: Control) -> None:
    await fault(control, "429", path="/3/book")
    assert (await ada.find()).status_code == 200
    assert (await ada.book("x")).status_code == 429


async def test_fault_applies_times_times(ada: Diner, control: Control) -> None:
    await fault(control, "429", times=2)
    assert [(await ada.find()).status_code for _ in range(3)] == [429, 429, 200]


async def test_faults_can_be_listed_and_cleared(ada: Diner, control: Control) -> None:
    await fault(control, "429", path="/3/book", seconds=30)
    [listed] = (await control.get("/faults"))["faults"]
    assert (listed["kind"], listed["path"], listed["hits"]) == ("429", "/3/book", 0)
    assert (await control.http.delete("/faults")).json() == {"faults": []}
    assert (await ada.book("x")).status_code == 404


async def test_cut_reply_leaves_the_booking_in_the_truth(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    token = await ada.book_token(slot["token"])
    await fault(control, "cut-after-commit", path="/3/book")
    with pytest.raises(httpx.TransportError):
        await ada.book(token)
    [booked] = await control.truth("booked")
    [*_, logged] = await control.truth("request")
    assert (logged["path"], logged["status"], logged["replied_ms"]) == ("/3/book", None, None)
    assert logged["fault"] == "cut-after-commit"
    assert booked["request"] == logged["request"]
    [held] = (await ada.reservations())["reservations"]
    assert held["reservation_id"] == booked["reservation_id"]


async def test_hanging_call_is_not_performed_and_gets_no_reply(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    token = await ada.book_token(slot["token"])
    await fault(control, "hang", path="/3/book", seconds=0.2)
    with pytest.raises(httpx.TransportError):
        await ada.book(token)
    assert await control.truth("booked") == []
    [*_, logged] = await control.truth("request")
    assert (logged["status"], logged["fault"]) == (None, "hang")
    [me] = {entry["user_id"] for entry in await control.truth("request") if entry["path"] == "/3/details"}
    assert (logged["user_id"], logged["key"]) == (me, slot["token"])


@pytest.mark.parametrize("kind", ["hang", "429", "503-html"])
async def test_call_replaced_by_a_fault_is_logged_with_diner_and_key(ada: Diner, control: Control, kind: str) -> None:
    [slot] = await control.free()
    token = await ada.book_token(slot["token"])
    calls: dict[str, Callable[[], Awaitable[httpx.Response]]] = {
        "/4/find": ada.find,
        "/3/details": lambda: ada.details(slot["token"]),
        "/3/book": lambda: ada.book(token),
    }
    for path, call in calls.items():
        # A hanging call ends with its fault.
        await fault(control, kind, path=path, seconds=1 if kind == "hang" else 60)
        with contextlib.suppress(httpx.TransportError):
            await call()
    faulted = [entry for entry in await control.truth("request") if entry["fault"] == kind]
    assert [entry["path"] for entry in faulted] == ["/4/find", "/3/details", "/3/book"]
    assert all(entry["key"] for entry in faulted)
    assert {entry["user_id"] for entry in faulted[1:]} == {faulted[2]["user_id"]} != {None}
    assert await control.truth("booked") == []


async def test_attribution_performs_no_sign_in(ada: Diner, control: Control) -> None:
    """If a fault replaces the reply of a route whose handler sets no poll key, the handler does not run."""
    await fault(control, "hang", path="/3/auth/password", seconds=1)
    before = (await ada.http.get("/2/user")).status_code
    with pytest.raises(httpx.TransportError):
        await ada.http.post("/3/auth/password", data={"email": "new@example.com", "password": "table-for-two"})
    [*_, logged] = await control.truth("request")
    assert (logged["fault"], logged["user_id"], logged["key"], before) == ("hang", None, None, 200)


async def test_hanging_call_is_logged_when_its_client_disconnects(ada: Diner, control: Control) -> None:
    await fault(control, "hang", seconds=600)
    with pytest.raises(httpx.ReadTimeout):
        await ada.http.get("/2/user", timeout=0.1)

    async def logged() -> bool:
        return any(entry["fault"] == "hang" for entry in await control.truth("request"))

    await control.until(logged)
    assert (await control.get("/requests/stats"))["in_flight"] == 0


async def test_slow_booking_happens_although_its_client_left(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    token = await ada.book_token(slot["token"])
    await fault(control, "slow", path="/3/book", delay_ms=2000)
    with pytest.raises(httpx.ReadTimeout):
        await ada.http.post("/3/book", data={"book_token": token}, timeout=0.1)
    assert await control.truth("booked") == []

    async def booked() -> bool:
        return len(await control.truth("booked")) == 1

    await control.until(booked)


@pytest.mark.parametrize(
    ("kind", "status", "message"), [("captcha", 403, "captcha required"), ("payment-required", 402, "Payment Required")]
)
async def test_booking_fault_applies_only_to_booking(
    ada: Diner, control: Control, kind: str, status: int, message: str
) -> None:
    await fault(control, kind, times=1)
    [slot] = await control.free()
    assert len(await ada.slots()) == 1
    book_token = await ada.book_token(slot["token"])
    refused = await ada.book(book_token)
    assert (refused.status_code, refused.json()["message"]) == (status, message)
    assert await control.bookings() == []
    assert (await ada.book(book_token)).status_code == 201


async def test_schema_drift_renames_fields_of_a_valid_reply(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    book_token = await ada.book_token(slot["token"])
    await fault(control, "schema-drift")
    found = (await ada.find()).json()["results"]["venues"][0]
    assert "slots" not in found
    assert "config" not in found["offers"][0]
    assert "book_token" not in (await ada.details(slot["token"])).json()
    booked = await ada.book(book_token)
    assert booked.status_code == 201
    assert set(booked.json()) == {"venue_opt_in", "display_date", "instructions"}
    assert "reservations" not in await ada.reservations()
    assert [booking["status"] for booking in await control.bookings()] == ["booked"]
    [*_, logged] = await control.truth("request")
    assert logged["fault"] == "schema-drift"


async def test_schema_drift_leaves_refusals_unchanged(ada: Diner, control: Control) -> None:
    await fault(control, "schema-drift")
    reply = await ada.http.post("/3/cancel", data={"resy_token": "x", "reservation_id": 1})
    assert (reply.status_code, reply.json()["code"]) == (404, 1025)


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("null-slot-token", [None, "Dining Room"]),
        ("service-labels", ["Dinner ", "Dinner "]),
        ("invisible-slots", ["Dining Room", "Dining Room"]),
    ],
)
async def test_odd_slots_change_the_search_alone(
    ada: Diner, control: Control, kind: str, shown: list[str | None]
) -> None:
    [slot] = await control.free()
    await control.free(time="20:30")
    await fault(control, kind)
    slots = (await ada.find()).json()["results"]["venues"][0]["slots"]
    assert [one["config"]["type"] for one in slots] == shown
    assert [one["config"].get("is_visible") for one in slots][1] is (kind != "invisible-slots")
    assert slots[0]["config"]["token"] == (None if kind == "null-slot-token" else slot["token"])
    assert (await ada.details(slot["token"])).status_code == 201


async def test_fault_path_accepts_a_wildcard(ada: Diner, control: Control) -> None:
    await fault(control, "429", path="/4/*/calendar")
    query: dict[str, str | int] = {
        "venue_id": 1201,
        "num_seats": 2,
        "start_date": "2026-11-20",
        "end_date": "2026-11-21",
    }
    assert (await ada.http.get("/4/venue/calendar", params=query)).status_code == 429
    assert (await ada.find()).status_code == 200


async def test_expire_token_expires_the_token_for_good(ada: Diner, control: Control) -> None:
    await fault(control, "expire-token", times=1)
    assert (await ada.http.get("/2/user")).status_code == 401
    assert (await ada.http.get("/2/user")).status_code == 401
    fresh = await ada.sign_in("ada.lovelace@example.com")
    ada.http.headers["X-Resy-Auth-Token"] = fresh.json()["token"]
    assert (await ada.http.get("/2/user")).status_code == 200


async def test_latency_applies_by_kind_of_call(ada: Diner, control: Control) -> None:
    answer = await control.post("/latency", source="resy", find_ms=40, details_ms=80, book_ms=120, calendar_ms=160)
    assert answer["list_ms"] == 80
    await ada.find()
    await ada.details("x")
    await ada.book("x")
    await ada.reservations()
    await ada.http.get("/4/venue/calendar")
    waits = [e["replied_monotonic_ms"] - e["received_monotonic_ms"] for e in (await control.truth("request"))[1:]]
    for wait, service_ms in zip(waits, (40, 80, 120, 80, 160), strict=True):
        assert wait >= service_ms - 2


@pytest.mark.parametrize(("find_reads", "seen"), [("arrival", False), ("reply", True)])
async def test_find_reads_the_tables_on_arrival_or_on_reply(
    ada: Diner, control: Control, find_reads: str, seen: bool
) -> None:
    await control.post("/latency", source="resy", find_ms=600, find_reads=find_reads)
    finding = asyncio.create_task(ada.find())

    async def arrived() -> bool:
        return bool((await control.get("/requests/stats"))["in_flight"])

    await control.until(arrived)
    await control.free()
    (venue,) = (await finding).json()["results"]["venues"]
    assert bool(venue["slots"]) is seen
    # The book call of a table takes effect after its service time, as before.
    assert Latency(find_reads=find_reads).read_share("/3/book", random.Random(1)) == 1.0


def test_find_reads_at_a_random_moment_of_its_service_time() -> None:
    latency, rng = Latency(find_ms=20, find_reads="random"), random.Random(1)
    shares = [latency.read_share("/4/find", rng) for _ in range(200)]
    assert 0.0 <= min(shares) < 0.1
    assert 0.9 < max(shares) <= 1.0


async def test_waiting_request_counts_as_in_flight(ada: Diner, control: Control) -> None:
    await control.post("/latency", source="resy", find_ms=300)
    waiting = asyncio.create_task(ada.find())

    async def counted() -> bool:
        return bool((await control.get("/requests/stats"))["in_flight"] == 1)

    await control.until(counted)
    await waiting


def _fault(**changed: Any) -> Fault:
    return Fault(**{"source": "resy", "path": None, "kind": "429", "rate": 1.0, "until_ms": 1000.0, **changed})


@pytest.mark.parametrize(
    ("fault", "met"),
    [
        (_fault(), True),
        (_fault(path="/4/find"), True),
        (_fault(path="/3/book"), False),
        (_fault(path="/*/find"), True),
        (_fault(kind="captcha"), False),
        (_fault(source="opentable"), False),
        (_fault(until_ms=500.0), False),
        (_fault(rate=0.0), False),
        (_fault(times=1), True),
        (_fault(times=1, hits=1), False),
    ],
)
def test_fault_fits_by_source_path_and_time(fault: Fault, met: bool) -> None:
    faults = Faults()
    faults.add(fault)
    drawn = faults.draw(source="resy", path="/4/find", monotonic_ms=500.0, rng=random.Random(1))
    assert (drawn is fault) is met


def test_rate_is_the_share_of_affected_requests() -> None:
    faults, rng = Faults(), random.Random(1)
    faults.add(_fault(rate=0.25))
    hits = sum(faults.draw(source="resy", path="/x", monotonic_ms=0, rng=rng) is not None for _ in range(2000))
    assert 430 < hits < 570
