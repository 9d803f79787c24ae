"""One stub watcher: the product's watcher of a venue, at a platform that answers at once and has no table.

Many of them share a process. Only this module knows how a watcher reaches the database and the controller, and what a
watcher of a real platform would do instead.
"""

import asyncio
import os
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from types import SimpleNamespace
from typing import Any, cast

from psycopg_pool import PoolTimeout

from loadtests.scenarios.fleet.rows import FIRST_NEW
from snipers.clients.base import AccountList, BookingClient, Found, Profile
from snipers.clients.credentials import SealedToken
from snipers.domain.access import StoredAccess
from snipers.runtime.actor_names import node_agent, venue_actor
from snipers.runtime.actors import AGENT_SECONDS
from snipers.runtime.agent import NodeAgent
from snipers.runtime.control_channel import ControlChannel, WatcherStore, run_with_channel
from snipers.store.records import Beat, OpenAttempt, Renewal, Roster, Taker
from snipers.watching.context import WatchOwner
from snipers.watching.venue_watcher import VenueWatcher


@dataclass(slots=True)
class Seen:
    """What the watchers of one process saw. Times are monotonic seconds, which all processes of a machine share.

    `nudges` are the venue and the time of each nudge, `rosters` the first time at which each new request was in a
    roster, `pool_timeouts` the statements that got no connection.
    """

    nudges: list[tuple[int, float]] = field(default_factory=list)
    rosters: dict[int, float] = field(default_factory=dict)
    pool_timeouts: int = 0

    def note_roster(self, roster: Roster) -> None:
        """Note the new requests of a roster."""
        for snipe in roster.snipes:
            if snipe.reservation_id >= FIRST_NEW:
                self.rosters.setdefault(snipe.reservation_id, time.monotonic())


def create_agent(*, url: str, seen: Seen) -> NodeAgent:
    """Return an agent for watchers of this process, which call it directly instead of by Ray."""
    return NodeAgent(store=_Store(url=url, seen=seen, connections=2, at_rest=1))


async def watch(*, venue_id: int, node: str, url: str, seen: Seen, agent: NodeAgent | None = None) -> None:
    """Watch one venue until the watcher retires. Without `agent`, the node's agent is a Ray actor."""
    owner = WatchOwner(
        venue_id=venue_id,
        platform="resy",
        name=f"{venue_actor(venue_id)}/{uuid.uuid4().hex[:12]}",
        pid=os.getpid(),
        node=node,
    )
    store = _Store(url=url, seen=seen)
    watcher = _Watcher(owner=owner, store=store, client=cast(BookingClient, _NoTables()), agent_seconds=AGENT_SECONDS)
    watcher.seen = seen
    channel = ControlChannel(watcher=watcher, agent=node_agent(node))
    if agent is not None:
        channel._agent = _Direct(agent)
    await run_with_channel(watching=asyncio.create_task(watcher.run()), channel=channel, store=store)


class _Direct:
    """A handle of an agent in this process, with the methods of a Ray actor's handle."""

    def __init__(self, agent: NodeAgent) -> None:
        self._agent = agent

    def __getattr__(self, name: str) -> Any:
        return SimpleNamespace(remote=getattr(self._agent, name))


class _Watcher(VenueWatcher):
    seen: Seen

    def accept_renewal(self, renewal: Renewal) -> None:
        if renewal.roster is not None:
            # A nudge reaches the watcher as the roster that the agent has read.
            self.seen.nudges.append((self._context.owner.venue_id, time.monotonic()))
            self.seen.note_roster(renewal.roster)
        super().accept_renewal(renewal)


class _Store(WatcherStore):
    """The product's store; it notes what it returned and which calls got no connection."""

    def __init__(self, *, url: str, seen: Seen, connections: int = 4, at_rest: int = 0) -> None:
        super().__init__(url=url, connections=connections, at_rest=at_rest)
        self._seen = seen

    async def take_watches(self, *, takers: Mapping[int, Taker]) -> dict[int, int]:
        with self._count_timeouts():
            return await super().take_watches(takers=takers)

    async def roster(self, *, venue_id: int, beat: Beat | None = None) -> Roster | None:
        with self._count_timeouts():
            roster = await super().roster(venue_id=venue_id, beat=beat)
        if roster is not None:
            self._seen.note_roster(roster)
        return roster

    async def rosters(self, *, beats: Mapping[int, Beat]) -> dict[int, Roster]:
        with self._count_timeouts():
            return await super().rosters(beats=beats)

    async def open_attempts(self, *, venue_id: int) -> list[OpenAttempt]:
        with self._count_timeouts():
            return await super().open_attempts(venue_id=venue_id)

    @contextmanager
    def _count_timeouts(self) -> Iterator[None]:
        try:
            yield
        except PoolTimeout:
            self._seen.pool_timeouts += 1
            raise


class _NoTables:
    """The calls of BookingClient that a watcher makes at a venue without a table."""

    async def find(self, *, platform_venue_id: int, day: date, party_size: int) -> Found:
        return Found(slots=[], on_sale=True)

    async def me(self, *, token: SealedToken) -> Profile:
        return Profile(user_id="1", display_name="", payment_method_id="1")

    async def account_list(self, *, token: SealedToken) -> AccountList:
        return AccountList(held=[])

    def set_access(self, stored: StoredAccess | None) -> None: ...

    async def warm(self, *, connections: int) -> None: ...

    async def aclose(self) -> None: ...
