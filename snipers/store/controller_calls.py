"""The controller's calls of SnipeStore on PostgreSQL: demand, schedules, states, platforms, cells."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from datetime import datetime
from typing import LiteralString

from psycopg import OperationalError
from psycopg.types.json import Jsonb

from snipers.domain.cadence import Schedule
from snipers.domain.learned_pace import LearnedPace
from snipers.domain.odds.relative import RelativeOdds
from snipers.domain.vocabulary import SourceState
from snipers.environment.database import ListeningConnection
from snipers.store import rows
from snipers.store.pool import NamedStatements, columns
from snipers.store.records import CellStatus, Desired, Node, SnipeState, VenueState

_LISTEN: LiteralString = "listen demand"


class ControllerCalls(NamedStatements):
    """The controller's part of SnipeStore (store/base.py), which describes each call."""

    async def write_states(self, *, snipes: Sequence[SnipeState], venues: Sequence[VenueState]) -> None:
        if snipes:
            await self._count("write_snipe_states", columns(SnipeState, snipes))
        if venues:
            await self._count("write_venue_states", columns(VenueState, venues))
        if snipes:
            await self._rows("states_written", {})

    async def desired(self, *, venue_ids: Collection[int] | None = None, ahead_seconds: float = 0.0) -> list[Desired]:
        params = {**rows.DEMAND, "venue_ids": None if venue_ids is None else list(venue_ids), "ahead": ahead_seconds}
        async with self._connections.one() as connection:
            # Without a prepared statement, the plan is made for these venues. A plan for any venues reads all of them.
            cursor = await connection.execute(self.statements["desired"], params, prepare=False)
            return [rows.desired(row) for row in await cursor.fetchall()]

    async def taken_watches(self, *, within_seconds: float) -> list[int]:
        found = await self._rows("taken_watches", {"within_seconds": within_seconds})
        return [row["venue_id"] for row in found]

    async def write_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        if schedules:
            packed = [Jsonb(rows.pack_schedule(schedule)) for schedule in schedules.values()]
            await self._count("write_schedules", {"venue_id": list(schedules), "schedule": packed})

    async def quarantine(self, *, venue_id: int, until: datetime, reason: str) -> None:
        await self._rows("quarantine", {"venue_id": venue_id, "until": until, "reason": reason})

    async def write_sources(self, *, sources: Sequence[SourceState]) -> None:
        if sources:
            await self._rows("write_sources", columns(SourceState, sources))

    async def sources(self) -> list[SourceState]:
        return [rows.source(row) for row in await self._rows("sources", {})]

    async def write_learned_paces(self, *, paces: Sequence[LearnedPace]) -> None:
        if paces:
            await self._count("write_learned_paces", columns(LearnedPace, paces))

    async def learned_paces(self, *, cell: str) -> list[LearnedPace]:
        return [LearnedPace(**row) for row in await self._rows("learned_paces", {"cell": cell})]

    async def relative_odds(self) -> RelativeOdds | None:
        rows = await self._rows("relative_odds", {})
        return RelativeOdds(**rows[0]) if rows else None

    async def controller_heartbeat(
        self, *, cell: str, budgets: Mapping[str, float], nodes: Sequence[Node]
    ) -> CellStatus:
        params = {"cell": cell, "budgets": Jsonb(dict(budgets)), **columns(Node, nodes)}
        row = await self._row("controller_heartbeat", params)
        if row is None:
            raise RuntimeError("the heartbeat returned no row")
        return CellStatus(
            paces=row["paces"],
            draining=frozenset(row["draining"]),
            shares=row["shares"],
            access_changed={name: datetime.fromisoformat(at) for name, at in row["access_changed"].items()},
            resets={name: datetime.fromisoformat(at) for name, at in row["resets"].items()},
        )

    async def remote_status_reports(self, *, cell: str) -> list[VenueState]:
        return [VenueState(**row) for row in await self._rows("remote_status_reports", {"cell": cell})]

    async def switches(self) -> frozenset[tuple[str, str]]:
        return frozenset((row["scope"], row["key"]) for row in await self._rows("switches", {}))

    async def demand_changes(self) -> AsyncIterator[int | None]:
        """See SnipeStore. LISTEN uses its own connection outside the pool."""
        try:
            async with await ListeningConnection.connect(self._url, autocommit=True) as connection:
                await connection.execute(_LISTEN)
                yield None
                async for notice in connection.notifies():
                    yield int(notice.payload) if notice.payload.isdigit() else None
        except OperationalError:
            return
