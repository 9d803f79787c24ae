"""The backend of the PostgreSQL store. Django's migrations have created the database."""

import json
from dataclasses import asdict, fields
from datetime import datetime, time
from typing import Any

from snipers.domain.access import StoredAccess
from snipers.domain.odds.records import SeenOpening
from snipers.domain.odds.relative import RelativeOdds
from snipers.domain.snipe import Guest
from snipers.store.postgres import PostgresStore
from snipers.store.records import AgreedTerms
from snipers.testing.backend import NewRequest, Scope, StoredAttempt, StoredRequest
from snipers.testing.filed_rows import FiledRows, stored_windows

_TERMS = [field.name for field in fields(AgreedTerms)]


class PostgresBackend(FiledRows):
    """The Backend (backend.py) with which store tests create and read rows in PostgreSQL."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.store = PostgresStore(url=url)

    async def close(self) -> None:
        """Close the connections."""
        await self.store.close()
        await self._db.close()

    async def set_status(
        self, reservation_id: int, *, status: str = "active", reason: str = "", stop: str = ""
    ) -> None:
        await self._db.execute(
            "update reservation set status = %s, reason = %s, stop = %s where id = %s",
            (status, reason, stop, reservation_id),
        )

    async def edit_request(self, reservation_id: int, filed: NewRequest) -> None:
        edited = (filed.seating, filed.account_id, filed.ends_at, reservation_id)
        group = (
            filed.party_size,
            *filed.first_window,
            stored_windows(filed.windows),
            filed.override,
            filed.fee_ceiling_cents,
            filed.cancel_ceiling,
            filed.accepts_unknown_fee,
            filed.snipe_type,
            filed.release_at,
            filed.notify_only,
            filed.one_table,
            reservation_id,
        )
        async with self._db.transaction():
            await self._db.execute(
                "update reservation set revision = revision + 1, table_type = %s, account_id = %s, ends_at = %s"
                " where id = %s",
                edited,
            )
            await self._db.execute(
                "update reservation_group set party_size = %s, start_time = %s, end_time = %s, time_windows = %s,"
                " override_reservations = %s, fee_ceiling_cents = %s, cancel_fee_ceiling_cents = %s,"
                " accepts_unknown_fee = %s, snipe_type = %s, release_at = %s, notify_only = %s, one_table = %s"
                " where id = (select group_id from reservation where id = %s)",
                group,
            )

    async def rename_guest(self, reservation_id: int, guest: Guest) -> None:
        await self._db.execute(
            "update client set first_name = %s, last_name = %s, email = %s, phone = %s where id = %s",
            (guest.first_name, guest.last_name, guest.email, guest.phone, await self._client_of(reservation_id)),
        )

    async def change_card(self, reservation_id: int, card: str) -> None:
        await self._db.execute(
            "update client_card set platform_payment_id = %s where client_id = %s",
            (card, await self._client_of(reservation_id)),
        )

    async def delete_guest(self, reservation_id: int) -> None:
        client_id = await self._client_of(reservation_id)
        await self._db.execute("update reservation_group set client_id = null where client_id = %s", (client_id,))
        await self._db.execute("delete from client_card where client_id = %s", (client_id,))
        await self._db.execute("delete from client where id = %s", (client_id,))

    async def request_stop(self, reservation_id: int, *, stop: str) -> None:
        await self._db.execute(
            "update reservation set stop = %s where id = %s and status = 'active'", (stop, reservation_id)
        )

    async def set_end(self, reservation_id: int, *, ends_at: datetime) -> None:
        await self._db.execute("update reservation set ends_at = %s where id = %s", (ends_at, reservation_id))

    async def confirm_address(self, reservation_id: int) -> None:
        await self._db.execute(
            "update app_user set email_confirmed_at = now() where id = (select g.user_id from reservation_group g"
            " join reservation r on r.group_id = g.id where r.id = %s)",
            (reservation_id,),
        )

    async def set_account_status(self, account_id: int, *, status: str) -> None:
        await self._db.execute("update platform_account set status = %s where id = %s", (status, account_id))

    async def erase_token(self, account_id: int) -> None:
        await self._db.execute("update platform_account set sealed_token = '' where id = %s", (account_id,))

    async def opt_out(self, venue_id: int) -> None:
        await self._db.execute("update venue set opted_out = true where id = %s", (venue_id,))

    async def set_switch(self, scope: Scope, key: str, *, on: bool = True) -> None:
        if on:
            await self._insert("kill_switch", scope=scope, key=key, reason="test", created_by="test")
        else:
            await self._db.execute("delete from kill_switch where scope = %s and key = %s", (scope, key))

    async def set_access(self, platform: str, stored: StoredAccess | None) -> None:
        await self._db.execute("delete from platform_access where platform = %s", (platform,))
        if stored is not None:
            values = {**asdict(stored), "platform": platform, "sign_in_paths": list(stored.sign_in_paths)}
            await self._db.execute(
                "insert into platform_access"
                " (platform, changed_at, sealed_secret, user_agent, application_id, sign_in_paths)"
                " values (%(platform)s, %(changed_at)s, %(sealed_secret)s, %(user_agent)s, %(application_id)s,"
                " %(sign_in_paths)s)",
                values,
            )

    async def reset_breaker(self, platform: str, *, at: datetime) -> None:
        await self._db.execute("update source_state set reset_at = %s where platform = %s", (at, platform))

    async def fit_odds(self, odds: RelativeOdds) -> None:
        fitted = json.dumps({"rate": 0.5, "leads": odds.leads, "parts": odds.parts})
        await self._db.execute(
            "insert into odds_baseline (id, parameters, venues, fitted_at) values (1, %s, 1, now())", (fitted,)
        )

    async def assign(self, venue_id: int, cell: str) -> None:
        await self._db.execute("update venue_watch set assigned = %s where venue_id = %s", (cell, venue_id))

    async def activate_cell(self, cell: str) -> None:
        async with self._db.transaction():
            await self._db.execute("update cell set active = false")
            await self._db.execute("update cell set active = true where name = %s", (cell,))

    async def drain_node(self, node: str) -> None:
        await self._db.execute("update cell_node set state = 'draining' where name = %s", (node,))

    async def node_state(self, node: str) -> str:
        row = await self._row("select state from cell_node where name = %s", node)
        return str(row["state"])

    async def set_share(self, platform: str, share: float) -> None:
        await self._db.execute("insert into poll_share (platform, share) values (%s, %s)", (platform, share))

    async def age_attempt(self, attempt_id: int, *, seconds: float) -> None:
        await self._db.execute(
            "update attempt set claimed_at = claimed_at - older, send_by = send_by - older,"
            " grace_until = grace_until - older, first_absent_at = first_absent_at - older"
            " from (select %s * interval '1 second' as older) by where id = %s",
            (seconds, attempt_id),
        )

    async def age_watch(self, venue_id: int, *, seconds: float) -> None:
        await self._db.execute(
            "update venue_watch set started_at = started_at - older, heartbeat_at = heartbeat_at - older"
            " from (select %s * interval '1 second' as older) by where venue_id = %s",
            (seconds, venue_id),
        )

    async def request(self, reservation_id: int) -> StoredRequest:
        row = await self._row("select status, reason, stop, revision from reservation where id = %s", reservation_id)
        return StoredRequest(**row)

    async def attempts(self) -> list[StoredAttempt]:
        rows = await self._rows(
            "select id as attempt_id, reservation_id, state, reason, owner, platform_reservation_id, known_before,"
            " slot_time as time,"
            " first_absent_at, replaces, old_booking_id, old_booking_gone_at is not null as old_booking_gone,"
            " replacement_notified, timings, reply, fee_cents, held_cancel_fee_cents, cancel_fee_cents, deposit_cents,"
            " free_until, currency"
            " from attempt order by id"
        )
        return [
            StoredAttempt(**{**row, "known_before": frozenset(row["known_before"]), "terms": terms, "held": held})
            for row in rows
            for terms in [_terms({name: row.pop(name) for name in _TERMS})]
            for held in [(row.pop("fee_cents"), row.pop("held_cancel_fee_cents"))]
        ]

    async def outcomes(self) -> list[tuple[int, str, str]]:
        rows = await self._rows("select attempt_id, kind, reason from outcome order by attempt_id")
        return [(row["attempt_id"], row["kind"], row["reason"]) for row in rows]

    async def seen_openings(self, venue_id: int) -> list[SeenOpening]:
        rows = await self._rows(
            "select service_date, party_size, seen_at, lead, part, slots from seen_opening"
            " where venue_id = %s order by id",
            venue_id,
        )
        slots = [tuple((time.fromisoformat(at), seating) for at, seating in row.pop("slots")) for row in rows]
        return [SeenOpening(**row, slots=of_row) for row, of_row in zip(rows, slots, strict=True)]

    async def watched_seconds(self, venue_id: int) -> float:
        rows = await self._rows("select seconds from watched_time where venue_id = %s", venue_id)
        return float(sum(row["seconds"] for row in rows))

    async def timeline(self, reservation_id: int) -> list[tuple[str, str]]:
        rows = await self._rows(
            "select kind, reason from timeline_entry where reservation_id = %s order by id", reservation_id
        )
        return [(row["kind"], row["reason"]) for row in rows]

    async def entries(self, reservation_id: int) -> list[dict[str, Any]]:
        """Return the rows of a timeline, in the order of writing."""
        return await self._rows("select * from timeline_entry where reservation_id = %s order by id", reservation_id)

    async def candidates(self) -> int:
        """Return the number of candidates."""
        return int((await self._row("select count(*) as n from candidate"))["n"])

    async def attention(self, account_id: int) -> tuple[str, str | None]:
        row = await self._row(
            "select attention_reason, payment_method_id from platform_account where id = %s", account_id
        )
        return row["attention_reason"], row["payment_method_id"]

    async def account_status(self, account_id: int) -> tuple[str, frozenset[str]]:
        row = await self._row("select status, known_reservations from platform_account where id = %s", account_id)
        return row["status"], frozenset(row["known_reservations"])

    async def _client_of(self, reservation_id: int) -> int:
        row = await self._row(
            "select g.client_id from reservation r join reservation_group g on g.id = r.group_id where r.id = %s",
            reservation_id,
        )
        return int(row["client_id"])


def _terms(row: dict[str, Any]) -> AgreedTerms | None:
    return None if row["cancel_fee_cents"] is None and row["deposit_cents"] is None else AgreedTerms(**row)
