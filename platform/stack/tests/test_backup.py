"""A copy of the data and a stack restored from it, on real servers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from stack import folders, main, ports, postgres
from stack.postgres import Postgres
from stack.state import State
from stack.testing import running, services

TABLES = """
create table app_user (id bigint primary key, email text);
insert into app_user values (1, 'alice@example.org'), (2, 'bob@example.org');
"""


@pytest.fixture(autouse=True)
def own_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PORT", "SIM_CONTROL_PORT", "SIM_RESY_PORT"):
        monkeypatch.setenv(name, str(ports.free()))
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[State]:
    """A state folder over which a database runs."""
    state = State(tmp_path / "source")
    monkeypatch.setenv("TABLEHAWK_STATE", str(state.folder))
    state.open()
    state.keys()
    with services(tmp_path / "servers") as addresses:
        with psycopg.connect(addresses["DATABASE_URL"]) as connection:
            connection.execute(TABLES)
        state.lock(url="http://127.0.0.1:1")
        state.publish(addresses)
        yield state
        state.unlock()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What would be run of the web tower once the data is there; its own tests show what that does."""
    from stack import backup

    words: list[str] = []
    whole = backup._run

    def note(command: Any, environment: Any) -> str:
        if "manage.py" not in " ".join(command):
            return whole(command, environment)
        words.append(" ".join(command).partition("manage.py ")[2])
        return ""

    monkeypatch.setattr(backup, "_run", note)
    return words


def rows(folder: Path) -> list[tuple[Any, ...]]:
    """What a state folder's own database holds."""
    database = Postgres(data=folder / "postgres", sockets=folders.for_sockets(folder))
    database.prepare()
    log = folder / "logs" / "look.log"
    with (
        running(database.command(), log=log, ready=database.ready, stop_signal=postgres.STOP_SIGNAL),
        psycopg.connect(database.url()) as connection,
    ):
        return connection.execute("select id, email from app_user order by id").fetchall()


def test_a_new_folder_gets_the_data_of_the_copy_and_starts_with_every_platform_off(
    source: State, tmp_path: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main.main(["backup", "--to", str(tmp_path / "copies")]) == 0
    (dump,) = (tmp_path / "copies").iterdir()
    assert dump.stat().st_mode & 0o777 == 0o600
    new = tmp_path / "new"
    monkeypatch.setenv("TABLEHAWK_STATE", str(new))
    keys = source.folder / "secrets.json"
    assert main.main(["restore", "--from", str(dump), "--keys", str(keys)]) == 0
    assert rows(new) == [(1, "alice@example.org"), (2, "bob@example.org")]
    assert (new / "secrets.json").read_text() == keys.read_text()
    assert told[0].startswith("migrate")
    assert [words.split(" --reason")[0] for words in told[1:]] == [
        "switch off platform resy", "switch off platform opentable",
    ]  # fmt: skip


def test_a_copy_that_fails_leaves_nothing_that_looks_like_one(
    source: State, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source.publish({"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"})
    assert main.main(["backup", "--to", str(tmp_path / "copies")]) == 1
    assert "pg_dump failed" in capsys.readouterr().err
    assert not list((tmp_path / "copies").iterdir())


def test_a_copy_that_was_cut_short_is_no_copy(
    source: State, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from stack import backup

    whole = backup._run

    def cut(command: Any, environment: Any) -> str:
        said = whole(command, environment)
        if command[0].endswith("pg_dump"):
            (dump,) = (tmp_path / "copies").iterdir()
            dump.write_bytes(dump.read_bytes()[:-20])
        return said

    monkeypatch.setattr(backup, "_run", cut)
    assert main.main(["backup", "--to", str(tmp_path / "copies")]) == 1
    assert "pg_restore failed" in capsys.readouterr().err
    assert not list((tmp_path / "copies").iterdir())


def test_what_is_no_dump_leaves_no_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TABLEHAWK_STATE", str(tmp_path / "new"))
    junk, keys = tmp_path / "junk.dump", tmp_path / "keys.json"
    junk.write_text("no dump")
    keys.write_text("{}")
    assert main.main(["restore", "--from", str(junk), "--keys", str(keys)]) == 1
    assert "pg_restore failed" in capsys.readouterr().err
    assert not (tmp_path / "new" / "postgres").exists()


@pytest.mark.parametrize(
    ("words", "there", "sentence"),
    [
        (["restore"], (), "Say which dump"),
        (["restore", "--from", "nowhere.dump"], (), "There is no file"),
        (["restore", "--from", "junk.dump"], ("junk.dump",), "of no use without the keys"),
        (["restore", "--from", "junk.dump"], ("junk.dump", "state/postgres/PG_VERSION"), "holds a database already"),
        (["backup"], (), "Tablehawk is not running"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    words: list[str],
    there: tuple[str, ...],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLEHAWK_STATE", str(tmp_path / "state"))
    for name in there:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert main.main(words) == 1
    assert sentence in capsys.readouterr().err


def test_a_running_copy_is_left_alone(source: State, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.dump").touch()
    assert main.main(["restore", "--from", str(tmp_path / "a.dump")]) == 1
    assert "Tablehawk is running" in capsys.readouterr().err
