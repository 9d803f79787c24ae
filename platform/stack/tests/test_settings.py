"""What a start makes of the environment it was given."""

import json
from pathlib import Path

import pytest

from stack import settings
from stack.errors import StackError
from stack.parts import check_given_services, plan
from stack.state import State

GIVEN = {
    "DATABASE_URL": "postgresql://someone@db.example/shop",
    "REDIS_URL": "redis://cache.example:6379/3",
    "RAY_ADDRESS": "10.0.0.9:6379",
}


def read(chosen: dict[str, str], folder: Path) -> settings.Settings:
    return settings.read({**chosen, "TABLEHAWK_STATE": str(folder)})


def names(chosen: dict[str, str], folder: Path) -> set[str]:
    made = read(chosen, folder)
    state = State(made.state)
    state.open()
    return {part.name for part in plan(made, state).parts}


def test_everything_is_started_when_nothing_is_given(tmp_path: Path) -> None:
    everything = {"postgres", "valkey", "ray", "migrate", "web", "relay", "worker", "controller"}
    everything |= {"simulator", "seed"}
    assert names({"WEB_PROCESSES": "1"}, tmp_path / "state") == everything


def test_web_processes_are_as_many_as_wanted_and_share_one_door(tmp_path: Path) -> None:
    made = read({"WEB_PROCESSES": "3"}, tmp_path / "state")
    state = State(made.state)
    state.open()
    web = [part for part in plan(made, state).parts if part.door]
    assert [part.name for part in web] == ["web", "web-2", "web-3"]
    assert len({part.door for part in web}) == 1
    assert len({tuple(part.command) for part in web}) == 3


@pytest.mark.parametrize("name", ["relay", "worker"])
def test_a_loop_is_ready_when_it_has_begun_a_round_since_its_start(name: str, tmp_path: Path) -> None:
    made = read({}, tmp_path / "state")
    state = State(made.state)
    state.open()
    loop = next(part for part in plan(made, state).parts if part.name == name)
    assert loop.prepare is not None
    assert loop.ready is not None
    assert not loop.ready()
    folder = Path(loop.env["LIVENESS_FOLDER"])
    folder.mkdir()
    (folder / f"{name}-1").touch()
    assert loop.ready()
    loop.prepare()
    assert not loop.ready()


@pytest.mark.parametrize("text", ["0", "17", "-1", "many"])
def test_a_number_of_web_processes_that_can_not_be_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(StackError, match="WEB_PROCESSES"):
        _ = read({"WEB_PROCESSES": text}, tmp_path / "state").web_processes


@pytest.mark.parametrize(
    ("variable", "part"), [("DATABASE_URL", "postgres"), ("REDIS_URL", "valkey"), ("RAY_ADDRESS", "ray")]
)
def test_a_service_whose_address_is_given_is_not_started_and_its_address_passed_on(
    variable: str, part: str, tmp_path: Path
) -> None:
    chosen = {variable: GIVEN[variable]}
    assert part not in names(chosen, tmp_path / "state")
    made = read(chosen, tmp_path / "state")
    planned = plan(made, State(made.state))
    assert planned.shared[variable] == GIVEN[variable]
    assert all(one.env[variable] == GIVEN[variable] for one in planned.parts if one.name in ("web", "controller"))


def test_a_real_platform_means_no_simulator_no_demo_data_and_polite_polling(tmp_path: Path) -> None:
    chosen = {"RESY_BASE_URL": "https://api.example"}
    assert not {"simulator", "seed"} & names(chosen, tmp_path / "state")
    shared = read(chosen, tmp_path / "state").shared()
    assert (shared["POLL_SECONDS"], shared["OPENTABLE_POLL_SECONDS"], shared["OPENTABLE_POLL_BUDGET"]) == (
        "10",
        "30",
        "5",
    )
    assert not {"STRIPE_API_BASE", "OPENTABLE_BASE_URL"} & shared.keys()


def test_the_simulator_is_polled_at_a_faster_pace(tmp_path: Path) -> None:
    shared = read({"SIM_OPENTABLE_PORT": "9556"}, tmp_path).shared()
    assert (shared["POLL_SECONDS"], shared["OPENTABLE_POLL_SECONDS"], shared["OPENTABLE_POLL_BUDGET"]) == (
        "1",
        "2",
        "25",
    )
    assert (shared["POLL_CEILING"], shared["RELEASE_SPACING"]) == ("60", "0.25")
    assert shared["OPENTABLE_BASE_URL"] == "http://127.0.0.1:9556"


def test_chosen_values_win_and_addresses_follow_the_chosen_ports(tmp_path: Path) -> None:
    chosen = {"PORT": "8123", "SIM_RESY_PORT": "9555", "POLL_BUDGET": "5", "SECRET_KEY": "mine"}
    shared = read(chosen, tmp_path).shared(SECRET_KEY="made", SEAL_KEYS="made")
    assert shared["PUBLIC_URL"] == "http://127.0.0.1:8123"
    assert shared["RESY_BASE_URL"] == "http://127.0.0.1:9555"
    assert (shared["POLL_BUDGET"], shared["SECRET_KEY"], shared["SEAL_KEYS"]) == ("5", "mine", "made")


@pytest.mark.parametrize("wrong", ["0", "65536", "eighty", "-1", "٨٠"])
def test_a_wrong_port_is_named(wrong: str) -> None:
    with pytest.raises(StackError, match=r"PORT is .* but has to be a port number"):
        settings.read({"PORT": wrong})


@pytest.mark.parametrize(
    ("variable", "url"),
    [
        ("DATABASE_URL", "postgresql://someone:hunter2@127.0.0.1:1/shop"),
        ("REDIS_URL", "redis://:hunter2@127.0.0.1:1/0"),
        ("REDIS_URL", "unix:///nowhere/valkey.sock"),
    ],
)
def test_a_given_service_that_does_not_answer_is_named_without_its_password(variable: str, url: str) -> None:
    with pytest.raises(StackError, match=variable) as refusal:
        check_given_services({variable: url})
    assert "hunter2" not in str(refusal.value)


def test_keys_are_made_once(tmp_path: Path) -> None:
    state = State(tmp_path / "state")
    state.open()
    assert state.keys() == state.keys()
    assert state.ray_token().read_text() == state.ray_token().read_text()
    assert state.ray_token().stat().st_mode & 0o777 == 0o600


def test_a_state_folder_of_an_older_version_keeps_its_keys_and_gets_the_missing_ones(tmp_path: Path) -> None:
    state = State(tmp_path / "state")
    state.open()
    old = {"SECRET_KEY": "old", "SEAL_KEYS": "old too"}
    (state.folder / "secrets.json").write_text(json.dumps(old))
    keys = state.keys()
    assert old.items() <= keys.items()
    assert keys["STRIPE_WEBHOOK_SECRET"].startswith("whsec_")
    assert (state.folder / "secrets.json").stat().st_mode & 0o777 == 0o600


def test_the_simulator_signs_its_webhooks_with_the_secret_that_the_web_checks(tmp_path: Path) -> None:
    made = read({"PORT": "8123"}, tmp_path / "state")
    state = State(made.state)
    state.open()
    parts = {part.name: part.env for part in plan(made, state).parts}
    assert parts["simulator"]["SIM_STRIPE_WEBHOOK_SECRET"] == parts["web"]["STRIPE_WEBHOOK_SECRET"]
    url = "http://127.0.0.1:8123/api/stripe-integration/webhook/"
    assert parts["simulator"]["SIM_STRIPE_WEBHOOK_URL"] == url


def test_a_folder_with_other_files_in_it_is_not_taken_over(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(StackError, match="holds other files"):
        State(tmp_path).open()


def test_a_full_disk_is_said_before_anything_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 100 * 2**20}))
    with pytest.raises(StackError, match="full: 100 MB are free and 500 MB are needed"):
        State(tmp_path / "state").open()
