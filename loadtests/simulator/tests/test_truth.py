"""GET /truth returns a log that is append-only, ordered, and complete apart from gaps that a restart leaves."""

import asyncio
import itertools
from typing import Any

from loadtests.simulator.clock import Clock
from loadtests.simulator.tests.harness import DAY, Control, Diner
from loadtests.simulator.truth import STATS_WINDOW_SECONDS, RequestStats, Truth


async def test_entries_are_numbered_densely_and_time_never_goes_back(ada: Diner, bob: Diner, control: Control) -> None:
    [slot] = await control.free()
    await asyncio.gather(*(diner.take(slot["token"]) for diner in (ada, bob)), ada.find(), bob.find())
    entries = await control.truth()
    assert [entry["n"] for entry in entries] == list(range(1, len(entries) + 1))
    for clock in ("monotonic_ms", "wall_ms"):
        assert all(a[clock] <= b[clock] for a, b in itertools.pairwise(entries))


async def test_since_returns_only_newer_entries(ada: Diner, control: Control) -> None:
    await control.free()
    last = (await control.get("/truth"))["last"]
    await ada.find()
    assert [entry["kind"] for entry in await control.truth(since=last)] == ["request"]
    assert await control.truth(since=last + 1) == []


async def test_kind_and_limit_select_entries(ada: Diner, control: Control) -> None:
    for time in ("18:00", "19:00", "20:00"):
        await control.free(time=time)
        await ada.find()
    answer = await control.get("/truth", kind="freed", limit=2)
    assert [entry["time"] for entry in answer["entries"]] == ["18:00", "19:00"]
    rest = await control.get("/truth", kind="freed", since=answer["entries"][-1]["n"])
    assert [entry["time"] for entry in rest["entries"]] == ["20:00"]


async def test_long_log_is_read_page_by_page_in_its_order(ada: Diner, control: Control) -> None:
    for time in ("18:00", "19:00", "20:00"):
        [slot] = await control.free(time=time)
        await ada.find()
        await control.post("/take", slot_id=slot["slot_id"])
    whole = await control.truth("freed", "taken", "request")
    read: list[dict[str, Any]] = []
    while page := (await control.get("/truth", since=read[-1]["n"] if read else 0, limit=2))["entries"]:
        read += page
    assert read == whole


async def test_request_is_logged_with_diner_key_and_times(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    await ada.find()
    await ada.take(slot["token"])
    await ada.http.get("/nowhere")
    logged = [(e["method"], e["path"], e["status"], e["key"]) for e in await control.truth("request")]
    assert logged == [
        ("POST", "/3/auth/password", 200, None),
        ("GET", "/4/find", 200, f"1201|{DAY}|2"),
        ("POST", "/3/details", 201, slot["token"]),
        ("POST", "/3/book", 201, slot["token"]),
        ("GET", "/nowhere", 404, None),
    ]
    for entry in await control.truth("request"):
        assert entry["received_ms"] <= entry["replied_ms"] <= entry["wall_ms"]
        assert entry["received_monotonic_ms"] <= entry["replied_monotonic_ms"] <= entry["monotonic_ms"]
    user = (await ada.http.get("/2/user")).json()["id"]
    assert {e["user_id"] for e in await control.truth("request") if e["path"] != "/nowhere"} == {user}


async def test_booking_names_the_request_that_made_it(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    await ada.take(slot["token"])
    [booked] = await control.truth("booked")
    [request] = [e for e in await control.truth("request") if e["path"] == "/3/book"]
    assert booked["request"] == request["request"]


def _entry(second: int, path: str = "/4/find", key: str | None = "k") -> dict[str, Any]:
    return {"source": "resy", "path": path, "received_ms": second * 1000.0 + 999, "key": key}


def test_counts_by_second_expire_after_15_minutes() -> None:
    stats = RequestStats()
    for second in (1000, 1000, 1000 + STATS_WINDOW_SECONDS, 1001 + STATS_WINDOW_SECONDS):
        stats.count(_entry(second))
    assert set(stats.by_second) == {1000 + STATS_WINDOW_SECONDS, 1001 + STATS_WINDOW_SECONDS}
    assert stats.total == 4
    assert stats.by_path["resy", "/4/find"] == 4


def test_only_find_is_counted_by_key() -> None:
    stats = RequestStats()
    stats.count(_entry(1))
    stats.count(_entry(1, path="/3/book"))
    stats.count(_entry(1, key=None))
    assert dict(stats.by_key) == {("resy", "/4/find", "k"): 1}


def test_entry_is_journaled_when_it_is_recorded() -> None:
    written: list[bytes] = []
    truth = Truth(clock=Clock(), sink=lambda line: written.append(line))
    truth.record("freed", slot_id=1)
    assert truth.since(0, limit=10) == written
