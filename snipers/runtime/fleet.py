"""Watchers as named, detached Ray actors. With actors.py the only place that imports ray.

Named actors outlive the controller; `get_if_exists` makes a start idempotent. Calls have deadlines: an actor that is
being restarted answers later, and the controller must not wait for it.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, cast

import ray
from ray.exceptions import GetTimeoutError, RayActorError, RayError
from ray.util import list_named_actors

from snipers.runtime.actors import NAMESPACE, PREFIX, VenueActor, name_of
from snipers.watching.venue_watcher import Snapshot

log = logging.getLogger(__name__)


class RayFleet:
    """Fleet over one Ray cluster that this process is already connected to."""

    def __init__(self, *, call_seconds: float = 0.8) -> None:
        self._call_seconds = call_seconds
        self._handles: dict[int, Any] = {}

    async def running(self) -> frozenset[int]:
        """See Fleet. Named actors that Ray is restarting count as running: Ray brings them back."""
        names: list[str] = await asyncio.to_thread(list_named_actors)
        venues = frozenset(int(name.removeprefix(PREFIX)) for name in names if name.startswith(PREFIX))
        self._handles = {venue_id: handle for venue_id, handle in self._handles.items() if venue_id in venues}
        return venues

    async def start(self, *, venue_id: int, pace_seconds: float) -> None:
        """See Fleet."""
        # Ray's decorator changes the class; its types do not say so.
        options = cast(Any, VenueActor).options(
            name=name_of(venue_id), namespace=NAMESPACE, lifetime="detached", get_if_exists=True
        )
        self._handles[venue_id] = await asyncio.to_thread(options.remote, venue_id, pace_seconds)

    async def stop(self, *, venue_id: int) -> None:
        """See Fleet. Retiring first lets a booking in flight finish; the kill then frees the name."""
        handle = await self._handle(venue_id)
        if handle is None:
            return
        await self._answer(handle.retire.remote(), seconds=6.0)
        await asyncio.to_thread(ray.kill, handle)
        self._handles.pop(venue_id, None)

    async def nudge(self, *, venue_id: int) -> None:
        """See Fleet."""
        handle = await self._handle(venue_id)
        if handle is not None:
            await self._answer(handle.nudge.remote(), seconds=self._call_seconds)

    async def pace(self, *, venue_id: int, pace_seconds: float) -> None:
        """See Fleet."""
        handle = await self._handle(venue_id)
        if handle is not None:
            await self._answer(handle.set_pace.remote(pace_seconds), seconds=self._call_seconds)

    async def snapshots(self) -> Sequence[Snapshot]:
        """See Fleet."""
        handles = [await self._handle(venue_id) for venue_id in await self.running()]
        calls = [
            self._answer(handle.snapshot.remote(), seconds=self._call_seconds)
            for handle in handles
            if handle is not None
        ]
        return [answer for answer in await asyncio.gather(*calls) if isinstance(answer, Snapshot)]

    async def _handle(self, venue_id: int) -> Any | None:
        """Return the actor's handle, looked up once; None when there is no such actor."""
        if venue_id not in self._handles:
            try:
                self._handles[venue_id] = await asyncio.to_thread(ray.get_actor, name_of(venue_id), NAMESPACE)
            except ValueError:
                return None
        return self._handles[venue_id]

    async def _answer(self, call: Any, *, seconds: float) -> Any | None:
        """Wait for one call; a missing answer is no answer, never an error of the controller."""
        try:
            return await asyncio.wait_for(asyncio.wrap_future(call.future()), timeout=seconds)
        except (TimeoutError, GetTimeoutError, RayActorError):
            return None
        except RayError as error:
            log.warning("a watcher answered with an error: %s", type(error).__name__)
            return None
