"""A table in the place of the diner's earlier one: what is claimed, given up, owed and told; on both stores."""

import asyncio
from datetime import UTC, datetime, time, timedelta

import pytest

from snipers.store.tests.overriding import DINER, NEW, OLD, attempt, better, booked, overriding
from snipers.store.tests.scene import Scene
from snipers.tests.stage import Request


async def test_a_claim_with_override_names_the_table_that_it_replaces(scene: Scene) -> None:
    _, _, claim = await overriding(scene)
    assert claim.replaces == OLD
    assert OLD in claim.known_before


async def test_without_an_earlier_table_there_is_nothing_to_replace(scene: Scene) -> None:
    claim = await scene.must_claim(await better(scene))
    assert claim.replaces is None


async def test_without_override_the_earlier_table_bars_the_meal(scene: Scene) -> None:
    await booked(scene)
    assert await scene.claim(await better(scene, override=False), slot_key="better") is None


async def test_another_account_of_the_diner_cannot_give_the_table_up(scene: Scene) -> None:
    await booked(scene)
    elsewhere = await scene.stage.account()
    assert await scene.claim(await better(scene, account_id=elsewhere), slot_key="better") is None


async def test_another_meal_stands_beside_the_table_and_replaces_nothing(scene: Scene) -> None:
    await booked(scene)
    claim = await scene.must_claim(await better(scene), slot_key="better", meal="lunch")
    assert claim.replaces is None


async def test_an_open_attempt_is_not_replaced(scene: Scene) -> None:
    await scene.must_claim(await scene.file(1, diner=DINER))
    assert await scene.claim(await better(scene), slot_key="better") is None


async def test_a_meal_has_one_override_at_a_time(scene: Scene) -> None:
    await overriding(scene)
    assert await scene.claim(await better(scene, 3), slot_key="best") is None


async def test_twenty_overrides_at_once_for_one_table_give_one(scene: Scene) -> None:
    await booked(scene)
    snipes = [await better(scene, number) for number in range(2, 22)]
    claims = await asyncio.gather(*(scene.claim(snipe, slot_key=f"table {snipe}") for snipe in snipes))
    assert sum(claim is not None for claim in claims) == 1


async def test_claims_that_meet_the_end_of_an_override_never_make_a_third_table(scene: Scene) -> None:
    _, new, claim = await overriding(scene)
    snipes = [await better(scene, number) for number in range(3, 13)]
    recording = asyncio.create_task(
        scene.store.record(
            attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW, old_booking_gone=True
        )
    )
    claims = await asyncio.gather(*(scene.claim(snipe, slot_key=f"table {snipe}") for snipe in snipes))
    assert await recording
    won = [one for one in claims if one is not None]
    assert len(won) <= 1
    assert {one.replaces for one in won} <= {NEW}
    assert (await scene.stage.request(new)).status == "confirmed"


async def test_a_better_table_takes_the_place_of_the_old_one(scene: Scene) -> None:
    old, new, claim = await overriding(scene)
    assert await scene.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    assert await scene.stage.request(old) == Request(status="canceled", reason="replaced", stop="")
    assert (await scene.stage.request(new)).status == "confirmed"
    first, second = await scene.stage.tried()
    assert (first.state, first.replacement_notified) == ("replaced", False)
    assert (second.state, second.replaces, second.old_booking_id, second.old_booking_gone) == (
        "booked",
        None,
        OLD,
        False,
    )
    assert await scene.stage.timeline(old) == [("booked", ""), ("replaced", "replaced")]
    assert [kind for _, kind, _ in await scene.stage.outcomes()] == ["booked", "booked"]
    assert not await scene.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)


async def test_the_cancellation_of_the_old_table_is_owed_until_it_is_confirmed(scene: Scene) -> None:
    _, new, claim = await overriding(scene)
    assert await scene.store.pending_cancellations(venue_id=scene.venue_id) == []
    await scene.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    (pending,) = await scene.store.pending_cancellations(venue_id=scene.venue_id)
    assert (pending.attempt_id, pending.reservation_id, pending.account_id) == (claim.attempt_id, new, scene.account_id)
    assert (pending.platform_reservation_id, pending.platform_venue_id, pending.account_usable) == (OLD, 1202, True)
    assert [venue.open_attempts for venue in await scene.store.desired()] == [1]
    for _ in range(2):
        await scene.store.confirm_old_booking_gone(attempt_id=claim.attempt_id)
        assert await scene.store.pending_cancellations(venue_id=scene.venue_id) == []
    assert await scene.store.desired() == []


async def test_nothing_is_owed_when_the_platform_swapped(scene: Scene) -> None:
    _, _, claim = await overriding(scene)
    await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    await scene.store.record(
        attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW, old_booking_gone=True
    )
    assert await scene.store.pending_cancellations(venue_id=scene.venue_id) == []
    assert (await attempt(scene, claim)).old_booking_gone


async def test_a_platform_that_modifies_goes_on_under_the_old_id(scene: Scene) -> None:
    old, new, claim = await overriding(scene)
    await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    assert await scene.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=OLD)
    assert await scene.store.pending_cancellations(venue_id=scene.venue_id) == []
    assert [(await scene.stage.request(one)).status for one in (old, new)] == ["canceled", "confirmed"]
    assert {one.state: one.platform_reservation_id for one in await scene.stage.tried()} == {
        "replaced": OLD,
        "booked": OLD,
    }


async def test_the_old_id_may_be_adopted_only_as_the_modified_table(scene: Scene) -> None:
    await booked(scene)
    same_time = await scene.must_claim(await better(scene), slot_key="better", time=time(19))
    await scene.store.mark_old_booking(attempt_id=same_time.attempt_id, platform_reservation_id=OLD)
    (before,) = await scene.store.open_attempts(venue_id=scene.venue_id)
    assert OLD in before.known_before
    await scene.store.record(attempt_id=same_time.attempt_id, state="lost", reason="taken")
    other_time = await scene.must_claim(await better(scene, 3), slot_key="better", time=time(20))
    (untouched,) = await scene.store.open_attempts(venue_id=scene.venue_id)
    assert OLD in untouched.known_before
    await scene.store.mark_old_booking(attempt_id=other_time.attempt_id, platform_reservation_id=OLD)
    (modified,) = await scene.store.open_attempts(venue_id=scene.venue_id)
    assert OLD not in modified.known_before
    assert (modified.old_booking_id, modified.old_booking_gone, modified.override) == (OLD, False, True)


async def test_a_chain_of_overrides_replaces_each_table_once(scene: Scene) -> None:
    _, _, claim = await overriding(scene)
    await scene.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    third = await better(scene, 3)
    assert await scene.claim(third, slot_key="best") is None, "the first table is still owed"
    await scene.store.confirm_old_booking_gone(attempt_id=claim.attempt_id)
    best = await scene.must_claim(third, slot_key="best")
    assert best.replaces == NEW
    await scene.store.record(attempt_id=best.attempt_id, state="booked", platform_reservation_id="763")
    assert [one.state for one in await scene.stage.tried()] == ["replaced", "replaced", "booked"]
    assert [
        one.platform_reservation_id for one in await scene.store.pending_cancellations(venue_id=scene.venue_id)
    ] == [NEW]


async def test_a_table_lost_before_the_old_one_was_given_up_changes_nothing(scene: Scene) -> None:
    old, new, claim = await overriding(scene)
    await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    await scene.store.record(attempt_id=claim.attempt_id, state="lost", reason="taken")
    assert [(await scene.stage.request(one)).status for one in (old, new)] == ["confirmed", "active"]
    assert await scene.store.pending_cancellations(venue_id=scene.venue_id) == []
    assert [one.state for one in await scene.stage.tried()] == ["booked", "lost"]
    assert (await scene.must_claim(new, slot_key="better")).replaces == OLD


@pytest.mark.parametrize("told", ["by the booking", "before"])
@pytest.mark.parametrize("end", ["lost", "refused"])
async def test_when_the_old_table_is_gone_and_the_new_one_lost_both_wait_again(
    scene: Scene, end: str, told: str
) -> None:
    old, new, claim = await overriding(scene)
    await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    if told == "before":
        await scene.store.confirm_old_booking_gone(attempt_id=claim.attempt_id)
    await scene.store.record(
        attempt_id=claim.attempt_id,
        state=end,  # type: ignore[arg-type] # the table's strings
        reason="override_failed",
        old_booking_gone=told == "by the booking",
    )
    assert await scene.stage.request(old) == Request(status="active", reason="override_failed", stop="")
    assert (await scene.stage.request(new)).status == "active"
    assert [(one.state, one.replacement_notified) for one in await scene.stage.tried()] == [
        ("replaced", False),
        (end, True),
    ]
    for reservation_id in (old, new):
        assert (await scene.stage.timeline(reservation_id))[-1] == ("override_failed", "override_failed")
    assert await scene.store.pending_cancellations(venue_id=scene.venue_id) == []
    assert await scene.claim(old, slot_key="again")


async def test_an_old_request_that_is_over_by_then_is_canceled(scene: Scene) -> None:
    old, _, claim = await overriding(scene)
    await scene.stage.end(old, ends_at=datetime.now(UTC) - timedelta(seconds=1))
    await scene.store.record(attempt_id=claim.attempt_id, state="lost", reason="override_failed", old_booking_gone=True)
    assert await scene.stage.request(old) == Request(status="canceled", reason="override_failed", stop="")


async def test_a_waiting_stop_of_the_new_request_is_carried_out_when_the_override_fails(scene: Scene) -> None:
    old, new, claim = await overriding(scene)
    await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    await scene.stage.change(new, stop="delete")
    await scene.store.record(attempt_id=claim.attempt_id, state="lost", reason="override_failed", old_booking_gone=True)
    assert (await scene.stage.request(new)).status == "canceled"
    assert (await scene.stage.request(old)).status == "active"


async def test_an_unknown_override_keeps_both_and_is_settled_later(scene: Scene) -> None:
    old, _, claim = await overriding(scene)
    await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    await scene.store.record(attempt_id=claim.attempt_id, state="unknown", old_booking_gone=True)
    assert (await scene.stage.request(old)).status == "confirmed"
    (settling,) = await scene.store.open_attempts(venue_id=scene.venue_id)
    assert (settling.old_booking_id, settling.old_booking_gone) == (OLD, True)
    await scene.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    assert (await scene.stage.request(old)).reason == "replaced"
    assert await scene.store.pending_cancellations(venue_id=scene.venue_id) == []
