"""Changes of our access and resets reach the breakers: while a controller runs, and across its restart."""

from datetime import UTC, datetime, timedelta

import pytest

from snipers.control.platform_breakers import PlatformBreakers
from snipers.domain.vocabulary import FailureKind, SourceState, SourceStatus
from snipers.store.records import Desired, KeyDemand, VenueState
from snipers.testing.memory_store.store import MemoryStore

START = datetime(2026, 11, 25, 18, 0, tzinfo=UTC)
KEY = KeyDemand(date=START.date(), party_size=2, snipes=1, vip=0, pro=0)
VENUES = [
    Desired(venue_id=one, platform="resy", time_zone="UTC", keys=(KEY,), snipes=1, open_attempts=0) for one in (1, 2)
]


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def refused(venue_id: int, seconds: float) -> VenueState:
    failure = FailureKind.KEY.value
    return VenueState(
        venue_id=venue_id,
        epoch=1,
        state="backing_off",
        polls=1,
        last_poll_at=None,
        failure=failure,
        failed_at=at(seconds),
    )


async def state(
    breakers: PlatformBreakers, changed: dict[str, datetime], now: float, *, resets: dict[str, datetime] | None = None
) -> SourceState:
    reports = [refused(1, 1), refused(2, 1)]
    found = await breakers.update(
        desired=VENUES, reports=reports, access_changed=changed, resets=resets or {}, now=at(now)
    )
    return found["resy"].source


async def test_r4_changed_and_forgotten_access_end_the_stop_and_are_stored() -> None:
    store = MemoryStore()
    breakers = PlatformBreakers(store=store)
    assert (await state(breakers, {}, 1)).reason == "key_stale"
    assert (await state(breakers, {"opentable": at(2)}, 2)).state is SourceStatus.STOPPED
    assert (await state(breakers, {"resy": at(3)}, 3)).state is SourceStatus.HEALTHY
    (stored,) = await store.sources()
    assert (stored.state, stored.reason, stored.factor) == (SourceStatus.HEALTHY, "", 1.0)
    assert (await state(breakers, {}, 20)).state is SourceStatus.HEALTHY


@pytest.mark.parametrize(("changed", "after"), [(-5.0, SourceStatus.STOPPED), (5.0, SourceStatus.HEALTHY)])
async def test_r4_restarted_controller_finds_a_change_that_followed_the_stop(
    changed: float, after: SourceStatus
) -> None:
    store = MemoryStore()
    assert (await state(PlatformBreakers(store=store), {"resy": at(-5)}, 1)).state is SourceStatus.STOPPED
    assert (await state(PlatformBreakers(store=store), {"resy": at(changed)}, 6)).state in (after, SourceStatus.PROBING)
    assert (after is SourceStatus.HEALTHY) == ((await store.sources())[0].state is SourceStatus.HEALTHY)


async def test_a_reset_reaches_the_breaker_once_and_another_platform_never() -> None:
    breakers = PlatformBreakers(store=MemoryStore())
    assert (await state(breakers, {}, 1)).state is SourceStatus.STOPPED
    assert (await state(breakers, {}, 2, resets={"opentable": at(2)})).state is SourceStatus.STOPPED
    probing = await state(breakers, {}, 3, resets={"opentable": at(2), "resy": at(3)})
    assert (probing.state, probing.since) == (SourceStatus.PROBING, at(3))
    assert (await state(breakers, {}, 4, resets={"opentable": at(2), "resy": at(3)})).since == at(3)


@pytest.mark.parametrize(("reset", "after"), [(0.0, SourceStatus.STOPPED), (2.0, SourceStatus.PROBING)])
async def test_restarted_controller_applies_a_reset_that_followed_the_stop(reset: float, after: SourceStatus) -> None:
    store = MemoryStore()
    assert (await state(PlatformBreakers(store=store), {}, 1)).state is SourceStatus.STOPPED
    assert (await state(PlatformBreakers(store=store), {}, 3, resets={"resy": at(reset)})).state is after
