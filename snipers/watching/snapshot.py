"""Builds a watcher's status report from memory, without I/O. The controller writes the report to the database."""

from datetime import timedelta

from snipers.domain import release
from snipers.domain.cadence import PollKey
from snipers.domain.release import Phase
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import WatchStatus
from snipers.store.records import Snapshot, SnipeState, VenueState
from snipers.watching.context import VenueContext
from snipers.watching.lease.permission import Permission
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.openings import Openings
from snipers.watching.polling.schedule import PollSchedule
from snipers.watching.release.releases import Releases


class StatusReporter:
    """Builds the status reports of one watcher. Equal states give equal reports, so that only changes are written."""

    def __init__(
        self,
        context: VenueContext,
        permission: Permission,
        schedule: PollSchedule,
        allocator: Allocator,
        openings: Openings,
        releases: Releases,
    ) -> None:
        self._venue_id = context.owner.venue_id
        self._monotonic = context.clock.monotonic
        self._permission = permission
        self._schedule = schedule
        self._allocator = allocator
        self._openings = openings
        self._releases = releases

    def snapshot(self) -> Snapshot:
        """Return the present status report. A release snipe is left out until a few minutes before its release."""
        permission, schedule = self._permission, self._schedule
        phases = self._releases.phases(at=self._monotonic())
        return Snapshot(
            venue=VenueState(
                venue_id=self._venue_id,
                epoch=permission.lease.epoch,
                state=self._venue_status().value,
                polls=schedule.polls,
                last_poll_at=schedule.last_at,
                failure=permission.failure.value,
                failed_at=permission.failed_at,
                retry_at=permission.retry_at,
                schedule_version=schedule.version,
                lapsed=permission.lease.lapsed,
            ),
            snipes=[
                self._snipe_state(snipe, phases.get(snipe.reservation_id))
                for snipe in self._allocator.snipes.by_id.values()
                if phases.get(snipe.reservation_id) is not Phase.ASLEEP
            ],
        )

    def _snipe_state(self, snipe: Snipe, phase: Phase | None) -> SnipeState:
        key, polled = snipe.poll_key, self._schedule.state(snipe.poll_key)
        next_check, interval = self._schedule.next_check(key), polled.period or 0.0
        if phase is not None and snipe.release_at is not None:
            burst = self._schedule.burst_grant(key)
            next_check = snipe.release_at + timedelta(seconds=burst.delay)
            interval = release.burst_period(spacing=self._releases.spacing, finds=burst.finds)
        status = self._status(snipe, key, phase)
        held = self._allocator.held_back(snipe.reservation_id) if status is WatchStatus.HELD_BACK else None
        refusal, slot_time = held or (None, None)
        if status is WatchStatus.TABLE_OPEN and (best := self._openings.best(snipe, at=self._monotonic())):
            slot_time = best.time
        return SnipeState(
            reservation_id=snipe.reservation_id,
            state=status.value,
            checks=self._allocator.snipes.checks(snipe.reservation_id),
            last_check_at=polled.checked_at,
            next_check_at=None if self._permission.switched_off else next_check,
            interval_ms=round(interval * 1000),
            held_fee_cents=refusal.fee_cents if refusal else None,
            held_cancel_fee_cents=refusal.cancel_fee_cents if refusal else None,
            held_time=slot_time,
        )

    def _status(self, snipe: Snipe, key: PollKey, phase: Phase | None) -> WatchStatus:
        snipes, permission = self._allocator.snipes, self._permission
        if snipes.is_booking(snipe.reservation_id):
            return WatchStatus.BOOKING
        if snipe.reservation_id in snipes.unsettled:
            return WatchStatus.VERIFYING
        if permission.switched_off:
            return WatchStatus.SWITCHED_OFF
        if not snipes.account_usable(snipe):
            return WatchStatus.NEEDS_RECONNECT
        if phase is not None:
            return WatchStatus.RELEASING if phase is Phase.BURST else WatchStatus.ARMED
        if permission.slowed or permission.lease.lapsed:
            return WatchStatus.BACKING_OFF
        if self._openings.best(snipe, at=self._monotonic()):
            return WatchStatus.TABLE_OPEN
        if self._allocator.held_back(snipe.reservation_id):
            return WatchStatus.HELD_BACK
        return WatchStatus.WATCHING if self._schedule.state(key).checked_at else WatchStatus.STARTING

    def _venue_status(self) -> WatchStatus:
        if self._permission.switched_off:
            return WatchStatus.SWITCHED_OFF
        if self._permission.slowed or self._permission.lease.lapsed:
            return WatchStatus.BACKING_OFF
        return WatchStatus.WATCHING if self._schedule.last_at else WatchStatus.STARTING
