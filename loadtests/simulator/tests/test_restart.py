"""With SIM_STATE, the simulator's state survives a restart."""

import json
import stat
from pathlib import Path

import pytest

from loadtests.simulator import world as worlds
from loadtests.simulator.journal import JournalError
from loadtests.simulator.server import serving
from loadtests.simulator.settings import Settings
from loadtests.simulator.tests.harness import Control, Diner, MovableClock, client
from loadtests.simulator.world import World


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        control_port=0, resy_port=0, opentable_port=0, stripe_port=0, seed=3, state=tmp_path / "var" / "simulator.jsonl"
    )


async def test_inventory_accounts_and_truth_survive(settings: Settings, clock: MovableClock) -> None:
    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        control = Control(http)
        async with Diner.at(sim.resy_url, "ada@example.com") as ada:
            [booked, opened, taken] = [(await control.free(time=t))[0] for t in ("12:00", "16:00", "20:00")]
            await ada.take(booked["token"])
            await control.post("/take", slot_id=taken["slot_id"])
            token = ada.http.headers["X-Resy-Auth-Token"]
            bookings, truth = await control.bookings(), await control.truth()

    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        control = Control(http)
        assert await control.bookings() == bookings
        assert await control.truth() == truth
        assert [table["slot_id"] for table in (await control.get("/watch"))["open"]] == [opened["slot_id"]]
        async with Diner.at(sim.resy_url, "bob@example.com") as ada:
            ada.http.headers["X-Resy-Auth-Token"] = token
            [held] = (await ada.reservations())["reservations"]
            assert held["reservation_id"] == bookings[0]["reservation_id"]
            assert (await ada.take(opened["token"])).status_code == 201
        entries = await control.truth()
        assert [entry["n"] for entry in entries] == list(range(1, len(entries) + 1))
        requests = [entry["request"] for entry in entries if entry["kind"] == "request"]
        assert requests == sorted(set(requests))


async def test_revoked_token_and_a_second_card_survive(settings: Settings, clock: MovableClock) -> None:
    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        async with Diner.at(sim.resy_url, "ada@example.com") as ada:
            card = {"number": "4000056655665556", "exp_month": 7, "exp_year": 2030, "cvc": "123"}
            await ada.http.post("/3/payment_methods", data=card)
            await Control(http).post("/faults", source="resy", kind="expire-token", times=1)
            await ada.http.get("/2/user")
            token = ada.http.headers["X-Resy-Auth-Token"]
    async with serving(settings, clock=clock) as sim, Diner.at(sim.resy_url, "ada@example.com") as ada:
        methods = (await ada.http.get("/2/user")).json()["payment_methods"]
        assert [method["last_4"] for method in methods] == ["4242", "5556"]
        ada.http.headers["X-Resy-Auth-Token"] = token
        assert (await ada.http.get("/2/user")).status_code == 401


async def test_ended_sessions_and_removed_cards_survive(settings: Settings, clock: MovableClock) -> None:
    change = {"source": "resy", "user": "ada@example.com", "end_sessions": True, "cards": 0}
    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        async with Diner.at(sim.resy_url, "ada@example.com") as ada:
            token = ada.http.headers["X-Resy-Auth-Token"]
            clock.skip(seconds=1)
            await Control(http).post("/accounts", **change)
    async with serving(settings, clock=clock) as sim, Diner.at(sim.resy_url, "ada@example.com") as ada:
        assert (await ada.http.get("/2/user")).json()["payment_methods"] == []
        ada.http.headers["X-Resy-Auth-Token"] = token
        assert (await ada.http.get("/2/user")).status_code == 401


async def test_reset_survives_a_restart_and_keeps_accounts(settings: Settings, clock: MovableClock) -> None:
    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        async with Diner.at(sim.resy_url, "ada@example.com") as ada:
            await Control(http).free(venue_id=1205)
            await Control(http).post("/reset", seed=9)
            token = ada.http.headers["X-Resy-Auth-Token"]
    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        assert (await Control(http).get("/venues"))["seed"] == 9
        assert (await Control(http).get("/watch"))["open"] == []
        async with Diner.at(sim.resy_url, "bob@example.com") as diner:
            diner.http.headers["X-Resy-Auth-Token"] = token
            assert (await diner.http.get("/2/user")).json()["em_address"] == "ada@example.com"


def _open_tables(state: Path) -> list[int]:
    world = World(seed=3, state=state, clock=MovableClock())
    world.journal.close()
    return [table.slot_id for table in world.inventory.all_open()]


async def _with_two_tables(settings: Settings, clock: MovableClock) -> Path:
    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        for time in ("18:00", "19:00"):
            await Control(http).free(time=time)
    assert settings.state is not None
    return settings.state


async def test_incomplete_last_line_is_removed(settings: Settings, clock: MovableClock) -> None:
    state = await _with_two_tables(settings, clock)
    whole = state.read_bytes()
    state.write_bytes(whole[:-20])
    assert _open_tables(state) == [1]
    assert state.read_bytes() == whole[: whole.rstrip(b"\n").rfind(b"\n") + 1]


@pytest.mark.parametrize("damage", [b"garbage\n", b"[1]\n", b'{"kind":"booked","n":9}\n', b'{"kind":"diner"}\n'])
async def test_damaged_file_stops_the_start_with_a_sentence(
    settings: Settings, clock: MovableClock, damage: bytes
) -> None:
    state = await _with_two_tables(settings, clock)
    with state.open("ab") as out:
        out.write(damage)
    with pytest.raises(JournalError, match="remove the file to start with an empty inventory"):
        World(seed=3, state=state)


async def test_restart_keeps_only_the_newest_requests(
    settings: Settings, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        await Control(http).free()
        async with Diner.at(sim.resy_url, "ada@example.com") as ada:
            for _ in range(5):
                await ada.find()
        last = (await Control(http).get("/truth"))["last"]
    monkeypatch.setattr(worlds, "REQUESTS_KEPT_OVER_RESTART", 2)
    assert settings.state is not None
    world = World(seed=3, state=settings.state)
    world.journal.close()
    kept = [json.loads(line) for line in world.truth.since(0, limit=100)]
    assert [entry["kind"] for entry in kept] == ["freed", "request", "request"]
    assert kept[-1]["n"] == world.truth.last == last


async def test_state_file_is_readable_by_its_owner_only(settings: Settings, clock: MovableClock) -> None:
    state = await _with_two_tables(settings, clock)
    assert stat.S_IMODE(state.stat().st_mode) == 0o600


async def test_write_error_is_reported_once(
    settings: Settings, clock: MovableClock, capsys: pytest.CaptureFixture[str]
) -> None:
    async with serving(settings, clock=clock) as sim, client(sim.control_url) as http:
        sim.world.journal.close()
        sim.world.journal.path = Path("/dev/full")
        for time in ("18:00", "19:00"):
            await Control(http).free(time=time)
        assert len((await Control(http).get("/watch"))["open"]) == 2
    assert capsys.readouterr().err.count("a restart will not remember") == 1


def test_without_a_state_file_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    World(seed=1).reset(2)
    assert list(tmp_path.iterdir()) == []
