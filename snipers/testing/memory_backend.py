"""The backend of the in-memory store."""

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count

from snipers.domain.access import StoredAccess
from snipers.domain.odds.records import SeenOpening
from snipers.domain.odds.relative import RelativeOdds
from snipers.domain.snipe import Account, Guest, Snipe, TimeWindow
from snipers.testing.backend import NewRequest, Scope, StoredAttempt, StoredRequest
from snipers.testing.memory_store.rows import VenueRow
from snipers.testing.memory_store.store import MemoryStore


class MemoryBackend:
    """The Backend (backend.py) with which store tests create and read rows of the in-memory store."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self._ids = count(1)

    async def add_venue(self, *, platform_venue_id: int, opted_out: bool = False, platform: str = "resy") -> int:
        venue_id = next(self._ids)
        self.store.add_venue(
            VenueRow(
                venue_id=venue_id,
                platform=platform,
                platform_venue_id=platform_venue_id,
                venue_name="Little Owlet",
                time_zone="America/New_York",
                opted_out=opted_out,
            )
        )
        return venue_id

    async def add_account(
        self,
        *,
        sealed: str = "sealed",
        known: frozenset[str] = frozenset(),
        payment_method_id: str | None = None,
        platform: str = "resy",
    ) -> int:
        """See Backend. `platform` is ignored: a snipe has the platform of its venue."""
        account_id = next(self._ids)
        self.store.add_account(
            Account(account_id=account_id, sealed_token=sealed, known=known, usable=True, baseline_read=False),
            payment_method_id=payment_method_id,
        )
        return account_id

    async def add_request(self, filed: NewRequest) -> int:
        reservation_id = next(self._ids)
        self.store.add_snipe(self._snipe(reservation_id, filed))
        if not filed.confirmed:
            self.store.tables.unconfirmed.add(reservation_id)
        return reservation_id

    async def edit_request(self, reservation_id: int, filed: NewRequest) -> None:
        row = self.store.tables.reservations[reservation_id]
        row.snipe = self._snipe(reservation_id, filed, revision=row.snipe.revision + 1)

    async def rename_guest(self, reservation_id: int, guest: Guest) -> None:
        row = self.store.tables.reservations[reservation_id]
        row.snipe = replace(row.snipe, guest=guest)

    async def change_card(self, reservation_id: int, card: str) -> None:
        row = self.store.tables.reservations[reservation_id]
        row.snipe = replace(row.snipe, payment_method_id=card)

    async def delete_guest(self, reservation_id: int) -> None:
        row = self.store.tables.reservations[reservation_id]
        row.snipe = replace(row.snipe, guest=None, payment_method_id=None)

    async def set_status(
        self, reservation_id: int, *, status: str = "active", reason: str = "", stop: str = ""
    ) -> None:
        row = self.store.tables.reservations[reservation_id]
        row.status, row.reason, row.stop = status, reason, stop

    async def request_stop(self, reservation_id: int, *, stop: str) -> None:
        row = self.store.tables.reservations[reservation_id]
        if row.status == "active":
            row.stop = stop

    async def set_end(self, reservation_id: int, *, ends_at: datetime) -> None:
        row = self.store.tables.reservations[reservation_id]
        row.snipe = replace(row.snipe, ends_at=ends_at)
        for attempt in self.store.tables.attempts.values():
            if attempt.snipe.reservation_id == reservation_id:
                attempt.snipe = row.snipe

    async def confirm_address(self, reservation_id: int) -> None:
        self.store.tables.unconfirmed.discard(reservation_id)

    async def set_account_status(self, account_id: int, *, status: str) -> None:
        self.store.tables.accounts[account_id].status = status

    async def erase_token(self, account_id: int) -> None:
        row = self.store.tables.accounts[account_id]
        row.account = replace(row.account, sealed_token="")

    async def opt_out(self, venue_id: int) -> None:
        self.store.tables.venues[venue_id].opted_out = True

    async def set_switch(self, scope: Scope, key: str, *, on: bool = True) -> None:
        if on:
            self.store.tables.switched.add((scope, key))
        else:
            self.store.tables.switched.discard((scope, key))

    async def set_access(self, platform: str, stored: StoredAccess | None) -> None:
        if stored is None:
            self.store.tables.access.pop(platform, None)
        else:
            self.store.tables.access[platform] = stored

    async def reset_breaker(self, platform: str, *, at: datetime) -> None:
        self.store.tables.resets[platform] = at

    async def fit_odds(self, odds: RelativeOdds) -> None:
        self.store.tables.relative_odds = odds

    async def assign(self, venue_id: int, cell: str) -> None:
        self.store.tables.watches[venue_id].assigned = cell

    async def activate_cell(self, cell: str) -> None:
        self.store.tables.active_cell = cell

    async def drain_node(self, node: str) -> None:
        self.store.tables.nodes[node].state = "draining"

    async def node_state(self, node: str) -> str:
        return self.store.tables.nodes[node].state

    async def set_share(self, platform: str, share: float) -> None:
        self.store.tables.shares[platform] = share

    async def age_attempt(self, attempt_id: int, *, seconds: float) -> None:
        attempt, older = self.store.tables.attempts[attempt_id], timedelta(seconds=seconds)
        attempt.claimed_at -= older
        attempt.send_by -= older
        attempt.grace_until -= older
        if attempt.first_absent_at is not None:
            attempt.first_absent_at -= older

    async def age_watch(self, venue_id: int, *, seconds: float) -> None:
        watch, older = self.store.tables.watches[venue_id], timedelta(seconds=seconds)
        watch.started_at -= older
        watch.heartbeat_at -= older

    async def request(self, reservation_id: int) -> StoredRequest:
        row = self.store.tables.reservations[reservation_id]
        return StoredRequest(status=row.status, reason=row.reason, stop=row.stop, revision=row.snipe.revision)

    async def attempts(self) -> list[StoredAttempt]:
        return [
            StoredAttempt(
                attempt_id=row.attempt_id,
                reservation_id=row.snipe.reservation_id,
                state=row.state,
                reason=row.reason,
                owner=row.owner,
                platform_reservation_id=row.platform_reservation_id,
                time=row.target.time,
                known_before=row.known_before,
                first_absent_at=row.first_absent_at,
                replaces=row.replaces,
                old_booking_id=row.old_booking_id,
                old_booking_gone=row.old_booking_gone_at is not None,
                replacement_notified=row.replacement_notified,
                held=row.held,
                terms=row.terms,
                timings=row.timings,
                reply=row.reply,
            )
            for row in self.store.tables.attempts.values()
        ]

    async def outcomes(self) -> list[tuple[int, str, str]]:
        return sorted((attempt_id, kind, reason) for attempt_id, (kind, reason) in self.store.tables.outcomes.items())

    async def seen_openings(self, venue_id: int) -> list[SeenOpening]:
        return [one for key, one in self.store.tables.seen_openings.items() if key[0] == venue_id]

    async def watched_seconds(self, venue_id: int) -> float:
        seconds = self.store.tables.watched_seconds
        return sum((length for key, length in seconds.items() if key[0] == venue_id), 0.0)

    async def timeline(self, reservation_id: int) -> list[tuple[str, str]]:
        return [
            (line.kind, line.reason) for line in self.store.tables.timeline if line.reservation_id == reservation_id
        ]

    async def attention(self, account_id: int) -> tuple[str, str | None]:
        row = self.store.tables.accounts[account_id]
        return row.attention_reason, row.payment_method_id

    async def account_status(self, account_id: int) -> tuple[str, frozenset[str]]:
        row = self.store.tables.accounts[account_id]
        return row.status, row.account.known

    def _snipe(self, reservation_id: int, filed: NewRequest, *, revision: int = 1) -> Snipe:
        venue = self.store.tables.venues[filed.venue_id]
        return Snipe(
            reservation_id=reservation_id,
            group_id=filed.group if filed.group is not None else 1_000_000 + reservation_id,
            user_id=filed.account_id or 0,
            diner_key=filed.diner_key,
            venue_id=filed.venue_id,
            platform=venue.platform,
            platform_venue_id=venue.platform_venue_id,
            date=filed.day,
            party_size=filed.party_size,
            start_time=filed.first_window[0],
            end_time=filed.first_window[1],
            windows=tuple(TimeWindow(place=n, start=one, end=other) for n, (one, other) in enumerate(filed.windows)),
            seating=filed.seating,
            rank=filed.rank,
            filed_at=filed.filed_at,
            ends_at=filed.ends_at,
            fee_ceiling_cents=filed.fee_ceiling_cents,
            cancel_fee_ceiling_cents=filed.cancel_ceiling,
            accepts_unknown_fee=filed.accepts_unknown_fee,
            account=self.store.tables.accounts[filed.account_id or 0].account,
            checks=0,
            snipe_type=filed.snipe_type,
            release_at=filed.release_at,
            override=filed.override,
            guest=filed.guest,
            note_to_restaurant=filed.note_to_restaurant,
            payment_method_id=filed.card,
            revision=revision,
            trace=filed.trace,
            notify_only=filed.notify_only,
            one_table=filed.one_table,
            choice=filed.choice,
            first_choice=filed.choice,
            seatings=filed.seatings,
        )
