"""All subscribers of one server process: one room per user, and one channel-layer subscription for the whole process.

Three background tasks receive published messages, reconcile browsers with the event log (which delivers the events that
Redis lost), and close sockets whose sign-in session ended. They start with the first socket and end with the process.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from channels.layers import get_channel_layer

from realtime import failures, limits, metrics
from realtime.consumer import ConnectRefused, OverLimit
from realtime.ports import DeliveryObserver, EventLog, SessionLookup, TokenVerifier
from realtime.publish import GROUP
from realtime.send_queue import Close, SendQueue
from realtime.subscriber import Subscriber

log = logging.getLogger(__name__)

SUBSCRIBE_SECONDS = 1.0
RETRY_SECONDS = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Periods:
    """How often a hub compares its browsers with the event log, and with the ended sessions."""

    reconcile_seconds: float = 2.0
    session_check_seconds: float = 20.0


DEFAULT_PERIODS: Final = Periods()


class Hub:
    """The main namespace: admits browsers and delivers events to them."""

    def __init__(
        self,
        *,
        verifier: TokenVerifier,
        sessions: SessionLookup,
        events: EventLog,
        on_delivery: DeliveryObserver | None = None,
        periods: Periods = DEFAULT_PERIODS,
    ) -> None:
        self._verifier = verifier
        self._sessions = sessions
        self._events = events
        self._on_delivery = on_delivery
        self._periods = periods
        self._rooms: dict[int, set[Subscriber]] = {}
        self._replays = limits.ReplayBudget()
        self._tasks: list[asyncio.Task[None]] = []
        self._subscribed = asyncio.Event()

    async def admit(self, send_queue: SendQueue, auth: dict[str, Any]) -> Subscriber:
        """Return a subscriber for the browser. `auth` is the payload {token, last_seq?} of its
        CONNECT packet.

        Raises ConnectRefused or OverLimit.
        """
        token, last_seq = auth.get("token"), auth.get("last_seq")
        if last_seq is not None and (type(last_seq) is not int or last_seq < 0):
            raise ConnectRefused("last_seq must be a whole number, 0 or above")
        principal = await self._verifier.verify(token) if isinstance(token, str) else None
        if principal is None:
            raise ConnectRefused("not authorized")
        await self._start_background_tasks()
        user_id = principal.user_id
        last = {} if last_seq is None else await self._events.last_seqs([user_id])
        # After the last wait, so that sockets which connect at once count each other.
        if len(self._rooms.get(user_id, ())) >= limits.SOCKETS_PER_USER:
            raise OverLimit(limits.SOCKET_LIMIT_REACHED)
        if last_seq is not None and not self._replays.spend(user_id, max(0, last.get(user_id, 0) - last_seq)):
            raise OverLimit(limits.REPLAY_LIMIT_REACHED)
        subscriber = Subscriber(
            principal=principal,
            send_queue=send_queue,
            events=self._events,
            last_seq=last_seq,
            on_leave=self._remove_subscriber,
        )
        self._rooms.setdefault(user_id, set()).add(subscriber)
        return subscriber

    def deliver(self, message: dict[str, Any]) -> None:
        """Pass one message of realtime.publish to the subscribers that it addresses."""
        if message["type"] == "durable":
            self._deliver_durable(message)
        else:
            for user_id, packets in message["packets"]:
                for subscriber in self._rooms.get(user_id, ()):
                    subscriber.send_live(packets)

    async def reconcile(self) -> None:
        """Make each browser that lacks its user's last event read the event log.

        One query reads the last event numbers of all users.
        """
        if not self._rooms:
            return
        for user_id, seq in (await self._events.last_seqs(list(self._rooms))).items():
            for subscriber in self._rooms.get(user_id, ()):
                subscriber.catch_up_to(seq)

    async def close_ended_sessions(self) -> None:
        """Close the sockets whose token expired or whose session ended."""
        self._replays.drop_full_budgets()
        now = datetime.now(UTC)
        ended = await self._sessions.ended({subscriber.principal.session_id for subscriber in self._subscribers()})
        for subscriber in self._subscribers():
            if subscriber.principal.expires_at <= now or subscriber.principal.session_id in ended:
                subscriber.send_queue.close(Close.NOT_AUTHORIZED)

    def _deliver_durable(self, message: dict[str, Any]) -> None:
        seq, packet, at = message["seq"], message["packet"], message.get("at")
        sent = sum(subscriber.send_if_next(seq, packet) for subscriber in self._rooms.get(message["user"], ()))
        if not sent or at is None:
            return
        now = time.time()
        metrics.observe_push(sockets=sent, at=at, now=now)
        if self._on_delivery is not None:
            self._on_delivery(at=at, now=now, trace=message["trace"])

    def _subscribers(self) -> Iterator[Subscriber]:
        return (subscriber for room in self._rooms.values() for subscriber in room)

    def _remove_subscriber(self, subscriber: Subscriber) -> None:
        user_id = subscriber.principal.user_id
        room = self._rooms[user_id]
        room.discard(subscriber)
        if not room:
            del self._rooms[user_id]

    async def _start_background_tasks(self) -> None:
        """Start the background tasks once.

        Wait up to SUBSCRIBE_SECONDS for the channel-layer subscription, so that no live event is missed.
        """
        if not self._tasks:
            self._tasks = [
                asyncio.create_task(self._receive_messages()),
                asyncio.create_task(_repeat(self.reconcile, self._periods.reconcile_seconds)),
                asyncio.create_task(_repeat(self.close_ended_sessions, self._periods.session_check_seconds)),
            ]
        with suppress(TimeoutError):
            async with asyncio.timeout(SUBSCRIBE_SECONDS):
                await self._subscribed.wait()

    async def _receive_messages(self) -> None:
        """Receive messages from the channel layer forever. Subscribe again after each failure."""
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
                    self._deliver_or_log(await layer.receive(channel))
            except Exception:  # noqa: BLE001 - channel layers document no exceptions
                failures.log_exception("the channel layer is unreachable")
                await asyncio.sleep(RETRY_SECONDS)

    def _deliver_or_log(self, message: dict[str, Any]) -> None:
        try:
            self.deliver(message)
        except Exception:  # noqa: BLE001 - another version may have published it; reconciliation reads the log
            failures.log_exception("a message of the channel layer is malformed")


async def _repeat(task: Callable[[], Awaitable[None]], seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await task()
        except Exception:  # noqa: BLE001 - a port may raise any exception, and the task must continue
            failures.log_exception("a background task of the sockets failed")
