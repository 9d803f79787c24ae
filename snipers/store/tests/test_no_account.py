"""Notify-only requests without an account: who is watched, and that nothing is ever booked for them; on both stores."""

from snipers.domain.snipe import NO_ACCOUNT, Snipe
from snipers.store.tests.watched_venue import WatchedVenue


async def roster(watched: WatchedVenue) -> list[Snipe]:
    found = await watched.store.roster(venue_id=watched.venue_id)
    assert found is not None
    return list(found.snipes)


async def is_watched(watched: WatchedVenue) -> bool:
    """Return whether the venue has a demand. Fail if the roster says otherwise."""
    demand = [one.snipes for one in await watched.store.desired()]
    assert demand == [len(await roster(watched))] * bool(demand)
    return bool(demand)


async def test_it_is_watched_beside_others_and_polled_without_a_token(watched: WatchedVenue) -> None:
    free = await watched.add_request(1, account_id=None, notify_only=True)
    await watched.add_request(2)
    assert [(one.reservation_id, one.account, one.platform) for one in await roster(watched)][:1] == [
        (free, NO_ACCOUNT, "resy")
    ]
    (venue,) = await watched.store.desired()
    assert (venue.snipes, [key.snipes for key in venue.keys]) == (2, [2])


async def test_it_alone_keeps_a_venue_watched(watched: WatchedVenue) -> None:
    await watched.add_request(account_id=None, notify_only=True)
    assert await is_watched(watched)


async def test_watching_starts_with_the_confirmation_of_the_address(watched: WatchedVenue) -> None:
    free = await watched.add_request(account_id=None, notify_only=True, confirmed=False)
    assert not await is_watched(watched)
    assert await roster(watched) == []
    await watched.backend.confirm_address(free)
    assert await is_watched(watched)


async def test_the_confirmation_does_not_matter_with_an_account(watched: WatchedVenue) -> None:
    await watched.add_request(notify_only=True, confirmed=False)
    assert await is_watched(watched)


async def test_a_request_that_books_is_not_watched_without_an_account(watched: WatchedVenue) -> None:
    booking = await watched.add_request(account_id=None)
    assert not await is_watched(watched)
    assert await roster(watched) == []
    assert await watched.claim(booking) is None
    assert await watched.claim(booking, account_id=0) is None


async def test_it_cannot_be_claimed(watched: WatchedVenue) -> None:
    free = await watched.add_request(account_id=None, notify_only=True)
    for account_id in (0, watched.account_id):
        assert await watched.claim(free, account_id=account_id) is None
    assert await watched.backend.attempts() == []


async def test_an_edit_that_books_needs_an_account(watched: WatchedVenue) -> None:
    free = await watched.add_request(account_id=None, notify_only=True)
    await watched.edit(free, notify_only=False)
    await watched.reread(free, notify_only=False)
    assert not await is_watched(watched)
    assert await watched.claim(free, account_id=0) is None
    await watched.edit(free, notify_only=False, account_id=watched.account_id)
    await watched.reread(free, notify_only=False, account_id=watched.account_id)
    assert await is_watched(watched)
    assert await watched.claim(free)


async def test_a_kill_switch_of_the_platform_or_of_another_account(watched: WatchedVenue) -> None:
    await watched.add_request(account_id=None, notify_only=True)
    await watched.backend.set_switch("account", str(watched.account_id))
    assert await is_watched(watched)
    await watched.backend.set_switch("platform", "resy")
    assert await watched.store.desired() == []
