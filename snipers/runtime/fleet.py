"""Watchers as named, detached Ray actors. With actors.py, line.py, link.py and nodes.py all that imports ray.

Named actors outlive the controller; `get_if_exists` makes a start idempotent. Ray starts, ends and lists them; all
words go over the switchboard. Calls have deadlines: an actor that is being restarted answers later, and the controller
must not wait for it.
"""

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, cast

import ray
from ray.exceptions import RayError
from ray.util import list_named_actors

from snipers.control.base import FleetAway, Room
from snipers.domain.cadence import Schedule
from snipers.domain.counts import Counts
from snipers.domain.metrics import Restart
from snipers.runtime import nodes
from snipers.runtime.actors import SwitchboardActor, VenueActor
from snipers.runtime.link import RayLink, noted
from snipers.runtime.names import NAMESPACE, SWITCHBOARD, of_venue, venue_of
from snipers.runtime.switchboard import Orders, Words
from snipers.watching.snapshot import Snapshot

START_SECONDS = 10.0
RETIRE_SECONDS = 6.0
LOOK_SECONDS = 0.25
# A switchboard that says nothing for so long, while Ray answers, is ended and started anew.
DEAD_SECONDS = 6.0


class RayFleet:
    """Fleet over one Ray cluster. `watch_memory`: bytes that a watcher asks its node for, beside one of its slots.
    `counted` gets what the watchers counted. `call_seconds`: how long the switchboard may take to answer."""

    def __init__(
        self,
        *,
        link: RayLink,
        watch_memory: int,
        counted: Callable[[Counts], None] = lambda _: None,
        call_seconds: float = 0.8,
    ) -> None:
        self._link = link
        self._asks = {"resources": {nodes.SLOT: 1}, "memory": watch_memory}
        self._names: dict[int, list[str]] = {}
        self._counted = counted
        self._call_seconds = call_seconds
        self._switchboard: Any = None
        self._connection = 0
        self._number = 0
        self._mute_since: float | None = None

    async def running(self) -> frozenset[int]:
        """See Fleet. Named actors that Ray is restarting count as running: Ray brings them back."""
        actors: list[str] = await self._link.call(list_named_actors)
        if SWITCHBOARD not in actors or self._connection != self._link.connections:
            await self._connect()
        names = defaultdict(list)
        for name in sorted(actors):
            if (venue_id := venue_of(name)) is not None:
                names[venue_id].append(name)
        self._names = dict(names)
        return frozenset(names)

    async def start(self, *, venue_id: int, platform: str) -> None:
        """See Fleet."""
        await self._start(of_venue(venue_id), venue_id, platform)

    async def move(self, *, venue_id: int, platform: str) -> None:
        """See Fleet. The new one may be told where not to start: close() the old one's node first."""
        await self._expect(venue_id, Restart.DRAIN)
        taken = self._names.get(venue_id, [])
        await self._start(of_venue(venue_id, beside=of_venue(venue_id) in taken), venue_id, platform)

    async def room(self) -> Room:
        """See Fleet."""
        return await self._link.call(nodes.room)

    async def close(self, *, node: str) -> None:
        """See Fleet. Ray calls it preemption: its other kind of drain is refused while an actor lives there."""
        await self._link.call(partial(nodes.close, node))

    async def stop(self, *, venue_id: int) -> None:
        """See Fleet. Retiring first lets a booking in flight finish; the kill frees the name of one that does not."""
        await self._ask("order", {venue_id: Orders(retire=True)})
        until = time.monotonic() + RETIRE_SECONDS
        while handles := await self._handles(venue_id):
            if time.monotonic() > until:
                for handle in handles:
                    await self._link.call(partial(ray.kill, handle))
                break
            await asyncio.sleep(LOOK_SECONDS)
        await self._ask("forget", venue_id)

    async def replace(self, *, venue_id: int) -> None:
        """See Fleet. A process that cannot end itself any more is ended by Ray's own process beside it."""
        await self._expect(venue_id, Restart.SILENCE)
        for handle in await self._handles(venue_id):
            await self._link.call(partial(ray.kill, handle, no_restart=False))

    async def nudge(self, *, venue_id: int) -> None:
        """See Fleet. A watcher that does not hear of it looks by itself a few seconds later."""
        with contextlib.suppress(FleetAway):
            await self._ask("order", {venue_id: Orders(look=True)})

    async def set_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        """See Fleet."""
        await self._ask("order", {venue_id: Orders(schedule=one) for venue_id, one in schedules.items()})

    async def snapshots(self, *, venue_ids: Collection[int]) -> Sequence[Snapshot]:
        """See Fleet."""
        words: Words = await self._ask("words", self._number)
        self._number = words.number
        self._counted(words.counts)
        return [word for word in words.snapshots if word.venue.venue_id in venue_ids]

    async def _connect(self) -> None:
        """Find the switchboard, or start it: whoever watches finds it by its name."""
        # On the head, which no drain of a node for watchers touches. Lost with it, and then nobody could call anyway.
        create = partial(_create, SwitchboardActor, SWITCHBOARD, resources=nodes.ON_THE_HEAD)
        self._switchboard = await self._link.call(create, seconds=START_SECONDS)
        self._connection = self._link.connections
        self._mute_since = None

    async def _expect(self, venue_id: int, reason: Restart) -> None:
        """Have the next beginning counted as our own doing; a figure is worth no delay."""
        with contextlib.suppress(FleetAway):
            await self._ask("expect", venue_id, reason)

    async def _ask(self, method: str, *arguments: Any) -> Any:
        """Call the switchboard; raises FleetAway when it does not answer in time."""
        if self._switchboard is None:
            await self._connect()
        call = _future(getattr(self._switchboard, method).remote(*arguments))
        try:
            answer = await asyncio.wait_for(asyncio.shield(call), timeout=self._call_seconds)
        except (TimeoutError, RayError) as error:
            await self._no_answer()
            raise FleetAway(f"the switchboard does not answer: {type(error).__name__}") from None
        self._mute_since = None
        return answer

    async def _no_answer(self) -> None:
        """Have the switchboard started anew that has not answered for a while."""
        now = time.monotonic()
        if self._mute_since is None:
            self._mute_since = now
        elif now - self._mute_since > DEAD_SECONDS:
            self._mute_since = None
            await self._link.call(partial(ray.kill, self._switchboard, no_restart=False))

    async def _start(self, name: str, venue_id: int, platform: str) -> None:
        create = partial(_create, VenueActor, name, venue_id, platform, **self._asks)
        await self._link.call(create, seconds=START_SECONDS)

    async def _handles(self, venue_id: int) -> list[Any]:
        """Return the handles of the venue's actors: one, two while it moves, none."""
        found = []
        for beside in (False, True):
            with contextlib.suppress(ValueError):
                name = of_venue(venue_id, beside=beside)
                found.append(await self._link.call(partial(ray.get_actor, name, NAMESPACE)))
        return found


def _create(actor: Any, name: str, *arguments: Any, **asks: Any) -> Any:
    lasting = {"name": name, "namespace": NAMESPACE, "lifetime": "detached", "get_if_exists": True}
    return cast(Any, actor).options(**lasting, **asks).remote(*arguments)


def _future(call: Any) -> asyncio.Future[Any]:
    future: asyncio.Future[Any] = asyncio.wrap_future(call.future())
    future.add_done_callback(noted)
    return future
