"""The platform's terms for tables: asked for, kept for a moment, and given back when they hold a table in vain.

Owns each set of terms from the call that asks for it to its use. In a release the terms of further tables are asked for
ahead, so that a request that loses the first table tries the next without a new call. booking.py decides which table is
tried, and whether its terms are acceptable.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from snipers.clients.base import BookingClient, BookingTerms
from snipers.clients.credentials import SealedToken
from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe

log = logging.getLogger(__name__)

# A table of its own and two further ones.
MOST_AHEAD_OF_A_SNIPE = 2
# Terms asked for ahead never crowd out those of a table that is being booked.
MOST_AHEAD_AT_ONCE = 6
KEPT_SECONDS = 60.0
# The platform's clock decides when its token ends, and may be ahead of ours.
CLOCK_MARGIN = timedelta(seconds=5)
CLOSING_SECONDS = 2.0

Key = tuple[int, str, str]


@dataclass(slots=True)
class _Kept:
    asking: asyncio.Task[BookingTerms]
    token: SealedToken
    timer: asyncio.TimerHandle | None = None


class Quotes:
    """Terms for the orders of one watcher. Used within one event loop."""

    def __init__(self, *, client: BookingClient, now: Callable[[], datetime]) -> None:
        self._client = client
        self._now = now
        self._kept: dict[Key, _Kept] = {}
        self._running: set[asyncio.Task[None]] = set()

    def ask(self, *, snipe: Snipe, slot: Slot, token: SealedToken) -> asyncio.Task[BookingTerms]:
        """Return the call for the terms of one table, perhaps begun or even answered before. Yours alone from here."""
        kept = self._kept.pop(_key(snipe, slot), None)
        if kept is None:
            return asyncio.create_task(self._client.details(slot=slot, token=token))
        if kept.timer is not None:
            kept.timer.cancel()
        return kept.asking

    def ask_ahead(self, *, snipe: Snipe, slots: Sequence[Slot], token: SealedToken) -> None:
        """Begin to ask for the terms of further tables of a snipe, as far as there is room."""
        for slot in slots[:MOST_AHEAD_OF_A_SNIPE]:
            key = _key(snipe, slot)
            asking = sum(not kept.asking.done() for kept in self._kept.values())
            if key in self._kept or slot.captcha or asking >= MOST_AHEAD_AT_ONCE:
                continue
            task = asyncio.create_task(self._client.details(slot=slot, token=token))
            self._kept[key] = _Kept(task, token)
            task.add_done_callback(partial(self._keep, key))

    def forget(self, snipe: Snipe) -> None:
        """The snipe tries no further table now: give back what was asked for ahead."""
        for key in [key for key in self._kept if key[0] == snipe.reservation_id]:
            self._drop(key)

    def give_back(self, asking: asyncio.Task[BookingTerms], *, token: SealedToken) -> None:
        """Its table will not be booked: let go of it, once the answer is there, if the platform keeps it for us."""
        if asking.done() and not _holds(asking):
            return
        task = asyncio.create_task(self._let_go(asking, token))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def aclose(self) -> None:
        """Give everything back; waits a moment for it."""
        for key in list(self._kept):
            self._drop(key)
        if self._running:
            await asyncio.wait(set(self._running), timeout=CLOSING_SECONDS)
        for task in self._running:
            task.cancel()

    def _keep(self, key: Key, done: asyncio.Task[BookingTerms]) -> None:
        """An answer came: keep terms until they end, forget a refusal."""
        kept = self._kept.get(key)
        if kept is None or kept.asking is not done:
            return
        if not _answered(done):
            del self._kept[key]
            return
        kept.timer = asyncio.get_running_loop().call_later(self._lasts(done.result()), self._drop, key)

    def _lasts(self, terms: BookingTerms) -> float:
        if terms.expires_at is None:
            return KEPT_SECONDS
        return max(0.0, (terms.expires_at - self._now() - CLOCK_MARGIN).total_seconds())

    def _drop(self, key: Key) -> None:
        kept = self._kept.pop(key, None)
        if kept is None:
            return
        if kept.timer is not None:
            kept.timer.cancel()
        self.give_back(kept.asking, token=kept.token)

    async def _let_go(self, asking: asyncio.Task[BookingTerms], token: SealedToken) -> None:
        # The call is not cut off: it may have taken the table already, and only its answer says under which name.
        await asyncio.wait({asking})
        if not _holds(asking):
            return
        try:
            await self._client.release_hold(terms=asking.result(), token=token)
        except Exception as error:  # noqa: BLE001 - nothing depends on it: what is not given back ends by itself
            log.warning("a held table was not given back: %r", error)


def _key(snipe: Snipe, slot: Slot) -> Key:
    return snipe.reservation_id, snipe.account.sealed_token, slot.token


def _answered(asking: asyncio.Task[BookingTerms]) -> bool:
    """Whether a call that ended brought terms; looks at its error, so that nobody else has to."""
    return not asking.cancelled() and asking.exception() is None


def _holds(asking: asyncio.Task[BookingTerms]) -> bool:
    return _answered(asking) and asking.result().holds
