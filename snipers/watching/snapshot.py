"""What a watcher says of itself: read from memory at any moment, written to the database by the controller."""

from collections.abc import Mapping
from dataclasses import dataclass

from snipers.domain.release import Phase
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import WatchStatus
from snipers.store.base import Snapshot, SnipeState, VenueState
from snipers.watching.matching.allocator import Floor
from snipers.watching.matching.orders import Key
from snipers.watching.polling.schedule import Polling


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What a snapshot is taken of. `phases`: the drops that are not over, for each snipe; `spacing` is their pace."""

    venue_id: int
    epoch: int
    floor: Floor
    polling: Polling
    phases: Mapping[int, Phase]
    spacing: float
    switched_off: bool


def take_snapshot(scene: Scene) -> Snapshot:
    """Build the snapshot; the same state gives an equal snapshot, so that only changes are written.

    Nothing is said of a snipe whose book opens in more than a few minutes.
    """
    polling = scene.polling
    return Snapshot(
        venue=VenueState(
            venue_id=scene.venue_id,
            epoch=scene.epoch,
            state=_venue_status(scene).value,
            polls=polling.count,
            last_poll_at=polling.last_at,
            failure=polling.failure.value,
            failed_at=polling.failed_at,
            retry_at=polling.retry_at,
            schedule_version=polling.schedule_version,
            lapsed=polling.lapsed,
        ),
        snipes=[
            _snipe_state(scene, snipe)
            for snipe in scene.floor.snipes.values()
            if scene.phases.get(snipe.reservation_id) is not Phase.ASLEEP
        ],
    )


def _snipe_state(scene: Scene, snipe: Snipe) -> SnipeState:
    key = snipe.date, snipe.party_size
    watch, period = scene.polling.watch(key), scene.polling.period(key)
    next_check, interval = scene.polling.next_check(key), period or 0.0
    phase = scene.phases.get(snipe.reservation_id)
    if phase is not None:
        next_check, interval = snipe.release_at, scene.spacing
    status = _status(scene, snipe, key, phase)
    held = scene.floor.held_back(snipe.reservation_id) if status is WatchStatus.HELD_BACK else None
    fee_cents, at = held or (None, None)
    return SnipeState(
        reservation_id=snipe.reservation_id,
        state=status.value,
        checks=scene.floor.checks(snipe.reservation_id),
        last_check_at=watch.checked_at if watch else None,
        next_check_at=None if scene.switched_off else next_check,
        interval_ms=round(interval * 1000),
        held_fee_cents=fee_cents,
        held_time=at,
    )


def _status(scene: Scene, snipe: Snipe, key: Key, phase: Phase | None) -> WatchStatus:
    watch = scene.polling.watch(key)
    if scene.floor.booking(snipe.reservation_id):
        return WatchStatus.BOOKING
    if snipe.reservation_id in scene.floor.unsettled:
        return WatchStatus.VERIFYING
    if scene.switched_off:
        return WatchStatus.SWITCHED_OFF
    if not scene.floor.connected(snipe):
        return WatchStatus.NEEDS_RECONNECT
    if phase is not None:
        return WatchStatus.RELEASING if phase is Phase.BURST else WatchStatus.ARMED
    if scene.polling.slowed or scene.polling.lapsed:
        return WatchStatus.BACKING_OFF
    if scene.floor.held_back(snipe.reservation_id):
        return WatchStatus.HELD_BACK
    return WatchStatus.WATCHING if watch and watch.checked_at else WatchStatus.STARTING


def _venue_status(scene: Scene) -> WatchStatus:
    if scene.switched_off:
        return WatchStatus.SWITCHED_OFF
    if scene.polling.slowed or scene.polling.lapsed:
        return WatchStatus.BACKING_OFF
    return WatchStatus.WATCHING if scene.polling.last_at else WatchStatus.STARTING
