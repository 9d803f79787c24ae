"""Who may try for a table: every condition of the claim, on both stores."""

import asyncio
from datetime import UTC, datetime, time, timedelta

import pytest

from snipers.domain.snipe import Guest
from snipers.store.tests.scene import Scene
from snipers.tests.stage import DAY

ADA = Guest(first_name="Ada", last_name="Lovelace", email="ada@example.org", phone="+12125550101")
GRACE = Guest(first_name="Grace", last_name="Hopper", email="grace@example.org", phone="+12125550102")


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
    assert await scene.claim(second, slot_key="another", time=time(20)) is None
    assert await scene.claim(second, slot_key="another", time=time(20), meal="lunch")


async def test_a_request_that_went_over_to_another_account_cannot_be_claimed_for_a_call_with_the_old_one(
    scene: Scene,
) -> None:
    another = await scene.stage.account(sealed="another")
    reservation_id = await scene.file(account_id=another)
    assert await scene.claim(reservation_id) is None
    assert await scene.claim(reservation_id, account_id=another)


@pytest.mark.parametrize("end", ["claimed", "unknown", "lost"])
async def test_one_account_calls_once_at_a_time_for_what_its_list_could_not_tell_apart(scene: Scene, end: str) -> None:
    ada = await scene.file(1, diner="client:1", guest=ADA)
    grace = await scene.file(2, diner="client:2", guest=GRACE)
    claim = await scene.must_claim(ada)
    if end != "claimed":
        await scene.store.record(attempt_id=claim.attempt_id, state=end)  # type: ignore[arg-type] # the table's strings
    same_hour = await scene.claim(grace, slot_key="in the bar", seating="Bar")
    assert (same_hour is not None) is (end == "lost")


async def test_one_account_may_call_for_two_hours_at_once(scene: Scene) -> None:
    ada = await scene.file(1, diner="client:1", guest=ADA)
    grace = await scene.file(2, diner="client:2", guest=GRACE)
    await scene.must_claim(ada)
    assert await scene.claim(grace, slot_key="later", time=time(20))


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
    snipes = [await scene.file(number) for number in range(20)]
    claims = await asyncio.gather(*(scene.claim(snipe) for snipe in snipes))
    assert sum(claim is not None for claim in claims) == 1


async def test_two_groups_of_one_diner_at_two_platforms_at_once_get_one_table(scene: Scene) -> None:
    elsewhere = await scene.stage.venue(platform_venue_id=9, platform="opentable")
    await scene.store.take_watch(venue_id=elsewhere, owner="one", pid=1, node="here")
    account_id = await scene.stage.account(sealed="there", platform="opentable")
    here = await scene.file(1, diner="user:1")
    there = await scene.file(2, diner="user:1", venue_id=elsewhere, account_id=account_id)
    claims = await asyncio.gather(
        *(scene.claim(here) for _ in range(5)),
        *(scene.claim(there, slot_key="there", account_id=account_id, time=time(20)) for _ in range(5)),
    )
    assert sum(claim is not None for claim in claims) == 1


@pytest.mark.parametrize("first", ["cancel", "release"])
async def test_a_release_and_a_cancel_request_of_one_diner_get_one_table(scene: Scene, first: str) -> None:
    opened = datetime.now(UTC) - timedelta(seconds=1)
    waiting = {
        "cancel": await scene.file(1, diner="user:1"),
        "release": await scene.file(2, diner="user:1", snipe_type="release", release_at=opened),
    }
    await scene.must_claim(waiting.pop(first))
    (other,) = waiting.values()
    assert await scene.claim(other, slot_key="another", time=time(20)) is None


async def test_a_release_that_overrides_names_the_table_that_it_replaces(scene: Scene) -> None:
    opened = datetime.now(UTC) - timedelta(seconds=1)
    earlier = await scene.must_claim(await scene.file(1, diner="user:1"))
    await scene.store.record(attempt_id=earlier.attempt_id, state="booked", platform_reservation_id="741")
    release = await scene.file(2, diner="user:1", snipe_type="release", release_at=opened, override=True)
    claim = await scene.must_claim(release, slot_key="another", time=time(20))
    assert claim.replaces == "741"
