"""The workers and the settler of the model. They make the store calls of watching/, one step at a time."""

from snipers.domain.settling import SEND_SECONDS, Adopt, NotBooked, Wanted, settle
from snipers.store.base import AlreadyAdopted, SnipeStore
from snipers.store.records import AttemptEnd, OpenAttempt, Target
from snipers.store.tests.model_world import PLANS, PLATFORM_VENUES, Call, Lease, Table, World
from snipers.store.tests.watched_venue import SEEN_AT
from snipers.testing.backend import DAY, Backend, StoredAttempt


class Workers:
    """Claim, send, receive or lose answers, replace, and settle. World.leases has the living workers."""

    def __init__(self, *, world: World, backend: Backend) -> None:
        self.world = world
        self.backend = backend
        self.store: SnipeStore = backend.store
        self.venues: list[int] = []
        self.accounts: dict[int, int] = {}
        self.snipes: list[int] = []
        self.read: dict[int, int] = dict.fromkeys(range(len(PLANS)), 1)
        self.epochs: list[int] = []

    async def claim(self, snipe: int, table: Table, *, epoch: int | None = None) -> Lease | None:
        """Claim a table for a snipe."""
        epoch = self.epochs[table.venue] if epoch is None else epoch
        target = Target(
            reservation_id=self.snipes[snipe],
            revision=self.read[snipe],
            override=PLANS[snipe].override,
            account_id=self.accounts[PLANS[snipe].diner],
            slot_key=table.name,
            date=DAY,
            time=table.time,
            seating="",
            party_size=2,
            meal="dinner",
            seen_at=SEEN_AT,
        )
        claim = await self.store.claim(target=target, owner="one", epoch=epoch)
        if claim is None:
            return None
        lease = Lease(claim, snipe, table, self.world.clock, epoch, self.read[snipe])
        self.world.leases.append(lease)
        return lease

    async def send(self, lease: Lease) -> None:
        """Store the account's reservations, then send the call before its deadline."""
        diner = PLANS[lease.snipe].diner
        if self.world.clock - lease.at > SEND_SECONDS:
            await self._end(lease, "lost")
            return
        held = frozenset(entry.reservation_id for entry in self.world.list(diner))
        if held - lease.claim.known_before:
            await self.store.remember_known(
                attempt_id=lease.claim.attempt_id, account_id=self.accounts[diner], ids=held
            )
        request = await self.backend.request(self.snipes[lease.snipe])
        assert request.status == "active", "a call was sent after the stop was acknowledged"
        assert request.revision == lease.revision, "a call was sent for an outdated revision"
        pending = self.world.pending()
        assert not [call for call in pending if call.table == lease.table], "two calls of ours for one table"
        assert not [call for call in pending if call.diner == diner], "a second call while the first is unresolved"
        lease.call = Call(diner, lease.table, self.world.clock, lease.instead_of)
        self.world.calls.append(lease.call)

    async def receive(self, lease: Lease) -> None:
        """Handle the platform's answer."""
        call = lease.call
        assert call is not None
        if call.committed is not None:
            await self._end(
                lease, "booked", call.committed, old_booking_gone=lease.old_booking_gone or lease.instead_of is not None
            )
        elif call.conflict is None or not PLANS[lease.snipe].override or lease.instead_of or lease.old_booking_gone:
            await self._end(lease, "refused" if call.conflict else "lost")
        else:
            lease.call = None
            await self._mark_old_booking(lease, call.conflict)

    async def lose_answer(self, lease: Lease) -> None:
        """Lose the platform's answer, so that the worker records an unknown outcome."""
        await self._end(lease, "unknown")

    async def _mark_old_booking(self, lease: Lease, name: str) -> None:
        """Record the old booking before it is replaced, unless the store forbids it.

        If the platform can replace the old booking, the next booking call replaces it. Otherwise it is canceled now.
        """
        request = await self.backend.request(self.snipes[lease.snipe])
        allowed = name in self.world.held and await self.store.mark_old_booking(
            attempt_id=lease.claim.attempt_id, platform_reservation_id=name
        )
        if not allowed:
            await self._end(lease, "refused")
            return
        assert request.status == "active", "a table was released after the stop was acknowledged"
        assert not request.stop, "a table was released although a stop is pending"
        if self.world.can_replace(name, lease.table):
            lease.instead_of = name
        else:
            del self.world.held[name]
            lease.old_booking_gone = True
            await self.store.confirm_old_booking_gone(attempt_id=lease.claim.attempt_id)

    async def _end(
        self, lease: Lease, state: AttemptEnd, name: str | None = None, *, old_booking_gone: bool | None = None
    ) -> None:
        self.world.leases.remove(lease)
        await self.store.record(
            attempt_id=lease.claim.attempt_id,
            state=state,
            platform_reservation_id=name,
            old_booking_gone=lease.old_booking_gone if old_booking_gone is None else old_booking_gone,
        )

    def snipe_of(self, attempt: StoredAttempt | OpenAttempt) -> int:
        """Return the number of the attempt's request."""
        return self.snipes.index(attempt.reservation_id)

    # the settler

    async def open_attempts(self) -> list[OpenAttempt]:
        """Return the open attempts of both venues."""
        return [one for venue_id in self.venues for one in await self.store.open_attempts(venue_id=venue_id)]

    async def settle(self) -> None:
        """Settle the attempts without a living worker of the present watch, once."""
        present = [lease for lease in self.world.leases if lease.epoch == self.epochs[lease.table.venue]]
        alive = {lease.claim.attempt_id for lease in present}
        for attempt in await self.open_attempts():
            if attempt.attempt_id not in alive:
                await self._settle_one(attempt)

    async def _settle_one(self, attempt: OpenAttempt) -> None:
        diner = next(name for name, account_id in self.accounts.items() if account_id == attempt.account_id)
        held = self.world.list(diner)
        verdict = settle(
            held=held,
            may_hide_table=False,
            known_before=attempt.known_before,
            wanted=Wanted(attempt.platform_venue_id, attempt.date, attempt.time, attempt.party_size),
            grace_until=attempt.grace_until,
            first_absent_at=attempt.first_absent_at,
            read_at=attempt.read_at,
        )
        there = {entry.reservation_id for entry in held}
        gone = attempt.old_booking_gone or (attempt.old_booking_id != "" and attempt.old_booking_id not in there)
        match verdict:
            case Adopt(name):
                try:
                    await self.store.record(
                        attempt_id=attempt.attempt_id,
                        state="booked",
                        platform_reservation_id=name,
                        old_booking_gone=gone,
                    )
                except AlreadyAdopted:
                    return
            case NotBooked():
                await self.store.record(attempt_id=attempt.attempt_id, state="lost", old_booking_gone=gone)
            case _ if attempt.first_absent_at is None:
                await self.store.record_absence(attempt_id=attempt.attempt_id)

    async def cancel_old_bookings(self, *, answered: bool) -> None:
        """Cancel the tables that overrides replaced. If not `answered`, the platform's answers are lost."""
        for venue_id in self.venues:
            for pending in await self.store.pending_cancellations(venue_id=venue_id):
                tried = {one.attempt_id: one for one in await self.backend.attempts()}
                new = tried[pending.attempt_id].platform_reservation_id
                assert new in self.world.held, "the old table was released before the new one was held"
                assert pending.platform_venue_id in (*PLATFORM_VENUES, None)
                self.world.held.pop(pending.platform_reservation_id, None)
                if answered:
                    await self.store.confirm_old_booking_gone(attempt_id=pending.attempt_id)
