"""The endpoints GET and POST /4/find."""

import pytest

from loadtests.simulator.tests.harness import DAY, Control, Diner, MovableClock


async def test_full_venue_is_shown_without_slots(ada: Diner) -> None:
    body = (await ada.find()).json()
    assert body["query"] == {"day": DAY, "party_size": 2, "time_filter": None}
    [entry] = body["results"]["venues"]
    assert entry["venue"]["id"] == {"resy": 1201}
    assert entry["slots"] == []


@pytest.mark.parametrize("day", ["2026-11-19", "2027-06-01"])
async def test_day_outside_the_booking_window_shows_no_venue(ada: Diner, day: str) -> None:
    assert (await ada.find(day=day)).json()["results"]["venues"] == []


async def test_freed_table_shows_for_its_party_size_only(ada: Diner, control: Control) -> None:
    await control.free(party_size=2)
    assert len(await ada.slots(party_size=2)) == 1
    assert await ada.slots(party_size=3) == []


async def test_freed_table_shows_on_its_day_at_its_venue_only(ada: Diner, control: Control) -> None:
    await control.free()
    assert await ada.slots(day="2026-11-24") == []
    assert await ada.slots(venue_id=1202) == []


async def test_equal_tables_share_their_token(ada: Diner, control: Control) -> None:
    await control.free(count=3)
    slots = await ada.slots()
    assert len({slot["config"]["token"] for slot in slots}) == 1
    assert len({slot["config"]["id"] for slot in slots}) == 3


async def test_slots_come_in_order_of_time(ada: Diner, control: Control) -> None:
    for time in ("21:00", "17:15", "19:30"):
        await control.free(time=time)
    starts = [slot["date"]["start"] for slot in await ada.slots()]
    assert starts == [f"{DAY} 17:15:00", f"{DAY} 19:30:00", f"{DAY} 21:00:00"]


async def test_table_whose_hour_has_passed_is_not_shown(ada: Diner, control: Control, clock: MovableClock) -> None:
    await control.free(date="2026-11-20", time="13:00")
    assert len(await ada.slots(day="2026-11-20")) == 1
    clock.skip(seconds=3600)
    assert await ada.slots(day="2026-11-20") == []


async def test_json_post_finds_the_same_as_a_get(ada: Diner, control: Control) -> None:
    await control.free()
    fields = {"lat": 0, "long": 0, "day": DAY, "party_size": 2, "venue_id": 1201}
    assert (await ada.http.post("/4/find", json=fields)).json() == (await ada.find()).json()


async def test_reading_needs_no_user_token(ada: Diner) -> None:
    del ada.http.headers["X-Resy-Auth-Token"]
    assert (await ada.find()).status_code == 200


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"day": "tomorrow"}, "day"),
        ({"day": "20261123"}, "day"),
        ({"party_size": "two"}, "party_size"),
        ({"party_size": "-1"}, "party_size"),
        ({"party_size": ""}, "party_size"),
        ({"venue_id": "x"}, "venue_id"),
        ({"lat": None}, "lat"),
        ({"long": None}, "long"),
    ],
)
async def test_bad_field_is_named(ada: Diner, changed: dict[str, str | None], field: str) -> None:
    query = {"lat": "0", "long": "0", "day": DAY, "party_size": "2", "venue_id": "1201", **changed}
    reply = await ada.http.get("/4/find", params={k: v for k, v in query.items() if v is not None})
    assert reply.status_code == 400
    assert list(reply.json()["data"]) == [field]


async def test_unknown_venue_is_not_found(ada: Diner) -> None:
    assert (await ada.find(venue_id=9)).status_code == 404


async def test_opentable_venue_is_not_on_resy(ada: Diner) -> None:
    assert (await ada.find(venue_id=50101)).status_code == 404


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"[" * 100_000, b"\xff"])
async def test_body_that_is_no_json_object_is_refused(ada: Diner, body: bytes) -> None:
    reply = await ada.http.post("/4/find", content=body, headers={"content-type": "application/json"})
    assert reply.status_code == 400
