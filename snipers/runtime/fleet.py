"""Watchers as named, detached Ray actors. With actors.py and link.py the only place that imports ray.

Named actors outlive the controller; `get_if_exists` makes a start idempotent. Calls have deadlines: an actor that is
being restarted answers later, and the controller must not wait for it.
"""

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, cast

import ray
from ray.exceptions import GetTimeoutError, RayActorError, RayError
from ray.util import list_named_actors

from snipers.domain.cadence import Schedule
from snipers.runtime.actors import NAMESPACE, PREFIX, VenueActor, name_of
from snipers.runtime.link import RayLink, noted
from snipers.watching.snapshot import Snapshot

log = logging.getLogger(__name__)

START_SECONDS = 10.0
RETIRE_SECONDS = 6.0


class RayFleet:
    """Fleet over one Ray cluster. `call_seconds`: how long an actor may take to answer."""

    def __init__(self, *, link: RayLink, call_seconds: float = 0.8) -> None:
        self._link = link
        self._call_seconds = call_seconds
        self._handles: dict[int, Any] = {}
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._connection = 0

    async def running(self) -> frozenset[int]:
        """See Fleet. Named actors that Ray is restarting count as running: Ray brings them back."""
        names: list[str] = await self._link.call(list_named_actors)
        venues = frozenset(int(name.removeprefix(PREFIX)) for name in names if name.startswith(PREFIX))
        known = venues if self._connection == self._link.connections else frozenset()
        self._connection = self._link.connections
        self._handles = {venue_id: handle for venue_id, handle in self._handles.items() if venue_id in known}
        self._asked = {venue_id: call for venue_id, call in self._asked.items() if venue_id in known}
        return venues

    async def start(self, *, venue_id: int, platform: str) -> None:
        """See Fleet."""
        # Ray's decorator changes the class; its types do not say so.
        options = cast(Any, VenueActor).options(
            name=name_of(venue_id), namespace=NAMESPACE, lifetime="detached", get_if_exists=True
        )
        create = partial(options.remote, venue_id, platform)
        self._handles[venue_id] = await self._link.call(create, seconds=START_SECONDS)

    async def stop(self, *, venue_id: int) -> None:
        """See Fleet. Retiring first lets a booking in flight finish; the kill then frees the name."""
        handle = await self._handle(venue_id)
        if handle is None:
            return
        await self._answer(_future(handle.retire.remote()), seconds=RETIRE_SECONDS)
        await self._link.call(partial(ray.kill, handle))
        self._handles.pop(venue_id, None)

    async def replace(self, *, venue_id: int) -> None:
        """See Fleet. A process that cannot end itself any more is ended by Ray's own process beside it."""
        handle = await self._handle(venue_id)
        if handle is not None:
            await self._link.call(partial(ray.kill, handle, no_restart=False))

    async def nudge(self, *, venue_id: int) -> None:
        """See Fleet."""
        handle = await self._handle(venue_id)
        if handle is not None:
            await self._answer(_future(handle.nudge.remote()), seconds=self._call_seconds)

    async def set_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        """See Fleet."""
        await asyncio.gather(*(self._set_schedule(venue_id, one) for venue_id, one in schedules.items()))

    async def snapshots(self, *, venue_ids: Collection[int]) -> Sequence[Snapshot]:
        """See Fleet."""
        answers = await asyncio.gather(*(self._snapshot(venue_id) for venue_id in venue_ids))
        return [answer for answer in answers if isinstance(answer, Snapshot)]

    async def _set_schedule(self, venue_id: int, schedule: Schedule) -> None:
        handle = await self._handle(venue_id)
        if handle is not None:
            await self._answer(_future(handle.set_schedule.remote(schedule)), seconds=self._call_seconds)

    async def _snapshot(self, venue_id: int) -> Any | None:
        """Ask an actor; one that owes us an answer is not asked again, or questions would pile up behind a dead one."""
        handle = await self._handle(venue_id)
        if handle is None:
            return None
        asked = self._asked.get(venue_id)
        if asked is None or asked.done():
            asked = self._asked[venue_id] = _future(handle.snapshot.remote())
        return await self._answer(asked, seconds=self._call_seconds)

    async def _handle(self, venue_id: int) -> Any | None:
        """Return the actor's handle, looked up once; None when there is no such actor."""
        if venue_id not in self._handles:
            try:
                found = await self._link.call(partial(ray.get_actor, name_of(venue_id), NAMESPACE))
            except ValueError:
                return None
            self._handles[venue_id] = found
        return self._handles[venue_id]

    async def _answer(self, call: asyncio.Future[Any], *, seconds: float) -> Any | None:
        """Wait for one call; a missing answer is no answer, never an error of the controller."""
        try:
            return await asyncio.wait_for(asyncio.shield(call), timeout=seconds)
        except (TimeoutError, GetTimeoutError, RayActorError):
            return None
        except RayError as error:
            log.warning("a watcher answered with an error: %s", type(error).__name__)
            return None


def _future(call: Any) -> asyncio.Future[Any]:
    future: asyncio.Future[Any] = asyncio.wrap_future(call.future())
    future.add_done_callback(noted)
    return future
