"""All browsers of one server process: a room for each user, one channel-layer subscription for all of them.

Owns the process's background work: listening, reconciling with the log (an event that Redis lost reaches the browser
anyway), and closing sockets whose sign-in is over. Starts with the first socket, ends with the process.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from channels.layers import get_channel_layer

from realtime import failures, limits, metrics
from realtime.consumer import OverLimit, Refused
from realtime.member import Member
from realtime.outlet import Close, Outlet
from realtime.ports import EventLog, SessionLookup, TokenVerifier, Witness
from realtime.publish import GROUP

log = logging.getLogger(__name__)

RECONCILE_SECONDS = 2.0
SWEEP_SECONDS = 20.0
SUBSCRIBE_SECONDS = 1.0
RETRY_SECONDS = 2.0


class Hub:
    """The main namespace: lets browsers in and keeps them told."""

    def __init__(
        self,
        *,
        verifier: TokenVerifier,
        sessions: SessionLookup,
        events: EventLog,
        witness: Witness | None = None,
        reconcile_seconds: float = RECONCILE_SECONDS,
        sweep_seconds: float = SWEEP_SECONDS,
    ) -> None:
        self._verifier = verifier
        self._sessions = sessions
        self._events = events
        self._witness = witness
        self._reconcile_seconds = reconcile_seconds
        self._sweep_seconds = sweep_seconds
        self._rooms: dict[int, set[Member]] = {}
        self._replays = limits.ReplayBudget()
        self._tasks: list[asyncio.Task[None]] = []
        self._subscribed = asyncio.Event()

    async def admit(self, outlet: Outlet, auth: dict[str, Any]) -> Member:
        """A member for the payload {token, last_seq?}. Raises Refused, OverLimit."""
        token, last_seq = auth.get("token"), auth.get("last_seq")
        if last_seq is not None and (type(last_seq) is not int or last_seq < 0):
            raise Refused("last_seq must be a whole number, 0 or above")
        principal = await self._verifier.verify(token) if isinstance(token, str) else None
        if principal is None:
            raise Refused("not authorized")
        await self._start()
        user_id = principal.user_id
        if len(self._rooms.get(user_id, ())) >= limits.SOCKETS:
            raise OverLimit(limits.TOO_MANY_SOCKETS)
        if last_seq is not None:
            last = (await self._events.last_seqs([user_id])).get(user_id, 0)
            if not self._replays.take(user_id, max(0, last - last_seq)):
                raise OverLimit(limits.TOO_MUCH_REPLAYED)
        member = Member(principal=principal, outlet=outlet, events=self._events, last_seq=last_seq, forget=self._forget)
        self._rooms.setdefault(user_id, set()).add(member)
        return member

    def deliver(self, message: dict[str, Any]) -> None:
        """Hand one message of realtime.publish to the members it is for."""
        if message["type"] == "durable":
            self._deliver_durable(message)
        else:
            for user_id, packets in message["packets"]:
                for member in self._rooms.get(user_id, ()):
                    member.offer_live(packets)

    async def reconcile(self) -> None:
        """Compare the log's last numbers with what each browser got; one query for all."""
        if not self._rooms:
            return
        for user_id, seq in (await self._events.last_seqs(list(self._rooms))).items():
            for member in self._rooms.get(user_id, ()):
                member.catch_up(seq)

    async def sweep(self) -> None:
        """Close the sockets whose token ran out or whose session ended."""
        self._replays.forget()
        now = datetime.now(UTC)
        ended = await self._sessions.ended({member.principal.session_id for member in self._members()})
        for member in self._members():
            if member.principal.expires_at <= now or member.principal.session_id in ended:
                member.outlet.close(Close.NOT_AUTHORIZED)

    def _deliver_durable(self, message: dict[str, Any]) -> None:
        seq, packet, at = message["seq"], message["packet"], message.get("at")
        sent = sum(member.offer(seq, packet) for member in self._rooms.get(message["user"], ()))
        if not sent or at is None:
            return
        now = time.time()
        metrics.pushed(sockets=sent, at=at, now=now)
        if self._witness is not None:
            self._witness(at=at, now=now, trace=message["trace"])

    def _members(self) -> Iterator[Member]:
        return (member for room in self._rooms.values() for member in room)

    def _forget(self, member: Member) -> None:
        user_id = member.principal.user_id
        room = self._rooms[user_id]
        room.discard(member)
        if not room:
            del self._rooms[user_id]

    async def _start(self) -> None:
        """Begin the background work with the first browser, which waits a moment for it: it would miss what passes."""
        if not self._tasks:
            self._tasks = [
                asyncio.create_task(self._listen()),
                asyncio.create_task(_repeat(self.reconcile, self._reconcile_seconds)),
                asyncio.create_task(_repeat(self.sweep, self._sweep_seconds)),
            ]
        with suppress(TimeoutError):
            async with asyncio.timeout(SUBSCRIBE_SECONDS):
                await self._subscribed.wait()

    async def _listen(self) -> None:
        """Take messages from the channel layer for ever; subscribe again when it fails."""
        layer = get_channel_layer()
        if layer is None:
            log.error("no channel layer is configured: events reach browsers by reconciliation only")
            return
        while True:
            try:
                channel = await layer.new_channel()
                await layer.group_add(GROUP, channel)
                self._subscribed.set()
                while True:
                    self._take(await layer.receive(channel))
            except Exception:  # noqa: BLE001 - which errors there are is the channel layer's choice
                failures.report("the channel layer is away")
                await asyncio.sleep(RETRY_SECONDS)

    def _take(self, message: dict[str, Any]) -> None:
        try:
            self.deliver(message)
        except Exception:  # noqa: BLE001 - from a publisher of another version, perhaps; the log still has what it said
            failures.report("a message of the channel layer made no sense")


async def _repeat(step: Callable[[], Awaitable[None]], seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await step()
        except Exception:  # noqa: BLE001 - a port may raise anything, and the work must go on
            failures.report("background work of the sockets failed")
