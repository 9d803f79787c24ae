"""The promises of the store, said of the twin and of PostgreSQL alike."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest

from snipers.store.base import AlreadyAdopted, Claim, Line, Target, VenueState, WishState
from snipers.tests.stage import DAY, Filed, Request, Stage

SEEN_AT = datetime(2026, 11, 20, 12, tzinfo=UTC)


class Scene:
    """One venue, one account, and a watcher that holds the watch."""

    def __init__(self, stage: Stage, venue_id: int, account_id: int, epoch: int) -> None:
        self.stage = stage
        self.store = stage.store
        self.venue_id = venue_id
        self.account_id = account_id
        self.epoch = epoch

    def filed(self, number: int, **wanted: object) -> Filed:
        return replace(
            Filed(number=number, venue_id=self.venue_id, account_id=self.account_id),
            **wanted,  # type: ignore[arg-type] # a test's shorthand
        )

    async def file(self, number: int = 1, **wanted: object) -> int:
        return await self.stage.file(self.filed(number, **wanted))

    def target(self, reservation_id: int, **other: object) -> Target:
        target = Target(
            reservation_id=reservation_id,
            slot_key="table",
            date=DAY,
            time=time(19, 30),
            seating="Dining Room",
            party_size=2,
            meal="dinner",
            seen_at=SEEN_AT,
        )
        return replace(target, **other)  # type: ignore[arg-type] # as above

    async def claim(self, reservation_id: int, **other: object) -> Claim | None:
        return await self.store.claim(target=self.target(reservation_id, **other), owner="one", epoch=self.epoch)

    async def must_claim(self, reservation_id: int, **other: object) -> Claim:
        claim = await self.claim(reservation_id, **other)
        assert claim is not None
        return claim


@pytest.fixture
async def scene(stage: Stage) -> Scene:
    venue_id = await stage.venue(platform_venue_id=1202)
    account_id = await stage.account(known=frozenset({"700"}))
    epoch = await stage.store.take_watch(venue_id=venue_id, owner="one", pid=1, node="here")
    return Scene(stage, venue_id, account_id, epoch)


# the watch


async def test_the_second_watcher_ends_the_first_one_s_watch(scene: Scene) -> None:
    second = await scene.store.take_watch(venue_id=scene.venue_id, owner="two", pid=2, node="there")
    assert second == scene.epoch + 1
    assert not await scene.store.still_watching(venue_id=scene.venue_id, epoch=scene.epoch)
    assert await scene.store.still_watching(venue_id=scene.venue_id, epoch=second)


async def test_the_roster_of_an_unknown_venue_is_none(scene: Scene) -> None:
    assert await scene.store.roster(venue_id=999_999) is None


async def test_the_roster_holds_active_wishes_oldest_first_with_rank_and_account(scene: Scene) -> None:
    later = await scene.file(5, rank=0)
    first = await scene.file(2, rank=1)
    for stopped in ({"status": "paused"}, {"stop": "pause"}, {"status": "canceled"}):
        await scene.stage.change(await scene.file(9), **stopped)
    await scene.file(8, ends_at=datetime(2026, 1, 1, tzinfo=UTC))
    roster = await scene.store.roster(venue_id=scene.venue_id)
    assert roster is not None
    assert [wish.reservation_id for wish in roster.wishes] == [first, later]
    assert [wish.rank for wish in roster.wishes] == [1, 0]
    account = roster.wishes[0].account
    assert (account.known, account.usable, account.baseline_read) == (frozenset({"700"}), True, False)
    assert roster.platform_venue_id == 1202


async def test_a_wish_whose_account_needs_a_reconnect_stays_on_the_roster_as_unusable(scene: Scene) -> None:
    await scene.file()
    assert await scene.store.flag_account(account_id=scene.account_id, reason="needs_reconnect")
    assert not await scene.store.flag_account(account_id=scene.account_id, reason="needs_reconnect")
    roster = await scene.store.roster(venue_id=scene.venue_id)
    assert roster is not None
    assert [wish.account.usable for wish in roster.wishes] == [False]
    await scene.stage.change_account(scene.account_id, status="disconnected")
    roster = await scene.store.roster(venue_id=scene.venue_id)
    assert roster is not None
    assert not roster.wishes


# claims


async def test_a_claim_returns_what_the_account_held_before(scene: Scene) -> None:
    claim = await scene.must_claim(await scene.file())
    assert claim.known_before == frozenset({"700"})
    assert [tried.state for tried in await scene.stage.tried()] == ["claimed"]


STOPPED = [{"status": "paused"}, {"stop": "pause"}, {"stop": "delete"}, {"status": "canceled"}]


@pytest.mark.parametrize("change", STOPPED)
async def test_a_stopped_request_cannot_be_claimed(scene: Scene, change: dict[str, str]) -> None:
    reservation_id = await scene.file()
    await scene.stage.change(reservation_id, **change)
    assert await scene.claim(reservation_id) is None


async def test_a_request_that_is_over_cannot_be_claimed(scene: Scene) -> None:
    assert await scene.claim(await scene.file(ends_at=datetime(2026, 1, 1, tzinfo=UTC))) is None


@pytest.mark.parametrize(
    "other",
    [
        {"date": DAY + timedelta(days=1)},
        {"party_size": 3},
        {"time": time(18, 29)},
        {"time": time(20, 31)},
        {"seating": "Bar"},
    ],
)
async def test_only_what_was_asked_for_can_be_claimed(scene: Scene, other: dict[str, object]) -> None:
    assert await scene.claim(await scene.file(seating="dining room"), **other) is None


@pytest.mark.parametrize("at", [time(18, 30), time(20, 30)])
async def test_both_ends_of_the_window_can_be_claimed(scene: Scene, at: time) -> None:
    assert await scene.claim(await scene.file(), time=at)


async def test_an_older_watch_cannot_claim(scene: Scene) -> None:
    reservation_id = await scene.file()
    await scene.store.take_watch(venue_id=scene.venue_id, owner="two", pid=2, node="there")
    assert await scene.claim(reservation_id) is None


@pytest.mark.parametrize("status", ["needs_reconnect", "disconnected"])
async def test_an_account_that_is_not_connected_cannot_claim(scene: Scene, status: str) -> None:
    reservation_id = await scene.file()
    await scene.stage.change_account(scene.account_id, status=status)
    assert await scene.claim(reservation_id) is None


async def test_a_venue_that_opted_out_cannot_be_claimed(scene: Scene) -> None:
    reservation_id = await scene.file()
    await scene.stage.opt_out(scene.venue_id)
    assert await scene.claim(reservation_id) is None


async def test_a_request_has_one_live_attempt(scene: Scene) -> None:
    reservation_id = await scene.file()
    await scene.must_claim(reservation_id)
    assert await scene.claim(reservation_id, slot_key="another") is None


async def test_a_group_gets_one_table_for_each_date(scene: Scene) -> None:
    elsewhere = await scene.stage.venue(platform_venue_id=1203)
    await scene.store.take_watch(venue_id=elsewhere, owner="one", pid=1, node="here")
    first = await scene.file(1, group=50, diner="user:1")
    second = await scene.file(2, group=50, diner="user:1", venue_id=elsewhere)
    await scene.must_claim(first)
    assert await scene.claim(second, slot_key="elsewhere", meal="lunch") is None


async def test_a_diner_gets_one_table_for_each_meal(scene: Scene) -> None:
    first, second = await scene.file(1, diner="user:1"), await scene.file(2, diner="user:1")
    await scene.must_claim(first)
    assert await scene.claim(second, slot_key="another") is None
    assert await scene.claim(second, slot_key="another", meal="lunch")


async def test_one_call_at_a_time_for_a_table(scene: Scene) -> None:
    first, second = await scene.file(1), await scene.file(2)
    claim = await scene.must_claim(first)
    assert await scene.claim(second) is None
    await scene.store.record(attempt_id=claim.attempt_id, state="lost", reason="taken")
    assert await scene.claim(second)


@pytest.mark.parametrize(("end", "free"), [("lost", True), ("refused", True), ("unknown", False), ("booked", False)])
async def test_only_a_lost_or_refused_attempt_leaves_its_request_free(scene: Scene, end: str, free: bool) -> None:
    reservation_id = await scene.file()
    claim = await scene.must_claim(reservation_id)
    await scene.store.record(attempt_id=claim.attempt_id, state=end)  # type: ignore[arg-type] # the table's strings
    assert (await scene.claim(reservation_id, slot_key="another") is not None) is free


async def test_twenty_claims_at_once_for_one_table_give_one(scene: Scene) -> None:
    wishes = [await scene.file(number) for number in range(20)]
    claims = await asyncio.gather(*(scene.claim(wish) for wish in wishes))
    assert sum(claim is not None for claim in claims) == 1


# outcomes


async def test_a_booking_confirms_cancels_the_siblings_and_is_told_once(scene: Scene) -> None:
    elsewhere = await scene.stage.venue(platform_venue_id=1203)
    first = await scene.file(1, group=50)
    sibling = await scene.file(2, group=50, venue_id=elsewhere)
    another_day = await scene.file(3, group=50, venue_id=elsewhere, day=DAY + timedelta(days=1))
    claim = await scene.must_claim(first)
    booked = [
        await scene.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id="741", checks=4)
        for _ in range(2)
    ]
    assert booked == [True, False]
    assert await scene.stage.request(first) == Request(status="confirmed", reason="", stop="")
    assert await scene.stage.request(sibling) == Request(status="canceled", reason="booked_elsewhere", stop="")
    assert (await scene.stage.request(another_day)).status == "active"
    assert await scene.stage.outcomes() == [(claim.attempt_id, "booked", "")]
    assert await scene.stage.lines(first) == [("booked", "")]
    assert await scene.stage.lines(sibling) == [("canceled", "booked_elsewhere")]
    assert (await scene.stage.account_status(scene.account_id))[1] == frozenset({"700", "741"})


async def test_an_unknown_outcome_is_not_told_until_it_is_known(scene: Scene) -> None:
    reservation_id = await scene.file()
    claim = await scene.must_claim(reservation_id)
    assert await scene.store.record(attempt_id=claim.attempt_id, state="unknown")
    assert not await scene.store.record(attempt_id=claim.attempt_id, state="unknown")
    assert await scene.stage.outcomes() == []
    assert await scene.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id="741")
    assert await scene.stage.outcomes() == [(claim.attempt_id, "booked", "")]
    assert (await scene.stage.request(reservation_id)).status == "confirmed"


async def test_what_is_final_stays(scene: Scene) -> None:
    claim = await scene.must_claim(await scene.file())
    await scene.store.record(attempt_id=claim.attempt_id, state="lost", reason="taken")
    assert not await scene.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id="741")
    assert not await scene.store.record(attempt_id=claim.attempt_id, state="unknown")
    assert await scene.stage.outcomes() == [(claim.attempt_id, "lost", "taken")]


@pytest.mark.parametrize(
    ("stop", "end", "expected"),
    [
        ("pause", "lost", Request(status="paused", reason="", stop="")),
        ("delete", "refused", Request(status="canceled", reason="canceled_by_you", stop="")),
        ("pause", "booked", Request(status="confirmed", reason="", stop="")),
        ("delete", "unknown", Request(status="active", reason="", stop="delete")),
    ],
)
async def test_whoever_closes_the_attempt_carries_out_a_waiting_stop(
    scene: Scene, stop: str, end: str, expected: Request
) -> None:
    reservation_id = await scene.file()
    claim = await scene.must_claim(reservation_id)
    await scene.stage.change(reservation_id, stop=stop)
    await scene.store.record(attempt_id=claim.attempt_id, state=end)  # type: ignore[arg-type] # as above
    assert await scene.stage.request(reservation_id) == expected


async def test_two_attempts_cannot_hold_one_platform_reservation(scene: Scene) -> None:
    first = await scene.must_claim(await scene.file(1))
    second = await scene.must_claim(await scene.file(2), slot_key="another")
    await scene.store.record(attempt_id=first.attempt_id, state="booked", platform_reservation_id="741")
    with pytest.raises(AlreadyAdopted):
        await scene.store.record(attempt_id=second.attempt_id, state="booked", platform_reservation_id="741")
    assert [tried.state for tried in await scene.stage.tried()] == ["booked", "claimed"]


# settling


async def test_open_attempts_know_every_reservation_that_is_not_theirs(scene: Scene) -> None:
    first = await scene.must_claim(await scene.file(1))
    second = await scene.must_claim(await scene.file(2), slot_key="another")
    await scene.store.remember_known(attempt_id=second.attempt_id, account_id=scene.account_id, ids=frozenset({"702"}))
    await scene.store.record(attempt_id=first.attempt_id, state="booked", platform_reservation_id="741")
    (attempt,) = await scene.store.open_attempts(venue_id=scene.venue_id)
    assert attempt.attempt_id == second.attempt_id
    assert attempt.known_before == frozenset({"700", "702", "741"})
    assert (attempt.date, attempt.time, attempt.party_size, attempt.state) == (DAY, time(19, 30), 2, "claimed")
    assert (attempt.grace_until - attempt.claimed_at).total_seconds() == 13
    assert attempt.claimed_at <= attempt.read_at
    assert (await scene.stage.account_status(scene.account_id))[1] >= {"700", "702"}


async def test_the_first_absence_is_remembered_and_later_ones_are_not(scene: Scene) -> None:
    claim = await scene.must_claim(await scene.file())
    first = await scene.store.note_absent(attempt_id=claim.attempt_id)
    await asyncio.sleep(0.01)
    assert await scene.store.note_absent(attempt_id=claim.attempt_id) == first
    await scene.store.record(attempt_id=claim.attempt_id, state="lost")
    with pytest.raises(LookupError):
        await scene.store.note_absent(attempt_id=claim.attempt_id)


async def test_a_baseline_only_grows_and_marks_the_account_as_read(scene: Scene) -> None:
    await scene.file()
    await scene.store.save_baseline(account_id=scene.account_id, ids=frozenset())
    await scene.store.save_baseline(account_id=scene.account_id, ids=frozenset({"701"}))
    roster = await scene.store.roster(venue_id=scene.venue_id)
    assert roster is not None
    assert roster.wishes[0].account.known == frozenset({"700", "701"})
    assert roster.wishes[0].account.baseline_read


# what is written by the way


async def test_lines_of_requests_that_are_gone_are_dropped(scene: Scene) -> None:
    reservation_id = await scene.file()
    lines = [Line(reservation_id=one, at=SEEN_AT, kind="seen", time=time(19)) for one in (reservation_id, 999_999)]
    await scene.store.write_lines(lines=lines)
    await scene.store.write_lines(lines=[])
    assert await scene.stage.lines(reservation_id) == [("seen", "")]


async def test_checks_never_go_back_and_a_late_watcher_writes_no_state(scene: Scene) -> None:
    reservation_id = await scene.file()
    state = WishState(
        reservation_id=reservation_id,
        state="watching",
        checks=7,
        last_check_at=SEEN_AT,
        next_check_at=SEEN_AT,
        interval_ms=1000,
    )
    venue = VenueState(venue_id=scene.venue_id, epoch=scene.epoch - 1, state="watching", polls=9, last_poll_at=SEEN_AT)
    await scene.store.write_states(wishes=[state, replace(state, reservation_id=999_999)], venues=[venue])
    await scene.store.write_states(wishes=[replace(state, checks=3)], venues=[])
    roster = await scene.store.roster(venue_id=scene.venue_id)
    assert roster is not None
    assert roster.wishes[0].checks == 7


async def test_a_venue_is_desired_while_somebody_waits_or_an_attempt_is_open(scene: Scene) -> None:
    assert await scene.store.desired() == []
    first = await scene.file(1)
    await scene.file(2)
    third = await scene.file(3, party_size=4)
    (wanted,) = await scene.store.desired()
    assert (wanted.venue_id, wanted.keys, wanted.wishes, wanted.open_attempts) == (scene.venue_id, 2, 3, 0)
    await scene.must_claim(first)
    for reservation_id in (first, third):
        await scene.stage.change(reservation_id, status="paused")
    await scene.stage.change_account(scene.account_id, status="needs_reconnect")
    (wanted,) = await scene.store.desired()
    assert (wanted.keys, wanted.wishes, wanted.open_attempts) == (0, 0, 1)


async def test_a_recorded_stop_wakes_the_listener(scene: Scene) -> None:
    reservation_id = await scene.file()
    claim = await scene.must_claim(reservation_id)
    await scene.stage.change(reservation_id, stop="pause")
    wakes = scene.store.wakes()
    assert await anext(wakes) is None
    await scene.store.record(attempt_id=claim.attempt_id, state="lost", reason="taken")
    async with asyncio.timeout(10):
        assert await anext(wakes) == scene.venue_id
