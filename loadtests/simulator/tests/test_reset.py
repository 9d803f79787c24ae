"""POST /reset makes a new inventory. Equal seeds give equal inventories."""

import asyncio
from typing import Any

import httpx

from loadtests.simulator.tests.harness import DAY, Control, Diner


async def _play(ada: Diner, control: Control) -> list[dict[str, Any]]:
    """Make a few fixed calls. Return their truth log entries without clock readings."""
    [first, _] = await control.free(count=2)
    await control.post("/faults", source="resy", kind="429", path="/4/find", rate=0.5)
    for _ in range(6):
        await ada.find()
    await ada.take(first["token"])
    return [
        {name: value for name, value in entry.items() if not name.endswith("_ms") and name != "request"}
        for entry in await control.truth()
    ]


async def test_same_calls_after_a_reset_give_the_same_log(ada: Diner, control: Control) -> None:
    await control.post("/reset", seed=1)
    first = await _play(ada, control)
    await control.post("/reset", seed=1)
    assert await _play(ada, control) == first


async def test_reset_removes_tables_bookings_counts_latency_and_faults(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    await ada.take(slot["token"])
    await control.post("/latency", source="resy", find_ms=5)
    await control.post("/faults", source="resy", kind="429", path="/4/find")
    answer = await control.http.post("/reset")
    assert answer.json() == {"seed": 1, "venues": 320, "last": 0}
    assert await control.bookings() == []
    assert await control.truth() == []
    assert (await control.get("/requests/stats"))["total"] == 0
    assert (await control.get("/watch"))["latency"]["resy"]["find_ms"] == 0
    assert await ada.slots() == []


async def test_diners_stay_signed_in(ada: Diner, control: Control) -> None:
    await control.post("/reset", seed=2)
    reply = await ada.http.get("/2/user")
    assert reply.json()["em_address"] == "ada.lovelace@example.com"


async def test_book_token_from_before_a_reset_is_unknown(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    token = await ada.book_token(slot["token"])
    await control.post("/reset")
    await control.free()
    assert (await ada.book(token)).status_code == 404


async def test_another_seed_gives_other_venues(control: Control) -> None:
    before = (await control.get("/venues"))["venues"]
    await control.post("/reset", seed=2)
    after = await control.get("/venues")
    assert after["seed"] == 2
    assert [row["id"] for row in after["venues"]] == [row["id"] for row in before]
    assert [row["name"] for row in after["venues"]] != [row["name"] for row in before]


async def test_request_in_flight_during_a_reset_is_answered(ada: Diner, control: Control) -> None:
    await control.post("/latency", source="resy", find_ms=150)
    waiting = asyncio.create_task(ada.find())
    await asyncio.sleep(0.05)
    await control.post("/reset")
    reply: httpx.Response = await waiting
    assert reply.json()["query"]["day"] == DAY
