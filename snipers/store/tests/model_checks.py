"""Checks the model's promises, by comparing the true history (World) with the store."""

from snipers.store.tests.model_workers import Workers
from snipers.store.tests.model_world import PLANS, World, table_of
from snipers.testing.backend import StoredAttempt

LIVE = ("claimed", "unknown", "booked")
# Allowed transitions: an ended request stays ended, unless an override replaced its table.
AFTER = {
    "active": {"active", "paused", "confirmed", "canceled"},
    "paused": {"active", "paused", "confirmed", "canceled"},
    "confirmed": {"confirmed", "canceled", "active"},
    "canceled": {"canceled"},
}
DINERS = (1, 2)


class Checks:
    """Compares the store with the world: promises p1 to p3, p7 and p12 of docs/promises.md.

    model_workers.py checks the promises about the release of old bookings.
    """

    def __init__(self, *, world: World, workers: Workers) -> None:
        self._world = world
        self._workers = workers
        self._backend = workers.backend
        self._before: dict[int, str] = {}

    async def check_invariants(self) -> None:
        """Check that each diner has one table, and that ended requests stay ended."""
        tried = await self._backend.attempts()
        for diner in DINERS:
            self._one_table(diner, tried)
        for snipe, reservation_id in enumerate(self._workers.snipes):
            status = (await self._backend.request(reservation_id)).status
            assert status in AFTER[self._before.get(snipe, status)], (snipe, self._before[snipe], status)
            self._before[snipe] = status

    async def check_final_state(self) -> None:
        """Check that no attempt is open, and that store and platform agree."""
        tried = await self._backend.attempts()
        assert {one.state for one in tried} <= {"booked", "lost", "refused", "replaced"}
        booked = [one for one in tried if one.state == "booked"]
        ours = {name for name, booking in self._world.held.items() if booking.ours}
        assert ours <= {one.platform_reservation_id for one in booked}, "a table that the store does not know"
        for one in booked:
            assert one.platform_reservation_id in self._world.held, "confirmed without a table"
            assert self._world.held[one.platform_reservation_id].table.time == one.time, "recorded with another time"
        for diner in DINERS:
            assert sum(self._diner(one) == diner for one in booked) <= 1
        ends = [(one.attempt_id, "booked" if one.state == "replaced" else one.state) for one in tried]
        assert [(attempt_id, kind) for attempt_id, kind, _ in await self._backend.outcomes()] == ends
        assert {one.state for one in tried if not one.replacement_notified} <= {"replaced"}
        for snipe, reservation_id in enumerate(self._workers.snipes):
            request = await self._backend.request(reservation_id)
            assert (request.status == "confirmed") is any(one.reservation_id == reservation_id for one in booked), snipe
            assert not request.stop, (snipe, request)

    async def check_no_request_is_blocked(self) -> None:
        """Check that no attempt blocks an active request forever."""
        booked = {self._diner(one) for one in await self._backend.attempts() if one.state == "booked"}
        for snipe, plan in enumerate(PLANS):
            if (await self._backend.request(self._workers.snipes[snipe])).status == "active":
                lease = await self._workers.claim(snipe, table_of(snipe, late=False))
                assert (lease is not None) is (plan.diner not in booked or plan.override), (snipe, booked)
                if lease is not None:
                    await self._backend.store.record(attempt_id=lease.claim.attempt_id, state="lost")

    def _one_table(self, diner: int, tried: list[StoredAttempt]) -> None:
        """Check that the diner has at most one table for the meal, apart from an old one that is being replaced."""
        live = [one for one in tried if one.state in LIVE and self._diner(one) == diner]
        assert sum(one.replaces is None for one in live) <= 1, live
        assert sum(one.replaces is not None for one in live) <= 1, live
        by_id = {one.attempt_id: one for one in tried}
        leaving = {by_id[one.replaces].platform_reservation_id for one in live if one.replaces is not None}
        leaving |= {one.old_booking_id for one in live if one.state == "booked" and not one.old_booking_gone}
        ours = {name for name, booking in self._world.held.items() if booking.diner == diner and booking.ours}
        assert len(ours - leaving) <= 1, "two tables for one diner and meal"

    def _diner(self, attempt: StoredAttempt) -> int:
        return PLANS[self._workers.snipe_of(attempt)].diner
