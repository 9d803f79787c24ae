"""How an attempt ends and what hangs on it, on both stores."""

from datetime import time, timedelta

import pytest

from snipers.store.base import AlreadyAdopted
from snipers.store.tests.scene import Scene
from snipers.tests.stage import DAY, Request


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
    assert await scene.stage.timeline(first) == [("booked", "")]
    assert await scene.stage.timeline(sibling) == [("canceled", "booked_elsewhere")]
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
async def test_closing_the_attempt_carries_out_a_waiting_stop(
    scene: Scene, stop: str, end: str, expected: Request
) -> None:
    reservation_id = await scene.file()
    claim = await scene.must_claim(reservation_id)
    await scene.stage.change(reservation_id, stop=stop)
    await scene.store.record(attempt_id=claim.attempt_id, state=end)  # type: ignore[arg-type] # as above
    assert await scene.stage.request(reservation_id) == expected


async def test_two_attempts_cannot_hold_one_platform_reservation(scene: Scene) -> None:
    first = await scene.must_claim(await scene.file(1))
    second = await scene.must_claim(await scene.file(2), slot_key="another", time=time(20))
    await scene.store.record(attempt_id=first.attempt_id, state="booked", platform_reservation_id="741")
    with pytest.raises(AlreadyAdopted):
        await scene.store.record(attempt_id=second.attempt_id, state="booked", platform_reservation_id="741")
    assert [tried.state for tried in await scene.stage.tried()] == ["booked", "claimed"]
