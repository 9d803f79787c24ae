"""SnipeStore on PostgreSQL: one statement per call, in autocommit.

This module has the watcher's calls, controller_calls.py those of the controller. Statements are in sql/; pool.py runs
them; rows.py converts nested values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import UTC, date, datetime, time
from typing import Any

from psycopg import errors
from psycopg.types.json import Jsonb

from snipers.domain.choice import LEVELS_OF_A_CHOICE
from snipers.domain.early_find import PastFind
from snipers.domain.odds.records import Observations, SeenOpening, WatchedTime
from snipers.domain.release_learning import ReleaseObservation
from snipers.domain.settling import GRACE_SECONDS, SEND_SECONDS
from snipers.domain.snipe import Guest
from snipers.store import rows
from snipers.store.base import (
    CHOICE_MARGIN_SECONDS,
    CHOICE_SECONDS,
    MAIN_CELL,
    MOST_CHOICE_SECONDS,
    OFFER_SECONDS,
    RELEASE_LEAD_SECONDS,
    AlreadyAdopted,
    NotAssigned,
)
from snipers.store.controller_calls import ControllerCalls
from snipers.store.pool import columns
from snipers.store.records import (
    NOTHING_HELD,
    NOTHING_MEASURED,
    AgreedTerms,
    AttemptEnd,
    Beat,
    Claim,
    HeldAmounts,
    Measured,
    Offer,
    OpenAttempt,
    PendingCancellation,
    Roster,
    Standing,
    Taker,
    Target,
    TimelineEntry,
)

_ONE_ADOPTER = "one_attempt_for_each_platform_booking"
_TERMS = [field.name for field in fields(AgreedTerms)]


class PostgresStore(ControllerCalls):
    """SnipeStore on a small connection pool, which works again as soon as a restarted server answers.

    The pool keeps `at_rest` connections when it is not used.
    """

    async def take_watch(self, *, venue_id: int, owner: str, pid: int, node: str, cell: str = MAIN_CELL) -> int:
        epochs = await self.take_watches(takers={venue_id: Taker(owner=owner, pid=pid, node=node, cell=cell)})
        if venue_id not in epochs:
            raise NotAssigned(f"venue {venue_id} is not for cell {cell}")
        return epochs[venue_id]

    async def take_watches(self, *, takers: Mapping[int, Taker]) -> dict[int, int]:
        fields = ([getattr(taker, name) for taker in takers.values()] for name in Taker._fields)
        sent = {"venue_id": list(takers), **dict(zip(Taker._fields, fields, strict=True))}
        return {row["venue_id"]: row["epoch"] for row in await self._rows("take_watches", sent)}

    async def rosters(self, *, beats: Mapping[int, Beat]) -> dict[int, Roster]:
        named = {"venue_id": sorted(beats)}
        sent = named | columns(Beat, [beats[venue_id] for venue_id in named["venue_id"]])
        async with self._connections.one() as connection:
            venues = await self._rows_on(connection, "venues", sent)
            snipes = await self._rows_on(connection, "snipes", named) if venues else []
        return rows.rosters(venues, snipes)

    async def roster(self, *, venue_id: int, beat: Beat | None = None) -> Roster | None:
        found = await self.rosters(beats={venue_id: beat or Beat(epoch=0)})  # no watcher has the epoch 0
        return found.get(venue_id)

    async def claim(self, *, target: Target, owner: str, epoch: int) -> Claim | None:
        self._plan_claims()
        row = await self._row("claim", _claim(target, owner=owner, epoch=epoch))
        if row is None:
            return None
        known_before = frozenset(row["known_before"])
        return Claim(attempt_id=row["attempt_id"], known_before=known_before, replaces=row["replaces"])

    async def offer(self, *, group_id: int, members: Sequence[int], offers: Sequence[Offer]) -> Standing:
        row = await self._row(
            "offer",
            {
                **columns(Offer, offers),
                "group_id": group_id,
                "members": list(members),
                "levels": LEVELS_OF_A_CHOICE,
                "choice_seconds": CHOICE_SECONDS,
                "margin_seconds": CHOICE_MARGIN_SECONDS,
                "most_seconds": MOST_CHOICE_SECONDS,
                "kept_seconds": OFFER_SECONDS,
            },
        )
        if row is None:
            return Standing(wait_seconds=0.0, outranked=False)
        return Standing(wait_seconds=row["wait_seconds"], outranked=row["outranked"])

    async def remember_known(self, *, attempt_id: int, account_id: int, ids: frozenset[str]) -> None:
        new = sorted(ids)
        await self._count(
            "remember_known", {"attempt_id": attempt_id, "account_id": account_id, "ids": Jsonb(new), "new": new}
        )

    async def mark_old_booking(self, *, attempt_id: int, platform_reservation_id: str) -> bool:
        written = {"attempt_id": attempt_id, "platform_reservation_id": platform_reservation_id}
        return await self._count("mark_old_booking", written) == 1

    async def confirm_old_booking_gone(self, *, attempt_id: int) -> None:
        await self._count("confirm_old_booking_gone", {"attempt_id": attempt_id})

    async def pending_cancellations(self, *, venue_id: int) -> list[PendingCancellation]:
        return [PendingCancellation(**row) for row in await self._rows("pending_cancellations", {"venue_id": venue_id})]

    async def record(
        self,
        *,
        attempt_id: int,
        state: AttemptEnd,
        reason: str = "",
        platform_reservation_id: str | None = None,
        measured: Measured = NOTHING_MEASURED,
        old_booking_gone: bool = False,
        held: HeldAmounts = NOTHING_HELD,
        terms: AgreedTerms | None = None,
    ) -> bool:
        try:
            row = await self._row(
                "record",
                {
                    "attempt_id": attempt_id,
                    "state": state,
                    "reason": reason,
                    "platform_reservation_id": platform_reservation_id,
                    "timings": Jsonb(dict(measured.timings)),
                    "checks": measured.checks,
                    "reply": measured.reply,
                    "old_booking_gone": old_booking_gone,
                    "fee_cents": held.now_cents,
                    "held_cancel_fee_cents": held.cancel_fee_cents,
                    **{name: terms and getattr(terms, name) for name in _TERMS},
                },
            )
        except errors.UniqueViolation as error:
            if error.diag.constraint_name != _ONE_ADOPTER:
                raise
            raise AlreadyAdopted(_ONE_ADOPTER) from None
        return row is not None and row["closed"] == 1

    async def record_absence(self, *, attempt_id: int) -> datetime:
        row = await self._row("record_absence", {"attempt_id": attempt_id})
        if row is None:
            raise LookupError("the attempt is closed")
        at: datetime = row["first_absent_at"]
        return at

    async def open_attempts(self, *, venue_id: int) -> list[OpenAttempt]:
        found = await self._rows("open_attempts", {"venue_id": venue_id})
        return [OpenAttempt(**{**row, "known_before": frozenset(row["known_before"])}) for row in found]

    async def save_baseline(self, *, account_id: int, ids: frozenset[str]) -> None:
        await self._count("save_baseline", {"account_id": account_id, "ids": sorted(ids)})

    async def flag_account(self, *, account_id: int, sealed_token: str, reason: str) -> bool:
        row = await self._row(
            "flag_account", {"account_id": account_id, "sealed_token": sealed_token, "reason": reason}
        )
        return row is not None and row["flagged"] == 1

    async def save_payment_method(self, *, account_id: int, payment_method_id: str) -> None:
        card = {"account_id": account_id, "payment_method_id": payment_method_id}
        await self._count("save_payment_method", card)

    async def write_timeline(self, *, entries: Sequence[TimelineEntry], may_wait: bool = False) -> None:
        if entries:
            await self._count("write_timeline", columns(TimelineEntry, entries))

    async def past_finds(self, *, platform: str) -> list[PastFind]:
        return [rows.past_find(row["timings"]) for row in await self._rows("past_finds", {"platform": platform})]

    async def record_openings(self, *, venue_id: int, observations: Sequence[ReleaseObservation]) -> None:
        if observations:
            await self._rows("record_openings", {"venue_id": venue_id, **columns(ReleaseObservation, observations)})

    async def release_observations(self, *, venue_id: int) -> list[ReleaseObservation]:
        return [ReleaseObservation(**row) for row in await self._rows("release_observations", {"venue_id": venue_id})]

    async def record_watched(self, *, observed: Mapping[int, Observations]) -> None:
        openings = [(venue_id, one) for venue_id, found in observed.items() for one in found.openings]
        watched = [(venue_id, one) for venue_id, found in observed.items() for one in found.watched]
        if openings:
            seen = columns(SeenOpening, [one for _, one in openings])
            seen["slots"] = [Jsonb([(f"{at:%H:%M}", seating) for at, seating in one.slots]) for _, one in openings]
            await self._rows("record_seen_openings", {"venue_id": [one for one, _ in openings], **seen})
        if watched:
            times = columns(WatchedTime, [one for _, one in watched])
            await self._rows("record_watched_times", {"venue_id": [one for one, _ in watched], **times})

    @property
    def connected(self) -> int:
        """The number of open connections."""
        return self._connections.open

    async def warm(self) -> None:
        self._plan_claims()
        await self._connections.warm()

    def _plan_claims(self) -> None:
        # The planned claim names no existing request, so it writes nothing.
        if not self._connections.has_plan:
            self._connections.plan(self.statements["claim"], _claim(_NOTHING, owner="", epoch=0))

    async def close(self) -> None:
        await self._connections.close()


_NOTHING = Target(
    reservation_id=0,
    revision=0,
    account_id=0,
    slot_key="",
    date=date.min,
    time=time.min,
    seating="",
    party_size=0,
    meal="",
    seen_at=datetime.min.replace(tzinfo=UTC),
)


def _claim(target: Target, *, owner: str, epoch: int) -> dict[str, Any]:
    """Return the parameters of the `claim` statement."""
    return {
        **{field.name: getattr(target, field.name) for field in fields(target)},
        "guest": _guest(target.guest),
        "owner": owner,
        "epoch": epoch,
        "send_seconds": SEND_SECONDS,
        "grace_seconds": GRACE_SECONDS,
        "release_lead_seconds": RELEASE_LEAD_SECONDS,
        "choice_seconds": CHOICE_SECONDS,
    }


def _guest(named: Guest | None) -> list[str | None]:
    """Return a guest as the list of values that the `claim` statement compares. Without a guest, all are None."""
    if named is None:
        return [None] * 4
    return [named.first_name, named.last_name, named.email, named.phone]
