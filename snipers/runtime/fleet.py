"""Watchers as named, detached Ray actors. With actors.py, line.py, link.py and nodes.py all that imports ray.

Named actors outlive the controller; `get_if_exists` makes a start idempotent. Ray starts, ends and lists them; all
messages use the mailbox actor. Calls have deadlines: an actor that is being restarted answers later, and the controller
must not wait for it.
"""

import asyncio
import contextlib
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

import ray
from ray.exceptions import RayError
from ray.util import list_named_actors

from snipers.control.base import FleetAway, Room
from snipers.domain.cadence import Schedule
from snipers.domain.counts import Counts
from snipers.domain.metrics import Restart
from snipers.runtime import nodes
from snipers.runtime.actors import VenueActor
from snipers.runtime.link import RayLink, noted
from snipers.runtime.mailbox import Mailbox, Orders, Words
from snipers.runtime.names import MAILBOX, NAMESPACE, of_venue, venue_of
from snipers.watching.snapshot import Snapshot

log = logging.getLogger(__name__)

START_SECONDS = 10.0
RETIRE_SECONDS = 6.0
LOOK_SECONDS = 0.25
# A mailbox actor that answers nothing for this long, while Ray answers, is killed and restarted.
DEAD_SECONDS = 6.0
# The mailbox actor holds one long poll of every watcher.
CALLS_AT_ONCE = 10_000


def _actor(shell: type, **more: Any) -> Any:
    return ray.remote(num_cpus=0, max_restarts=-1, max_task_retries=0, **more)(shell)


_VENUE = _actor(VenueActor)
_MAILBOX = _actor(Mailbox, max_concurrency=CALLS_AT_ONCE)


class RayFleet:
    """Fleet over one Ray cluster. `watch_memory`: bytes that a watcher asks its node for, beside one of its slots.
    `counted` gets what the watchers counted. `call_seconds`: the timeout of a call to the mailbox actor."""

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
        self._mailbox: Any = None
        self._connection = 0
        self._number = 0
        self._mute_since: float | None = None
        self._listing: asyncio.Task[list[str]] | None = None

    async def running(self) -> frozenset[int]:
        """See Fleet. Named actors that Ray is restarting count as running: Ray brings them back."""
        actors = await self._named()
        if MAILBOX not in actors or self._connection != self._link.connections:
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
        beside = of_venue(venue_id) in self._names.get(venue_id, [])
        await self._start(of_venue(venue_id, beside=beside), venue_id, platform)

    async def room(self) -> Room:
        """See Fleet."""
        return await self._link.call(nodes.room)

    async def close(self, *, node: str) -> None:
        """See Fleet. Ray calls it preemption: its other kind of drain is refused while an actor lives there."""
        await self._link.call(partial(nodes.close, node))

    async def stop(self, *, venue_id: int) -> None:
        """See Fleet. Retiring first lets a booking in flight finish; the kill frees the name of one that does not."""
        await self._ask("order", {venue_id: Orders(retire=True)})
        until, own = time.monotonic() + RETIRE_SECONDS, {of_venue(venue_id, beside=one) for one in (False, True)}
        while own & set(await self._named()):
            if time.monotonic() > until:
                for handle in await self._handles(venue_id):
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
        """Find or start the mailbox actor. Watchers find it by its name."""
        # On the head, which no drain of a node for watchers touches. Lost with it, and then nobody could call anyway.
        create = partial(_create, _MAILBOX, MAILBOX, resources=nodes.ON_THE_HEAD)
        self._mailbox = await self._link.call(create, seconds=START_SECONDS)
        self._connection = self._link.connections
        self._mute_since = None

    async def _expect(self, venue_id: int, reason: Restart) -> None:
        """Have the next beginning counted as our own doing; a figure is worth no delay."""
        with contextlib.suppress(FleetAway):
            await self._ask("expect", venue_id, reason)

    async def _ask(self, method: str, *arguments: Any) -> Any:
        """Call the mailbox actor; raises FleetAway when it does not answer in time."""
        if self._mailbox is None:
            await self._connect()
        call = _future(getattr(self._mailbox, method).remote(*arguments))
        try:
            answer = await asyncio.wait_for(asyncio.shield(call), timeout=self._call_seconds)
        except (TimeoutError, RayError) as error:
            await self._no_answer()
            raise FleetAway(f"the mailbox actor does not answer: {type(error).__name__}") from None
        self._mute_since = None
        return answer

    async def _no_answer(self) -> None:
        """Restart the mailbox actor once it has not answered for DEAD_SECONDS."""
        now = time.monotonic()
        if self._mute_since is None:
            self._mute_since = now
        elif now - self._mute_since > DEAD_SECONDS:
            self._mute_since = None
            await self._link.call(partial(ray.kill, self._mailbox, no_restart=False))

    async def _start(self, name: str, venue_id: int, platform: str) -> None:
        create = partial(_create, _VENUE, name, venue_id, platform, **self._asks)
        await self._link.call(create, seconds=START_SECONDS)

    async def _named(self) -> list[str]:
        """Return the names of all actors; who asks while Ray is being asked gets that answer: many may stop at once."""
        if self._listing is None or self._listing.done():
            self._listing = asyncio.create_task(self._link.call(list_named_actors))
            self._listing.add_done_callback(noted)
        return await asyncio.shield(self._listing)

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
    return actor.options(**lasting, **asks).remote(*arguments)


def _future(call: Any) -> asyncio.Future[Any]:
    future: asyncio.Future[Any] = asyncio.wrap_future(call.future())
    future.add_done_callback(noted)
    return future
