"""A watcher dies or falls asleep at every point of a booking (promises.md 2); the next one on the same store goes on.

However it went: one table at the platform, one attempt that holds it, one outcome for each attempt that ended.
"""

import pytest

from snipers.tests.mortal import Life, Moment
from snipers.tests.stage import Request
from snipers.tests.watching import House

BEFORE_SENDING: list[Moment] = [
    ("before", "claim"),
    ("after", "claim"),
    ("after", "details"),
    ("before", "book"),
]
AFTER_SENDING: list[Moment] = [
    ("after", "book"),
    ("before", "record"),
    ("after", "record"),
]


@pytest.mark.parametrize("end", [*BEFORE_SENDING, *AFTER_SENDING], ids=" ".join)
async def test_death_at_any_point_leaves_one_booking_and_one_outcome(house: House, end: Moment) -> None:
    reservation_id = await house.file()
    life = Life(end)
    house.watch(life=life)
    await house.resy.free("19:30")
    await life.stopped.wait()
    left = [] if end == ("before", "claim") else await house.tried(1, "claimed", "booked")
    sent = len(await house.resy.calls("/3/book"))

    house.watch()
    if left and not sent:
        await house.called("/3/user/reservations", times=1)
        assert [one.state for one in await house.stage.tried()] == ["claimed"]
        await house.grow_old(left[0])
    (booked,) = await house.tried(1, "booked")

    (booking,) = await house.resy.held()
    assert booked.platform_reservation_id == str(booking["reservation_id"])
    assert len(await house.resy.calls("/3/book")) == 1
    assert await house.stage.request(reservation_id) == Request(status="confirmed", reason="", stop="")
    ends = [(one.attempt_id, one.state, one.reason) for one in await house.stage.tried()]
    assert await house.stage.outcomes() == ends
    assert [(state, reason) for _, state, reason in ends[:-1]] == [("lost", "not_confirmed")] * (len(ends) - 1)


async def test_a_snipe_paused_after_the_watcher_died_is_paused_when_the_attempt_is_settled(house: House) -> None:
    reservation_id = await house.file()
    life = Life(("after", "claim"))
    house.watch(life=life)
    await house.resy.free("19:30")
    await life.stopped.wait()
    await house.stage.change(reservation_id, stop="pause")

    house.watch()
    (left,) = await house.stage.tried()
    await house.grow_old(left)
    (lost,) = await house.tried()
    assert (lost.state, lost.reason) == ("lost", "not_confirmed")
    assert await house.stage.request(reservation_id) == Request(status="paused", reason="", stop="")
    assert await house.resy.held() == []


@pytest.mark.parametrize("asleep_at", [("after", "claim"), ("after", "details")], ids=" ".join)
async def test_a_watcher_that_wakes_after_its_deadline_does_not_send(house: House, asleep_at: Moment) -> None:
    await house.file()
    life = Life(asleep_at)
    house.watch(life=life)
    await house.resy.free("19:30")
    await life.stopped.wait()
    await house.tried(1, "claimed")

    house.watch()
    await house.called("/3/user/reservations", times=1)
    life.wake(after_seconds=60)
    lapsed, booked = await house.tried(2)
    assert (lapsed.state, lapsed.reason) == ("lost", "claim_lapsed")
    assert (booked.state, booked.owner != lapsed.owner) == ("booked", True)
    assert len(await house.resy.calls("/3/book")) == 1
    assert len(await house.resy.held()) == 1


async def test_a_watcher_that_slept_through_its_answer_finds_it_told(house: House) -> None:
    reservation_id = await house.file()
    life = Life(("before", "record"))
    sleeper = house.watch(life=life)
    await house.resy.free("19:30")
    await life.stopped.wait()

    house.watch()
    (booked,) = await house.tried(1, "booked")
    life.wake(after_seconds=60)
    sleeper.nudge()
    await house.until(lambda: sleeper.retired)
    assert await house.stage.outcomes() == [(booked.attempt_id, "booked", "")]
    assert [line for line in await house.stage.timeline(reservation_id) if line[0] == "booked"] == [("booked", "")]


async def test_two_watchers_of_one_venue_book_one_table_once(house: House) -> None:
    for number in range(4):
        await house.file(number)
    first, second = house.watch(), house.watch()
    await house.resy.free("19:30")
    await house.tried(1, "booked")
    await house.until(lambda: first.retired or second.retired)
    assert len(await house.resy.held()) == 1
    assert len(await house.resy.calls("/3/book")) == 1


async def test_a_table_of_an_account_that_was_disconnected_meanwhile_is_found_all_the_same(house: House) -> None:
    account_id = await house.account()
    reservation_id = await house.file(account_id=account_id)
    life = Life(("before", "record"))
    house.watch(life=life)
    await house.resy.free("19:30")
    await life.stopped.wait()
    # As the web tower does: the account goes, its request is marked, the token stays while a call is open.
    await house.stage.change_account(account_id, status="disconnected")
    await house.stage.change(reservation_id, stop="pause")

    house.watch()
    (booked,) = await house.tried()
    (booking,) = await house.resy.held()
    assert (booked.state, booked.platform_reservation_id) == ("booked", str(booking["reservation_id"]))
    assert await house.stage.request(reservation_id) == Request(status="confirmed", reason="", stop="")
