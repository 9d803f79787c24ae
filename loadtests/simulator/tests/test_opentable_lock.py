"""A live lock keeps one table for its customer."""

import asyncio
from typing import Any

import pytest

from loadtests.simulator.server import Serving
from loadtests.simulator.tests.harness import DAY, Control, MovableClock
from loadtests.simulator.tests.harness_opentable import RID, Customer


async def table(control: Control, customer: Customer, **fields: Any) -> dict[str, Any]:
    """Free one table; returns the app's timeslot."""
    await control.free(source="opentable", venue_id=RID, **fields)
    [slot] = await customer.timeslots()
    return slot


def code(reply: Any) -> tuple[int, str]:
    return reply.status_code, reply.json()["errors"][0]["code"]


async def test_locked_table_is_hidden_from_others(eve: Customer, finn: Customer, control: Control) -> None:
    slot = await table(control, eve)
    lock_id = await eve.locked(slot)
    assert await finn.timeslots() == []
    assert await finn.web_slots() == []
    assert code(await finn.lock(slot)) == (409, "NOT_AVAILABLE")
    assert code(await finn.book(slot, lock_id)) == (409, "NOT_AVAILABLE")
    assert (await eve.book(slot, lock_id)).status_code == 201
    locked, booked = await control.truth("locked", "booked")
    assert (locked["slot_id"], locked["lock_id"]) == (booked["slot_id"], lock_id)
    assert round(locked["until_ms"] - locked["wall_ms"]) == 90_000


async def test_one_of_many_concurrent_locks_wins_the_table(eve: Customer, finn: Customer, control: Control) -> None:
    slot = await table(control, eve)
    replies = await asyncio.gather(*(customer.lock(slot) for customer in (eve, finn) for _ in range(5)))
    holders = {reply.json()["id"] for reply in replies if reply.status_code == 200}
    assert len(holders) == 1
    assert len(await control.truth("locked")) == 1


async def test_repeated_lock_call_returns_the_same_lock(eve: Customer, control: Control, clock: MovableClock) -> None:
    slot = await table(control, eve)
    first = await eve.locked(slot)
    clock.skip(seconds=60)
    assert await eve.locked(slot) == first
    clock.skip(seconds=31)
    assert code(await eve.book(slot, first)) == (409, "SLOT_LOCK_EXPIRED")


async def test_a_second_table_of_the_kind_gets_a_lock_of_its_own(eve: Customer, control: Control) -> None:
    slot = await table(control, eve, count=2)
    assert await eve.locked(slot) != await eve.locked(slot)
    assert await eve.timeslots() == []


async def test_expired_lock_frees_its_table(
    eve: Customer, finn: Customer, control: Control, clock: MovableClock
) -> None:
    slot = await table(control, eve)
    lock_id = await eve.locked(slot)
    clock.skip(seconds=89)
    assert await finn.timeslots() == []
    clock.skip(seconds=2)
    assert await finn.timeslots() == [slot]
    assert code(await eve.book(slot, lock_id)) == (409, "SLOT_LOCK_EXPIRED")
    [unlocked] = await control.truth("unlocked")
    assert (unlocked["by"], unlocked["lock_id"]) == ("time", lock_id)


async def test_expired_lock_on_a_booked_table_is_table_gone(
    eve: Customer, finn: Customer, control: Control, clock: MovableClock
) -> None:
    slot = await table(control, eve)
    lock_id = await eve.locked(slot)
    clock.skip(seconds=91)
    assert (await finn.take(slot)).status_code == 201
    assert code(await eve.book(slot, lock_id)) == (409, "NOT_AVAILABLE")


async def test_lock_expiry_is_logged_without_a_request(eve: Customer, control: Control) -> None:
    await control.post("/switches", lock_seconds=0.05)
    await eve.locked(await table(control, eve))

    async def unlocked() -> bool:
        return len(await control.truth("unlocked")) == 1

    await control.until(unlocked)


async def test_released_lock_frees_its_table_at_once(eve: Customer, finn: Customer, control: Control) -> None:
    slot = await table(control, eve)
    lock_id = await eve.locked(slot)
    path = f"/api/v1/reservation/{RID}/lock/{lock_id}"
    assert (await finn.http.delete(path)).status_code == 404
    assert (await eve.http.delete(path)).status_code == 204
    assert await finn.timeslots() == [slot]
    assert (await eve.http.delete(path)).status_code == 404
    assert code(await eve.book(slot, lock_id)) == (409, "SLOT_LOCK_EXPIRED")
    [unlocked] = await control.truth("unlocked")
    assert unlocked["by"] == "diner"


async def test_locked_table_cannot_be_taken(eve: Customer, control: Control) -> None:
    [row] = await control.free(source="opentable", venue_id=RID)
    await eve.locked((await eve.timeslots())[0])
    reply = await control.http.post("/take", json={"slot_id": row["slot_id"]})
    assert reply.status_code == 409


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"selectedDiningArea": {"tableAttribute": "default", "diningAreaId": "1"}}, (409, "NOT_AVAILABLE")),
        ({"hash": "1"}, (400, "INVALID_SLOT")),
        ({"hash": ""}, (400, "BAD_REQUEST")),
        ({"dateTime": f"{DAY}T19:15"}, (400, "INVALID_SLOT")),
        ({"partySize": 3}, (400, "INVALID_SLOT")),
        ({"partySize": 19}, (409, "NOT_AVAILABLE")),
        ({"selectedDiningArea": 7}, (400, "BAD_REQUEST")),
        ({"selectedDiningArea": {"diningAreaId": "x"}}, (400, "BAD_REQUEST")),
    ],
)
async def test_invalid_lock_call_locks_nothing(
    eve: Customer, control: Control, fields: dict[str, Any], expected: tuple[int, str]
) -> None:
    slot = await table(control, eve)
    assert code(await eve.lock(slot, **fields)) == expected
    assert await control.truth("locked") == []


async def test_lock_without_an_area_takes_any_area(eve: Customer, control: Control, sim: Serving) -> None:
    seating = sim.world.known_venue("opentable", RID).seating_types[-1]
    slot = await table(control, eve, seating=seating)
    assert (await eve.lock(slot, selectedDiningArea=None)).status_code == 200
    [locked] = await control.truth("locked")
    assert locked["seating"] == seating


async def test_web_lock_and_app_lock_are_the_same(eve: Customer, finn: Customer, control: Control) -> None:
    slot = await table(control, eve)
    [web] = await eve.web_slots()
    lock = await eve.web_lock(web, at=f"{DAY}T19:30")
    refused = await finn.web_lock(web, at=f"{DAY}T19:30")
    assert (refused["success"], refused["slotLock"]) == (False, None)
    assert refused["slotLockErrors"][0]["code"] == "NOT_AVAILABLE"
    assert (await eve.book(slot, lock["slotLock"]["slotLockId"])).status_code == 201
