"""At a platform that holds a table when its terms are read: booked or released, and old bookings canceled."""

from functools import partial

import pytest

from snipers.tests.by_hand import book_by_hand
from snipers.tests.meanwhile import Meanwhile
from snipers.tests.mortal import Life, Moment
from snipers.tests.platform import OpenTable
from snipers.tests.stage import Request
from snipers.tests.watching import House


async def locks(house: House) -> tuple[int, int]:
    """How many tables were held so far, and how many of them were given back by the diner."""
    given_back = [entry for entry in await house.resy.truth("unlocked") if entry["by"] == "diner"]
    return len(await house.resy.truth("locked")), len(given_back)


async def given_back(house: House) -> None:
    """Wait until every hold but that of the bookings was given back."""

    async def none_left() -> bool:
        held, back = await locks(house)
        return held > 0 and held == back

    await house.eventually(none_left)


async def times_held(house: House) -> list[str]:
    return sorted(row["time"] for row in await house.resy.held())


async def test_a_freed_table_is_held_and_booked(holding_house: House) -> None:
    house = holding_house
    reservation_id = await house.file()
    house.watch()
    await house.resy.free("19:30")
    (tried,) = await house.tried()
    (booking,) = await house.resy.held()
    assert (tried.state, tried.platform_reservation_id) == ("booked", str(booking["reservation_id"]))
    assert (await house.stage.request(reservation_id)).status == "confirmed"
    assert await locks(house) == (1, 0)


async def test_a_table_held_for_a_request_that_was_just_paused_is_given_back(holding_house: House) -> None:
    house = holding_house
    reservation_id = await house.file()
    paused = partial(house.stage.change, reservation_id, status="paused")
    house.run(house.watcher(store=Meanwhile(house.stage.store, "claim", paused)))
    await house.resy.free("19:30")
    await given_back(house)
    assert await locks(house) == (1, 1)
    assert await house.stage.tried() == []


async def test_a_table_that_costs_too_much_is_given_back(holding_house: House) -> None:
    house = holding_house
    await house.resy.terms(fee_cents=2500)
    reservation_id = await house.file(fee_ceiling_cents=2499)
    house.watch()
    await house.resy.free("19:30")
    (tried,) = await house.tried()
    assert (tried.state, tried.reason) == ("refused", "held_back_fee")
    await given_back(house)
    assert ("held_back", "held_back_fee") in await house.stage.timeline(reservation_id)
    assert await house.resy.calls("/dapi/booking/make-reservation") == []


async def test_a_table_whose_booking_is_refused_is_given_back(holding_house: House) -> None:
    house = holding_house
    await book_by_hand(house, "18:00", venue_id=house.resy.neighbour_id)
    await house.file()
    house.watch()
    await house.resy.free("19:30")
    (tried,) = await house.tried()
    assert (tried.state, tried.reason) == ("refused", "conflict")

    async def second_hold_given_back() -> bool:
        return await locks(house) == (2, 1)

    await house.eventually(second_hold_given_back)
    assert await times_held(house) == ["18:00"]


async def test_a_table_whose_booking_is_in_doubt_is_not_given_back(holding_house: House) -> None:
    house = holding_house
    await house.file()
    await house.resy.fault("cut-after-commit", "/dapi/booking/make-reservation")
    house.watch()
    await house.resy.free("19:30")
    (tried,) = await house.tried(1, "booked")
    assert tried.state == "booked"
    assert await locks(house) == (1, 0)


async def test_within_a_venue_the_reservation_is_changed(holding_house: House) -> None:
    house = holding_house
    await book_by_hand(house, "18:00")
    reservation_id = await house.file(override=True)
    house.watch()
    await house.resy.free("19:30")
    (tried,) = await house.tried(1, "booked")
    (booking,) = await house.resy.held()
    assert (booking["time"], tried.platform_reservation_id) == ("19:30", str(booking["reservation_id"]))
    assert (await house.stage.request(reservation_id)).status == "confirmed"


async def test_elsewhere_the_old_table_is_cancelled_while_the_new_one_is_held(holding_house: House) -> None:
    house = holding_house
    old = await book_by_hand(house, "18:00", venue_id=house.resy.neighbour_id)
    reservation_id = await house.file(override=True)
    house.watch()
    await house.resy.free("19:30")
    (tried,) = await house.tried(1, "booked")
    assert await times_held(house) == ["19:30"]
    assert (tried.old_booking_id, tried.old_booking_gone) == (old, True)
    lines = [kind for kind, _ in await house.stage.timeline(reservation_id) if kind != "watching"]
    assert lines == ["seen", "booking", "given_up", "booked"]


async def test_when_the_platform_fails_between_the_two_calls_the_diner_is_told(holding_house: House) -> None:
    house = holding_house
    await book_by_hand(house, "18:00", venue_id=house.resy.neighbour_id)
    reservation_id = await house.file(override=True)
    cut_off = partial(house.resy.fault, "500-short", "/dapi/booking/make-reservation")
    house.run(house.watcher(store=Meanwhile(house.stage.store, "confirm_old_booking_gone", cut_off)))
    await house.resy.free("19:30")
    (unknown,) = await house.tried(1, "unknown")
    await house.grow_old(unknown)
    (lost, *_) = await house.tried(1, "lost")
    assert (lost.reason, lost.old_booking_gone) == ("override_failed", True)
    assert ("lost", "override_failed") in await house.stage.timeline(reservation_id)


ON_THE_WAY: list[Moment] = [
    ("before", "mark_old_booking"),
    ("after", "mark_old_booking"),
    ("before", "cancel"),
    ("after", "cancel"),
    ("before", "confirm_old_booking_gone"),
    ("after", "confirm_old_booking_gone"),
    ("before", "record"),
    ("after", "record"),
]


@pytest.mark.parametrize("end", ON_THE_WAY, ids=" ".join)
async def test_death_at_any_point_between_cancelling_and_booking_is_repaired(
    holding_house: House, opentable_platform: OpenTable, end: Moment
) -> None:
    house = holding_house
    # What the dead watcher held is free again soon.
    await opentable_platform.lock_seconds(1)
    await book_by_hand(house, "18:00", venue_id=house.resy.neighbour_id)
    reservation_id = await house.file(override=True)
    life = Life(end)
    house.watch(life=life)
    await house.resy.free("19:30")
    await life.stopped.wait()
    (left,) = await house.stage.tried()
    booked = "19:30" in await times_held(house)

    house.watch()
    if not booked:
        await house.grow_old(left)

    async def seated() -> bool:
        return await times_held(house) == ["19:30"]

    await house.eventually(seated)

    async def confirmed() -> bool:
        return await house.stage.request(reservation_id) == Request(status="confirmed", reason="", stop="")

    await house.eventually(confirmed)
    ends = [(one.attempt_id, one.state, one.reason) for one in await house.stage.tried()]
    assert await house.stage.outcomes() == ends
    assert len(await house.resy.truth("cancelled")) == 1


async def test_a_watcher_that_slept_over_the_writing_gives_nothing_up(holding_house: House) -> None:
    house = holding_house
    await book_by_hand(house, "18:00", venue_id=house.resy.neighbour_id)
    await house.file(override=True)
    life = Life(("after", "mark_old_booking"))
    house.watch(life=life)
    await house.resy.free("19:30")
    await life.stopped.wait()
    life.wake(after_seconds=60)
    (lapsed, *_) = await house.tried(1, "lost")
    assert (lapsed.reason, lapsed.old_booking_gone) == ("claim_lapsed", False)
