"""One browser in its user's room: gets every durable event once and in order, whatever the channel layer does.

The log is the buffer. A live event that follows the last one sent is passed on; anything else (a gap, an event during
the replay, a peer that does not keep up) only says how far the log has to be read. So joining and replaying are one
step, and nothing grows while a peer is slow.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from realtime import codec, failures
from realtime.consumer import Handler
from realtime.events import Ready
from realtime.metrics import EVENTS_LIVE, EVENTS_LOG, RESUMES
from realtime.outlet import Close, Outlet
from realtime.ports import EventLog, Principal

PAGE = 500


class Member:
    """A guest of the main namespace. `last_seq` is the last number the browser has; None starts at the present."""

    __slots__ = ("_forget", "_last_seq", "_log", "_replay", "_wanted", "outlet", "principal", "ready", "seq")

    # The browser asks for nothing over the socket: REST is the truth.
    handlers: Mapping[str, Handler] = {}

    def __init__(
        self,
        *,
        principal: Principal,
        outlet: Outlet,
        events: EventLog,
        last_seq: int | None,
        forget: "Callable[[Member], None]",
    ) -> None:
        self.principal = principal
        self.outlet = outlet
        self.ready = False
        self.seq = 0
        self._wanted = 0
        self._last_seq = last_seq
        self._log = events
        self._forget = forget
        self._replay: asyncio.Task[None] | None = None

    def enter(self) -> None:
        self._replay = asyncio.create_task(self._join())

    def leave(self) -> None:
        self._forget(self)
        if self._replay:
            self._replay.cancel()

    def offer(self, seq: int, packet: str) -> bool:
        """A durable event was published, perhaps again, perhaps not in order. True: it was passed on."""
        if self.ready and self._replay is None and seq == self.seq + 1 and not self.outlet.congested:
            self.outlet.push(packet)
            self.seq = seq
            EVENTS_LIVE.inc()
            return True
        self.catch_up(seq)
        return False

    def offer_live(self, packets: Sequence[str]) -> None:
        """Passing events: worth nothing to a browser that is still reading older ones."""
        if self.ready and not self.outlet.congested:
            self.outlet.push(*packets)

    def catch_up(self, seq: int) -> None:
        """The log has numbers up to `seq`: make sure that the browser gets them."""
        self._wanted = max(self._wanted, seq)
        if self.ready and self._replay is None and self._wanted > self.seq:
            self._replay = asyncio.create_task(self._fill())

    async def _join(self) -> None:
        """Find the place to start at, replay, say ready. A number the log has not reached yet counts as its last."""
        user = self.principal.user_id
        try:
            last = (await self._log.last_seqs([user])).get(user, 0)
            self.seq = last if self._last_seq is None else min(self._last_seq, last)
            self._wanted = max(self._wanted, last)
            await self._read_log()
            self.outlet.push(codec.event_packet("ready", Ready(seq=self.seq).model_dump()))
            self.ready = True
            RESUMES.labels(_resumed(self._last_seq, last)).inc()
        except Exception:  # noqa: BLE001 - a port may raise anything
            failures.report("the event log could not be replayed")
            RESUMES.labels("failed").inc()
            self.outlet.close(Close.UNAVAILABLE)
        finally:
            self._replay = None

    async def _fill(self) -> None:
        try:
            await self._read_log()
        except Exception:  # noqa: BLE001 - a port may raise anything; the next reconciliation asks again
            failures.report("the event log could not be read")
        finally:
            self._replay = None

    async def _read_log(self) -> None:
        while self.seq < self._wanted and not self.outlet.closing:
            page = await self._log.after(self.principal.user_id, self.seq, PAGE)
            for event in page:
                await self.outlet.drained()
                self.outlet.push(codec.event_packet("event", event))
                self.seq = event["seq"]
                EVENTS_LOG.inc()
            if not page:
                # Published, yet not in the log: nothing to show for it.
                self._wanted = self.seq


def _resumed(asked: int | None, last: int) -> str:
    if asked is None:
        return "new"
    if asked == last:
        return "current"
    return "replayed" if asked < last else "ahead"
