"""A copy of all data, and a stack restored from one.

The copy is PostgreSQL's own dump format, complete as of one instant, made while everything runs. Sealed tokens in it
are of no use without the keys, which are never in it: they are kept apart (secrets.json of the state folder).

What was booked after the copy was made is unknown to the restored database, and a request that was served may wait in
it again. So a restored stack starts with every platform switched off; the runbook says how it goes on.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from stack import console, folders, postgres
from stack.errors import StackError
from stack.postgres import Postgres
from stack.settings import ROOT, Settings
from stack.state import State, read_environment, write_private
from stack.testing import running

PLATFORMS = ("resy", "opentable")
DUMP_SECONDS = 900


def backup(chosen: Settings, *, folder: Path) -> Path:
    """Write a dump of the running stack's database into `folder` and return its path. It is whole or not there."""
    environment = read_environment(chosen.state)
    folders.private(folder)
    made = folder / f"tablehawk-{datetime.now(UTC):%Y%m%d-%H%M%S}.dump"
    unfinished = made.with_suffix(".unfinished")
    url = environment["DATABASE_URL"]
    try:
        unfinished.touch(mode=0o600)
        _program(
            "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={unfinished}", f"--dbname={url}"
        )
        # Reads all of it, where --list reads the head alone: a dump that was cut short fails here, not on the day it is
        # needed.
        _program("pg_restore", "--file=/dev/null", str(unfinished))
        contents = _program("pg_restore", "--list", str(unfinished))
        unfinished.rename(made)
    finally:
        unfinished.unlink(missing_ok=True)
    tables = sum(" TABLE DATA " in line for line in contents.splitlines())
    console.say(f"{made}: {tables} tables, {made.stat().st_size / 2**20:.1f} MB.")
    console.say(f"Keep {chosen.state / 'secrets.json'} apart from it: without its keys no account in it can be used.")
    return made


def restore(chosen: Settings, *, dump: Path, keys: Path | None) -> None:
    """Restore the database of a state folder from a dump, with every platform switched off. `make up` goes on.

    `keys`: the secrets.json that belongs to the dump; the state folder's own where there is one.
    """
    state = State(chosen.state)
    if not dump.is_file():
        raise StackError(f"There is no file {dump}.")
    if state.running():
        raise StackError("Tablehawk is running: stop it with Ctrl-C before a restore.")
    if (chosen.state / "postgres").exists():
        raise StackError(f"{chosen.state / 'postgres'} holds a database already: move it away, or set TABLEHAWK_STATE.")
    kept = chosen.state / "secrets.json"
    if keys is None and not kept.exists():
        raise StackError("The dump is of no use without the keys it was sealed with: name their file with KEYS=.")
    if chosen.chosen.get("DATABASE_URL"):
        raise StackError("DATABASE_URL is set: fill that server with pg_restore, as the runbook says.")
    made_at = _made_at(dump)
    state.open()
    if keys is not None and keys.resolve() != kept.resolve():
        if kept.exists():
            raise StackError(f"{kept} is there already: move it away, or leave KEYS out.")
        write_private(kept, keys.read_text())
    sockets = folders.for_sockets(chosen.state)
    database = Postgres(data=chosen.state / "postgres", sockets=sockets)
    try:
        database.prepare()
        log = chosen.state / "logs" / "restore.log"
        with running(database.command(), log=log, ready=database.ready, stop_signal=postgres.STOP_SIGNAL):
            _fill(database, dump)
            _switch_off(
                chosen.shared(DATABASE_URL=database.url(), **state.keys()), reason=f"restored from a copy of {made_at}"
            )
    except BaseException:
        # Half a database must not be taken for a whole one by the next start.
        shutil.rmtree(chosen.state / "postgres", ignore_errors=True)
        raise
    console.say(f"The database stands as of {made_at}, and no platform is asked anything yet.")
    console.say("Go on with `make up` and k8s/runbooks/restore-from-zero.md, step 4.")


def _fill(database: Postgres, dump: Path) -> None:
    _program(
        "pg_restore", "--single-transaction", "--no-owner", "--no-privileges", f"--dbname={database.url()}", str(dump)
    )


def _made_at(dump: Path) -> str:
    """Return when a dump was made, in its own words: files lose their dates when copied. Fails for no dump."""
    said = re.search(r"Archive created at (.+)", _program("pg_restore", "--list", str(dump)))
    return said.group(1).strip() if said else "an unknown time"


def _switch_off(shared: Mapping[str, str], *, reason: str) -> None:
    """Bring the tables to this version, then switch every platform off, before anything starts that would poll."""
    environment = {**os.environ, **shared}
    manage = [sys.executable, str(ROOT / "platform" / "manage.py")]
    _run([*manage, "migrate", "--no-input", "-v", "0"], environment)
    for platform in PLATFORMS:
        _run([*manage, "switch", "off", "platform", platform, "--reason", reason], environment)


def _program(name: str, *arguments: str) -> str:
    """Run one of PostgreSQL's programs."""
    return _run([str(postgres.find_binaries() / name), *arguments], dict(os.environ))


def _run(command: Sequence[str], environment: Mapping[str, str]) -> str:
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=DUMP_SECONDS, cwd=ROOT
    )
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
        raise StackError(f"{Path(command[0]).name} failed: {said[-1]}")
    return done.stdout
