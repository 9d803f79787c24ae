"""One venue, one account and a watcher that holds the watch, for both stores."""

from dataclasses import replace
from datetime import UTC, datetime, time

from snipers.store.base import Claim, Target
from snipers.tests.stage import DAY, Filed, Stage

SEEN_AT = datetime(2026, 11, 20, 12, tzinfo=UTC)


class Scene:
    """One venue, one account, and a watcher that holds the watch."""

    def __init__(self, stage: Stage, venue_id: int, account_id: int, epoch: int) -> None:
        self.stage = stage
        self.store = stage.store
        self.venue_id = venue_id
        self.account_id = account_id
        self.epoch = epoch

    def filed(self, number: int, **wanted: object) -> Filed:
        return replace(
            Filed(number=number, venue_id=self.venue_id, account_id=self.account_id),
            **wanted,  # type: ignore[arg-type] # a test's shorthand
        )

    async def file(self, number: int = 1, **wanted: object) -> int:
        return await self.stage.file(self.filed(number, **wanted))

    def target(self, reservation_id: int, **other: object) -> Target:
        target = Target(
            reservation_id=reservation_id,
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
        """Flag the account for something that its token met."""
        return await self.store.flag_account(account_id=self.account_id, sealed_token=sealed, reason=reason)
