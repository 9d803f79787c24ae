"""A better table instead of the one that the diner holds: never both, never neither, on both stores."""

from functools import partial

import pytest

from snipers.tests.by_hand import book_by_hand
from snipers.tests.meanwhile import Meanwhile
from snipers.tests.mortal import Life, Moment
from snipers.tests.stage import Request, Tried
from snipers.tests.watching import House, at


async def times_held(house: House) -> list[str]:
    return sorted(row["time"] for row in await house.resy.held())


async def only_held(house: House, when: str) -> None:
    """Wait until that is the one table at the platform."""

    async def alone() -> bool:
        return await times_held(house) == [when]

    await house.eventually(alone)


async def wait_for(house: House, reservation_id: int) -> Tried:
    """Wait until the request is booked; returns the attempt that did it."""
    found: list[Tried] = []

    async def booked() -> bool:
        tried = await house.stage.tried()
        found[:] = [one for one in tried if (one.reservation_id, one.state) == (reservation_id, "booked")]
        return bool(found)

    await house.eventually(booked)
    return found[0]


async def test_a_table_booked_by_hand_gives_way_in_one_step(house: House) -> None:
    old = await book_by_hand(house, "18:00")
    reservation_id = await house.file(override=True)
    house.watch()
    await house.resy.free("19:30")
    (booked,) = await house.tried(1, "booked")
    assert await times_held(house) == ["19:30"]
    assert booked.old_booking_id == old
    assert await house.stage.request(reservation_id) == Request(status="confirmed", reason="", stop="")
    assert len(await house.resy.calls("/3/book")) == 3


async def test_without_being_asked_to_nothing_is_given_up(house: House) -> None:
    await book_by_hand(house, "18:00")
    await house.file()
    house.watch()
    await house.resy.free("19:30")
    (refused,) = await house.tried()
    assert (refused.state, refused.reason, refused.old_booking_id) == ("refused", "conflict", "")
    assert await times_held(house) == ["18:00"]


async def test_our_own_earlier_table_is_replaced_and_its_request_says_so(house: House) -> None:
    account_id = await house.account("diner1")
    first = await house.file(1, account_id=account_id, diner="user:1", start=at("18:00"), end=at("18:30"))
    house.watch()
    await house.resy.free("18:30")
    early = await wait_for(house, first)
    second = await house.file(2, account_id=account_id, diner="user:1", start=at("19:00"), override=True)
    await house.resy.free("20:00")
    late = await wait_for(house, second)
    assert await times_held(house) == ["20:00"]
    assert late.old_booking_id == early.platform_reservation_id
    assert await house.stage.request(first) == Request(status="canceled", reason="replaced", stop="")
    assert (await house.stage.request(second)).status == "confirmed"
    assert ("replaced", "replaced") in await house.stage.timeline(first)


async def test_an_earlier_table_that_was_not_in_the_way_is_cancelled_afterwards(house: House) -> None:
    account_id = await house.account("diner1")
    first = await house.file(1, account_id=account_id, diner="user:1", start=at("16:00"), end=at("17:00"))
    house.watch()
    await house.resy.free("16:30")
    await wait_for(house, first)
    second = await house.file(2, account_id=account_id, diner="user:1", start=at("19:30"), override=True)
    await house.resy.fault("503-html", "/3/cancel")
    await house.resy.free("20:00")
    booked = await wait_for(house, second)
    await only_held(house, "20:00")
    assert len(await house.resy.calls("/3/cancel")) == 2
    await house.told(second, ("given_up", ""))

    async def confirmed() -> bool:
        return (await wait_for(house, second)).old_booking_gone

    await house.eventually(confirmed)
    assert booked.old_booking_id
    assert (await house.stage.request(first)).reason == "replaced"


async def test_a_stop_that_comes_before_the_old_table_is_given_up_keeps_it(house: House) -> None:
    await book_by_hand(house, "18:00")
    reservation_id = await house.file(override=True)
    pause = partial(house.stage.change, reservation_id, stop="pause")
    house.run(house.watcher(store=Meanwhile(house.stage.store, "mark_old_booking", pause)))
    await house.resy.free("19:30")
    (lost,) = await house.tried()
    assert (lost.state, lost.reason, lost.old_booking_id) == ("lost", "claim_lapsed", "")
    assert await times_held(house) == ["18:00"]
    assert (await house.stage.request(reservation_id)).status == "paused"


ON_THE_WAY: list[Moment] = [
    ("before", "mark_old_booking"),
    ("after", "mark_old_booking"),
    ("before", "record"),
    ("after", "record"),
]


@pytest.mark.parametrize("end", ON_THE_WAY, ids=" ".join)
async def test_death_at_any_point_of_a_swap_leaves_one_table(house: House, end: Moment) -> None:
    await book_by_hand(house, "18:00")
    reservation_id = await house.file(override=True)
    life = Life(end)
    house.watch(life=life)
    await house.resy.free("19:30")
    await life.stopped.wait()
    (left,) = await house.stage.tried()
    swapped = await times_held(house) == ["19:30"]
    assert swapped or await times_held(house) == ["18:00"]

    house.watch()
    if not swapped:
        await house.grow_old(left)
    await only_held(house, "19:30")
    await wait_for(house, reservation_id)
    assert await house.stage.request(reservation_id) == Request(status="confirmed", reason="", stop="")
    ends = [(one.attempt_id, one.state, one.reason) for one in await house.stage.tried()]
    assert await house.stage.outcomes() == ends


async def test_a_swap_whose_answer_is_lost_is_found_on_the_list(house: House) -> None:
    old = await book_by_hand(house, "18:00")
    await house.file(override=True)
    house.watch()
    await house.resy.fault("cut-after-commit", "/3/book", times=1, rate=1)
    # The first call is the one that is cut: a conflict whose answer is lost books nothing and is settled as such.
    await house.resy.free("19:30")
    (unknown,) = await house.tried(1, "unknown")
    await house.grow_old(unknown)
    booked = (await house.tried(2))[-1]
    assert (booked.state, booked.old_booking_id) == ("booked", old)
    assert await times_held(house) == ["19:30"]
