"""The relay's loop: wakes on PostgreSQL's notifications or once a second, runs the steps, hands events to realtime.

Owns time, threads and failures. The steps are plain functions of outcomes.py, hints.py and apps.notices.publishing, run
one after the other in one worker thread; a wake-up is only a hint to run them now. Several relays may run.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar

import structlog
from django.db import connections
from psycopg import AsyncConnection, Error
from psycopg.conninfo import make_conninfo

from apps.common.liveness import touch_liveness_file
from apps.notices.publishing import Outgoing, publish_events
from apps.reservations.selectors import platform_states
from apps.reservations.stops import plan_limits
from realtime import publish

from . import live_events, outcomes, replacements

log = structlog.get_logger(__name__)

POLL_SECONDS = 1.0
FIRST_RETRY_SECONDS = 0.1
LAST_RETRY_SECONDS = 1.0
HAND_OVER_SECONDS = 10.0
# It counts the active requests of everybody.
PLANS_EVERY = timedelta(seconds=5)
# Lines about tables that were written while nobody listened are pushed when they are at most this old. A page that
# opens or reconnects reads the timeline itself.
LINES_MISSED = timedelta(minutes=1)

T = TypeVar("T")


@dataclass(slots=True)
class Heard:
    """What the notifications since the last look ask for.

    `attempts`: ids of attempts that have begun. `lines`: a range of ids of timeline lines that holds the new ones.
    """

    outcomes: bool = False
    events: bool = False
    states: bool = False
    sources: bool = False
    attempts: list[int] = field(default_factory=list)
    lines: range | None = None

    def note(self, *, channel: str, payload: str) -> None:
        """Take in one notification; a watch hint that does not read is passed over."""
        if channel == "outcomes":
            self.outcomes = True
        elif channel == "events":
            self.events = True
        else:
            self._note_hint(payload)

    def _note_hint(self, payload: str) -> None:
        try:
            told = json.loads(payload)
            if told["t"] == "states":
                self.states = True
            elif told["t"] == "sources":
                self.sources = True
            elif told["t"] == "seen":
                self.attempts.append(int(told["attempt"]))
            elif told["t"] == "lines":
                self.lines = _both(self.lines, range(int(told["first"]), int(told["last"]) + 1))
        except (ValueError, KeyError, TypeError):
            log.warning("watch hint does not read", size=len(payload))


def _both(one: range | None, other: range | None) -> range | None:
    """Return the range that holds both."""
    if one is None or other is None:
        return one or other
    return range(min(one.start, other.start), max(one.stop, other.stop))


class Health:
    """Says once that a part fails and once that it works again."""

    def __init__(self) -> None:
        self._failing: set[str] = set()

    def failed(self, part: str, error: Exception) -> None:
        """Log the first failure of a row."""
        if part not in self._failing:
            self._failing.add(part)
            log.error("relay part fails, trying again", part=part, exc_info=error)

    def works(self, part: str) -> None:
        """Log the first success after failures."""
        if part in self._failing:
            self._failing.remove(part)
            log.info("relay part works again", part=part)


class Relay:
    """One relay process. `clock` returns the aware present; `listening` is set while notifications arrive."""

    def __init__(self, *, clock: Callable[[], datetime]) -> None:
        self.listening = asyncio.Event()
        self._clock = clock
        self._heard = Heard()
        self._wake = asyncio.Event()
        self._stopping = asyncio.Event()
        self._health = Health()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="relay")
        self._states_read_to: datetime | None = None
        self._poll_at: datetime | None = None
        self._plans_at: datetime | None = None
        # Lines about tables that are to be pushed; kept until the channel layer has taken them.
        self._lines: range | None = None
        self._lines_since: datetime | None = None

    def stop(self) -> None:
        """Let the running step end, then leave `run`."""
        self._stopping.set()
        self._wake.set()

    async def run(self) -> None:
        """Relay until `stop` is called. Survives restarts of PostgreSQL and Redis."""
        listener = asyncio.create_task(self._listen())
        retry = FIRST_RETRY_SECONDS
        try:
            while not self._stopping.is_set():
                touch_liveness_file("relay")
                self._wake.clear()
                if await self.step():
                    retry = FIRST_RETRY_SECONDS
                    await _wait(self._wake, POLL_SECONDS)
                else:
                    # Notifications go on coming while Redis is away: they must not turn the retries into a hot loop.
                    await _wait(self._stopping, retry)
                    retry = min(retry * 2, LAST_RETRY_SECONDS)
                    self._poll_at = None
        finally:
            listener.cancel()
            await asyncio.gather(listener, return_exceptions=True)
            await asyncio.get_running_loop().run_in_executor(self._worker, connections.close_all)
            self._worker.shutdown()

    async def step(self) -> bool:
        """Do all that was heard of, or at a poll all there is; False if something failed. No part holds up another."""
        heard, self._heard = self._heard, Heard()
        # At a poll everything is looked at: a notification may have been missed.
        poll = self._poll_at is None or self._clock() >= self._poll_at
        if poll:
            self._poll_at = self._clock() + timedelta(seconds=POLL_SECONDS)
        results = []
        if poll or heard.outcomes:
            results.append(await self._part("outcomes", self._tell))
            results.append(await self._part("replacements", self._tell_replaced))
        if poll or heard.outcomes or heard.events:
            results.append(await self._part("events", self._publish))
        if poll or heard.outcomes:
            results.append(await self._part("accounts", self._attend))
        if heard.states or heard.attempts or heard.sources:
            results.append(await self._part("hints", self._hint, heard))
        self._lines = _both(self._lines, heard.lines)
        if self._lines or self._lines_since:
            results.append(await self._part("sightings", self._push_lines))
        if poll:
            results.append(await self._part("ends", self._sweep))
        return all(results)

    async def _part(self, name: str, work: Callable[..., Awaitable[None]], *args: Any) -> bool:
        try:
            await work(*args)
        except Exception as error:  # noqa: BLE001 - the loop outlives whatever a step meets, and Health logs it
            self._health.failed(name, error)
            return False
        self._health.works(name)
        return True

    async def _tell(self) -> None:
        while await self._in_worker(outcomes.tell_outcomes) == outcomes.IN_STEP and not self._stopping.is_set():
            pass

    async def _tell_replaced(self) -> None:
        while await self._in_worker(replacements.tell_replaced) == replacements.IN_STEP and not self._stopping.is_set():
            pass

    async def _publish(self) -> None:
        loop = asyncio.get_running_loop()

        def send(events: Sequence[Outgoing]) -> None:
            asyncio.run_coroutine_threadsafe(_hand_over(events), loop).result(HAND_OVER_SECONDS)

        while await self._in_worker(publish_events, send=send) and not self._stopping.is_set():
            pass

    async def _attend(self) -> None:
        # Its event wakes us again to be published; outcomes, which hurry, do without that turn.
        await self._in_worker(outcomes.tell_accounts)

    async def _hint(self, heard: Heard) -> None:
        if heard.attempts and (sightings := await self._in_worker(live_events.sightings, attempt_ids=heard.attempts)):
            await publish.live(sightings)
        if heard.states:
            read_from = self._states_read_to or self._clock() - timedelta(seconds=POLL_SECONDS)
            ticks, self._states_read_to = await self._in_worker(live_events.ticks, after=read_from)
            if ticks:
                await publish.live(ticks)
        if heard.sources and (news := await self._in_worker(platform_states.news)):
            await publish.live(news)

    async def _push_lines(self) -> None:
        events, left = await self._in_worker(live_events.timeline_lines, lines=self._lines, since=self._lines_since)
        if events:
            await publish.live(events)
        self._lines, self._lines_since = left, None
        if left:
            self._wake.set()

    async def _sweep(self) -> None:
        await self._in_worker(outcomes.end_due)
        await self._in_worker(outcomes.pause_orphans)
        await self._in_worker(outcomes.forget_tokens)
        if self._plans_at is None or self._clock() >= self._plans_at:
            await self._in_worker(plan_limits.pause_all_surplus)
            self._plans_at = self._clock() + PLANS_EVERY

    async def _in_worker(self, step: Callable[..., T], **arguments: Any) -> T:
        """Run one step in the worker thread, with `now`; a failed one leaves no broken connection behind."""

        def work() -> T:
            try:
                return step(now=self._clock(), **arguments)
            except Exception:
                connections.close_all()
                raise

        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    async def _listen(self) -> None:
        """Turn notifications into wake-ups; comes back when the server does."""
        retry = FIRST_RETRY_SECONDS
        while True:
            try:
                async with await AsyncConnection.connect(conninfo(), autocommit=True) as connection:
                    await connection.execute("listen outcomes; listen events; listen watch")
                    self._health.works("listen")
                    self.listening.set()
                    retry = FIRST_RETRY_SECONDS
                    # Whatever was told before we listened has to be found by looking.
                    self._poll_at = None
                    self._lines_since = self._clock() - LINES_MISSED
                    self._wake.set()
                    async for notice in connection.notifies():
                        self._heard.note(channel=notice.channel, payload=notice.payload)
                        self._wake.set()
            except (Error, OSError) as error:
                self.listening.clear()
                self._health.failed("listen", error)
            await asyncio.sleep(retry)
            retry = min(retry * 2, LAST_RETRY_SECONDS)


async def _hand_over(events: Sequence[Outgoing]) -> None:
    for one in events:
        await publish.durable(one.user_id, one.event, at=one.at, trace=one.trace)


async def _wait(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)


def conninfo() -> str:
    """The database of Django's settings, as libpq reads it, with all options of its address."""
    settings = connections["default"].settings_dict
    named = {
        **{name: value for name, value in settings["OPTIONS"].items() if name != "pool"},
        "dbname": settings["NAME"],
        "user": settings["USER"],
        "password": settings["PASSWORD"],
        "host": settings["HOST"],
        "port": settings["PORT"],
    }
    return make_conninfo("", **{name: value for name, value in named.items() if value})
