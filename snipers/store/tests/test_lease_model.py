"""Every history of claims, calls, lost answers, late commits, stops and settling keeps the promises, on both stores.

Hypothesis plays workers and a platform against the store. The platform commits a call at once, late, or never, and its
answer may be lost; a worker may vanish after any step. Time passes by making the open attempts older.
"""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from datetime import time, timedelta
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from snipers.domain.settling import LATE_SECONDS, SEND_SECONDS, Adopt, Held, NotBooked, settle
from snipers.store.base import AlreadyAdopted, OpenAttempt
from snipers.store.tests.scene import Scene
from snipers.tests.memory_stage import MemoryStage
from snipers.tests.postgres_stage import PostgresStage
from snipers.tests.stage import DAY

WISHES = range(3)
FATES = ("waits", "sends", "sends", "sends, is booked", "sends and dies", "sends and dies", "dies")
TABLES = {"early": time(19), "late": time(20)}


@dataclass(eq=False)
class Call:
    """One booking call on its way. `committed` is the platform's reservation, `answered` whether the worker heard."""

    attempt_id: int
    wish: int
    table: str
    sent: float
    committed: str | None = None
    over: bool = False


@dataclass(eq=False)
class Lease:
    """A worker's claim. `at` is the worker's clock when it asked for it."""

    attempt_id: int
    wish: int
    table: str
    at: float
    call: Call | None = None


@dataclass
class World:
    """What really happened, beside what the store says."""

    clock: float = 0.0
    wishes: list[int] = field(default_factory=list)
    leases: list[Lease] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    held: dict[str, Call] = field(default_factory=dict)


class LeaseHistory(RuleBasedStateMachine):
    """One venue, three wishes (the first two of one diner), two tables that free up again and again."""

    stage_type: ClassVar[Any]
    url: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.world = World()
        self.do(self._open())

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    async def _open(self) -> None:
        self.stage = self.stage_type(self.url) if self.url else self.stage_type()
        if self.url:
            await self.stage.open()
        venue_id = await self.stage.venue(platform_venue_id=1202)
        account_id = await self.stage.account()
        epoch = await self.stage.store.take_watch(venue_id=venue_id, owner="one", pid=1, node="here")
        self.scene = Scene(self.stage, venue_id, account_id, epoch)
        diners = {0: "user:1", 1: "user:1", 2: "user:2"}
        self.world.wishes = [await self.scene.file(number, diner=diners[number]) for number in WISHES]

    def teardown(self) -> None:
        self.do(self._come_to_rest())
        if self.url:
            self.do(self.stage.close())
        self.runner.close()

    # workers

    @rule(wish=st.sampled_from(WISHES), table=st.sampled_from(sorted(TABLES)), then=st.sampled_from(FATES))
    def claim(self, wish: int, table: str, then: str) -> None:
        target = {"slot_key": table, "time": TABLES[table]}
        claim = self.do(self.scene.claim(self.world.wishes[wish], **target))
        if claim is None:
            return
        lease = Lease(claim.attempt_id, wish, table, self.world.clock)
        self.world.leases.append(lease)
        if "sends" in then:
            self._send(lease)
        if "booked" in then and lease.call is not None:
            self._commit(lease.call)
        if "dies" in then:
            self.world.leases.remove(lease)

    @precondition(lambda self: self.unsent())
    @rule(data=st.data())
    def send(self, data: st.DataObject) -> None:
        self._send(data.draw(st.sampled_from(self.unsent())))

    def _send(self, lease: Lease) -> None:
        if self.world.clock - lease.at > SEND_SECONDS:
            self.world.leases.remove(lease)
            self.record(lease.attempt_id, "lost")
            return
        assert self.status(lease.wish) == "active", "a call left after the stop was acknowledged"
        open_calls = [call for call in self.world.calls if call.table == lease.table and not call.over]
        assert not open_calls, "two calls of ours for one table"
        lease.call = Call(lease.attempt_id, lease.wish, lease.table, self.world.clock)
        self.world.calls.append(lease.call)

    @precondition(lambda self: self.world.leases)
    @rule(data=st.data())
    def die(self, data: st.DataObject) -> None:
        self.world.leases.remove(data.draw(st.sampled_from(self.world.leases)))

    @precondition(lambda self: self.answerable())
    @rule(data=st.data(), heard=st.booleans())
    def answer(self, data: st.DataObject, heard: bool) -> None:
        lease = data.draw(st.sampled_from(self.answerable()))
        self.world.leases.remove(lease)
        call = lease.call
        assert call is not None
        if not heard:
            self.record(lease.attempt_id, "unknown")
        elif call.committed:
            call.over = True
            self.record(lease.attempt_id, "booked", call.committed)
        else:
            self.record(lease.attempt_id, "lost")

    # the platform

    @precondition(lambda self: self.pending())
    @rule(data=st.data())
    def commit(self, data: st.DataObject) -> None:
        self._commit(data.draw(st.sampled_from(self.pending())))

    @precondition(lambda self: self.pending())
    @rule(data=st.data())
    def turn_down(self, data: st.DataObject) -> None:
        data.draw(st.sampled_from(self.pending())).over = True

    @precondition(lambda self: self.world.leases or self.world.calls)
    @rule(seconds=st.sampled_from([0.5, 1.9, 4.0, 7.0]))
    def pass_time(self, seconds: float) -> None:
        self.do(self._grow_old(seconds))

    # the diner, the settler

    @rule(wish=st.sampled_from(WISHES), wanted=st.sampled_from([False, False, False, True]))
    def pause(self, wish: int, wanted: bool) -> None:
        if wanted:
            self.do(self._pause(wish))

    @precondition(lambda self: self.world.calls)
    @rule()
    def wait_it_out(self) -> None:
        for _ in range(2):
            self.pass_time(seconds=13.1)
            self.look()

    @precondition(lambda self: self.world.leases or self.world.calls)
    @rule()
    def look(self) -> None:
        self.do(self._settle())

    # what must hold at every moment

    @invariant()
    def one_table_for_a_diner_and_meal(self) -> None:
        diners = [min(call.wish, 1) if call.wish < 2 else 2 for call in self.world.held.values()]
        diners = [0 if diner < 2 else 2 for diner in diners]
        assert len(diners) == len(set(diners))

    # inner works

    def unsent(self) -> list[Lease]:
        return [lease for lease in self.world.leases if lease.call is None]

    def answerable(self) -> list[Lease]:
        return [lease for lease in self.world.leases if lease.call and (lease.call.committed or lease.call.over)]

    def pending(self) -> list[Call]:
        return [call for call in self.world.calls if not call.over and call.committed is None]

    def status(self, wish: int) -> str:
        return str(self.do(self.stage.request(self.world.wishes[wish])).status)

    def record(self, attempt_id: int, state: Any, platform_id: str | None = None) -> None:
        self.do(self._record(attempt_id, state, platform_id))

    async def _record(self, attempt_id: int, state: Any, platform_id: str | None = None) -> None:
        await self.stage.store.record(attempt_id=attempt_id, state=state, platform_reservation_id=platform_id)

    def _commit(self, call: Call) -> None:
        call.committed = str(1000 + len(self.world.held))
        self.world.held[call.committed] = call

    async def _grow_old(self, seconds: float) -> None:
        self.world.clock += seconds
        for call in self.pending():
            if self.world.clock - call.sent > LATE_SECONDS:
                call.over = True
        for attempt in await self._open_attempts():
            await self.stage.age(attempt.attempt_id, seconds=seconds)

    async def _pause(self, wish: int) -> None:
        """Pause, or go on if it is paused; with a call that may be out the stop waits for it."""
        reservation_id = self.world.wishes[wish]
        status = (await self.stage.request(reservation_id)).status
        if status != "active":
            if status == "paused":
                await self.stage.change(reservation_id, status="active")
        elif any(attempt.reservation_id == reservation_id for attempt in await self._open_attempts()):
            await self.stage.change(reservation_id, stop="pause")
        else:
            await self.stage.change(reservation_id, status="paused")

    async def _open_attempts(self) -> list[OpenAttempt]:
        found: list[OpenAttempt] = await self.stage.store.open_attempts(venue_id=self.scene.venue_id)
        return found

    async def _settle(self) -> None:
        alive = {lease.attempt_id for lease in self.world.leases}
        for attempt in await self._open_attempts():
            if attempt.attempt_id not in alive:
                await self._settle_one(attempt)

    async def _settle_one(self, attempt: OpenAttempt) -> None:
        held = [
            Held(reservation_id=name, venue_id=1202, date=DAY, time=TABLES[call.table], party_size=2)
            for name, call in self.world.held.items()
        ]
        verdict = settle(
            held=held,
            known_before=attempt.known_before,
            venue_id=attempt.platform_venue_id,
            date=attempt.date,
            time=attempt.time,
            party_size=attempt.party_size,
            grace_until=attempt.grace_until,
            first_absent_at=attempt.first_absent_at,
            read_at=attempt.read_at,
        )
        if isinstance(verdict, Adopt):
            try:
                await self._record(attempt.attempt_id, "booked", verdict.reservation_id)
            except AlreadyAdopted:
                return
            self.world.held[verdict.reservation_id].over = True
        elif isinstance(verdict, NotBooked):
            await self._record(attempt.attempt_id, "lost")
        elif attempt.first_absent_at is None:
            await self.stage.store.note_absent(attempt_id=attempt.attempt_id)

    async def _come_to_rest(self) -> None:
        """Everybody dies; the settler alone brings all to its end, and the store then knows what the platform knows."""
        self.world.leases.clear()
        for _ in range(4):
            await self._grow_old(timedelta(seconds=14).total_seconds())
            await self._settle()
        tried = await self.stage.tried()
        assert {one.state for one in tried} <= {"booked", "lost"}
        assert {one.platform_reservation_id for one in tried if one.state == "booked"} == set(self.world.held)
        assert await self.stage.outcomes() == [(one.attempt_id, one.state, one.reason) for one in tried]
        for number, reservation_id in enumerate(self.world.wishes):
            booked = any(one.state == "booked" and one.reservation_id == reservation_id for one in tried)
            status = (await self.stage.request(reservation_id)).status
            assert (status == "confirmed") is booked, (number, status)


QUICK = settings(deadline=None, stateful_step_count=30, suppress_health_check=list(HealthCheck))


def test_every_history_keeps_the_promises_on_the_twin() -> None:
    class OnTheTwin(LeaseHistory):
        stage_type, url = MemoryStage, ""

    run_state_machine_as_test(OnTheTwin, settings=settings(QUICK, max_examples=300))


@pytest.mark.timeout(300)
def test_every_history_keeps_the_promises_on_postgres(migrated_url: str) -> None:
    class OnPostgres(LeaseHistory):
        stage_type, url = PostgresStage, migrated_url

    run_state_machine_as_test(OnPostgres, settings=settings(QUICK, max_examples=15))
