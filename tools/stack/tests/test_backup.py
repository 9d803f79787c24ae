"""Backup and restore on real servers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tools.stack import folders, main, ports, postgres
from tools.stack.postgres import Postgres
from tools.stack.state import State
from tools.stack.testing import run_process, services

TABLES = """
create table app_user (id bigint primary key, email text);
insert into app_user values (1, 'alice@example.org'), (2, 'bob@example.org');
"""


@pytest.fixture(autouse=True)
def own_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PORT", "SIM_CONTROL_PORT", "SIM_RESY_PORT"):
        monkeypatch.setenv(name, str(ports.find_free_port()))
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[State]:
    """A state folder with a running database."""
    state = State(tmp_path / "source")
    monkeypatch.setenv("TABLEHAWK_STATE", str(state.folder))
    state.open()
    state.load_secrets()
    with services(tmp_path / "servers") as addresses:
        with psycopg.connect(addresses["DATABASE_URL"]) as connection:
            connection.execute(TABLES)
        state.lock(url="http://127.0.0.1:1")
        state.write_environment(addresses)
        yield state
        state.unlock()


@pytest.fixture
def manage_commands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace calls of manage.py and return their arguments. The tests of the web tower test the commands
    themselves."""
    from tools.stack import backup

    calls: list[str] = []
    original = backup._run

    def record(command: Any, environment: Any) -> str:
        if "manage.py" not in " ".join(command):
            return original(command, environment)
        calls.append(" ".join(command).partition("manage.py ")[2])
        return ""

    monkeypatch.setattr(backup, "_run", record)
    return calls


def rows(folder: Path) -> list[tuple[Any, ...]]:
    """Return the rows of a state folder's database."""
    database = Postgres(data=folder / "postgres", sockets=folders.socket_folder(folder))
    database.prepare()
    log = folder / "logs" / "query.log"
    with (
        run_process(database.command(), log=log, ready=database.ready, stop_signal=postgres.STOP_SIGNAL),
        psycopg.connect(database.url()) as connection,
    ):
        return connection.execute("select id, email from app_user order by id").fetchall()


def test_restore_fills_a_new_folder_and_switches_every_platform_off(
    source: State, tmp_path: Path, manage_commands: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main.main(["backup", "--to", str(tmp_path / "backups")]) == 0
    (dump,) = (tmp_path / "backups").iterdir()
    assert dump.stat().st_mode & 0o777 == 0o600
    new = tmp_path / "new"
    monkeypatch.setenv("TABLEHAWK_STATE", str(new))
    keys = source.folder / "secrets.json"
    assert main.main(["restore", "--from", str(dump), "--keys", str(keys)]) == 0
    assert rows(new) == [(1, "alice@example.org"), (2, "bob@example.org")]
    assert (new / "secrets.json").read_text() == keys.read_text()
    assert manage_commands[0].startswith("migrate")
    assert [command.split(" --reason")[0] for command in manage_commands[1:]] == [
        "switch off platform all",
    ]  # fmt: skip


def test_failed_backup_leaves_no_file(source: State, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source.write_environment({"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"})
    assert main.main(["backup", "--to", str(tmp_path / "backups")]) == 1
    assert "pg_dump failed" in capsys.readouterr().err
    assert not list((tmp_path / "backups").iterdir())


def test_truncated_dump_is_refused(
    source: State, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tools.stack import backup

    original = backup._run

    def truncate(command: Any, environment: Any) -> str:
        output = original(command, environment)
        if command[0].endswith("pg_dump"):
            (dump,) = (tmp_path / "backups").iterdir()
            dump.write_bytes(dump.read_bytes()[:-20])
        return output

    monkeypatch.setattr(backup, "_run", truncate)
    assert main.main(["backup", "--to", str(tmp_path / "backups")]) == 1
    assert "pg_restore failed" in capsys.readouterr().err
    assert not list((tmp_path / "backups").iterdir())


def test_invalid_dump_leaves_no_database(
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
    ("arguments", "files", "sentence"),
    [
        (["restore"], (), "Name the dump"),
        (["restore", "--from", "nowhere.dump"], (), "There is no file"),
        (["restore", "--from", "junk.dump"], ("junk.dump",), "useless without its keys"),
        (["restore", "--from", "junk.dump"], ("junk.dump", "state/postgres/PG_VERSION"), "contains a database already"),
        (["backup"], (), "Tablehawk is not running"),
    ],
)
def test_invalid_arguments_print_one_sentence(
    arguments: list[str],
    files: tuple[str, ...],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLEHAWK_STATE", str(tmp_path / "state"))
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert main.main(arguments) == 1
    assert sentence in capsys.readouterr().err


def test_restore_is_refused_while_the_stack_runs(
    source: State, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.dump").touch()
    assert main.main(["restore", "--from", str(tmp_path / "a.dump")]) == 1
    assert "Tablehawk is running" in capsys.readouterr().err
