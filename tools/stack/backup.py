"""Backup and restore of the stack's database.

A backup is a consistent dump in PostgreSQL's custom format, made while the stack runs. It does not contain the keys
that open the sealed tokens (secrets.json in the state folder).

A restored database lacks the bookings that were made after the backup, so a request whose table was already booked may
be active again. Therefore the kill switches of all platforms are set after a restore, and nothing is polled or booked.
The runbook k8s/runbooks/restore-from-zero.md lists the next steps.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from tools.stack import console, folders, postgres
from tools.stack.errors import StackError
from tools.stack.postgres import Postgres
from tools.stack.settings import ROOT, Settings
from tools.stack.state import State, read_environment, write_private
from tools.stack.testing import run_process

DUMP_SECONDS = 900
MANAGE = (sys.executable, str(ROOT / "platform" / "manage.py"))


def backup(settings: Settings, *, folder: Path) -> Path:
    """Dump the running stack's database into `folder` and return the path of the dump. A failed dump leaves no file.

    Raises StackError if the stack is not running or the dump fails.
    """
    environment = read_environment(settings.state)
    folders.make_private(folder)
    dump = folder / f"tablehawk-{datetime.now(UTC):%Y%m%d-%H%M%S}.dump"
    unfinished = dump.with_suffix(".unfinished")
    url = environment["DATABASE_URL"]
    try:
        unfinished.touch(mode=0o600)
        _run_postgres_program(
            "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={unfinished}", f"--dbname={url}"
        )
        # Read the whole dump, so that a truncated dump fails here. `pg_restore --list` reads only its beginning.
        _run_postgres_program("pg_restore", "--file=/dev/null", str(unfinished))
        contents = _run_postgres_program("pg_restore", "--list", str(unfinished))
        unfinished.rename(dump)
    finally:
        unfinished.unlink(missing_ok=True)
    tables = sum(" TABLE DATA " in line for line in contents.splitlines())
    console.print_line(f"{dump}: {tables} tables, {dump.stat().st_size / 2**20:.1f} MB.")
    console.print_line(
        f"Keep {settings.state / 'secrets.json'} in another place: without its keys no account in the dump can be used."
    )
    return dump


def restore(settings: Settings, *, dump: Path, keys: Path | None) -> None:
    """Restore the database of a state folder from a dump, and set the kill switch of every platform.

    `keys` is the path of the secrets.json that belongs to the dump; None means the one in the state folder. Raises
    StackError if the stack is running, the state folder already contains a database, or the keys are missing.
    """
    state = State(settings.state)
    if not dump.is_file():
        raise StackError(f"There is no file {dump}.")
    if state.is_running():
        raise StackError("Tablehawk is running: stop it with Ctrl-C before a restore.")
    data = settings.state / "postgres"
    if data.exists():
        raise StackError(f"{data} contains a database already. Move it away first: mv {data} {data}.before")
    own_keys = settings.state / "secrets.json"
    if keys is None and not own_keys.exists():
        raise StackError("The dump is useless without its keys: name their file with KEYS=.")
    if settings.environ.get("DATABASE_URL"):
        raise StackError("DATABASE_URL is set: fill that server with pg_restore, as the runbook says.")
    created_at = _read_creation_time(dump)
    state.open()
    if keys is not None and keys.resolve() != own_keys.resolve():
        if own_keys.exists():
            raise StackError(f"{own_keys} exists already. Omit KEYS, or move it away: mv {own_keys} {own_keys}.before")
        write_private(own_keys, keys.read_text())
    try:
        with _database(settings, state) as (database, environment):
            _restore_dump(database, dump)
            _switch_platforms_off(environment, reason=f"restored from a backup of {created_at}")
    except BaseException:
        # The next start must not use an incomplete database.
        shutil.rmtree(data, ignore_errors=True)
        raise
    console.print_line(f"The database has the state of {created_at}. All platforms are switched off.")
    console.print_line("Continue with `make up` and k8s/runbooks/restore-from-zero.md, step 4.")


def adopt(settings: Settings) -> None:
    """Make the database of a stopped stack, which a version before 0.1.0 has made, one of 0.1.0.

    Raises StackError if the stack is running or the database cannot be adopted.
    """
    state = State(settings.state)
    if state.is_running():
        raise StackError("Tablehawk is running: stop it with Ctrl-C first.")
    if not (settings.state / "postgres").exists():
        raise StackError(f"{settings.state} contains no database.")
    state.open()
    with _database(settings, state) as (_, environment):
        answer = _run([*MANAGE, "adopt_database"], {**os.environ, **environment})
    console.print_line(answer.strip())


@contextmanager
def _database(settings: Settings, state: State) -> Iterator[tuple[Postgres, dict[str, str]]]:
    """Run the PostgreSQL of a stopped stack alone. Yield it with the environment of the stack's programs."""
    database = Postgres(data=settings.state / "postgres", sockets=folders.socket_folder(settings.state))
    database.prepare()
    log = settings.state / "logs" / "database.log"
    with run_process(database.command(), log=log, ready=database.ready, stop_signal=postgres.STOP_SIGNAL):
        yield database, settings.shared_environment(DATABASE_URL=database.url(), **state.load_secrets())


def _restore_dump(database: Postgres, dump: Path) -> None:
    _run_postgres_program(
        "pg_restore", "--single-transaction", "--no-owner", "--no-privileges", f"--dbname={database.url()}", str(dump)
    )


def _read_creation_time(dump: Path) -> str:
    """Return the time at which the dump was made, as pg_restore prints it. Raises StackError if the file is not a
    dump."""
    found = re.search(r"Archive created at (.+)", _run_postgres_program("pg_restore", "--list", str(dump)))
    return found.group(1).strip() if found else "an unknown time"


def _switch_platforms_off(shared: Mapping[str, str], *, reason: str) -> None:
    """Migrate the tables and set the kill switch of every platform, before any process can poll."""
    environment = {**os.environ, **shared}
    _run([*MANAGE, "migrate", "--no-input", "-v", "0"], environment)
    _run([*MANAGE, "switch", "off", "platform", "all", "--reason", reason], environment)


def _run_postgres_program(name: str, *arguments: str) -> str:
    """Run a PostgreSQL client program and return its output. Raises StackError if it fails."""
    return _run([str(postgres.find_binaries() / name), *arguments], dict(os.environ))


def _run(command: Sequence[str], environment: Mapping[str, str]) -> str:
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=DUMP_SECONDS, cwd=ROOT
    )
    if done.returncode != 0:
        output = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
        raise StackError(f"{Path(command[0]).name} failed: {output[-1]}")
    return done.stdout
