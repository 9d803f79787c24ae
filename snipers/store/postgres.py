"""The sniper store on PostgreSQL. One statement for each call, autocommit: a call that answers has committed.

Owns connections and the mapping of rows to records; the statements themselves are in queries.sql.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Any, LiteralString

from psycopg import AsyncConnection, OperationalError, errors
from psycopg.rows import DictRow, dict_row
from psycopg.types.json import Jsonb
from psycopg_pool import AsyncConnectionPool

from snipers.domain.settling import GRACE_SECONDS, SEND_SECONDS
from snipers.domain.snipe import Account, Wish
from snipers.store.base import (
    AlreadyAdopted,
    AttemptEnd,
    Claim,
    Desired,
    Line,
    OpenAttempt,
    Roster,
    Target,
    VenueState,
    WishState,
)
from snipers.store.statements import statements

_LISTEN: LiteralString = "listen wishes"


class PostgresStore:
    """SnipeStore over a small pool, opened by the first call; connections come back after a restart of the server."""

    def __init__(self, *, url: str, connections: int = 4) -> None:
        self._url = url
        self._pool: AsyncConnectionPool[AsyncConnection[DictRow]] = AsyncConnectionPool(
            url,
            min_size=1,
            max_size=connections,
            open=False,
            kwargs={"autocommit": True, "row_factory": dict_row, "prepare_threshold": 0},
            reconnect_timeout=60,
            num_workers=1,
        )

    async def _rows(self, name: str, params: Mapping[str, Any]) -> list[DictRow]:
        await self._pool.open()
        async with self._pool.connection(timeout=5) as connection:
            cursor = await connection.execute(statements()[name], params)
            return await cursor.fetchall() if cursor.description else []

    async def _row(self, name: str, params: Mapping[str, Any]) -> DictRow | None:
        rows = await self._rows(name, params)
        return rows[0] if rows else None

    async def _count(self, name: str, params: Mapping[str, Any]) -> int:
        await self._pool.open()
        async with self._pool.connection(timeout=5) as connection:
            return (await connection.execute(statements()[name], params)).rowcount

    async def take_watch(self, *, venue_id: int, owner: str, pid: int, node: str) -> int:
        """See SnipeStore."""
        row = await self._row("take_watch", {"venue_id": venue_id, "owner": owner, "pid": pid, "node": node})
        if row is None:
            raise RuntimeError("taking a watch always returns its epoch")
        return int(row["epoch"])

    async def still_watching(self, *, venue_id: int, epoch: int) -> bool:
        """See SnipeStore."""
        return await self._count("still_watching", {"venue_id": venue_id, "epoch": epoch}) == 1

    async def roster(self, *, venue_id: int) -> Roster | None:
        """See SnipeStore."""
        venue = await self._row("venue", {"venue_id": venue_id})
        if venue is None:
            return None
        rows = await self._rows("wishes", {"venue_id": venue_id})
        return Roster(
            venue_id=venue["id"],
            platform=venue["reservation_source"],
            platform_venue_id=venue["venue_id"],
            venue_name=venue["venue_name"],
            time_zone=venue["time_zone"],
            opted_out=venue["opted_out"],
            wishes=[_wish(row) for row in rows],
        )

    async def claim(self, *, target: Target, owner: str, epoch: int) -> Claim | None:
        """See SnipeStore."""
        row = await self._row(
            "claim",
            {
                "reservation_id": target.reservation_id,
                "slot_key": target.slot_key,
                "date": target.date,
                "time": target.time,
                "seating": target.seating,
                "party_size": target.party_size,
                "meal": target.meal,
                "seen_at": target.seen_at,
                "owner": owner,
                "epoch": epoch,
                "send_seconds": SEND_SECONDS,
                "grace_seconds": GRACE_SECONDS,
            },
        )
        return Claim(attempt_id=row["attempt_id"], known_before=frozenset(row["known_before"])) if row else None

    async def remember_known(self, *, attempt_id: int, account_id: int, ids: frozenset[str]) -> None:
        """See SnipeStore."""
        new = sorted(ids)
        await self._count(
            "remember_known", {"attempt_id": attempt_id, "account_id": account_id, "ids": Jsonb(new), "new": new}
        )

    async def record(
        self,
        *,
        attempt_id: int,
        state: AttemptEnd,
        reason: str = "",
        platform_reservation_id: str | None = None,
        timings: Mapping[str, float] | None = None,
        checks: int | None = None,
    ) -> bool:
        """See SnipeStore."""
        try:
            row = await self._row(
                "record",
                {
                    "attempt_id": attempt_id,
                    "state": state,
                    "reason": reason,
                    "platform_reservation_id": platform_reservation_id,
                    "timings": Jsonb(dict(timings or {})),
                    "checks": checks,
                },
            )
        except errors.UniqueViolation as error:
            raise AlreadyAdopted(str(error.diag.constraint_name)) from None
        return row is not None and row["closed"] == 1

    async def note_absent(self, *, attempt_id: int) -> datetime:
        """See SnipeStore."""
        row = await self._row("note_absent", {"attempt_id": attempt_id})
        if row is None:
            raise LookupError("the attempt is closed")
        at: datetime = row["first_absent_at"]
        return at

    async def open_attempts(self, *, venue_id: int) -> list[OpenAttempt]:
        """See SnipeStore."""
        rows = await self._rows("open_attempts", {"venue_id": venue_id})
        return [OpenAttempt(**{**row, "known_before": frozenset(row["known_before"])}) for row in rows]

    async def save_baseline(self, *, account_id: int, ids: frozenset[str]) -> None:
        """See SnipeStore."""
        await self._count("save_baseline", {"account_id": account_id, "ids": sorted(ids)})

    async def flag_account(self, *, account_id: int, reason: str) -> bool:
        """See SnipeStore."""
        row = await self._row("flag_account", {"account_id": account_id, "reason": reason})
        return row is not None and row["flagged"] == 1

    async def write_lines(self, *, lines: Sequence[Line]) -> None:
        """See SnipeStore."""
        names = ("reservation_id", "attempt_id", "at", "kind", "reason", "time", "seating", "party_size", "duration_ms")
        if lines:
            await self._count("write_lines", _columns(lines, (*names, "checks")))

    async def write_states(self, *, wishes: Sequence[WishState], venues: Sequence[VenueState]) -> None:
        """See SnipeStore."""
        names = ("reservation_id", "state", "checks", "last_check_at", "next_check_at", "interval_ms")
        if wishes:
            await self._count("write_wish_states", _columns(wishes, names))
        if venues:
            fields = ("venue_id", "epoch", "state", "polls", "last_poll_at")
            await self._count("write_venue_states", _columns(venues, fields))
        if wishes:
            await self._rows("states_written", {})

    async def desired(self) -> list[Desired]:
        """See SnipeStore."""
        return [Desired(**row) for row in await self._rows("desired", {})]

    async def wakes(self) -> AsyncIterator[int | None]:
        """See SnipeStore. Uses a connection of its own: a LISTEN holds it."""
        try:
            async with await AsyncConnection.connect(self._url, autocommit=True) as connection:
                await connection.execute(_LISTEN)
                yield None
                async for notice in connection.notifies():
                    yield int(notice.payload) if notice.payload.isdigit() else None
        except OperationalError:
            return

    async def close(self) -> None:
        """See SnipeStore."""
        await self._pool.close()


def _columns(records: Sequence[object], names: Sequence[str]) -> dict[str, list[Any]]:
    """Turn records into one array for each column, the form that unnest() takes."""
    return {name: [getattr(record, name) for record in records] for name in names}


def _wish(row: DictRow) -> Wish:
    account = Account(
        account_id=row["account_id"],
        sealed_token=row["sealed_token"],
        known=frozenset(row["known_reservations"]),
        usable=row["account_usable"],
        baseline_read=row["baseline_read"],
    )
    names = (
        "reservation_id", "group_id", "user_id", "diner_key", "venue_id", "platform", "platform_venue_id", "date",
        "party_size", "start_time", "end_time", "seating", "rank", "filed_at", "ends_at", "fee_ceiling_cents", "checks",
    )  # fmt: skip
    card = row["payment_method_id"]
    return Wish(
        account=account, payment_method_id=None if card is None else str(card), **{name: row[name] for name in names}
    )
