"""The control face: free, take, cancel, venues, stats, and refused input."""

from dataclasses import replace
from typing import Any

import pytest

from loadtests.simulator.server import Serving, serving
from loadtests.simulator.tests.conftest import ANY_PORT
from loadtests.simulator.tests.harness import DAY, Control, Diner, client

TABLE = {"source": "resy", "venue_id": 1201, "date": DAY, "time": "19:30", "party_size": 2}
ROW_KEYS = {
    "id": int,
    "source": str,
    "name": str,
    "url_slug": str,
    "cuisine": str,
    "neighborhood": str,
    "locality": str,
    "region": str,
    "postal_code": str,
    "address1": str,
    "country": str,
    "lat": float,
    "lon": float,
    "phone_number": str,
    "website": str,
    "price": int,
    "seating_types": list,
    "need_to_know": str,
    "release_rule": dict,
    "time_zone": str,
    "min_party_size": int,
    "max_party_size": int,
    "rating": float,
    "total_ratings": int,
    "cancel_hours": int,
}


async def test_venues_have_every_field(control: Control) -> None:
    body = await control.get("/venues")
    assert body["seed"] == 1
    assert len(body["venues"]) == 320
    for row in body["venues"]:
        assert {name: type(value) for name, value in row.items()} == ROW_KEYS


async def test_venues_can_be_filtered_by_source(control: Control) -> None:
    rows = (await control.get("/venues", source="opentable"))["venues"]
    assert {row["source"] for row in rows} == {"opentable"}


async def test_free_returns_the_table(control: Control) -> None:
    answer = await control.post("/free", **TABLE, seating="Dining Room", count=2)
    assert [slot["slot_id"] for slot in answer["slots"]] == [1, 2]
    expected = {**TABLE, "seating": "Dining Room", "state": "open"}
    assert {name: answer["slots"][0][name] for name in expected} == expected
    assert answer["slots"][0]["token"] == answer["slots"][1]["token"]
    assert answer["freed_at"].startswith("2026-11-20T17:00:")
    assert answer["freed_at"].endswith("Z")


async def test_free_uses_the_first_seating_by_default(sim: Serving, control: Control) -> None:
    [slot] = await control.free()
    assert slot["seating"] == sim.world.known_venue("resy", 1201).seating_types[0]


async def test_taken_table_is_no_longer_bookable(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    answer = await control.post("/take", slot_id=slot["slot_id"])
    assert answer["slot"]["state"] == "taken"
    assert await ada.slots() == []
    [taken] = await control.truth("taken")
    assert (taken["slot_id"], taken["by"]) == (slot["slot_id"], "a stranger")


async def test_table_is_taken_at_most_once(control: Control) -> None:
    [slot] = await control.free()
    await control.post("/take", slot_id=slot["slot_id"])
    reply = await control.http.post("/take", json={"slot_id": slot["slot_id"]})
    assert reply.status_code == 409
    assert reply.json() == {"message": "Table 1 is no longer open."}


@pytest.mark.parametrize(
    ("changed", "status", "sentence"),
    [
        ({"source": "yelp"}, 400, "source must be one of: resy, opentable."),
        ({"source": "opentable"}, 404, "There is no opentable venue 1201; GET /venues lists them."),
        ({"source": None}, 400, "source must be one of"),
        ({"venue_id": 9}, 404, "There is no resy venue 9; GET /venues lists them."),
        ({"venue_id": True}, 400, "venue_id must be a whole number"),
        ({"venue_id": 2.5}, 400, "venue_id must be a whole number"),
        ({"date": "23.11.2026"}, 400, "date must look like 2026-11-27."),
        ({"date": 20261123}, 400, "date must look like"),
        ({"date": "2026-02-30"}, 400, "date must look like"),
        ({"time": "7pm"}, 400, "time must look like 19:30."),
        ({"time": "25:00"}, 400, "time must look like 19:30."),
        ({"date": "2026-11-19"}, 400, "can be booked from 2026-11-20 to"),
        ({"date": "2027-11-19"}, 400, "can be booked from 2026-11-20 to"),
        ({"date": "2026-11-20", "time": "11:00"}, 400, "11:00 on 2026-11-20 has passed"),
        ({"party_size": 0}, 400, "party_size must be a whole number from 1 to"),
        ({"party_size": 99}, 400, "party_size must be a whole number from 1 to"),
        ({"seating": "Moon"}, 400, "not at 'Moon'"),
        ({"seating": ["Bar"]}, 400, "seating must be text."),
        ({"count": 0}, 400, "count must be a whole number from 1 to 500."),
        ({"count": 501}, 400, "count must be a whole number from 1 to 500."),
    ],
)
async def test_invalid_free_call_is_refused_with_a_sentence(
    control: Control, changed: dict[str, Any], status: int, sentence: str
) -> None:
    reply = await control.http.post("/free", json={**TABLE, **changed})
    assert reply.status_code == status
    assert sentence in reply.json()["message"]
    assert await control.truth() == []


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/free", b"", 400),
        ("POST", "/free", b"[1]", 400),
        ("POST", "/free", b"{", 400),
        ("POST", "/take", b'{"slot_id": 7}', 404),
        ("POST", "/take", b"{}", 400),
        ("POST", "/latency", b'{"source": "resy", "find_ms": -1}', 400),
        ("POST", "/latency", b'{"source": "resy", "find_ms": "fast"}', 400),
        ("POST", "/latency", b'{"source": "resy", "find_ms": NaN}', 400),
        ("POST", "/latency", b'{"source": "resy", "jitter_ms": 1e9}', 400),
        ("POST", "/latency", b'{"source": "resy", "find_reads": "soon"}', 400),
        ("POST", "/faults", b'{"source": "resy", "kind": "gremlins"}', 400),
        ("POST", "/faults", b'{"source": "resy", "kind": "429", "rate": 2}', 400),
        ("POST", "/faults", b'{"source": "resy", "kind": "429", "times": 0}', 400),
        ("POST", "/faults", b'{"source": "resy", "kind": "429", "path": [3]}', 400),
        ("POST", "/switches", b'{"unauthorized": 403}', 400),
        ("POST", "/reset", b'{"seed": "one"}', 400),
        ("GET", "/truth?since=x", b"", 400),
        ("GET", "/truth?since=-1", b"", 400),
        ("GET", "/truth?kind=gossip", b"", 400),
        ("GET", "/truth?limit=0", b"", 400),
        ("GET", "/venues?source=yelp", b"", 400),
        ("GET", "/nothing", b"", 404),
        ("GET", "/free", b"", 405),
        ("DELETE", "/venues", b"", 405),
        ("POST", "/free", b"x" * 1_000_001, 413),
    ],
)
async def test_every_invalid_control_call_gets_a_sentence(
    control: Control, method: str, path: str, body: bytes, status: int
) -> None:
    reply = await control.http.request(method, path, content=body)
    assert reply.status_code == status
    assert reply.json()["message"].endswith(".")


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "attacker.example"},
        {"Host": "[::"},
        {"Origin": "https://attacker.example"},
        {"Origin": "null"},
    ],
)
async def test_control_face_refuses_pages_of_other_sites(control: Control, headers: dict[str, str]) -> None:
    reply = await control.http.post("/free", json=TABLE, headers=headers)
    assert reply.status_code == 403
    assert await control.truth() == []


async def test_control_face_accepts_pages_of_this_machine(control: Control) -> None:
    for origin in ("http://127.0.0.1:8000", "http://localhost:5173", "http://[::1]:9100"):
        reply = await control.http.get("/bookings", headers={"Origin": origin})
        assert reply.status_code == 200


async def test_control_face_serves_other_containers_by_the_names_in_its_settings() -> None:
    async with (
        serving(replace(ANY_PORT, names=frozenset({"simulator"}))) as running,
        client(running.control_url) as http,
    ):
        statuses = [
            (await http.get("/venues", headers={"Host": host})).status_code
            for host in ("simulator:19100", "simulator", "attacker.example")
        ]
    assert statuses == [200, 200, 403]


async def test_stats_count_by_path_second_and_poll_key(ada: Diner, bob: Diner, control: Control) -> None:
    for diner in (ada, bob, bob):
        await diner.find()
    await ada.find(party_size=4)
    stats = await control.get("/requests/stats")
    counts = {row["path"]: row["count"] for row in stats["by_path"]}
    assert counts == {"/3/auth/password": 2, "/4/find": 4}
    keys = {row["key"]: row["count"] for row in stats["by_key"]}
    assert keys == {f"1201|{DAY}|2": 3, f"1201|{DAY}|4": 1}
    assert sum(row["count"] for row in stats["by_second"]) == stats["total"] == 6
    assert sum(row["count"] for row in stats["by_source"] if row["source"] == "resy") == 6
    assert stats["in_flight"] == 0


async def test_calls_of_the_control_face_are_not_counted(control: Control) -> None:
    await control.free()
    assert (await control.get("/requests/stats"))["total"] == 0


async def test_inventory_page_is_self_contained(sim: Serving) -> None:
    async with client(sim.control_url) as http:
        reply = await http.get("/")
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert "</html>" in reply.text
    assert "http://" not in reply.text.replace("http://www.w3.org/", "")
    assert "https://" not in reply.text


async def test_watch_reports_open_tables_bookings_and_requests(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    await control.free(venue_id=1202)
    await ada.take(slot["token"])
    seen = await control.get("/watch")
    assert [table["venue_id"] for table in seen["open"]] == [1202]
    assert [booking["venue_id"] for booking in seen["bookings"]] == [1201]
    assert seen["booked_total"] == 1
    assert len(seen["requests"]) == 60


async def test_cancel_by_the_restaurant_frees_the_table(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    booked = (await ada.take(slot["token"])).json()
    answer = await control.post("/cancel", reservation_id=booked["reservation_id"])
    assert answer["booking"]["status"] == "cancelled"
    [entry] = await control.truth("cancelled")
    assert (entry["reservation_id"], entry["by"]) == (booked["reservation_id"], "restaurant")
    assert (await ada.reservations())["reservations"] == []
    assert len(await ada.slots()) == 1
    await control.post("/switches", canceled_rows=True)
    [row] = (await ada.reservations())["reservations"]
    assert (row["status"]["canceled"], row["cancellation"]["allowed"]) == (1, False)
    again = await control.http.post("/cancel", json={"reservation_id": booked["reservation_id"]})
    assert again.status_code == 409


@pytest.mark.parametrize(
    ("body", "status"),
    [({}, 400), ({"reservation_id": 1}, 404), ({"reservation_id": 1, "by": "a rival"}, 400)],
)
async def test_cancel_requires_a_live_booking(control: Control, body: dict[str, Any], status: int) -> None:
    assert (await control.http.post("/cancel", json=body)).status_code == status
