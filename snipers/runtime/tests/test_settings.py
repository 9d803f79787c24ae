"""Settings from the environment, and the error messages for invalid ones."""

import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from snipers.clients import registry
from snipers.clients.registry import UnknownPlatform
from snipers.control.cadence_classes import PollLimits
from snipers.environment.checks import BadEnvironment
from snipers.runtime.actor_names import node_agent, parse_venue_id, venue_actors
from snipers.runtime.settings import read
from snipers.runtime.wiring import booking_client

ROOT = Path(__file__).resolve().parents[3]
NUMBERS = (
    "POLL_SECONDS",
    "POLL_BUDGET",
    "POLL_CEILING",
    "OPENTABLE_POLL_SECONDS",
    "OPENTABLE_POLL_BUDGET",
    "RELEASE_SPACING",
)
IDLE = ("IDLE_POLLS", "OPENTABLE_IDLE_POLLS")


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NUMBERS + IDLE:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATABASE_URL", "postgresql:///nowhere")
    monkeypatch.setenv("SEAL_KEYS", "hush")


def test_defaults_are_those_for_real_platforms() -> None:
    settings = read()
    assert settings.poll_limits == {
        "resy": PollLimits(rate=50, shortest_period=10, longest_period=60, idle_polls=0),
        "opentable": PollLimits(rate=5, shortest_period=30, longest_period=60, idle_polls=0),
    }
    assert settings.learned == {"resy", "opentable"}
    assert settings.release_spacing == 0.25


SIMULATOR = {"RESY_BASE_URL": "http://127.0.0.1:9101", "OPENTABLE_BASE_URL": "http://simulator:9102"}


@pytest.mark.parametrize(
    ("pace", "addresses", "learned"),
    [
        ("", {}, {"resy", "opentable"}),
        ("learned", {}, {"resy", "opentable"}),
        ("", SIMULATOR, set()),
        ("auto", SIMULATOR, set()),
        ("fixed", SIMULATOR, set()),
        ("learned", SIMULATOR, {"resy", "opentable"}),
        ("", {"RESY_BASE_URL": "http://localhost:1"}, {"opentable"}),
        ("", {"OPENTABLE_BASE_URL": "https://proxy.example"}, {"resy", "opentable"}),
    ],
)
def test_pace_of_a_real_platform_is_learned(
    pace: str, addresses: dict[str, str], learned: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"POLL_PACE": pace, **addresses}.items():
        monkeypatch.setenv(name, value)
    assert read().learned == learned


@pytest.mark.parametrize("addresses", [{}, {"RESY_BASE_URL": "http://127.0.0.1:9101"}])
def test_pace_of_a_real_platform_cannot_be_fixed(addresses: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"POLL_PACE": "fixed", **addresses}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(BadEnvironment, match=r"^POLL_PACE is fixed, but .*opentable.* real platform"):
        read()


def test_each_platform_has_its_own_poll_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENTABLE_POLL_SECONDS", "2")
    monkeypatch.setenv("OPENTABLE_POLL_BUDGET", "25")
    found = read().poll_limits
    assert (found["opentable"].shortest_period, found["opentable"].rate) == (2, 25)
    assert (found["resy"].shortest_period, found["resy"].rate) == (10, 50)


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize(
    ("value", "sentence"),
    [("soon", "has to be a number"), ("0", "greater than 0"), ("-1", "greater than 0"), ("1e9", "at most")],
)
def test_invalid_number_is_named(name: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadEnvironment, match=f"{name} has to be.*{sentence.removeprefix('has to be ')}"):
        read()


def test_idle_polls_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IDLE_POLLS", "0")
    monkeypatch.setenv("OPENTABLE_IDLE_POLLS", "0.5")
    found = read().poll_limits
    assert (found["resy"].idle_polls, found["opentable"].idle_polls) == (0, 0.5)


@pytest.mark.parametrize("name", IDLE)
@pytest.mark.parametrize(
    ("value", "sentence"),
    [("often", "a number"), ("-1", "at least 0"), ("nan", "at least 0"), ("4.1", "at least 0 and at most 4")],
)
def test_invalid_idle_polls_are_named(name: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadEnvironment, match=f"^{name} has to be {sentence}"):
        read()


@pytest.mark.parametrize("name", ["DATABASE_URL", "SEAL_KEYS"])
def test_missing_variable_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(name)
    with pytest.raises(BadEnvironment, match=f"{name} is not set"):
        read()


PRODUCTION = {
    "TABLEHAWK_ENV": "production",
    "DATABASE_URL": "postgresql://ada@db.example/tablehawk",
    "RESY_BASE_URL": "https://api.resy.example",
    "OPENTABLE_BASE_URL": "https://opentable.example",
    "RESY_API_KEY": "a-key",
}


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("TABLEHAWK_ENV", "", "is not set: set it to production or staging on a server"),
        ("TABLEHAWK_ENV", "live", "has to be one of development, test, staging, production."),
        ("RESY_BASE_URL", "http://127.0.0.1:9101", "names the simulator or this machine"),
        ("RESY_BASE_URL", "http://api.resy.example", "has to begin with https://"),
        ("OPENTABLE_BASE_URL", "http://simulator:9102", "names the simulator or this machine"),
        ("RESY_API_KEY", "", "is the simulator's key"),
        ("RESY_API_KEY", "tablehawk-demo", "is the simulator's key"),
        ("DATABASE_URL", "postgresql://ada:%zz@db.example/x", "is no PostgreSQL address"),
    ],
)
def test_unsafe_setting_stops_the_start_with_one_sentence(
    name: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for other, given in {**PRODUCTION, name: value}.items():
        monkeypatch.setenv(other, given)
    with pytest.raises(BadEnvironment) as stop:
        read()
    assert str(stop.value).startswith(f"{name} {sentence}")
    if value:
        assert value not in str(stop.value)


@pytest.mark.parametrize("environment", ["staging", "production"])
def test_deployment_starts_with_safe_settings(environment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {**PRODUCTION, "TABLEHAWK_ENV": environment}.items():
        monkeypatch.setenv(name, value)
    assert read().base_urls["resy"] == "https://api.resy.example"


def test_database_url_keeps_its_options_and_names_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    options = "sslmode=verify-full&target_session_attrs=read-write"
    monkeypatch.setenv("DATABASE_URL", f"postgresql://ada@a:5432,b:5433/x?{options}")
    assert read(process="controller").database_url == (
        "tcp_user_timeout=15000 keepalives_idle=10 keepalives_interval=5 keepalives_count=3"
        " user=ada dbname=x host=a,b port=5432,5433 sslmode=verify-full target_session_attrs=read-write"
        " client_encoding=UTF8 application_name=tablehawk-controller"
    )


def test_repr_of_settings_contains_no_secret() -> None:
    assert "hush" not in repr(read())
    assert "nowhere" not in repr(read())


def test_unknown_platform_has_no_client() -> None:
    with pytest.raises(UnknownPlatform, match="yelp"):
        booking_client(read(), platform="yelp")


@pytest.mark.parametrize("platform", registry.keys())
async def test_every_platform_has_a_client(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEAL_KEYS", Fernet.generate_key().decode())
    async with booking_client(read(), platform=platform) as client:
        assert client.__class__.__name__.lower() == f"{platform}client"


def test_wiring_imports_no_client() -> None:
    code = "import sys, snipers.runtime.wiring; sys.exit(any('clients.opentable' in name for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_cell_is_main_by_default_and_its_name_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CELL", raising=False)
    assert (read().cell, read().watch_memory) == ("main", 85_000_000)
    monkeypatch.setenv("CELL", "green-7")
    assert read().cell == "green-7"
    for name in ("Green", "-a", "a" * 41, "a b"):
        monkeypatch.setenv("CELL", name)
        with pytest.raises(BadEnvironment, match="CELL"):
            read()


def test_both_actor_names_contain_the_venue_id() -> None:
    assert [parse_venue_id(name) for name in venue_actors(7)] == [7, 7]
    assert [parse_venue_id(name) for name in (node_agent("7"), "venue-", "7", "venue-x-b")] == [None] * 4
