"""What a watcher says of itself: read from memory at any moment, written to the database by the controller."""

from collections.abc import Callable
from dataclasses import dataclass

from snipers.domain.snipe import Wish
from snipers.domain.vocabulary import WatchStatus
from snipers.store.base import VenueState, WishState
from snipers.watching.floor import Floor
from snipers.watching.polling import Polling


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The latest word on the venue and on everybody who waits there."""

    venue: VenueState
    wishes: list[WishState]


def take_snapshot(
    *, venue_id: int, epoch: int, floor: Floor, polling: Polling, checks: Callable[[int], int]
) -> Snapshot:
    """Build the snapshot; the same state gives an equal snapshot, so that only changes are written."""
    status = WatchStatus.WATCHING if polling.last_at else WatchStatus.STARTING
    return Snapshot(
        venue=VenueState(
            venue_id=venue_id,
            epoch=epoch,
            state=WatchStatus.BACKING_OFF.value if polling.slowed else status.value,
            polls=polling.count,
            last_poll_at=polling.last_at,
        ),
        wishes=[_wish_state(wish, floor, polling, checks) for wish in floor.wishes.values()],
    )


def _wish_state(wish: Wish, floor: Floor, polling: Polling, checks: Callable[[int], int]) -> WishState:
    key = wish.date, wish.party_size
    watch = polling.watch(key)
    return WishState(
        reservation_id=wish.reservation_id,
        state=_status(wish, floor, polling).value,
        checks=checks(wish.reservation_id),
        last_check_at=watch.checked_at if watch else None,
        next_check_at=polling.next_check(key),
        interval_ms=round(polling.pace_seconds * 1000),
    )


def _status(wish: Wish, floor: Floor, polling: Polling) -> WatchStatus:
    watch = polling.watch((wish.date, wish.party_size))
    if floor.booking(wish.reservation_id):
        return WatchStatus.BOOKING
    if wish.reservation_id in floor.unsettled:
        return WatchStatus.VERIFYING
    if not floor.connected(wish):
        return WatchStatus.NEEDS_RECONNECT
    if polling.slowed:
        return WatchStatus.BACKING_OFF
    return WatchStatus.WATCHING if watch and watch.checked_at else WatchStatus.STARTING
