"""Settings, parts and secrets derived from a given environment."""

import json
import sys
from pathlib import Path

import pytest

from tools.stack.errors import StackError
from tools.stack.parts import check_external_services, plan
from tools.stack.settings import Settings, read_settings
from tools.stack.state import State

GIVEN = {
    "DATABASE_URL": "postgresql://someone@db.example/shop",
    "REDIS_URL": "redis://cache.example:6379/3",
    "RAY_ADDRESS": "10.0.0.9:6379",
}


def read(environ: dict[str, str], folder: Path) -> Settings:
    return read_settings({**environ, "TABLEHAWK_STATE": str(folder)})


def names(environ: dict[str, str], folder: Path) -> set[str]:
    settings = read(environ, folder)
    state = State(settings.state)
    state.open()
    return {part.name for part in plan(settings, state).parts}


def test_all_parts_start_by_default(tmp_path: Path) -> None:
    everything = {"postgres", "valkey", "ray", "migrate", "web", "background", "controller"}
    everything |= {"simulator", "seed"}
    assert names({"WEB_PROCESSES": "1"}, tmp_path / "state") == everything


def test_web_processes_share_one_listener(tmp_path: Path) -> None:
    settings = read({"WEB_PROCESSES": "3"}, tmp_path / "state")
    state = State(settings.state)
    state.open()
    web = [part for part in plan(settings, state).parts if part.listener]
    assert [part.name for part in web] == ["web", "web-2", "web-3"]
    assert len({part.listener for part in web}) == 1
    assert len({tuple(part.command) for part in web}) == 3


def test_forked_parts_have_the_environment_and_folder_of_the_fork_server(tmp_path: Path) -> None:
    settings = read({}, tmp_path / "state")
    state = State(settings.state)
    state.open()
    planned = plan(settings, state)
    forked = [part for part in planned.parts if part.forked]
    assert {part.name for part in forked} >= {"migrate", "seed", "web", "background"}
    assert planned.fork_server is not None
    for part in forked:
        assert (part.env, part.cwd) == (planned.fork_server.env, planned.fork_server.cwd)
        assert part.command[0] == sys.executable


def test_background_process_is_ready_when_both_loops_have_touched_their_liveness_files(tmp_path: Path) -> None:
    settings = read({}, tmp_path / "state")
    state = State(settings.state)
    state.open()
    loop = next(part for part in plan(settings, state).parts if part.name == "background")
    assert loop.prepare is not None
    assert loop.ready is not None
    assert not loop.ready()
    folder = Path(loop.env["LIVENESS_FOLDER"])
    folder.mkdir()
    (folder / "relay").touch()
    assert not loop.ready()
    (folder / "worker").touch()
    assert loop.ready()
    loop.prepare()
    assert not loop.ready()


@pytest.mark.parametrize("text", ["0", "17", "-1", "many"])
def test_invalid_number_of_web_processes_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(StackError, match="WEB_PROCESSES"):
        _ = read({"WEB_PROCESSES": text}, tmp_path / "state").web_processes


@pytest.mark.parametrize(
    ("variable", "part"), [("DATABASE_URL", "postgres"), ("REDIS_URL", "valkey"), ("RAY_ADDRESS", "ray")]
)
def test_external_service_is_not_started_and_its_address_is_passed_on(variable: str, part: str, tmp_path: Path) -> None:
    environ = {variable: GIVEN[variable]}
    assert part not in names(environ, tmp_path / "state")
    settings = read(environ, tmp_path / "state")
    planned = plan(settings, State(settings.state))
    assert planned.shared[variable] == GIVEN[variable]
    assert all(one.env[variable] == GIVEN[variable] for one in planned.parts if one.name in ("web", "controller"))


def test_real_platform_disables_simulator_and_demo_data_and_slows_polling(tmp_path: Path) -> None:
    environ = {"RESY_BASE_URL": "https://api.example"}
    started = names(environ, tmp_path / "state")
    assert not {"simulator", "seed"} & started
    assert "missing-setup" in started
    shared = read(environ, tmp_path / "state").shared_environment()
    assert (shared["POLL_SECONDS"], shared["OPENTABLE_POLL_SECONDS"], shared["OPENTABLE_POLL_BUDGET"]) == (
        "10",
        "30",
        "5",
    )
    assert (shared["IDLE_POLLS"], shared["OPENTABLE_IDLE_POLLS"]) == ("0", "0")
    assert not {"STRIPE_API_BASE", "OPENTABLE_BASE_URL"} & shared.keys()


def test_simulator_is_polled_faster(tmp_path: Path) -> None:
    shared = read({"SIM_OPENTABLE_PORT": "9556"}, tmp_path).shared_environment()
    assert (shared["POLL_SECONDS"], shared["OPENTABLE_POLL_SECONDS"], shared["OPENTABLE_POLL_BUDGET"]) == (
        "1",
        "2",
        "25",
    )
    assert (shared["IDLE_POLLS"], shared["OPENTABLE_IDLE_POLLS"]) == ("2", "2")
    assert (shared["POLL_CEILING"], shared["RELEASE_SPACING"]) == ("60", "0.25")
    assert shared["OPENTABLE_BASE_URL"] == "http://127.0.0.1:9556"


def test_user_values_take_precedence_and_addresses_use_the_ports(tmp_path: Path) -> None:
    environ = {"PORT": "8123", "SIM_RESY_PORT": "9555", "POLL_BUDGET": "5", "SECRET_KEY": "mine"}
    shared = read(environ, tmp_path).shared_environment(SECRET_KEY="made", SEAL_KEYS="made")
    assert shared["PUBLIC_URL"] == "http://127.0.0.1:8123"
    assert shared["RESY_BASE_URL"] == "http://127.0.0.1:9555"
    assert (shared["POLL_BUDGET"], shared["SECRET_KEY"], shared["SEAL_KEYS"]) == ("5", "mine", "made")


@pytest.mark.parametrize("wrong", ["0", "65536", "eighty", "-1", "٨٠"])
def test_invalid_port_is_refused(wrong: str) -> None:
    with pytest.raises(StackError, match=r"PORT is .* but must be a port number"):
        read_settings({"PORT": wrong})


@pytest.mark.parametrize(
    ("variable", "url"),
    [
        ("DATABASE_URL", "postgresql://someone:hunter2@127.0.0.1:1/shop"),
        ("REDIS_URL", "redis://:hunter2@127.0.0.1:1/0"),
        ("REDIS_URL", "unix:///nowhere/valkey.sock"),
    ],
)
def test_unreachable_external_service_is_reported_without_its_password(variable: str, url: str) -> None:
    with pytest.raises(StackError, match=variable) as refusal:
        check_external_services({variable: url})
    assert "hunter2" not in str(refusal.value)


def test_secrets_are_generated_once(tmp_path: Path) -> None:
    state = State(tmp_path / "state")
    state.open()
    assert state.load_secrets() == state.load_secrets()
    assert state.ray_token().read_text() == state.ray_token().read_text()
    assert state.ray_token().stat().st_mode & 0o777 == 0o600


def test_existing_secrets_are_kept_and_missing_ones_generated(tmp_path: Path) -> None:
    state = State(tmp_path / "state")
    state.open()
    old = {"SECRET_KEY": "old", "SEAL_KEYS": "old too"}
    (state.folder / "secrets.json").write_text(json.dumps(old))
    keys = state.load_secrets()
    assert old.items() <= keys.items()
    assert keys["STRIPE_WEBHOOK_SECRET"].startswith("whsec_")
    assert (state.folder / "secrets.json").stat().st_mode & 0o777 == 0o600


def test_simulator_and_web_share_the_webhook_secret(tmp_path: Path) -> None:
    settings = read({"PORT": "8123"}, tmp_path / "state")
    state = State(settings.state)
    state.open()
    parts = {part.name: part.env for part in plan(settings, state).parts}
    assert parts["simulator"]["SIM_STRIPE_WEBHOOK_SECRET"] == parts["web"]["STRIPE_WEBHOOK_SECRET"]
    url = "http://127.0.0.1:8123/api/stripe-integration/webhook/"
    assert parts["simulator"]["SIM_STRIPE_WEBHOOK_URL"] == url


def test_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(StackError, match="holds other files"):
        State(tmp_path).open()


def test_folder_with_the_secrets_of_a_test_run_is_accepted_and_deleted(tmp_path: Path) -> None:
    kept = tmp_path / "state" / "secrets"
    kept.mkdir(parents=True)
    (kept / "secret_key").write_text("made by a test run")
    state = State(tmp_path / "state")
    state.open()
    state.remove()
    assert not state.folder.exists()


def test_full_disk_is_reported_before_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 100 * 2**20}))
    with pytest.raises(StackError, match="full: 100 MB are free and 500 MB are needed"):
        State(tmp_path / "state").open()
