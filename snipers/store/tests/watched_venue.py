"""A venue with an account and a watcher, for store tests."""

from dataclasses import replace
from datetime import UTC, datetime, time

from snipers.store.records import Beat, Claim, Target
from snipers.testing.backend import DAY, Backend, NewRequest

SEEN_AT = datetime(2026, 11, 20, 12, tzinfo=UTC)


class WatchedVenue:
    """A venue with an account and a watcher that holds the watch."""

    def __init__(self, backend: Backend, venue_id: int, account_id: int, epoch: int) -> None:
        self.backend = backend
        self.store = backend.store
        self.venue_id = venue_id
        self.account_id = account_id
        self.epoch = epoch
        self._read: dict[int, tuple[int, NewRequest]] = {}

    def new_request(self, number: int, **wanted: object) -> NewRequest:
        return replace(
            NewRequest(number=number, venue_id=self.venue_id, account_id=self.account_id),
            **wanted,  # type: ignore[arg-type] # a test's shorthand
        )

    async def add_request(self, number: int = 1, **wanted: object) -> int:
        filed = self.new_request(number, **wanted)
        reservation_id = await self.backend.add_request(filed)
        self._read[reservation_id] = 1, filed
        return reservation_id

    async def edit(self, reservation_id: int, **wanted: object) -> None:
        """Edit a request without the watcher reading it."""
        _, before = self._read[reservation_id]
        await self.backend.edit_request(reservation_id, replace(before, **wanted))  # type: ignore[arg-type] # as above

    async def reread(self, reservation_id: int, **wanted: object) -> None:
        """Let the watcher read the request at its current revision. `wanted` are the fields that have changed."""
        _, before = self._read[reservation_id]
        revision = (await self.backend.request(reservation_id)).revision
        self._read[reservation_id] = revision, replace(before, **wanted)  # type: ignore[arg-type] # as above

    async def still_watching(self, *, epoch: int, polls: int = 0, opened: int = 0) -> bool:
        """Send a heartbeat of this epoch. Return whether its watcher has the venue."""
        beat = Beat(epoch=epoch, polls=polls, opened=opened)
        roster = await self.store.roster(venue_id=self.venue_id, beat=beat)
        return roster is not None and roster.watching

    def target(self, reservation_id: int, **other: object) -> Target:
        """Return the usual table for a request as the watcher read it last."""
        revision, read = self._read[reservation_id]
        target = Target(
            reservation_id=reservation_id,
            revision=revision,
            override=read.override,
            fee_ceiling_cents=read.fee_ceiling_cents,
            cancel_fee_ceiling_cents=read.cancel_ceiling,
            payment_method_id=read.card,
            guest=read.guest,
            account_id=self.account_id,
            slot_key="table",
            date=DAY,
            time=time(19, 30),
            seating="Dining Room",
            party_size=2,
            meal="dinner",
            seen_at=SEEN_AT,
        )
        return replace(target, **other)  # type: ignore[arg-type] # as above

    async def claim(self, reservation_id: int, **other: object) -> Claim | None:
        return await self.store.claim(target=self.target(reservation_id, **other), owner="one", epoch=self.epoch)

    async def must_claim(self, reservation_id: int, **other: object) -> Claim:
        claim = await self.claim(reservation_id, **other)
        assert claim is not None
        return claim

    async def flag(self, reason: str, *, sealed: str = "sealed") -> bool:
        """Flag the account for a failure of its token."""
        return await self.store.flag_account(account_id=self.account_id, sealed_token=sealed, reason=reason)
