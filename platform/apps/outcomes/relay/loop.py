"""The relay's loop: wakes on PostgreSQL's notifications or every few seconds, runs the steps, and passes events to
realtime.

This module handles time, threads and failures. The steps are functions of this package and of
apps.notices.events.publishing. They run one after the other in one worker thread. A notification starts them at once;
otherwise they run at the next poll. Outcomes that are announced meanwhile are published after the current step. Several
relays may run.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

import structlog
from django.conf import settings
from django.db import connections
from psycopg import Error
from redis.asyncio import Redis

from apps.common.database.conninfo import conninfo
from apps.common.liveness import touch_liveness_file
from apps.connections import services
from apps.listing.selectors import platform_states
from apps.notices.events.publishing import Outgoing, publish_events
from apps.outcomes import plan_limits
from realtime import publish
from snipers.domain.backoff import Backoff
from snipers.environment.database import ListeningConnection
from snipers.telemetry.failure_log import FailureLog

from . import (
    account_flags,
    hooks,
    kept_tables,
    live_events,
    missed_releases,
    openings,
    outcomes,
    replacements,
    upkeep,
    warm_up,
)
from .notifications import Notifications, union

log = structlog.get_logger(__name__)

# A poll finds what no notification reports: reservations whose time is over, and work of a relay that died.
POLL_SECONDS = 5.0
# The period of polls while no notifications arrive.
POLL_UNNOTIFIED_SECONDS = 1.0
RETRIES = Backoff(first=0.1, ceiling=1.0)
HAND_OVER_SECONDS = 10.0
# The period of the check of all plans. It is long, because the check counts the active requests of every user.
PLANS_EVERY = timedelta(seconds=5)
# When a relay begins to listen, it pushes the sightings of this last period, because their notifications may be lost.
# Older sightings are not pushed: a page that opens reads the timeline through the API.
SIGHTINGS_MISSED = timedelta(minutes=1)

T = TypeVar("T")


class Relay:
    """One relay process. `clock` returns the aware current time. `listening` is set while the connection that receives
    PostgreSQL's notifications is open."""

    def __init__(self, *, clock: Callable[[], datetime]) -> None:
        self.listening = asyncio.Event()
        self._clock = clock
        self._notified = Notifications()
        self._wake = asyncio.Event()
        # Outcomes have been announced since the steps that publish them last began.
        self._outcomes_announced = False
        self._stopping = asyncio.Event()
        self._failures = FailureLog()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="relay")
        self._valkey = Redis.from_url(settings.REDIS_URL)
        self._states_read_to: datetime | None = None
        self._poll_at: datetime | None = None
        self._plans_at: datetime | None = None
        # The sightings to push (a range of ids, and a start time). They are kept until the channel layer accepts them.
        self._entries: range | None = None
        self._entries_since: datetime | None = None

    def stop(self) -> None:
        """Make `run` return when the current step has ended."""
        self._stopping.set()
        self._wake.set()

    async def run(self) -> None:
        """Run the steps until `stop` is called. Steps that fail, as while PostgreSQL or Valkey restarts, are
        retried."""
        listener = asyncio.create_task(self._listen())
        failures = 0
        try:
            await self._run_part("warm-up", partial(self._in_worker, warm_up.prepare_statements))
            while not self._stopping.is_set():
                touch_liveness_file("relay")
                self._wake.clear()
                if await self.run_once():
                    failures = 0
                    await _wait(self._wake, self._seconds_until_poll())
                else:
                    # Notifications do not end this wait: they would cause a retry loop without pauses.
                    failures += 1
                    await _wait(self._stopping, RETRIES.delay(failures=failures))
                    self._poll_at = None
        finally:
            listener.cancel()
            await asyncio.gather(listener, return_exceptions=True)
            await self._valkey.aclose()
            await asyncio.get_running_loop().run_in_executor(self._worker, connections.close_all)
            self._worker.shutdown()

    async def run_once(self) -> bool:
        """Run the steps for which a notification has arrived. If a poll is due, also run all steps
        that write to the database.

        If a step fails, the other steps still run. Return False if any step failed.
        """
        notified, self._notified = self._notified, Notifications()
        self._entries = union(self._entries, notified.entries)
        # A poll also finds the work of a lost notification.
        poll = self._poll_at is None or self._clock() >= self._poll_at
        if poll:
            period = POLL_SECONDS if self.listening.is_set() else POLL_UNNOTIFIED_SECONDS
            self._poll_at = self._clock() + timedelta(seconds=period)
        settled = poll or notified.outcomes
        live = notified.states or notified.sources or bool(notified.attempts)
        publish_openings = partial(self._repeat, openings.publish_openings, batch=openings.BATCH)
        publish_replacements = partial(self._repeat, replacements.publish_replacements, batch=replacements.BATCH)
        parts: list[tuple[bool, str, Callable[[], Awaitable[Any]]]] = [
            # The events that these steps write wake the relay again.
            (settled, "openings", publish_openings),
            (settled, "replacements", publish_replacements),
            *((settled, step.name, partial(self._repeat, step.run, batch=step.batch)) for step in hooks.on_outcome),
            (settled, "accounts", partial(self._in_worker, account_flags.publish_account_flags)),
            (live, "live", partial(self._push_live, notified)),
            (bool(self._entries or self._entries_since), "sightings", self._push_sightings),
            (poll, "ends", self._run_upkeep),
        ]
        results = []
        if settled:
            results.append(await self._publish_outcomes())
        elif notified.events:
            results.append(await self._run_part("events", self._publish_events))
        for due, name, work in parts:
            if due:
                results.append(await self._run_part(name, work))
                results.append(await self._publish_announced())
        return all(results)

    async def _publish_outcomes(self) -> bool:
        """Write the events of outcomes, and publish them. Return False if either failed.

        These steps run before all others, because a user waits for them.
        """
        self._outcomes_announced = False
        publish_outcomes = partial(self._repeat, outcomes.publish_outcomes, batch=outcomes.BATCH)
        written = await self._run_part("outcomes", publish_outcomes)
        return await self._run_part("events", self._publish_events) and written

    async def _publish_announced(self) -> bool:
        """Publish the outcomes that were announced during another step. The other steps handle what follows from these
        outcomes in the next run."""
        return not self._outcomes_announced or await self._publish_outcomes()

    def _seconds_until_poll(self) -> float:
        """Return the seconds until the next poll: 0 if the listener asked for one, and at most POLL_SECONDS if the
        clock was set back."""
        seconds = 0.0 if self._poll_at is None else (self._poll_at - self._clock()).total_seconds()
        return min(POLL_SECONDS, max(0.0, seconds))

    async def _run_part(self, name: str, work: Callable[[], Awaitable[Any]]) -> bool:
        try:
            await work()
        except Exception as error:
            if self._failures.failed(name):
                log.error("relay part fails, trying again", part=name, exc_info=error)
            return False
        if self._failures.recovered(name):
            log.info("relay part works again", part=name)
        return True

    async def _repeat(self, step: Callable[..., int], *, batch: int, **arguments: Any) -> None:
        """Run a step repeatedly, until it handles less than a full batch or the relay is stopping."""
        while await self._in_worker(step, **arguments) >= batch and not self._stopping.is_set():
            pass

    async def _publish_events(self) -> None:
        loop = asyncio.get_running_loop()

        def send(events: Sequence[Outgoing]) -> None:
            asyncio.run_coroutine_threadsafe(_hand_over(events), loop).result(HAND_OVER_SECONDS)

        await self._repeat(publish_events, batch=1, send=send)

    async def _push_live(self, notified: Notifications) -> None:
        if notified.attempts:
            await _push(await self._in_worker(live_events.started_attempts, attempt_ids=notified.attempts))
        # The next read includes the states that nobody received.
        if notified.states and await publish.has_receivers(self._valkey):
            read_from = self._states_read_to or self._clock() - timedelta(seconds=POLL_SECONDS)
            ticks, self._states_read_to = await self._in_worker(live_events.watch_ticks, after=read_from)
            await _push(ticks)
        if notified.sources:
            await _push(await self._in_worker(platform_states.changed_events))

    async def _push_sightings(self) -> None:
        events, left = await self._in_worker(live_events.sightings, ids=self._entries, since=self._entries_since)
        await _push(events)
        self._entries, self._entries_since = left, None
        if left:
            self._wake.set()

    async def _run_upkeep(self) -> None:
        steps: tuple[Callable[..., Any], ...] = (
            upkeep.pause_orphans,
            services.erase_tokens,
            upkeep.end_due,
            missed_releases.continue_missed,
            *hooks.on_poll,
            kept_tables.report_kept_tables,
        )
        for step in steps:
            await self._in_worker(step)
            await self._publish_announced()
        if self._plans_at is None or self._clock() >= self._plans_at:
            await self._in_worker(plan_limits.pause_all_surplus)
            self._plans_at = self._clock() + PLANS_EVERY

    async def _in_worker(self, step: Callable[..., T], **arguments: Any) -> T:
        """Run one step in the worker thread, with `now`. If the step fails, close the database connections, which may
        be broken."""

        def work() -> T:
            try:
                return step(now=self._clock(), **arguments)
            except Exception:
                connections.close_all()
                raise

        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    async def _listen(self) -> None:
        """Collect PostgreSQL's notifications. After a failure, connect again with growing pauses."""
        failures = 0
        while True:
            try:
                async with await ListeningConnection.connect(conninfo(), autocommit=True) as connection:
                    await connection.execute("listen outcomes; listen events; listen watch")
                    if self._failures.recovered("listen"):
                        log.info("relay part works again", part="listen")
                    self.listening.set()
                    failures = 0
                    # Notifications before this point may have been lost, so poll now.
                    self._poll_at = None
                    self._entries_since = self._clock() - SIGHTINGS_MISSED
                    self._wake.set()
                    async for notice in connection.notifies():
                        self._notified.add(channel=notice.channel, payload=notice.payload)
                        self._outcomes_announced |= notice.channel == "outcomes"
                        self._wake.set()
            except (Error, OSError) as error:
                self.listening.clear()
                if self._failures.failed("listen"):
                    log.error("relay part fails, trying again", part="listen", exc_info=error)
            failures += 1
            await asyncio.sleep(RETRIES.delay(failures=failures))


async def _hand_over(events: Sequence[Outgoing]) -> None:
    for one in events:
        await publish.durable(one.user_id, one.event, at=one.at, trace=one.trace)


async def _push(events: live_events.ByUser) -> None:
    if events:
        await publish.live(events)


async def _wait(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
