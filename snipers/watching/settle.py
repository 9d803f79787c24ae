"""Brings attempts without an answer to their end by reading what the account holds at the platform.

Owns attempts of watchers that are gone and calls of this one that ended in the unknown; an attempt that a living
booking of this watcher still works on is left to it. The rule itself is domain/settling.py.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime

from snipers.clients.base import BookingClient, NeedsReconnect, PlatformError
from snipers.clients.credentials import SealedToken
from snipers.domain.cadence import AWAY_CEILING, delay_after
from snipers.domain.settling import Adopt, Held, NotBooked, settle
from snipers.domain.vocabulary import LineKind, Reason
from snipers.store.base import AlreadyAdopted, Line, OpenAttempt, SnipeStore

log = logging.getLogger(__name__)


class Settler:
    """Settles the open attempts of one venue. `mine(attempt)` says that a living booking still speaks for it."""

    def __init__(
        self,
        *,
        store: SnipeStore,
        client: BookingClient,
        venue_id: int,
        mine: Callable[[OpenAttempt], bool],
        monotonic: Callable[[], float],
    ) -> None:
        self._store = store
        self._client = client
        self._venue_id = venue_id
        self._mine = mine
        self._monotonic = monotonic
        self._told: set[int] = set()
        self._unreadable: dict[int, tuple[int, float]] = {}

    async def step(self) -> frozenset[int]:
        """Look at every open attempt once; return the requests that still wait for an answer."""
        attempts = [one for one in await self._store.open_attempts(venue_id=self._venue_id) if not self._mine(one)]
        self._told &= {attempt.attempt_id for attempt in attempts}
        await self._tell(attempts)
        waiting = set()
        for account_id in dict.fromkeys(attempt.account_id for attempt in attempts):
            theirs = [attempt for attempt in attempts if attempt.account_id == account_id]
            held = await self._list(theirs[0])
            for attempt in theirs:
                if held is None or not await self._settle(attempt, held):
                    waiting.add(attempt.reservation_id)
        return frozenset(waiting)

    async def _settle(self, attempt: OpenAttempt, held: Sequence[Held]) -> bool:
        """Judge one attempt; True when it came to its end."""
        verdict = settle(
            held=held,
            known_before=attempt.known_before,
            venue_id=attempt.platform_venue_id,
            date=attempt.date,
            time=attempt.time,
            party_size=attempt.party_size,
            grace_until=attempt.grace_until,
            first_absent_at=attempt.first_absent_at,
            read_at=attempt.read_at,
        )
        match verdict:
            case Adopt(reservation_id):
                return await self._adopt(attempt, reservation_id)
            case NotBooked():
                log.info("attempt %d: not booked", attempt.attempt_id)
                await self._store.record(attempt_id=attempt.attempt_id, state="lost", reason=Reason.NOT_CONFIRMED.value)
                return True
        if attempt.first_absent_at is None:
            await self._note_absent(attempt)
        return False

    async def _adopt(self, attempt: OpenAttempt, reservation_id: str) -> bool:
        log.info("attempt %d: found booked", attempt.attempt_id)
        try:
            await self._store.record(
                attempt_id=attempt.attempt_id, state="booked", platform_reservation_id=reservation_id
            )
        except AlreadyAdopted:
            # Another attempt was given it since we read; the next look knows that id and passes it by.
            return False
        return True

    async def _note_absent(self, attempt: OpenAttempt) -> None:
        try:
            await self._store.note_absent(attempt_id=attempt.attempt_id)
        except LookupError:
            log.info("attempt %d: closed by somebody else meanwhile", attempt.attempt_id)

    async def _list(self, attempt: OpenAttempt) -> list[Held] | None:
        """Read the account; None when it cannot be read now. One that stays unreadable is asked ever more rarely."""
        failures, again = self._unreadable.get(attempt.account_id, (0, 0.0))
        if self._monotonic() < again:
            return None
        try:
            held = await self._client.reservations(token=SealedToken(attempt.sealed_token))
        except PlatformError as error:
            if isinstance(error, NeedsReconnect) and attempt.account_usable:
                await self._store.flag_account(account_id=attempt.account_id, reason=Reason.NEEDS_RECONNECT.value)
            if not failures:
                log.warning("attempt %d: the account cannot be read: %r", attempt.attempt_id, error)
            asked = getattr(error, "delay", None)
            delay = delay_after(failures=failures + 1, ceiling=AWAY_CEILING, asked=asked, jitter=0.0)
            self._unreadable[attempt.account_id] = failures + 1, self._monotonic() + delay
            return None
        self._unreadable.pop(attempt.account_id, None)
        return held

    async def _tell(self, attempts: Sequence[OpenAttempt]) -> None:
        """Say once in each timeline that we are finding out."""
        new = [attempt for attempt in attempts if attempt.attempt_id not in self._told]
        if new:
            await self._store.write_lines(lines=[_line(attempt, attempt.read_at) for attempt in new])
            self._told |= {attempt.attempt_id for attempt in new}


def _line(attempt: OpenAttempt, at: datetime) -> Line:
    return Line(
        reservation_id=attempt.reservation_id,
        at=at,
        kind=LineKind.VERIFYING,
        attempt_id=attempt.attempt_id,
        time=attempt.time,
        party_size=attempt.party_size,
    )
