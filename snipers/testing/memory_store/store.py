"""The in-memory SnipeStore, with the semantics of the PostgreSQL store. One suite of tests runs on both.

Each call yields to the event loop first and then changes the tables without yielding, so the change is atomic like a
SQL statement.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from snipers.domain.cadence import Schedule
from snipers.domain.early_find import PastFind
from snipers.domain.learned_pace import LearnedPace
from snipers.domain.odds.records import Observations
from snipers.domain.odds.relative import RelativeOdds
from snipers.domain.release_learning import ReleaseObservation
from snipers.domain.snipe import Account, Snipe
from snipers.domain.vocabulary import SourceState
from snipers.store.base import MAIN_CELL, NotAssigned
from snipers.store.records import (
    NOTHING_HELD,
    NOTHING_MEASURED,
    AgreedTerms,
    AttemptEnd,
    Beat,
    CellStatus,
    Claim,
    Desired,
    HeldAmounts,
    Measured,
    Node,
    Offer,
    OpenAttempt,
    PendingCancellation,
    Roster,
    SnipeState,
    Standing,
    Taker,
    Target,
    TimelineEntry,
    VenueState,
)
from snipers.testing.memory_store import cells, choices, claims, demand, openings, outcomes, reads, watched_times
from snipers.testing.memory_store.rows import ALIVE_FOR, OPEN, AccountRow, ReservationRow, VenueRow
from snipers.testing.memory_store.tables import Tables

SHORT_RUN = timedelta(minutes=1)
LONGEST_BEAT_SECONDS = 30.0


class MemoryStore:
    """SnipeStore on dictionaries in this process. Tests may read and write its `tables`."""

    def __init__(self, *, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.tables = Tables(now=now)

    def add_venue(self, venue: VenueRow) -> None:
        """Add a venue."""
        self.tables.venues[venue.venue_id] = venue

    def add_account(self, account: Account, *, payment_method_id: str | None = None) -> None:
        """Add a connected account."""
        self.tables.accounts[account.account_id] = AccountRow(account=account, payment_method_id=payment_method_id)

    def add_snipe(self, snipe: Snipe) -> None:
        """Add an active request; its venue and account must exist."""
        self.tables.reservations[snipe.reservation_id] = ReservationRow(snipe=snipe)
        self.tables.notify_demand(snipe.venue_id)

    # watching

    async def take_watch(self, *, venue_id: int, owner: str, pid: int, node: str, cell: str = MAIN_CELL) -> int:
        await asyncio.sleep(0)
        watch, at = self.tables.watch(venue_id), self.tables.now()
        if venue_id not in self.tables.venues or (watch.assigned or self.tables.active_cell or cell) != cell:
            raise NotAssigned(f"venue {venue_id} is not for cell {cell}")
        if watch.epoch and at - watch.heartbeat_at < ALIVE_FOR:
            self.tables.notify_demand(venue_id)
        short = watch.heartbeat_at < watch.started_at + SHORT_RUN
        if watch.owner != owner:
            watch.failed_starts = watch.failed_starts + 1 if watch.epoch and not watch.polled and short else 0
        watch.fade(at)
        epoch = watch.epoch + 1
        watch.epoch, watch.state, watch.polled, watch.started_at = epoch, "starting", False, at
        watch.owner, watch.node, watch.cell = owner, node, cell
        await asyncio.sleep(0)
        return epoch

    async def take_watches(self, *, takers: Mapping[int, Taker]) -> dict[int, int]:
        epochs = {}
        for venue_id, taker in takers.items():
            with suppress(NotAssigned):
                epochs[venue_id] = await self.take_watch(venue_id=venue_id, **taker._asdict())
        return epochs

    async def rosters(self, *, beats: Mapping[int, Beat]) -> dict[int, Roster]:
        found = {venue_id: await self.roster(venue_id=venue_id, beat=beat) for venue_id, beat in beats.items()}
        return {venue_id: roster for venue_id, roster in found.items() if roster is not None}

    async def roster(self, *, venue_id: int, beat: Beat | None = None) -> Roster | None:
        await asyncio.sleep(0)
        found = reads.roster(self.tables, venue_id)
        return found and replace(found, watching=beat is not None and self._beat(venue_id, beat))

    def _beat(self, venue_id: int, beat: Beat) -> bool:
        watch, at = self.tables.watches.get(venue_id), self.tables.now()
        if watch is None or watch.epoch != beat.epoch:
            return False
        since = (at - watch.heartbeat_at).total_seconds()
        watch.fade(at)
        watch.opened += beat.opened
        if beat.polls > 0:
            watch.polled, watch.failed_starts = True, 0
            watch.watched += min(since, LONGEST_BEAT_SECONDS)
        return True

    # attempts

    async def claim(self, *, target: Target, owner: str, epoch: int) -> Claim | None:
        await asyncio.sleep(0)
        claim = claims.claim(self.tables, target, owner=owner, epoch=epoch)
        await asyncio.sleep(0)
        return claim

    async def offer(self, *, group_id: int, members: Sequence[int], offers: Sequence[Offer]) -> Standing:
        await asyncio.sleep(0)
        return choices.offer(self.tables, group_id, members=members, offers=offers)

    async def remember_known(self, *, attempt_id: int, account_id: int, ids: frozenset[str]) -> None:
        await asyncio.sleep(0)
        self.tables.attempts[attempt_id].known_before |= ids
        self.tables.add_known(account_id, ids)
        await asyncio.sleep(0)

    async def mark_old_booking(self, *, attempt_id: int, platform_reservation_id: str) -> bool:
        await asyncio.sleep(0)
        written = claims.mark_old_booking(self.tables, attempt_id, platform_reservation_id)
        await asyncio.sleep(0)
        return written

    async def confirm_old_booking_gone(self, *, attempt_id: int) -> None:
        await asyncio.sleep(0)
        attempt = self.tables.attempts[attempt_id]
        if attempt.old_booking_id and attempt.old_booking_gone_at is None:
            attempt.old_booking_gone_at = self.tables.now()

    async def pending_cancellations(self, *, venue_id: int) -> list[PendingCancellation]:
        await asyncio.sleep(0)
        return reads.pending_cancellations(self.tables, venue_id)

    async def record(
        self,
        *,
        attempt_id: int,
        state: AttemptEnd,
        reason: str = "",
        platform_reservation_id: str | None = None,
        measured: Measured = NOTHING_MEASURED,
        old_booking_gone: bool = False,
        held: HeldAmounts = NOTHING_HELD,
        terms: AgreedTerms | None = None,
    ) -> bool:
        await asyncio.sleep(0)
        closed = outcomes.record(
            self.tables,
            self.tables.attempts[attempt_id],
            state=state,
            reason=reason,
            platform_id=platform_reservation_id,
            measured=measured,
            old_booking_gone=old_booking_gone,
            held=held,
            terms=terms,
        )
        await asyncio.sleep(0)
        return closed

    async def record_absence(self, *, attempt_id: int) -> datetime:
        await asyncio.sleep(0)
        attempt = self.tables.attempts.get(attempt_id)
        if attempt is None or attempt.state not in OPEN:
            raise LookupError("the attempt is closed")
        if attempt.first_absent_at is None:
            attempt.first_absent_at = self.tables.now()
        return attempt.first_absent_at

    async def open_attempts(self, *, venue_id: int) -> list[OpenAttempt]:
        await asyncio.sleep(0)
        return reads.open_attempts(self.tables, venue_id)

    # accounts

    async def save_baseline(self, *, account_id: int, ids: frozenset[str]) -> None:
        await asyncio.sleep(0)
        self.tables.add_known(account_id, ids)

    async def flag_account(self, *, account_id: int, sealed_token: str, reason: str) -> bool:
        await asyncio.sleep(0)
        row = self.tables.accounts[account_id]
        same_token = row.account.sealed_token == sealed_token
        if row.status != "connected" or row.attention_reason == reason or not same_token:
            return False
        row.attention_reason = reason
        if reason != "payment_required":
            row.status = "needs_reconnect"
        return True

    async def save_payment_method(self, *, account_id: int, payment_method_id: str) -> None:
        await asyncio.sleep(0)
        row = self.tables.accounts[account_id]
        row.payment_method_id = payment_method_id
        if row.attention_reason == "payment_required":
            row.attention_reason = ""

    # timelines and states

    async def write_timeline(self, *, entries: Sequence[TimelineEntry], may_wait: bool = False) -> None:
        await asyncio.sleep(0)
        self.tables.timeline += [entry for entry in entries if entry.reservation_id in self.tables.reservations]

    async def write_states(self, *, snipes: Sequence[SnipeState], venues: Sequence[VenueState]) -> None:
        await asyncio.sleep(0)
        for state in snipes:
            if state.reservation_id in self.tables.reservations:
                before = self.tables.states.get(state.reservation_id)
                checks = max(state.checks, before.checks if before else 0)
                self.tables.states[state.reservation_id] = replace(state, checks=checks)
        for venue in venues:
            watch = self.tables.watches.get(venue.venue_id)
            if watch is not None and watch.epoch == venue.epoch:
                watch.state, watch.polls, watch.last_poll_at = venue.state, venue.polls, venue.last_poll_at
                watch.failure, watch.failed_at, watch.retry_at = venue.failure, venue.failed_at, venue.retry_at

    # control

    async def desired(self, *, venue_ids: Collection[int] | None = None, ahead_seconds: float = 0.0) -> list[Desired]:
        await asyncio.sleep(0)
        return demand.desired(self.tables, venue_ids=venue_ids, ahead_seconds=ahead_seconds)

    async def taken_watches(self, *, within_seconds: float) -> list[int]:
        await asyncio.sleep(0)
        since = self.tables.now() - timedelta(seconds=within_seconds)
        return [venue_id for venue_id, watch in self.tables.watches.items() if watch.started_at > since]

    async def write_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        await asyncio.sleep(0)
        for venue_id in sorted(schedules.keys() & self.tables.venues.keys()):
            self.tables.watch(venue_id).schedule = schedules[venue_id]

    async def quarantine(self, *, venue_id: int, until: datetime, reason: str) -> None:
        await asyncio.sleep(0)
        self.tables.watch(venue_id).quarantined_until = until
        self.tables.notify_demand(venue_id)

    async def write_sources(self, *, sources: Sequence[SourceState]) -> None:
        await asyncio.sleep(0)
        self.tables.source_states |= {source.platform: source for source in sources}

    async def sources(self) -> list[SourceState]:
        await asyncio.sleep(0)
        return [self.tables.source_states[platform] for platform in sorted(self.tables.source_states)]

    async def write_learned_paces(self, *, paces: Sequence[LearnedPace]) -> None:
        await asyncio.sleep(0)
        self.tables.learned_paces |= {(one.cell, one.platform): one for one in paces}

    async def learned_paces(self, *, cell: str) -> list[LearnedPace]:
        await asyncio.sleep(0)
        return [one for key, one in sorted(self.tables.learned_paces.items()) if key[0] == cell]

    async def relative_odds(self) -> RelativeOdds | None:
        await asyncio.sleep(0)
        return self.tables.relative_odds

    async def past_finds(self, *, platform: str) -> list[PastFind]:
        await asyncio.sleep(0)
        return reads.past_finds(self.tables, platform)

    async def record_openings(self, *, venue_id: int, observations: Sequence[ReleaseObservation]) -> None:
        await asyncio.sleep(0)
        for one in observations:
            openings.merge(self.tables, venue_id, one)

    async def release_observations(self, *, venue_id: int) -> list[ReleaseObservation]:
        await asyncio.sleep(0)
        return openings.of_venue(self.tables, venue_id)

    async def record_watched(self, *, observed: Mapping[int, Observations]) -> None:
        await asyncio.sleep(0)
        for venue_id, found in observed.items():
            if venue_id in self.tables.venues:
                watched_times.record(self.tables, venue_id, found)

    async def controller_heartbeat(
        self, *, cell: str, budgets: Mapping[str, float], nodes: Sequence[Node]
    ) -> CellStatus:
        await asyncio.sleep(0)
        return cells.controller_heartbeat(self.tables, cell=cell, nodes=nodes)

    async def remote_status_reports(self, *, cell: str) -> list[VenueState]:
        await asyncio.sleep(0)
        return reads.remote_status_reports(self.tables, cell)

    async def switches(self) -> frozenset[tuple[str, str]]:
        await asyncio.sleep(0)
        return frozenset(self.tables.switched)

    async def demand_changes(self) -> AsyncIterator[int | None]:
        queue: asyncio.Queue[int | None] = asyncio.Queue()
        self.tables.listeners.append(queue)
        try:
            yield None
            while True:
                yield await queue.get()
        finally:
            self.tables.listeners.remove(queue)

    async def warm(self) -> None:
        pass

    async def close(self) -> None:
        pass
