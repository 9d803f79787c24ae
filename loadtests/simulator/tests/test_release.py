"""POST /release: tables open at an instant of the platform's clock, for all clients at once."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from loadtests.simulator.clock import PlatformClock
from loadtests.simulator.server import Serving, serving
from loadtests.simulator.settings import Settings
from loadtests.simulator.tests.harness import DAY, NOON_IN_NEW_YORK, Control, Diner, MovableClock, client

AT = NOON_IN_NEW_YORK + timedelta(minutes=10)
BEYOND_THE_RULE = "2027-03-01"
TABLE = {"source": "resy", "venue_id": 1201, "date": DAY, "at": "2026-11-20T18:00:00.000Z"}
SLOTS = [{"time": "19:30", "party_size": 2}]


async def _venues(diner: Diner, **wanted: Any) -> list[Any]:
    venues: list[Any] = (await diner.find(**wanted)).json()["results"]["venues"]
    return venues


async def test_released_tables_appear_at_the_instant(ada: Diner, control: Control, clock: MovableClock) -> None:
    planned = await control.release(at=AT)
    token = f"rgs://resy/1201/120100/2/{DAY}/{DAY}/19:30:00/2/{planned['slots'][0]['seating']}"
    # A minute before the instant: the clock runs on with the machine, which may be busy.
    clock.skip(seconds=540)
    assert await ada.slots() == []
    assert (await ada.details(token)).status_code == 412
    clock.skip(seconds=61)
    assert [slot["date"]["start"] for slot in await ada.slots()] == [f"{DAY} 19:30:00"]
    assert (await ada.take(token)).status_code == 201


async def test_day_beyond_the_rule_goes_on_sale_at_the_instant(
    ada: Diner, control: Control, clock: MovableClock
) -> None:
    await control.release(at=AT, date=BEYOND_THE_RULE)
    query: dict[str, str | int] = {
        "venue_id": 1201,
        "num_seats": 2,
        "start_date": "2027-02-27",
        "end_date": "2027-12-31",
    }
    before = (await ada.http.get("/4/venue/calendar", params=query)).json()
    assert await _venues(ada, day=BEYOND_THE_RULE) == []
    assert before["last_calendar_day"] < BEYOND_THE_RULE
    assert before["scheduled"] == []
    clock.skip(seconds=601)
    assert len(await ada.slots(day=BEYOND_THE_RULE)) == 1
    after = (await ada.http.get("/4/venue/calendar", params=query)).json()
    assert after["last_calendar_day"] == BEYOND_THE_RULE
    assert [(day["date"], day["inventory"]["reservation"]) for day in after["scheduled"]] == [
        ("2027-02-27", "not available"),
        ("2027-02-28", "not available"),
        (BEYOND_THE_RULE, "available"),
    ]
    assert await _venues(ada, day="2027-02-28") == []


async def test_day_within_the_rule_stays_on_sale(ada: Diner, control: Control) -> None:
    await control.free(time="18:00")
    await control.release(at=AT)
    assert [slot["date"]["start"] for slot in await ada.slots()] == [f"{DAY} 18:00:00"]


async def test_day_stays_on_sale_when_its_tables_are_gone(ada: Diner, control: Control, clock: MovableClock) -> None:
    await control.release(at=AT, date=BEYOND_THE_RULE)
    clock.skip(seconds=601)
    [slot] = await ada.slots(day=BEYOND_THE_RULE)
    await ada.take(slot["config"]["token"])
    assert await ada.slots(day=BEYOND_THE_RULE) == []
    assert len(await control.free(date=BEYOND_THE_RULE)) == 1


@pytest.mark.parametrize("skew_ms", [-60_000, 45_000])
async def test_release_follows_the_platforms_clock(
    ada: Diner, control: Control, clock: MovableClock, skew_ms: int
) -> None:
    await control.post("/clock", source="resy", skew_ms=skew_ms)
    planned = await control.release(at=AT)
    assert planned["due_ms"] == pytest.approx(AT.timestamp() * 1000 - skew_ms)
    clock.skip(seconds=(600_000 - skew_ms - 20_000) / 1000)
    assert await ada.slots() == []
    clock.skip(seconds=21)
    assert len(await ada.slots()) == 1


async def test_clock_set_forward_opens_due_releases(ada: Diner, control: Control) -> None:
    await control.release(at=AT)
    await control.post("/clock", source="resy", skew_ms=601_000)
    assert len(await ada.slots()) == 1


async def test_clock_set_back_postpones_the_release(ada: Diner, control: Control, clock: MovableClock) -> None:
    await control.release(at=AT)
    await control.post("/clock", source="resy", skew_ms=-30_000)
    clock.skip(seconds=601)
    assert await ada.slots() == []
    clock.skip(seconds=30)
    assert len(await ada.slots()) == 1


async def test_released_entry_has_its_instants(control: Control, clock: MovableClock) -> None:
    await control.post("/clock", source="resy", skew_ms=250)
    slots = [{"time": "19:30", "party_size": 2, "count": 2}, {"time": "20:00", "party_size": 4, "seating": "Bar"}]
    await control.release(at=AT, slots=slots, venue_id=_with_bar(await control.get("/venues", source="resy")))
    clock.skip(seconds=600)
    entries = await control.truth("released")
    assert [(entry["time"], entry["party_size"]) for entry in entries] == [("19:30", 2), ("19:30", 2), ("20:00", 4)]
    assert entries[2]["seating"] == "Bar"
    for entry in entries:
        assert entry["at_ms"] == entry["opens_ms"] == AT.timestamp() * 1000
        assert entry["due_ms"] == entry["at_ms"] - 250
        assert entry["platform_ms"] >= entry["opens_ms"]
        assert entry["wall_ms"] >= entry["due_ms"]


def _with_bar(catalogue: dict[str, Any]) -> int:
    number: int = next(venue["id"] for venue in catalogue["venues"] if "Bar" in venue["seating_types"])
    return number


async def test_release_opens_without_a_request(sim: Serving, control: Control, clock: MovableClock) -> None:
    await control.release(at=clock.now() + timedelta(milliseconds=150))

    async def opened() -> bool:
        return sim.world.inventory.tables != {}

    await control.until(opened)


async def test_jitter_shifts_the_release_by_at_most_its_value(control: Control) -> None:
    late = [await control.release(at=AT, jitter_ms=300) for _ in range(20)]
    early = [await control.release(at=AT, jitter_ms=-100) for _ in range(20)]
    delays = [planned["opens_ms"] - AT.timestamp() * 1000 for planned in late]
    assert all(0 <= delay <= 300 for delay in delays)
    assert len(set(delays)) > 10
    assert all(-100 <= planned["opens_ms"] - AT.timestamp() * 1000 <= 0 for planned in early)


async def test_planned_and_an_opened_release_survive_a_restart(tmp_path: Any, clock: MovableClock) -> None:
    settings = Settings(control_port=0, resy_port=0, opentable_port=0, stripe_port=0, state=tmp_path / "state.jsonl")
    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        control = Control(http)
        await control.post("/clock", source="resy", skew_ms=5_000)
        await control.release(at=AT, date=BEYOND_THE_RULE)
        await control.release(at=AT + timedelta(minutes=10))
        await control.release(at=AT + timedelta(minutes=20), time="21:00")
        clock.skip(seconds=601)
        await control.get("/bookings")
    clock.skip(seconds=600)
    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        async with Diner.at(sim.resy_url, "ada@example.com") as ada:
            assert len(await ada.slots(day=BEYOND_THE_RULE)) == 1
            assert [slot["date"]["start"] for slot in await ada.slots()] == [f"{DAY} 19:30:00"]
            clock.skip(seconds=600)
            assert len(await ada.slots()) == 2
        clocks = (await Control(http).get("/clock"))["clocks"]
        assert {row["source"]: row["skew_ms"] for row in clocks} == {"resy": 5_000, "opentable": 0, "stripe": 0}


async def test_release_interrupted_by_a_crash_opens_the_remaining_tables(tmp_path: Any, clock: MovableClock) -> None:
    settings = Settings(control_port=0, resy_port=0, opentable_port=0, stripe_port=0, state=tmp_path / "state.jsonl")
    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        await Control(http).release(at=AT, slots=[{"time": "19:30", "party_size": 2, "count": 3}])
        clock.skip(seconds=600)
        await Control(http).get("/bookings")
    assert settings.state is not None
    lines = settings.state.read_bytes().splitlines(keepends=True)
    settings.state.write_bytes(b"".join(lines[:-1]))
    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        assert len((await Control(http).get("/watch"))["open"]) == 3


async def test_reset_removes_releases_and_clock_skew(ada: Diner, control: Control, clock: MovableClock) -> None:
    await control.post("/clock", source="resy", skew_ms=9_000)
    await control.release(at=AT)
    await control.post("/reset")
    clock.skip(seconds=700)
    assert await ada.slots() == []
    assert (await control.get("/release"))["releases"] == []
    assert (await control.get("/clock"))["clocks"][0]["skew_ms"] == 0


async def test_date_header_and_request_log_show_the_platforms_clock(ada: Diner, control: Control) -> None:
    await control.post("/clock", source="resy", skew_ms=-7_200_000)
    reply = await ada.http.head("/")
    shown = datetime.strptime(reply.headers["date"], "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC)
    [request] = [entry for entry in await control.truth("request") if entry["path"] == "/"]
    assert request["platform_ms"] == pytest.approx(request["received_ms"] - 7_200_000, abs=50)
    assert 0 <= shown.timestamp() * 1000 + 1000 - request["platform_ms"] <= 2000


def test_machine_ms_inverts_the_skew() -> None:
    platform = PlatformClock(MovableClock())
    platform.skew_ms = 1_999.5
    assert platform.machine_ms(10_000) == 8_000.5


@pytest.mark.parametrize(
    ("changed", "status", "sentence"),
    [
        ({"source": "yelp"}, 400, "source must be one of"),
        ({"venue_id": 9}, 404, "There is no resy venue 9"),
        ({"date": "tomorrow"}, 400, "date must look like 2026-11-27."),
        ({"date": "2026-11-19"}, 400, "date must lie from 2026-11-20 to"),
        ({"date": "2028-11-19"}, 400, "date must lie from 2026-11-20 to"),
        ({"at": "18:00"}, 400, "at must look like 2026-11-20T17:00:00.000Z."),
        ({"at": "2026-11-20T18:00:00"}, 400, "at must look like"),
        ({"at": 5}, 400, "at must look like"),
        ({"at": "2026-11-20T16:59:00Z"}, 400, "at has passed on the platform's clock"),
        ({"slots": []}, 400, "slots must be a list of at least one"),
        ({"slots": ["19:30"]}, 400, "slots must be a list of at least one"),
        ({"slots": [{"time": "7pm", "party_size": 2}]}, 400, "time must look like 19:30."),
        ({"slots": [{"time": "19:30", "party_size": 99}]}, 400, "party_size must be a whole number"),
        ({"slots": [{"time": "19:30", "party_size": 2, "seating": "Moon"}]}, 400, "not at 'Moon'"),
        ({"slots": [{"time": "19:30", "party_size": 2, "count": 500}] * 2}, 400, "at most 500 tables"),
        ({"date": "2026-11-20", "slots": [{"time": "11:00", "party_size": 2}]}, 400, "has passed at"),
        ({"jitter_ms": "late"}, 400, "jitter_ms must be a number"),
    ],
)
async def test_invalid_release_is_refused_with_a_sentence(
    control: Control, changed: dict[str, Any], status: int, sentence: str
) -> None:
    reply = await control.http.post("/release", json={**TABLE, "slots": SLOTS, **changed})
    assert reply.status_code == status
    assert sentence in reply.json()["message"]
    assert await control.truth() == []


@pytest.mark.parametrize(
    "fields", [{"source": "yelp", "skew_ms": 0}, {"source": "resy"}, {"source": "resy", "skew_ms": 1e12}]
)
async def test_invalid_clock_skew_is_refused_with_a_sentence(control: Control, fields: dict[str, Any]) -> None:
    reply = await control.http.post("/clock", json=fields)
    assert reply.status_code == 400
    assert reply.json()["message"].endswith(".")
