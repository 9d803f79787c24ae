"""Inserts the rows that the web tower creates: venues, accounts with their users, requests with their clients."""

from collections.abc import Sequence
from datetime import UTC, datetime, time
from itertools import count
from typing import Any

import psycopg
from psycopg import sql
from psycopg.rows import DictRow, dict_row
from psycopg.types.json import Jsonb

from snipers.testing.backend import NewRequest
from tools.migrated import EMPTY_TABLES


class FiledRows:
    """Inserts rows into a database that Django's migrations have created. Call open() first."""

    _db: psycopg.AsyncConnection[DictRow]

    def __init__(self, url: str) -> None:
        self._url = url
        self._ids = count(1)

    async def open(self) -> None:
        """Connect, and empty all tables."""
        self._db = await psycopg.AsyncConnection.connect(self._url, autocommit=True, row_factory=dict_row)
        await self._db.execute(EMPTY_TABLES)

    async def add_venue(self, *, platform_venue_id: int, opted_out: bool = False, platform: str = "resy") -> int:
        return await self._insert(
            "venue",
            reservation_source=platform,
            platform_venue_id=platform_venue_id,
            venue_name="Little Owlet",
            cuisine="",
            neighborhood="",
            locality="",
            region="",
            address1="",
            postal_code="",
            country="US",
            phone_number="",
            website="",
            price=2,
            cover_image_url="",
            need_to_know="",
            seating_types=[],
            time_zone="America/New_York",
            premium=False,
            featured=False,
            opted_out=opted_out,
        )

    async def add_account(
        self,
        *,
        sealed: str = "sealed",
        known: frozenset[str] = frozenset(),
        payment_method_id: str | None = None,
        platform: str = "resy",
    ) -> int:
        number = next(self._ids)
        return await self._insert(
            "platform_account",
            user_id=await self._user(rank=2),
            platform=platform,
            username=f"diner{number}@{platform}.test",
            display_name="",
            platform_user_id="",
            payment_method_id=payment_method_id,
            sealed_token=sealed,
            status="connected",
            attention_reason="",
            is_concierge=False,
            known_reservations=sorted(known),
        )

    async def add_request(self, filed: NewRequest) -> int:
        group_id = filed.group
        if group_id is None or not await self._row("select 1 from reservation_group where id = %s", group_id):
            group_id = await self._group(filed)
        return await self._insert(
            "reservation",
            group_id=group_id,
            venue_id=filed.venue_id,
            account_id=filed.account_id,
            date=filed.day,
            table_type=filed.seatings[0] if filed.seatings else filed.seating,
            table_types=Jsonb(list(filed.seatings)),
            choice=filed.choice,
            status="active",
            reason="",
            stop="",
            ends_at=filed.ends_at,
            created_at=filed.filed_at,
        )

    async def _group(self, filed: NewRequest) -> int:
        user_id = await self._user(rank=filed.rank, confirmed=filed.confirmed)
        return await self._insert(
            "reservation_group",
            **({} if filed.group is None else {"id": filed.group}),
            user_id=user_id,
            client_id=await self._client(filed, owner_id=user_id),
            diner_key=filed.diner_key,
            snipe_type=filed.snipe_type,
            release_at=filed.release_at,
            party_size=filed.party_size,
            start_time=filed.first_window[0],
            end_time=filed.first_window[1],
            time_windows=stored_windows(filed.windows),
            override_reservations=filed.override,
            trace=filed.trace,
            notify_only=filed.notify_only,
            one_table=filed.one_table,
            fee_ceiling_cents=filed.fee_ceiling_cents,
            cancel_fee_ceiling_cents=filed.cancel_ceiling,
            note_to_restaurant=filed.note_to_restaurant,
            accepts_unknown_fee=filed.accepts_unknown_fee,
        )

    async def _client(self, filed: NewRequest, *, owner_id: int) -> int | None:
        if filed.guest is None:
            return None
        client_id = await self._insert(
            "client",
            owner_id=owner_id,
            first_name=filed.guest.first_name,
            last_name=filed.guest.last_name,
            email=filed.guest.email,
            phone=filed.guest.phone,
            zip_code="",
        )
        if filed.card is not None:
            await self._insert(
                "client_card",
                client_id=client_id,
                account_id=filed.account_id,
                platform_payment_id=filed.card,
                last_four="4242",
                expiry="08/2031",
            )
        return client_id

    async def _user(self, *, rank: int, confirmed: bool = True) -> int:
        number = next(self._ids)
        return await self._insert(
            "app_user",
            password="",
            email=f"user{number}@tablehawk.test",
            first_name="",
            last_name="",
            phone="",
            tier="premium" if rank == 1 else "standard",
            is_vip=rank == 0,
            has_had_free_trial=False,
            is_concierge=False,
            is_staff=False,
            is_superuser=False,
            is_active=True,
            email_confirmed_at=datetime.now(UTC) if confirmed else None,
            email_notifications=True,
            phone_notifications=False,
            referral_link="",
        )

    async def _insert(self, table: str, **values: Any) -> int:
        statement = sql.SQL("insert into {} ({}) values ({}) returning id").format(
            sql.Identifier(table),
            sql.SQL(", ").join(map(sql.Identifier, values)),
            sql.SQL(", ").join(sql.Placeholder() * len(values)),
        )
        row = await (await self._db.execute(statement, list(values.values()))).fetchone()
        return int(row["id"]) if row else 0

    async def _rows(self, statement: Any, *params: Any) -> list[dict[str, Any]]:
        return await (await self._db.execute(statement, params)).fetchall()

    async def _row(self, statement: Any, *params: Any) -> dict[str, Any]:
        rows = await self._rows(statement, *params)
        return rows[0] if rows else {}


def stored_windows(windows: Sequence[tuple[time, time]]) -> Jsonb:
    """Return the value of the column `time_windows`: pairs of start and end, each as HH:MM."""
    return Jsonb([[f"{start:%H:%M}", f"{end:%H:%M}"] for start, end in windows])
