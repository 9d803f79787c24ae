"""The endpoint GET /4/venue/calendar."""

from typing import Any

import pytest

from loadtests.simulator.server import Serving
from loadtests.simulator.tests.harness import DAY, Control, Diner, MovableClock


async def calendar(diner: Diner, **changed: str) -> dict[str, Any]:
    query = {"venue_id": "1201", "num_seats": "2", "start_date": "2026-11-20", "end_date": "2027-12-31", **changed}
    reply = await diner.http.get("/4/venue/calendar", params=query)
    assert reply.status_code == 200
    body: dict[str, Any] = reply.json()
    return body


async def test_calendar_runs_from_today_to_the_last_day_on_sale(ada: Diner, sim: Serving) -> None:
    body = await calendar(ada, start_date="2026-01-01")
    rule = sim.world.known_venue("resy", 1201).release_rule
    assert body["last_calendar_day"] == rule.last_day(sim.world.clock.now()).isoformat()
    dates = [entry["date"] for entry in body["scheduled"]]
    assert (dates[0], dates[-1]) == ("2026-11-20", body["last_calendar_day"])
    assert dates == sorted(set(dates))


async def test_calendar_is_limited_to_the_requested_range(ada: Diner) -> None:
    body = await calendar(ada, start_date="2026-11-22", end_date="2026-11-24")
    assert [entry["date"] for entry in body["scheduled"]] == ["2026-11-22", "2026-11-23", "2026-11-24"]


async def test_calendar_after_the_last_day_is_empty(ada: Diner) -> None:
    assert (await calendar(ada, start_date="2027-11-01"))["scheduled"] == []


@pytest.mark.parametrize(("seats", "word"), [("2", "available"), ("4", "sold-out")])
async def test_free_table_makes_its_day_available_for_that_party(
    ada: Diner, control: Control, seats: str, word: str
) -> None:
    await control.free(party_size=2)
    body = await calendar(ada, num_seats=seats)
    words = {entry["date"]: entry["inventory"]["reservation"] for entry in body["scheduled"]}
    assert words.pop(DAY) == word
    assert set(words.values()) == {"sold-out"}


async def test_release_extends_the_last_day(ada: Diner, clock: MovableClock) -> None:
    before = (await calendar(ada))["last_calendar_day"]
    clock.skip(seconds=86_400)
    assert (await calendar(ada))["last_calendar_day"] > before
