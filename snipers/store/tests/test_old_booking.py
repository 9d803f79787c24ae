"""Which reservation may be given up for another, and which cancellations are owed; on both stores."""

import pytest

from snipers.store.base import AlreadyAdopted
from snipers.store.tests.overriding import DINER, NEW, OLD, attempt, better, booked, overriding
from snipers.store.tests.scene import Scene
from snipers.tests.stage import DAY

# what may be given up


async def test_a_table_booked_by_hand_may_be_given_up_and_is_owed_afterwards(scene: Scene) -> None:
    claim = await scene.must_claim(await better(scene))
    assert await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id="700")
    assert await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id="700")
    assert not await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id="699")
    await scene.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    (pending,) = await scene.store.pending_cancellations(venue_id=scene.venue_id)
    assert (pending.platform_reservation_id, pending.platform_venue_id) == ("700", None)


async def test_only_the_table_that_the_claim_replaces_may_be_given_up(scene: Scene) -> None:
    _, _, claim = await overriding(scene)
    assert not await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id="700")
    assert await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)


async def test_the_table_of_another_meal_is_not_given_up(scene: Scene) -> None:
    await booked(scene)
    claim = await scene.must_claim(await better(scene), slot_key="better", meal="lunch")
    assert not await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)


@pytest.mark.parametrize("stop", ["pause", "delete"])
async def test_nothing_is_given_up_when_a_stop_waits(scene: Scene, stop: str) -> None:
    _, new, claim = await overriding(scene)
    await scene.stage.change(new, stop=stop)
    assert not await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    assert not (await attempt(scene, claim)).old_booking_id


async def test_nothing_is_given_up_after_the_send_deadline(scene: Scene) -> None:
    _, _, claim = await overriding(scene)
    await scene.stage.age(claim.attempt_id, seconds=2.1)
    assert not await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)


@pytest.mark.parametrize("end", ["unknown", "lost"])
async def test_nothing_is_given_up_for_an_attempt_that_is_not_claimed_any_more(scene: Scene, end: str) -> None:
    _, _, claim = await overriding(scene)
    await scene.store.record(attempt_id=claim.attempt_id, state=end)  # type: ignore[arg-type] # the table's strings
    assert not await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)


async def test_what_was_never_given_up_cannot_be_confirmed_as_gone(scene: Scene) -> None:
    claim = await scene.must_claim(await scene.file())
    await scene.store.confirm_old_booking_gone(attempt_id=claim.attempt_id)
    assert not (await attempt(scene, claim)).old_booking_gone


# what is owed


async def test_nothing_is_owed_to_an_account_that_was_disconnected(scene: Scene) -> None:
    _, _, claim = await overriding(scene)
    await scene.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    await scene.stage.change_account(scene.account_id, status="needs_reconnect")
    assert [one.account_usable for one in await scene.store.pending_cancellations(venue_id=scene.venue_id)] == [False]
    await scene.stage.change_account(scene.account_id, status="disconnected")
    assert await scene.store.pending_cancellations(venue_id=scene.venue_id) == []
    assert await scene.store.desired() == []


async def test_a_table_that_another_attempt_holds_is_never_owed(scene: Scene) -> None:
    claim = await scene.must_claim(await better(scene))
    await scene.store.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    await scene.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    other = await scene.must_claim(await scene.file(3), slot_key="another")
    await scene.store.record(attempt_id=other.attempt_id, state="booked", platform_reservation_id=OLD)
    assert await scene.store.pending_cancellations(venue_id=scene.venue_id) == []


async def test_a_new_booking_cannot_take_the_id_of_a_third_attempt(scene: Scene) -> None:
    await booked(scene)
    other = await scene.must_claim(await scene.file(5), slot_key="another")
    await scene.store.record(attempt_id=other.attempt_id, state="booked", platform_reservation_id="799")
    claim = await scene.must_claim(await better(scene), slot_key="better")
    with pytest.raises(AlreadyAdopted):
        await scene.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id="799")
    assert [one.state for one in await scene.stage.tried()] == ["booked", "booked", "claimed"]


async def test_the_day_after_its_date_nothing_is_owed(scene: Scene) -> None:
    past = DAY.replace(year=2025)
    old = await scene.must_claim(await scene.file(1, diner=DINER, day=past), date=past)
    await scene.store.record(attempt_id=old.attempt_id, state="booked", platform_reservation_id=OLD)
    claim = await scene.must_claim(await better(scene, day=past), slot_key="better", date=past)
    await scene.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    assert await scene.store.pending_cancellations(venue_id=scene.venue_id) == []
