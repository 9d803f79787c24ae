"""The search of venues, GET /3/venue and GET /2/config."""

from typing import Any

import pytest

from loadtests.simulator.catalog.matching import relevance
from loadtests.simulator.server import Serving
from loadtests.simulator.tests.harness import DAY, Control, Diner


async def search(diner: Diner, **fields: Any) -> dict[str, Any]:
    reply = await diner.http.post("/3/venuesearch/search", json={"types": ["venue"], **fields})
    assert reply.status_code == 200, reply.text
    body: dict[str, Any] = reply.json()
    return body


async def names(diner: Diner, query: str) -> list[str]:
    hits = (await search(diner, query=query))["search"]["hits"]
    return [hit["name"] for hit in hits]


async def test_search_finds_names_by_start_middle_and_with_a_typo(ada: Diner, sim: Serving) -> None:
    venue = next(v for v in sim.world.venues if v.source == "resy" and v.name == "Osteria del Vicolo Storto")
    for query in ("osteria del", "vicolo", "Ostreia Vicolo"):
        assert venue.name in await names(ada, query), query


async def test_search_for_nonsense_finds_nothing(ada: Diner) -> None:
    assert await names(ada, "qqqqzzzz") == []


async def test_only_resy_venues_are_found(ada: Diner, sim: Serving) -> None:
    body = await search(ada, query="", per_page=75)
    assert body["search"]["nbHits"] == sum(venue.source == "resy" for venue in sim.world.venues)


async def test_pages_do_not_overlap_and_cover_all(ada: Diner) -> None:
    seen: list[int] = []
    pages = (await search(ada, query="", per_page=75))["meta"]["total_pages"]
    for page in range(1, pages + 1):
        seen += [h["id"]["resy"] for h in (await search(ada, query="", per_page=75, page=page))["search"]["hits"]]
    assert len(seen) == len(set(seen)) == 260


async def test_page_has_at_most_75_hits(ada: Diner) -> None:
    assert len((await search(ada, query="", per_page=500))["search"]["hits"]) == 75


async def test_box_and_a_circle_limit_the_hits(ada: Diner, sim: Serving) -> None:
    west_village = {"latitude": 40.7344, "longitude": -74.0048, "radius": 800}
    for geo in (west_village, {"bounding_box": [40.73, -74.01, 40.74, -74.0]}):
        hits = (await search(ada, query="", per_page=75, geo=geo))["search"]["hits"]
        assert hits
        assert all(40.72 < hit["_geoloc"]["lat"] < 40.75 for hit in hits)


async def test_hits_include_open_slots_on_request(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    wanted = {"query": slot["venue_name"], "availability": True, "slot_filter": {"day": DAY, "party_size": 2}}
    [hit, *_] = (await search(ada, **wanted))["search"]["hits"]
    assert [free["config"]["token"] for free in hit["availability"]["slots"]] == [slot["token"]]


async def test_search_accepts_the_older_form(ada: Diner) -> None:
    reply = await ada.http.post("/3/venuesearch/search", data={"struct_data": '{"query": "", "per_page": 1}'})
    assert len(reply.json()["search"]["hits"]) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"geo": {"bounding_box": [1, 2]}},
        {"geo": "here"},
        {"geo": {"radius": 5}},
        {"per_page": "many"},
        {"availability": True},
    ],
)
async def test_bad_search_is_refused(ada: Diner, fields: dict[str, Any]) -> None:
    reply = await ada.http.post("/3/venuesearch/search", json={"query": "", **fields})
    assert reply.status_code == 400


async def test_venue_is_found_by_id_and_by_slug(ada: Diner, sim: Serving) -> None:
    venue = sim.world.known_venue("resy", 1201)
    by_id = await ada.http.get("/3/venue", params={"id": "1201"})
    by_slug = await ada.http.get("/3/venue", params={"url_slug": venue.url_slug, "location": "new-york-ny"})
    assert by_id.status_code == 200
    assert by_id.json() == by_slug.json()
    body = by_id.json()
    assert body["name"] == venue.name
    assert body["location"]["postal_code"] == venue.postal_code
    [note] = [entry["body"] for entry in body["content"] if entry["name"] == "need_to_know"]
    assert note == venue.need_to_know


@pytest.mark.parametrize(
    ("query", "status"),
    [({"id": "9"}, 404), ({"id": "x"}, 400), ({}, 400), ({"url_slug": "no-such-place"}, 404)],
)
async def test_unknown_venue_is_refused(ada: Diner, query: dict[str, str], status: int) -> None:
    assert (await ada.http.get("/3/venue", params=query)).status_code == status


async def test_slug_of_another_city_is_not_found(ada: Diner, sim: Serving) -> None:
    slug = sim.world.known_venue("resy", 1201).url_slug
    reply = await ada.http.get("/3/venue", params={"url_slug": slug, "location": "paris-fr"})
    assert reply.status_code == 404


async def test_config_has_the_lead_time(ada: Diner, sim: Serving) -> None:
    body = (await ada.http.get("/2/config", params={"venue_id": "1201"})).json()
    assert body["lead_time_in_days"] == sim.world.known_venue("resy", 1201).release_rule.days_ahead


async def test_better_match_ranks_higher(sim: Serving) -> None:
    venue = next(v for v in sim.world.venues if v.name == "Osteria del Vicolo Storto")
    ranked = [relevance(query, venue) for query in ("Osteria", "vicolo storto", "osteria storto", "ostreia")]
    assert ranked == sorted(ranked, reverse=True)
    assert len(set(ranked)) == 4
