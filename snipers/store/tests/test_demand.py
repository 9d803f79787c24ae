"""The demand of each venue: keys, due releases, counts; on both stores."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from snipers.store.records import DueRelease, KeyDemand
from snipers.store.tests.watched_venue import WatchedVenue
from snipers.testing.backend import DAY


async def test_the_snipes_of_a_key_are_counted_by_rank(watched: WatchedVenue) -> None:
    for number, rank in enumerate([0, 1, 1, 2, 2, 2]):
        await watched.add_request(number, rank=rank)
    await watched.add_request(7, party_size=4, day=DAY + timedelta(days=1))
    (venue,) = await watched.store.desired()
    assert (venue.venue_id, venue.platform, venue.time_zone) == (watched.venue_id, "resy", "America/New_York")
    assert venue.keys == (
        KeyDemand(date=DAY, party_size=2, snipes=6, vip=1, pro=2),
        KeyDemand(date=DAY + timedelta(days=1), party_size=4, snipes=1, vip=0, pro=0),
    )
    assert (venue.snipes, venue.releases, venue.open_attempts) == (7, (), 0)


async def test_venues_come_in_order_each_with_its_platform(watched: WatchedVenue) -> None:
    elsewhere = await watched.backend.add_venue(platform_venue_id=1203, platform="opentable")
    account_id = await watched.backend.add_account(platform="opentable")
    await watched.add_request(1, venue_id=elsewhere, account_id=account_id)
    await watched.add_request(2)
    assert [(one.venue_id, one.platform) for one in await watched.store.desired()] == [
        (watched.venue_id, "resy"),
        (elsewhere, "opentable"),
    ]


@pytest.mark.parametrize(
    ("ahead", "releases", "keys"),
    [(3600, 0, 0), (310, 0, 0), (290, 1, 0), (5, 1, 0), (-5, 1, 1), (-15, 1, 1), (-25, 0, 1), (-3600, 0, 1)],
)
async def test_a_release_is_due_around_its_instant_and_a_key_afterwards(
    watched: WatchedVenue, ahead: float, releases: int, keys: int
) -> None:
    at = datetime.now(UTC) + timedelta(seconds=ahead)
    await watched.add_request(1, snipe_type="release", release_at=at)
    await watched.add_request(2, snipe_type="release", release_at=at)
    found = await watched.store.desired()
    assert len(found) == (1 if releases or keys else 0)
    for venue in found:
        assert venue.releases == (DueRelease(release_at=at, date=DAY, party_size=2, snipes=2),) * releases
        assert venue.keys == (KeyDemand(date=DAY, party_size=2, snipes=2, vip=0, pro=0, released_at=at),) * keys
        assert venue.snipes == 2


async def test_a_released_key_has_its_last_release(watched: WatchedVenue) -> None:
    first, last = (datetime.now(UTC) - timedelta(hours=hours) for hours in (3, 2))
    await watched.add_request(1, snipe_type="release", release_at=first)
    await watched.add_request(2, snipe_type="release", release_at=last)
    await watched.add_request(3)
    (venue,) = await watched.store.desired()
    assert venue.keys == (KeyDemand(date=DAY, party_size=2, snipes=3, vip=0, pro=0, released_at=last),)


async def test_due_releases_are_ordered_by_instant(watched: WatchedVenue) -> None:
    late, soon = (datetime.now(UTC) + timedelta(seconds=seconds) for seconds in (200, 20))
    await watched.add_request(1, snipe_type="release", release_at=late, day=DAY)
    await watched.add_request(2, snipe_type="release", release_at=soon, day=DAY + timedelta(days=1))
    (venue,) = await watched.store.desired()
    assert [release.release_at for release in venue.releases] == [soon, late]


async def test_unusable_snipes_are_not_counted(watched: WatchedVenue) -> None:
    for stopped in ({"status": "paused"}, {"stop": "delete"}, {"status": "confirmed"}):
        await watched.backend.set_status(await watched.add_request(1), **stopped)
    await watched.add_request(2, ends_at=datetime(2026, 1, 1, tzinfo=UTC))
    await watched.add_request(3, account_id=(lost := await watched.backend.add_account()))
    await watched.backend.set_account_status(lost, status="needs_reconnect")
    assert await watched.store.desired() == []


async def test_a_venue_that_opted_out_is_desired_for_its_open_attempts_only(watched: WatchedVenue) -> None:
    await watched.must_claim(await watched.add_request(1))
    await watched.add_request(2, snipe_type="release", release_at=datetime.now(UTC))
    await watched.backend.opt_out(watched.venue_id)
    (venue,) = await watched.store.desired()
    assert (venue.keys, venue.releases, venue.snipes, venue.open_attempts) == ((), (), 0, 1)


async def test_only_the_chosen_venues_are_read(watched: WatchedVenue) -> None:
    other = await watched.backend.add_venue(platform_venue_id=1203)
    await watched.must_claim(await watched.add_request(1))
    await watched.add_request(2, venue_id=other, day=DAY + timedelta(days=1))
    both = await watched.store.desired()
    assert [one.open_attempts for one in both] == [1, 0]
    for venue in both:
        (found,) = await watched.store.desired(venue_ids=[venue.venue_id])
        assert replace(found, opened=0, watched=0) == replace(venue, opened=0, watched=0)
    assert await watched.store.desired(venue_ids=[]) == []
    assert await watched.store.desired(venue_ids=[0]) == []


@pytest.mark.parametrize(
    ("release_in", "ends_in", "changes_in"),
    [(None, 900, 900), (310, 900, 10), (290, 900, 290), (290, 200, 200), (-5, 900, 15), (-25, 900, 900)],
)
async def test_a_venue_says_when_its_requests_change_by_time(
    watched: WatchedVenue, release_in: float | None, ends_in: float, changes_in: float
) -> None:
    now = datetime.now(UTC)
    release = {} if release_in is None else {"snipe_type": "release", "release_at": now + timedelta(seconds=release_in)}
    await watched.add_request(1, ends_at=now + timedelta(seconds=ends_in), **release)
    (venue,) = await watched.store.desired(ahead_seconds=60)
    assert venue.changes_at == now + timedelta(seconds=changes_in)
    assert venue.needs_watcher is (release_in != 310)


async def test_the_first_change_of_a_venue_counts_and_a_far_one_is_not_read(watched: WatchedVenue) -> None:
    now = datetime.now(UTC)
    for number, seconds in enumerate((3600, 500, 400)):
        await watched.add_request(number, snipe_type="release", release_at=now + timedelta(seconds=seconds))
    assert await watched.store.desired(ahead_seconds=60) == []
    (venue,) = await watched.store.desired(ahead_seconds=120)
    assert venue.changes_at == now + timedelta(seconds=100)


async def test_taken_watches_are_found_for_a_while(watched: WatchedVenue) -> None:
    other = await watched.backend.add_venue(platform_venue_id=1203)
    await watched.store.take_watch(venue_id=other, owner="one", pid=1, node="here")
    assert set(await watched.store.taken_watches(within_seconds=30)) == {watched.venue_id, other}
    await watched.backend.age_watch(other, seconds=40)
    assert await watched.store.taken_watches(within_seconds=30) == [watched.venue_id]
