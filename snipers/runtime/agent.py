"""The agent of one Ray node: the mailbox of the node's watchers, which also renews all their leases in one statement.

Each watcher's call brings its lease; the answer brings the renewal, with the roster if it has changed. The agent also
takes the venue for a watcher that starts, records the watched time of all, and writes what they see. So a watcher that
only polls needs no connection to the database. No promise depends on the agent: a watcher whose lease it does not renew
renews it by itself (watching/venue_watcher.py), and claims check the lease in the database.

This module does not call `ray.remote` (see actors.py).
"""

import asyncio
import itertools
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from snipers.domain.counts import Counts
from snipers.domain.odds.records import Observations, merge_observations
from snipers.runtime import settings
from snipers.runtime.mailbox import Commands, Mailbox
from snipers.store.base import SnipeStore
from snipers.store.postgres import PostgresStore
from snipers.store.records import Beat, Lease, Renewal, Roster, Snapshot, TimelineEntry
from snipers.telemetry import json_logs
from snipers.telemetry.failure_log import FailureLog

log = logging.getLogger(__name__)

RENEW_SECONDS = 3.0
# A lease is renewed only if its watcher has called within this time: a frozen watcher must lose its lease. It is longer
# than a call of a live watcher waits.
CALLED_SECONDS = 7.0
# A statement that is not answered within this time is given up. The watchers then renew their leases by themselves.
STATEMENT_SECONDS = 3.0
# If a statement takes longer, the watchers are told. They would renew their leases by themselves 4 s after the last
# renewal.
LATE_SECONDS = 0.5
# Renewals reach the watchers spread over this time, so that a watcher which finds a table does not wait behind all
# others of the node.
DELIVERY_SECONDS = 0.5
# What the watchers saw is recorded this often.
RECORD_SECONDS = 15.0


@dataclass(slots=True)
class _Watcher:
    """The latest lease of a venue's watcher, when it called, and the last renewal."""

    lease: Lease
    called_at: float
    renewal: Renewal | None = None

    def beat(self) -> Beat:
        polls, opened = self.reported()
        return Beat(epoch=self.lease.epoch, polls=self.lease.polls - polls, opened=self.lease.opened - opened)

    def reported(self) -> tuple[int, int]:
        """Return the totals that the database has. The watcher may not have received the last renewal yet."""
        last = self.renewal
        if last is None or last.epoch != self.lease.epoch:
            return self.lease.reported
        return max(last.reported[0], self.lease.reported[0]), max(last.reported[1], self.lease.reported[1])


class NodeAgent(Mailbox):
    """The actor's class. The first call of a watcher starts the loop that renews leases."""

    def __init__(self, *, store: SnipeStore | None = None, monotonic: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._database = store or _connect()
        self._monotonic = monotonic
        self._watchers: dict[int, _Watcher] = {}
        # A new agent must not give a roster the number of another one that a watcher got from its predecessor.
        self._numbers = itertools.count(time.time_ns())
        self._observed: dict[int, Observations] = {}
        # The leases of watchers whose venue is to be taken.
        self._starting: dict[int, Lease] = {}
        # Venues whose roster is to be read now, and those of them whose watcher is to receive it at once.
        self._outdated: set[int] = set()
        self._nudged: set[int] = set()
        self._wake_up = asyncio.Event()
        self._renewed_at = self._recorded_at = 0.0
        self._failures = FailureLog()
        self._delayed = False
        self._renewing: asyncio.Task[None] | None = None

    async def exchange(
        self,
        report: Snapshot,
        counts: Counts | None = None,
        lease: Lease | None = None,
        observed: Observations | None = None,
    ) -> Commands:
        """See Mailbox. With a lease, the answer also brings its latest renewal."""
        venue_id = report.venue.venue_id
        if self._renewing is None or self._renewing.done():
            self._renewing = asyncio.create_task(self.run())
        if observed is not None:
            kept = self._observed.setdefault(venue_id, Observations([], []))
            self._observed[venue_id] = merge_observations(kept, observed)
        if lease is None:
            return await super().exchange(report, counts)
        if not lease.epoch:
            taken = self._renewal(venue_id, lease)
            if taken is not None:
                # An earlier call of this watcher ended before its venue was taken, or its answer was lost.
                return Commands(renewal=taken, delayed=self._delayed)
            # The next step takes the venues of all watchers that wait for it, and reads their rosters.
            self._starting[venue_id] = lease
            self._wake_up.set()
            commands = await super().exchange(report, counts)
            return replace(commands, renewal=self._renewal(venue_id, lease), delayed=self._delayed)
        known = self._watchers.get(venue_id)
        if known is None or known.lease.epoch <= lease.epoch:
            renewal = known.renewal if known is not None and known.lease.epoch == lease.epoch else None
            self._watchers[venue_id] = _Watcher(lease, called_at=self._monotonic(), renewal=renewal)
        commands = await super().exchange(report, counts)
        return replace(commands, renewal=self._renewal(venue_id, lease), delayed=self._delayed)

    async def post(self, commands: Mapping[int, Commands]) -> None:
        """See Mailbox. For a nudge or a schedule, the agent reads the roster of a venue whose lease it renews: after a
        stop of the platform, our access to it may have changed.
        """
        ours = {venue_id: one for venue_id, one in commands.items() if venue_id in self._watchers}
        await super().post(
            {venue_id: replace(one, nudge=one.nudge and venue_id not in ours) for venue_id, one in commands.items()}
        )
        self._nudged |= {venue_id for venue_id, one in ours.items() if one.nudge}
        self._outdated |= {venue_id for venue_id, one in ours.items() if one.nudge or one.schedules}
        if self._outdated:
            self._wake_up.set()

    async def write_timeline(self, entries: Sequence[TimelineEntry]) -> None:
        """Write entries that are not about a booking for a watcher that holds no connection."""
        await self._database.write_timeline(entries=entries)

    async def save_baseline(self, account_id: int, ids: frozenset[str]) -> None:
        """Save an account's baseline for a watcher that holds no connection."""
        await self._database.save_baseline(account_id=account_id, ids=ids)

    async def remove_venue(self, venue_id: int) -> None:
        self._watchers.pop(venue_id, None)
        await super().remove_venue(venue_id)

    async def run(self) -> None:
        """Repeat run_once() every RENEW_SECONDS, and at once for venues whose roster is outdated. Does not return."""
        while True:
            self._wake_up.clear()
            await self.run_once()
            wait = asyncio.get_running_loop().call_later(
                max(0.0, self._renewed_at + RENEW_SECONDS - self._monotonic()), self._wake_up.set
            )
            await self._wake_up.wait()
            wait.cancel()

    async def run_once(self) -> None:
        """Take the venues of watchers that start, then renew leases.

        All are renewed if it is time for that, otherwise those of venues that were taken now or whose roster is old.
        """
        at, nudged, outdated = self._monotonic(), self._nudged, self._outdated
        self._nudged, self._outdated = set(), set()
        if at - self._recorded_at >= RECORD_SECONDS:
            self._recorded_at = at
            await self._record_observations()
        late = asyncio.get_running_loop().call_later(LATE_SECONDS, self._delay, [*self._watchers])
        try:
            taken = await self._take_venues(at)
            due = {venue_id: one for venue_id, one in self._watchers.items() if at - one.called_at < CALLED_SECONDS}
            if at - self._renewed_at >= RENEW_SECONDS:
                self._renewed_at = at
                self._watchers = dict(due)
            else:
                due = {venue_id: one for venue_id, one in due.items() if venue_id in taken | outdated}
            sent = {venue_id: replace(one) for venue_id, one in due.items()}
            rosters = await self._read_rosters(sent)
        except Exception as error:  # noqa: BLE001 - any error of the database client; the watchers renew their leases
            if self._failures.failed():
                log.warning("the leases of this node cannot be renewed at once: %r", error)
            await super().post({venue_id: Commands(nudge=True) for venue_id in nudged})
            self._delay(self._watchers)
            return
        finally:
            late.cancel()
        self._delayed = False
        if sent and self._failures.recovered():
            log.info("the leases of this node are renewed at once again")
        for venue_id, one in sent.items():
            self._record(venue_id, one, rosters.get(venue_id), asked_at=at, at_once=venue_id in nudged | taken)

    async def _take_venues(self, at: float) -> set[int]:
        """Take the venues of the watchers that wait for it. A watcher whose venue belongs to another cell retires."""
        starting, self._starting = self._starting, {}
        # The watcher may have called again while its venue was taken.
        already = {venue_id for venue_id, lease in starting.items() if self._renewal(venue_id, lease) is not None}
        takers = {
            venue_id: lease.taker
            for venue_id, lease in starting.items()
            if venue_id not in already and lease.taker is not None
        }
        if not takers:
            return already
        async with asyncio.timeout(STATEMENT_SECONDS):
            epochs = await self._database.take_watches(takers=takers)
        for venue_id, epoch in epochs.items():
            renewal = Renewal(epoch=epoch, asked_at=at, taken=True)
            self._watchers[venue_id] = _Watcher(replace(starting[venue_id], epoch=epoch), called_at=at, renewal=renewal)
        await super().post({venue_id: Commands(retire=True) for venue_id in takers.keys() - epochs})
        return already | epochs.keys()

    async def _read_rosters(self, sent: Mapping[int, _Watcher]) -> Mapping[int, Roster]:
        if not sent:
            return {}
        async with asyncio.timeout(STATEMENT_SECONDS):
            return await self._database.rosters(beats={venue_id: one.beat() for venue_id, one in sent.items()})

    def _delay(self, venue_ids: Iterable[int]) -> None:
        """Tell the watchers that their renewal is late, before each would renew its lease by itself."""
        self._delayed = True
        for venue_id in venue_ids:
            self._wake_later(venue_id)

    async def _record_observations(self) -> None:
        """Record what the watchers have seen. After a failure it is kept and recorded later."""
        observed, self._observed = self._observed, {}
        try:
            async with asyncio.timeout(STATEMENT_SECONDS):
                await self._database.record_watched(observed=observed)
        except Exception:  # noqa: BLE001 - run_once() logs that the database does not answer
            for venue_id, kept in observed.items():
                newer = self._observed.get(venue_id, Observations([], []))
                self._observed[venue_id] = merge_observations(kept, newer)

    def _record(self, venue_id: int, sent: _Watcher, roster: Roster | None, *, asked_at: float, at_once: bool) -> None:
        """Keep the renewal of the lease that was sent, and wake the watcher's call."""
        last, number = sent.renewal, 0
        if roster is not None:
            number = last.roster_number if last and last.roster == roster else next(self._numbers)
        renewal = Renewal(
            epoch=sent.lease.epoch,
            asked_at=asked_at,
            taken=last is not None and last.taken,
            watching=roster is not None and roster.watching,
            reported=(sent.lease.polls, sent.lease.opened),
            roster_number=number,
            roster=roster,
        )
        now = self._watchers.get(venue_id)
        if now is None or now.lease.epoch != sent.lease.epoch:
            return
        now.renewal = renewal
        if at_once:
            self._box(venue_id).wake_up.set()
        else:
            self._wake_later(venue_id)

    def _wake_later(self, venue_id: int) -> None:
        wake_up = self._box(venue_id).wake_up.set
        asyncio.get_running_loop().call_later(DELIVERY_SECONDS * self._jitter(), wake_up)

    def _renewal(self, venue_id: int, lease: Lease) -> Renewal | None:
        """Return the last renewal of this lease, without the roster if the watcher has it.

        A watcher that starts does not know the epoch yet that the agent has taken for it.
        """
        one = self._watchers.get(venue_id)
        last = one.renewal if one is not None else None
        if one is None or last is None:
            return None
        starts = last.taken and not lease.epoch and one.lease.taker == lease.taker
        if last.epoch != lease.epoch and not starts:
            return None
        return replace(last, roster=None) if last.roster_number == lease.roster_number else last


def _connect() -> SnipeStore:
    own = settings.read(process="agent")
    json_logs.configure(level=own.log_level, part="agent", cell=own.cell)
    # The agent keeps its connection: watchers that start by themselves may use up all others.
    return PostgresStore(url=own.database_url, connections=2, at_rest=1)
