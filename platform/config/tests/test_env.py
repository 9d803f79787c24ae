from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

from config import env


@pytest.mark.parametrize(("value", "read"), [("1", True), ("yes", True), ("OFF", False), ("0", False), ("", True)])
def test_a_flag_is_yes_or_no(monkeypatch: pytest.MonkeyPatch, value: str, read: bool) -> None:
    monkeypatch.setenv("FLAG", value)
    assert env.flag("FLAG", True) is read


def test_what_cannot_be_read_stops_with_the_variables_name_and_without_its_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("THING", "the-value")
    for read in (env.flag, env.networks, lambda name: env.integer(name, 1), lambda name: env.seconds(name, 1)):
        with pytest.raises(env.BadEnvironment) as stop:
            read("THING")
        assert "THING" in str(stop.value)
        assert "the-value" not in str(stop.value)


def test_what_has_no_default_has_to_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMPTY", "")
    for name in ("EMPTY", "NEVER_SET"):
        for read in (env.text, lambda name: env.words(name, None)):
            with pytest.raises(env.BadEnvironment, match=name):
                read(name)
    with pytest.raises(env.BadEnvironment, match="NEVER_SET"):
        env.secret("NEVER_SET", kept_in=None, make=lambda: "made")


def test_words_are_trimmed_and_never_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIST", " a, ,b,")
    assert env.words("LIST") == ["a", "b"]
    assert env.words("NEVER_SET", ("c",)) == ["c"]


@pytest.mark.parametrize(("value", "read"), [("0", 0.0), ("2.5", 2.5), ("", 7.0)])
def test_a_time_is_in_seconds(monkeypatch: pytest.MonkeyPatch, value: str, read: float) -> None:
    monkeypatch.setenv("TIME", value)
    assert env.seconds("TIME", 7.0) == read


@pytest.mark.parametrize("value", ["-1", "inf", "nan", "soon"])
def test_a_time_is_no_less_than_nothing_and_ends(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("TIME", value)
    with pytest.raises(env.BadEnvironment, match="TIME"):
        env.seconds("TIME", 7.0)


def test_networks_are_listed_and_none_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NETWORKS", "10.0.0.0/8, 192.0.2.1,2001:db8::/32")
    assert [str(network) for network in env.networks("NETWORKS")] == ["10.0.0.0/8", "192.0.2.1/32", "2001:db8::/32"]
    assert env.networks("NEVER_SET") == []


def test_a_secret_is_made_once_for_all_processes_and_private(tmp_path: Path) -> None:
    numbers = count()

    def read(_: int) -> str:
        return env.secret("NEVER_SET", kept_in=tmp_path / "secrets", make=lambda: f"made {next(numbers)}")

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(read, range(16)))) == 1
    kept = tmp_path / "secrets" / "never_set"
    assert kept.stat().st_mode & 0o077 == 0
    assert kept.parent.stat().st_mode & 0o077 == 0
    assert [file.name for file in kept.parent.iterdir()] == ["never_set"]


def test_a_secret_that_is_set_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIVEN", "from the environment")
    assert env.secret("GIVEN", kept_in=tmp_path, make=lambda: "made") == "from the environment"
    assert not list(tmp_path.iterdir())
