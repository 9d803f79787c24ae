"""The control channel of a watcher: sends status reports and receives commands by long polls at its node's agent."""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import Any

import ray
from ray.exceptions import RayActorError, RayError

from snipers.domain.counts import Counts
from snipers.runtime.actor_names import NAMESPACE
from snipers.runtime.mailbox import LONGEST_SECONDS, Commands
from snipers.store.postgres import PostgresStore
from snipers.store.records import TimelineEntry
from snipers.telemetry.failure_log import FailureLog
from snipers.watching.venue_watcher import VenueWatcher

log = logging.getLogger(__name__)

REPLY_SECONDS = 2 * LONGEST_SECONDS
RETRY_SECONDS = 0.5
FLUSH_SECONDS = 1.0
SAVE_SECONDS = 3.0
WRITE_SECONDS = 1.0


class WatcherStore(PostgresStore):
    """The store of a watcher. While the watcher only polls, the node's agent writes for it: baselines, which an idle
    watcher reads every half hour, and what the watcher sees.

    No other call may wait for the agent: with a frozen one, a booking would wait with it.
    """

    channel: "ControlChannel | None" = None

    async def save_baseline(self, *, account_id: int, ids: frozenset[str]) -> None:
        if not await self._by_agent("save_baseline", account_id, ids, seconds=SAVE_SECONDS):
            await super().save_baseline(account_id=account_id, ids=ids)

    async def write_timeline(self, *, entries: Sequence[TimelineEntry], may_wait: bool = False) -> None:
        written = may_wait and await self._by_agent("write_timeline", entries, seconds=WRITE_SECONDS)
        if not written:
            await super().write_timeline(entries=entries)

    async def _by_agent(self, method: str, *arguments: object, seconds: float) -> bool:
        return self.channel is not None and await self.channel.call(method, *arguments, seconds=seconds)


class ControlChannel:
    """Calls the node's agent until it returns `retire`, and passes its commands to the watcher.

    `agent` is the agent's actor name. If it does not answer, the watcher continues on its last schedule and renews its
    lease by itself.
    """

    def __init__(self, *, watcher: VenueWatcher, agent: str) -> None:
        self._watcher = watcher
        self._name = agent
        self._agent: Any = None
        self._failures = FailureLog()
        # Counts that the agent has not received yet.
        self._counts = Counts()

    async def run(self) -> None:
        """Exchange reports and commands until the watcher retires."""
        while True:
            try:
                commands = await self._exchange()
            except (RayError, ValueError, TimeoutError) as error:
                if self._failures.failed():
                    log.warning("the agent of this node does not answer: %s", type(error).__name__)
                if isinstance(error, RayActorError | ValueError):
                    # Ray may have started another actor under its name.
                    self._agent = None
                await asyncio.sleep(RETRY_SECONDS)
                continue
            self._failures.recovered()
            await self._execute(commands)
            if commands.retire:
                return

    async def flush(self) -> None:
        """Send the last counts of a watcher that has ended.

        They include the loss of the lease, if that is why the watcher ended.
        """
        self._counts.add(self._watcher.drain_counts())
        if self._agent is not None and self._counts:
            with contextlib.suppress(RayError, TimeoutError):
                async with asyncio.timeout(FLUSH_SECONDS):
                    await self._agent.add_counts.remote(self._counts)

    async def call(self, method: str, *arguments: object, seconds: float) -> bool:
        """Call a method of the agent. Return False if it did not succeed within so many seconds."""
        if self._agent is None:
            return False
        try:
            async with asyncio.timeout(seconds):
                await getattr(self._agent, method).remote(*arguments)
        except (RayError, TimeoutError):
            return False
        return True

    async def _exchange(self) -> Commands:
        if self._agent is None:
            # get_actor() blocks until Ray answers. It runs in a thread, because a release burst may run now.
            self._agent = await asyncio.to_thread(ray.get_actor, self._name, NAMESPACE)
        self._counts.add(self._watcher.drain_counts())
        observed = self._watcher.take_observations()
        call = self._agent.exchange.remote(
            self._watcher.snapshot(), self._counts or None, self._watcher.lease(), observed
        )
        try:
            async with asyncio.timeout(REPLY_SECONDS):
                commands: Commands = await call
        except Exception:
            if observed is not None:
                self._watcher.restore_observations(observed)
            raise
        self._counts = Counts()
        return commands

    async def _execute(self, commands: Commands) -> None:
        if commands.renewal is not None:
            self._watcher.accept_renewal(commands.renewal)
        self._watcher.note_agent(delayed=commands.delayed)
        for schedule in commands.schedules:
            self._watcher.set_schedule(schedule)
        if commands.nudge:
            self._watcher.nudge()
        if commands.retire:
            await self._watcher.aclose()


async def run_with_channel(*, watching: asyncio.Task[None], channel: ControlChannel, store: WatcherStore) -> None:
    """Run the channel until the watcher's task ends, then flush the channel and close the store.

    A pool that is not closed may keep the event loop from ending: its worker ignores that it is canceled while it opens
    or returns a connection.
    """
    store.channel = channel
    polling = asyncio.create_task(channel.run())
    try:
        await watching
    finally:
        polling.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await polling
        await channel.flush()
        await store.close()
