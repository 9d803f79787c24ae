"""Delivers a user's events to one browser: every durable event once and in order, even if Redis loses messages.

The event log is the only buffer. A published event that directly follows the last one sent is sent at once. In any
other case (a gap, an event during the replay, a slow client), the subscriber remembers the event's number and reads
the event log up to this number.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from realtime import codec, failures
from realtime.consumer import Handler
from realtime.events import Ready
from realtime.metrics import EVENTS_LIVE, EVENTS_LOG, RESUMES
from realtime.ports import EventLog, Principal
from realtime.send_queue import Close, SendQueue

PAGE_SIZE = 500


class Subscriber:
    """A browser's session in the main namespace.

    `last_seq` is the number of the last event that the browser has; None means that it wants no replay.
    """

    __slots__ = ("_last_seq", "_log", "_on_leave", "_replay", "_target_seq", "principal", "ready", "send_queue", "seq")

    # The main namespace has no client events: browsers read and write through REST.
    handlers: Mapping[str, Handler] = {}

    def __init__(
        self,
        *,
        principal: Principal,
        send_queue: SendQueue,
        events: EventLog,
        last_seq: int | None,
        on_leave: "Callable[[Subscriber], None]",
    ) -> None:
        self.principal = principal
        self.send_queue = send_queue
        self.ready = False
        self.seq = 0
        self._target_seq = 0
        self._last_seq = last_seq
        self._log = events
        self._on_leave = on_leave
        self._replay: asyncio.Task[None] | None = None

    def on_connected(self) -> None:
        self._replay = asyncio.create_task(self._replay_missed())

    def on_disconnected(self) -> None:
        self._on_leave(self)
        if self._replay:
            self._replay.cancel()

    def send_if_next(self, seq: int, packet: str) -> bool:
        """Send a published durable event if its number is next. Otherwise start to read the event log.

        Return whether this call sent the event.
        """
        if self.ready and self._replay is None and seq == self.seq + 1 and not self.send_queue.congested:
            self.send_queue.push(packet)
            self.seq = seq
            EVENTS_LIVE.inc()
            return True
        self.catch_up_to(seq)
        return False

    def send_live(self, packets: Sequence[str]) -> None:
        """Send live events. They are dropped during a replay and for a slow client, because newer ones replace them."""
        if self.ready and not self.send_queue.congested:
            self.send_queue.push(*packets)

    def catch_up_to(self, seq: int) -> None:
        """Make sure that the browser receives all events up to number `seq`."""
        self._target_seq = max(self._target_seq, seq)
        if self.ready and self._replay is None and self._target_seq > self.seq:
            self._replay = asyncio.create_task(self._fill_gap())

    async def _replay_missed(self) -> None:
        """Send the missed events, then `ready`.

        If `last_seq` is beyond the end of the log, it is replaced by the last number in the log.
        """
        user = self.principal.user_id
        try:
            last = (await self._log.last_seqs([user])).get(user, 0)
            self.seq = last if self._last_seq is None else min(self._last_seq, last)
            self._target_seq = max(self._target_seq, last)
            await self._read_log()
            self.send_queue.push(codec.encode_text_event("ready", Ready(seq=self.seq).model_dump()))
            self.ready = True
            RESUMES.labels(_classify_resume(self._last_seq, last)).inc()
        except Exception:  # noqa: BLE001 - a port may raise any exception
            failures.log_exception("replaying the event log failed")
            RESUMES.labels("failed").inc()
            self.send_queue.close(Close.UNAVAILABLE)
        finally:
            self._replay = None

    async def _fill_gap(self) -> None:
        try:
            await self._read_log()
        except Exception:  # noqa: BLE001 - a port may raise any exception; the next reconciliation repeats the read
            failures.log_exception("reading the event log failed")
        finally:
            self._replay = None

    async def _read_log(self) -> None:
        while self.seq < self._target_seq and not self.send_queue.closing:
            page = await self._log.after(self.principal.user_id, self.seq, PAGE_SIZE)
            for event in page:
                await self.send_queue.wait_until_drained()
                self.send_queue.push(codec.encode_text_event("event", event))
                self.seq = event["seq"]
                EVENTS_LOG.inc()
            if not page:
                # The event was published but is not in the log.
                self._target_seq = self.seq


def _classify_resume(asked: int | None, last: int) -> str:
    if asked is None:
        return "new"
    if asked == last:
        return "current"
    return "replayed" if asked < last else "ahead"
