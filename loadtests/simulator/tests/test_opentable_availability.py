"""OpenTable's availability, in the app and on the web site."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from loadtests.simulator.catalog import Venue
from loadtests.simulator.server import Serving
from loadtests.simulator.tests.harness import DAY, Control, MovableClock
from loadtests.simulator.tests.harness_opentable import RID, ZERO_TOKEN, Customer


@pytest.fixture
def venue(sim: Serving) -> Venue:
    return sim.world.known_venue("opentable", RID)


async def free(control: Control, *times: str, **fields: Any) -> None:
    for time in times:
        await control.free(source="opentable", venue_id=RID, time=time, **fields)


async def app_day(eve: Customer, **query: Any) -> dict[str, Any]:
    """The restaurant in the app's second call."""
    asked = {"dateTime": f"{DAY}T19:00", "partySize": 2, "availabilityToken": ZERO_TOKEN, **query}
    reply = await eve.http.get(f"/api/v3/restaurant/{RID}", params=asked)
    shown: dict[str, Any] = reply.json()["availability"]["availability"]
    return shown


def hours(slots: list[dict[str, Any]]) -> list[str]:
    return [slot["dateTime"][11:] for slot in slots]


async def test_the_first_call_shows_the_hours_around_or_the_whole_day(eve: Customer, control: Control) -> None:
    await free(control, "12:00", "16:30", "19:00", "21:30")
    assert hours(await eve.timeslots()) == ["12:00", "16:30", "19:00", "21:30"]
    assert hours(await eve.timeslots(forceFullDaySearch=False)) == ["16:30", "19:00", "21:30"]
    assert hours((await app_day(eve))["timeslots"]) == ["12:00", "16:30", "19:00", "21:30"]


@pytest.mark.parametrize("token", [None, "", "nonsense", "e30", "eyJ2IjoxfQ", 7])
async def test_second_call_requires_an_availability_token(eve: Customer, control: Control, token: Any) -> None:
    await free(control, "19:00")
    assert (await app_day(eve, availabilityToken=token))["timeslots"] == []
    assert len(await eve.timeslots(availabilityToken=token)) == 1
    assert len(await eve.web_slots(restaurantAvailabilityTokens=[])) == 1


async def test_first_call_can_include_the_next_days_with_a_table(eve: Customer, control: Control) -> None:
    for day in ("2026-11-23", "2026-11-24", "2026-11-26"):
        await free(control, "12:00", date=day)
    reply = await eve.find(forceFullDaySearch=False, includeNextAvailable=True)
    assert reply.json()["availability"]["timeslots"] == []
    suggested = [(row["dateTime"], hours(row["timeslots"])) for row in reply.json()["suggestedAvailability"]]
    assert suggested == [("2026-11-24T19:00", ["12:00"]), ("2026-11-26T19:00", ["12:00"])]


async def test_one_time_lists_each_free_seating_as_a_dining_area(eve: Customer, control: Control, sim: Serving) -> None:
    venue = next(
        venue
        for venue in sim.world.venues
        if venue.source == "opentable" and {"Dining Room", "Bar", "Patio"} <= set(venue.seating_types)
    )
    for seating in ("Patio", "Bar", "Dining Room", "Bar"):
        await control.free(source="opentable", venue_id=venue.id, time="19:00", seating=seating)
    [slot] = await eve.timeslots(rid=venue.id)
    assert slot["attributes"] == ["default", "bar", "outdoor"]
    shown = [(a["environment"], a["availableAttributes"], a["isDefaultArea"]) for a in slot["diningAreas"]]
    assert shown == [("INDOOR", ["default"], True), ("INDOOR", ["bar"], False), ("OUTDOOR", ["outdoor"], False)]
    assert len({area["id"] for area in slot["diningAreas"]}) == 3


async def test_table_is_shown_only_for_its_party_size(eve: Customer, control: Control) -> None:
    await free(control, "19:00", party_size=4)
    assert await eve.timeslots() == []
    [slot] = await eve.timeslots(party=4)
    assert slot["dateTime"] == f"{DAY}T19:00"


async def test_past_time_is_not_shown(eve: Customer, control: Control, clock: MovableClock) -> None:
    today = "2026-11-20"
    await free(control, "12:30", "20:00", date=today)
    clock.skip(seconds=3_600)
    assert hours(await eve.timeslots(at=f"{today}T19:00")) == ["20:00"]


async def test_full_day_and_unreleased_day_have_different_reasons(eve: Customer, venue: Venue, sim: Serving) -> None:
    last = sim.world.last_day(venue)
    for day, reason in ((last, "NoTimesExist"), (last + timedelta(days=1), "TooFarInAdvance")):
        asked = f"{day}T19:00"
        assert (await eve.find(at=asked)).json()["availability"]["noTimesReasons"] == [reason]
        assert (await app_day(eve, dateTime=asked))["noTimesReasons"] == [reason]
        reply = await eve.gql(
            "RestaurantsAvailability",
            restaurantIds=[RID],
            restaurantAvailabilityTokens=[ZERO_TOKEN],
            date=day.isoformat(),
            time="19:00",
            partySize=2,
        )
        [shown] = reply.json()["data"]["availability"][0]["availabilityDays"]
        assert (shown["noTimesReasons"], shown["slots"]) == ([reason], [])


async def test_past_day_counts_as_full(eve: Customer) -> None:
    shown = (await eve.find(at="2026-11-19T19:00")).json()["availability"]
    assert shown["noTimesReasons"] == ["NoTimesExist"]


async def test_released_day_is_on_sale_from_its_instant_of_the_platforms_clock(
    eve: Customer, control: Control, venue: Venue, sim: Serving, clock: MovableClock
) -> None:
    day = sim.world.last_day(venue) + timedelta(days=3)
    slots = [{"time": "19:00", "party_size": 2}]
    opens = {"source": "opentable", "venue_id": RID, "date": day.isoformat(), "at": "2026-11-20T17:30:00.000Z"}
    await control.post("/release", **opens, slots=slots)
    await control.post("/clock", source="opentable", skew_ms=60_000)
    asked = f"{day}T19:00"
    clock.skip(seconds=28 * 60)
    assert (await eve.find(at=asked)).json()["availability"]["noTimesReasons"] == ["TooFarInAdvance"]
    clock.skip(seconds=60)
    assert hours(await eve.timeslots(at=asked)) == ["19:00"]


@pytest.mark.parametrize(("time", "offsets"), [("19:00", [-150, 0, 150]), ("00:00", []), ("18:00", [-90, 60])])
async def test_web_sites_offsets_count_from_the_time_asked(
    eve: Customer, control: Control, time: str, offsets: list[int]
) -> None:
    await free(control, "12:00", "16:30", "19:00", "21:30")
    assert [slot["timeOffsetMinutes"] for slot in await eve.web_slots(time=time)] == offsets


async def test_web_site_may_ask_for_the_whole_day_from_midnight(eve: Customer, control: Control) -> None:
    await free(control, "12:00", "21:30")
    slots = await eve.web_slots(time="00:00", backwardMinutes=0, forwardMinutes=1440)
    assert [slot["timeOffsetMinutes"] for slot in slots] == [720, 1290]


async def test_several_restaurants_are_answered_in_their_order(eve: Customer, control: Control) -> None:
    await control.free(source="opentable", venue_id=RID + 1)
    reply = await eve.find(rids=[str(RID), str(RID + 1)])
    assert reply.json()["availability"]["id"] == str(RID)
    [other] = reply.json()["suggestedAvailability"]
    assert (other["id"], hours(other["timeslots"])) == (str(RID + 1), ["19:30"])
    web = await eve.gql(
        "RestaurantsAvailability",
        restaurantIds=[RID, RID + 1],
        restaurantAvailabilityTokens=[ZERO_TOKEN, ZERO_TOKEN],
        date=DAY,
        time="19:00",
        partySize=2,
    )
    shown = [
        (row["restaurantId"], len(row["availabilityDays"][0]["slots"])) for row in web.json()["data"]["availability"]
    ]
    assert shown == [(RID, 0), (RID + 1, 1)]


@pytest.mark.parametrize(
    ("changed", "status", "said"),
    [
        ({"rids": []}, 400, "rids"),
        ({"rids": "50101"}, 400, "rids"),
        ({"rids": ["1201"]}, 404, "restaurant"),
        ({"dateTime": "tomorrow"}, 400, "dateTime"),
        ({"dateTime": f"{DAY}T19"}, 400, "dateTime"),
        ({"partySize": "two"}, 400, "partySize"),
        ({"partySize": 99}, 400, "partySize"),
    ],
)
async def test_invalid_availability_call_is_refused_with_a_sentence(
    eve: Customer, changed: dict[str, Any], status: int, said: str
) -> None:
    reply = await eve.find(**changed)
    assert reply.status_code == status
    assert said in reply.json()["message"]


@pytest.mark.parametrize("change", [str.lower, str.upper, lambda name: name[: len(name) // 2]])
async def test_app_and_web_search_find_by_name(eve: Customer, venue: Venue, change: Callable[[str], str]) -> None:
    query = change(venue.name)
    app = await eve.http.put(
        "/api/v4/personalize/autocompleteInterspersed", json={"term": query, "includeListings": True}
    )
    found = app.json()["interspersedResults"][0]
    assert (found["id"], found["name"], found["address"]["city"]) == (str(RID), venue.name, venue.locality)
    assert found["cuisines"] == [{"name": venue.cuisine}]
    web = (await eve.gql("Autocomplete", term=query)).json()["data"]["autocomplete"]["autocompleteResults"]
    assert (web[0]["id"], web[0]["name"]) == (str(RID), venue.name)
