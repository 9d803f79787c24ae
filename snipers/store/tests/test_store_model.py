"""The promises hold in every history of claims, lost answers, overrides, stops, edits and takeovers, on both stores.

Hypothesis generates the steps of the workers and of the platform. The platform commits a call at once, late or never,
and its answer may be lost. A worker may die after any step, or continue after it was replaced. To let time pass, a step
makes open attempts older. `HYPOTHESIS_PROFILE=deep` generates thousands of histories.
"""

import asyncio
import os
from collections.abc import Coroutine
from datetime import time
from typing import Any, ClassVar, get_args

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from snipers.store.tests.model_checks import Checks
from snipers.store.tests.model_workers import Workers
from snipers.store.tests.model_world import PLANS, PLATFORM_VENUES, Call, ConflictRule, Lease, Table, World, table_of
from snipers.testing.backend import Backend, NewRequest, Scope, StoredAttempt
from snipers.testing.memory_backend import MemoryBackend
from snipers.testing.postgres_backend import PostgresBackend

# Steps of a worker in one rule. A second "send" replaces the old table that the first was refused for.
BOOKING_STEPS = (
    "",
    "die",
    "send",
    "send die",
    "send decide",
    "send decide die",
    "send decide lose",
    "send decide receive",
    "send decide receive die",
)
REPLACEMENT_STEPS = (
    "send decide receive send",
    "send decide receive send die",
    "send decide receive send decide",
    "send decide receive send decide die",
    "send decide receive send decide lose",
    "send decide receive send decide receive",
    "send decide pause receive",
)
EVENTS = ("nothing", "take over", "book manually", "pause", "pause", "delete", "edit", "platform", "venue", "account")
OVERRIDES = [snipe for snipe, plan in enumerate(PLANS) if plan.override]
DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"


class History(RuleBasedStateMachine):
    """Two venues, two diners with an account each, five requests, four tables that become free repeatedly."""

    backend_type: ClassVar[Any]
    url: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.backend: Backend = self.backend_type(self.url) if self.url else self.backend_type()
        self.switched_on: set[tuple[Scope, str]] = set()
        self.early_only: set[int] = set()

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    @initialize(
        conflict_rule=st.sampled_from([*get_args(ConflictRule), "modify"]),
        has_table=st.sampled_from([None, 0, 0, 1, 2]),
    )
    def begin(self, conflict_rule: ConflictRule, has_table: int | None) -> None:
        """Create the rows of a history. In most histories, also book a table for the diner of request `has_table`."""
        self.world = World(conflict_rule)
        self.workers = Workers(world=self.world, backend=self.backend)
        self.checks = Checks(world=self.world, workers=self.workers)
        self.do(self._add_rows())
        if has_table is not None:
            self.do(self._try(has_table, table_of(has_table, late=False), "send decide receive"))

    async def _add_rows(self) -> None:
        if isinstance(self.backend, PostgresBackend):
            await self.backend.open()
        workers, backend = self.workers, self.backend
        workers.venues = [await backend.add_venue(platform_venue_id=one) for one in PLATFORM_VENUES]
        workers.accounts = {diner: await backend.add_account() for diner in (1, 2)}
        workers.epochs = [await self._take(venue) for venue in (0, 1)]
        for number in range(len(PLANS)):
            workers.snipes.append(await backend.add_request(self._filed(number)))

    async def _take(self, venue: int) -> int:
        return await self.backend.store.take_watch(venue_id=self.workers.venues[venue], owner="one", pid=1, node="here")

    def teardown(self) -> None:
        try:
            if hasattr(self, "world"):
                self.do(self._settle_everything())
        finally:
            if isinstance(self.backend, PostgresBackend) and hasattr(self, "world"):
                self.do(self.backend.close())
            self.runner.close()

    # workers

    @rule(snipe=st.integers(0, len(PLANS) - 1), late=st.booleans(), then=st.sampled_from(BOOKING_STEPS))
    def claim(self, snipe: int, late: bool, then: str) -> None:
        self.do(self._try(snipe, table_of(snipe, late), then))

    @rule(snipe=st.sampled_from(OVERRIDES), late=st.booleans(), then=st.sampled_from(REPLACEMENT_STEPS))
    def replace(self, snipe: int, late: bool, then: str) -> None:
        self.do(self._try(snipe, table_of(snipe, late), then))

    async def _try(self, snipe: int, table: Table, then: str) -> None:
        lease = await self.workers.claim(snipe, table)
        assert lease is None or not self._switched_off(snipe), "claimed although a kill switch is on"
        late = table.time == time(20)
        assert lease is None or not (late and PLANS[snipe].group in self.early_only), "claimed outside the window"
        for step in then.split():
            if lease not in self.world.leases:
                return
            assert lease is not None
            match step:
                case "die":
                    self.world.leases.remove(lease)
                case "send" if lease.call is None:
                    await self.workers.send(lease)
                case "decide" if lease.call is not None:
                    self.world.commit(lease.call)
                case "pause":
                    await self._stop(snipe, "pause")
                case "receive":
                    await self.workers.receive(lease)
                case "lose":
                    await self.workers.lose_answer(lease)

    @precondition(lambda self: self.unsent())
    @rule(data=st.data(), booked=st.booleans())
    def send(self, data: st.DataObject, booked: bool) -> None:
        lease = data.draw(st.sampled_from(self.unsent()))
        self.do(self.workers.send(lease))
        if booked and lease.call is not None:
            self.world.commit(lease.call)

    @precondition(lambda self: self.world.answered())
    @rule(data=st.data(), answered=st.sampled_from([True, True, False]))
    def answer(self, data: st.DataObject, answered: bool) -> None:
        lease = data.draw(st.sampled_from(self.world.answered()))
        self.do(self.workers.receive(lease) if answered else self.workers.lose_answer(lease))

    @precondition(lambda self: self.world.leases)
    @rule(data=st.data())
    def die(self, data: st.DataObject) -> None:
        self.world.leases.remove(data.draw(st.sampled_from(self.world.leases)))

    # the platform

    @precondition(lambda self: self.world.pending())
    @rule(data=st.data(), booked=st.sampled_from([True, True, False]))
    def decide(self, data: st.DataObject, booked: bool) -> None:
        call: Call = data.draw(st.sampled_from(self.world.pending()))
        if booked:
            self.world.commit(call)
        else:
            call.over = True

    @rule(seconds=st.sampled_from([0.5, 1.9, 4.0, 7.0]))
    def pass_time(self, seconds: float) -> None:
        self.do(self._pass_time(seconds))

    # other events: a takeover, the diner, staff

    @rule(event=st.sampled_from(EVENTS), snipe=st.integers(0, len(PLANS) - 1), late=st.booleans())
    def happen(self, event: str, snipe: int, late: bool) -> None:
        match event:
            case "take over":
                self.do(self._take_over(snipe))
            case "book manually":
                self.do(self._book_manually(PLANS[snipe].diner, table_of(snipe, late)))
            case "pause" | "delete":
                self.do(self._stop(snipe, event))
            case "edit":
                self.do(self._edit(snipe))
            case "platform" | "venue" | "account":
                self.do(self._toggle_switch(event))

    async def _take_over(self, snipe: int) -> None:
        venue = PLANS[snipe].venue
        older, self.workers.epochs[venue] = self.workers.epochs[venue], await self._take(venue)
        assert await self.workers.claim(snipe, table_of(snipe, late=False), epoch=older) is None, (
            "a replaced watcher claimed"
        )

    async def _edit(self, snipe: int) -> None:
        """Narrow the window to the early table, or widen it. Not during a booking call for the group."""
        snipes = [one for one, plan in enumerate(PLANS) if plan.group == PLANS[snipe].group]
        open_ids = {attempt.reservation_id for attempt in await self._open()}
        if open_ids & {self.workers.snipes[one] for one in snipes}:
            return
        self.early_only ^= {PLANS[snipe].group}
        for one in snipes:
            await self.backend.edit_request(self.workers.snipes[one], self._filed(one))
            stale = await self.workers.claim(one, table_of(one, late=False))
            assert stale is None, "claimed by a watcher that had not read the edit"
            self.workers.read[one] += 1

    def _filed(self, number: int) -> NewRequest:
        plan = PLANS[number]
        return NewRequest(
            number=number,
            venue_id=self.workers.venues[plan.venue],
            account_id=self.workers.accounts[plan.diner],
            diner=f"user:{plan.diner}",
            group=plan.group,
            override=plan.override,
            end=time(19, 30) if plan.group in self.early_only else time(20, 30),
        )

    async def _book_manually(self, diner: int, table: Table) -> None:
        """Book manually. Not during a call of ours for the diner, because the two bookings would be
        indistinguishable."""
        if not any(PLANS[self.workers.snipe_of(one)].diner == diner for one in await self._open()):
            self.world.book_manually(diner, table)

    async def _toggle_switch(self, scope: Scope) -> None:
        """Turn a kill switch on, or off if it is on."""
        venue_id, account_id = self.workers.venues[0], self.workers.accounts[1]
        key = {"platform": "resy", "venue": str(venue_id), "account": str(account_id)}[scope]
        await self.backend.set_switch(scope, key, on=(scope, key) not in self.switched_on)
        self.switched_on ^= {(scope, key)}

    # the settler

    @rule(how=st.sampled_from(["once", "until the grace is over", "cancel", "cancel without an answer"]))
    def settle(self, how: str) -> None:
        if how.startswith("cancel"):
            self.do(self.workers.cancel_old_bookings(answered=how == "cancel"))
        for _ in range(2 if how == "until the grace is over" else 0):
            self.do(self._pass_time(13.1))
            self.do(self.workers.settle())
        self.do(self.workers.settle())

    # invariants

    @invariant()
    def promises(self) -> None:
        if hasattr(self, "world"):
            self.do(self.checks.check_invariants())

    # helpers

    def unsent(self) -> list[Lease]:
        return [lease for lease in self.world.leases if lease.call is None]

    def _switched_off(self, snipe: int) -> bool:
        plan, scopes = PLANS[snipe], {scope for scope, _ in self.switched_on}
        return bool(
            "platform" in scopes or ("venue" in scopes and plan.venue == 0) or ("account" in scopes and plan.diner == 1)
        )

    async def _open(self) -> list[StoredAttempt]:
        return [one for one in await self.backend.attempts() if one.state in ("claimed", "unknown")]

    async def _pass_time(self, seconds: float) -> None:
        self.world.pass_time(seconds)
        for attempt in await self.workers.open_attempts():
            await self.backend.age_attempt(attempt.attempt_id, seconds=seconds)

    async def _stop(self, snipe: int, how: str) -> None:
        """Pause, delete or resume a request. During a booking call, the stop stays pending."""
        reservation_id = self.workers.snipes[snipe]
        request = await self.backend.request(reservation_id)
        if request.status == "paused":
            await self.backend.set_status(reservation_id, status="active" if how == "pause" else "canceled")
        elif request.status == "active":
            open_ids = {attempt.reservation_id for attempt in await self._open()}
            if reservation_id not in open_ids:
                await self.backend.set_status(reservation_id, status="paused" if how == "pause" else "canceled")
            elif request.stop != "delete":
                await self.backend.set_status(reservation_id, stop=how)

    async def _settle_everything(self) -> None:
        """Kill all workers. Check that the settler alone ends all attempts, and that store and platform agree."""
        self.world.leases.clear()
        for _ in range(4):
            await self._pass_time(14)
            await self.workers.settle()
            await self.workers.cancel_old_bookings(answered=True)
        # Cancellations wait for the end of a kill switch.
        for switch in self.switched_on:
            await self.backend.set_switch(*switch, on=False)
        await self.workers.cancel_old_bookings(answered=True)
        await self.checks.check_final_state()
        await self.checks.check_no_request_is_blocked()


def _settings(*, usual: int, deep: int) -> settings:
    return settings(
        deadline=None,
        max_examples=deep if DEEP else usual,
        stateful_step_count=50 if DEEP else 30,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    )


@pytest.mark.timeout(7200 if DEEP else 300)
def test_every_history_keeps_the_promises_in_memory() -> None:
    class MemoryHistory(History):
        backend_type, url = MemoryBackend, ""

    run_state_machine_as_test(MemoryHistory, settings=_settings(usual=200, deep=3000))


@pytest.mark.timeout(7200 if DEEP else 300)
def test_every_history_keeps_the_promises_on_postgres(migrated_url: str) -> None:
    class PostgresHistory(History):
        backend_type, url = PostgresBackend, migrated_url

    run_state_machine_as_test(PostgresHistory, settings=_settings(usual=15, deep=1000))
