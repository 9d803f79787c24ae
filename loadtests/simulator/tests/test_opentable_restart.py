"""With SIM_STATE, OpenTable's state survives a restart."""

from pathlib import Path

import pytest

from loadtests.simulator.server import serving
from loadtests.simulator.settings import Settings
from loadtests.simulator.tests.harness import Control, MovableClock, client
from loadtests.simulator.tests.harness_opentable import EVE, RID, Customer


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(control_port=0, resy_port=0, opentable_port=0, stripe_port=0, state=tmp_path / "simulator.jsonl")


async def test_customers_tokens_cards_bookings_and_locks_survive(settings: Settings, clock: MovableClock) -> None:
    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        control = Control(http)
        async with Customer.at(sim.opentable_url, EVE) as eve:
            for time in ("12:00", "19:00"):
                await control.free(source="opentable", venue_id=RID, time=time)
            early, late = await eve.timeslots()
            booked = (await eve.take(early)).json()
            lock_id = await eve.locked(late)
            card = {"number": "4000056655665556", "exp_month": 7, "exp_year": 2030, "cvc": "123"}
            await eve.http.post("/dapi/wallet/cards", json=card)
            record = (await eve.http.get("/api/v3/user")).json()
            token, rows, truth = eve.http.headers["Authorization"], await control.bookings(), await control.truth()

    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        control = Control(http)
        assert (await control.bookings(), await control.truth()) == (rows, truth)
        async with Customer.at(sim.opentable_url, EVE) as eve:
            assert eve.record == record
            eve.http.headers["Authorization"] = token
            [listed] = await eve.dashboard()
            assert listed["securityToken"] == booked["token"]
            assert await eve.timeslots() == []
            assert (await eve.book(late, lock_id)).status_code == 201


async def test_lock_that_expired_during_the_downtime_is_over(settings: Settings, clock: MovableClock) -> None:
    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        async with Customer.at(sim.opentable_url, EVE) as eve:
            await Control(http).free(source="opentable", venue_id=RID)
            [slot] = await eve.timeslots()
            await eve.locked(slot)
    clock.skip(seconds=91)
    async with serving(settings, clock=clock) as sim, Customer.at(sim.opentable_url, EVE) as eve:
        assert await eve.timeslots() == [slot]


async def test_revoked_bearer_stays_revoked_also_after_a_reset(settings: Settings, clock: MovableClock) -> None:
    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        control = Control(http)
        async with Customer.at(sim.opentable_url, EVE) as eve:
            good = eve.http.headers["Authorization"]
            await eve.sign_in(EVE)
            await control.post("/faults", source="opentable", kind="expire-token", times=1)
            await eve.http.get("/api/v3/user")
            bad = eve.http.headers["Authorization"]
            await control.post("/reset", seed=9)
    async with serving(settings, clock=clock) as sim, Customer.at(sim.opentable_url, EVE) as eve:
        for token, status in ((good, 200), (bad, 401)):
            eve.http.headers["Authorization"] = token
            assert (await eve.http.get("/api/v3/user")).status_code == status


async def test_state_file_has_no_token_and_no_card_number(settings: Settings, clock: MovableClock) -> None:
    async with serving(settings, clock=clock) as sim, Customer.at(sim.opentable_url, EVE) as eve:
        card = {"number": "4000056655665556", "exp_month": 7, "exp_year": 2030, "cvc": "123"}
        await eve.http.post("/dapi/wallet/cards", json=card)
        token = eve.http.headers["Authorization"].removeprefix("Bearer ")
    assert settings.state is not None
    kept = settings.state.read_text("utf-8")
    assert '"bearer"' in kept
    assert token not in kept
    assert "4000056655665556" not in kept
