"""The scripts of the backup and restore Jobs (k8s/base/backup), on a real server."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tools.stack import postgres
from tools.stack.settings import ROOT
from tools.stack.testing import services

SCRIPTS = ROOT / "k8s" / "base" / "backup"
TABLES = """
create table app_user (id bigint primary key, email text);
insert into app_user select n, md5(n::text) || '@example.org' from generate_series(1, 2000) n;
"""
DAY = 86_400


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a server."""
    with services() as addresses:
        yield addresses["DATABASE_URL"]


@pytest.fixture
def database(server: str) -> Iterator[str]:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(TABLES)
    yield server
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("drop table app_user")


@pytest.fixture
def empty(server: str) -> Iterator[str]:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("create database fresh")
    yield server.replace("/tablehawk?", "/fresh?")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("drop database fresh with (force)")


def run(script: str, *, copies: Path, url: str, **more: str) -> subprocess.CompletedProcess[str]:
    copies.mkdir(exist_ok=True)
    given = {"DATABASE_URL": url, "COPIES": str(copies), "KEEP_DAYS": "14", "KEEP_AT_LEAST": "2", **more}
    path = f"{postgres.find_binaries()}:{os.environ['PATH']}"
    # PostgreSQL does not run as root, as which tests may run.
    command = [*postgres.account().prefix, "sh", str(SCRIPTS / script)]
    return subprocess.run(command, env={"PATH": path, **given}, capture_output=True, text=True, check=False)


def accounts(url: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute("select count(*) from app_user").fetchone()
    return row[0] if row else 0


def test_restore_fills_an_empty_database(database: str, empty: str, tmp_path: Path) -> None:
    assert run("copy.sh", copies=tmp_path, url=database).returncode == 0
    copy, rows = sorted(tmp_path.iterdir())
    assert copy.name.startswith("tablehawk-")
    assert (copy.suffix, rows.name) == (".dump", f"{copy.stem}.rows")
    assert copy.stat().st_mode & 0o777 == 0o600
    done = run("restore.sh", copies=tmp_path, url=empty)
    assert done.returncode == 0, done.stderr
    assert "stands as of 20" in done.stdout
    assert accounts(empty) == 2000


def test_restore_refuses_a_database_with_tables(database: str, tmp_path: Path) -> None:
    run("copy.sh", copies=tmp_path, url=database)
    done = run("restore.sh", copies=tmp_path, url=database)
    assert done.returncode == 1
    assert "holds 1 tables already: nothing was changed" in done.stderr
    assert accounts(database) == 2000


def test_missing_backup_is_reported_with_the_existing_ones(database: str, empty: str, tmp_path: Path) -> None:
    run("copy.sh", copies=tmp_path, url=database)
    done = run("restore.sh", copies=tmp_path, url=empty, COPY="tablehawk-20200101-000000.dump")
    assert done.returncode == 1
    assert next(tmp_path.iterdir()).name in done.stderr


def test_backup_refuses_a_database_without_accounts(empty: str, tmp_path: Path) -> None:
    done = run("copy.sh", copies=tmp_path, url=empty)
    assert done.returncode == 1
    assert "has no accounts" in done.stderr
    assert not list(tmp_path.iterdir())


def test_unreachable_server_makes_and_deletes_no_backup(tmp_path: Path) -> None:
    old = aged(tmp_path, days=90)
    done = run("copy.sh", copies=tmp_path, url="postgresql://nobody@127.0.0.1:1/none", KEEP_AT_LEAST="0")
    assert done.returncode != 0
    assert list(tmp_path.iterdir()) == [old]


def test_truncated_dump_is_refused(database: str, tmp_path: Path) -> None:
    """A full disk cuts the dump while pg_dump exits with 0. The script notices the cut by reading the dump."""
    cut = tmp_path / "bin"
    cut.mkdir()
    real = postgres.find_binaries() / "pg_dump"
    (cut / "pg_dump").write_text(
        f'#!/bin/sh\n{real} "$@"\nfor one in "$@"; do case $one in --file=*) f=${{one#--file=}};; esac; done\n'
        "truncate -s -2000 $f\n"
    )
    (cut / "pg_dump").chmod(0o755)
    copies = tmp_path / "copies"
    path = f"{cut}:{postgres.find_binaries()}:{os.environ['PATH']}"
    done = run("copy.sh", copies=copies, url=database, PATH=path)
    assert done.returncode == 1
    assert not list(copies.iterdir())


def test_old_backups_are_deleted_but_not_the_last_ones(database: str, tmp_path: Path) -> None:
    young, old, older = aged(tmp_path, days=3), aged(tmp_path, days=20), aged(tmp_path, days=40)
    (tmp_path / "tablehawk-1.dump.unfinished").touch()
    assert run("copy.sh", copies=tmp_path, url=database, KEEP_AT_LEAST="3").returncode == 0
    kept = set(tmp_path.glob("*.dump"))
    assert {young, old} < kept, "KEEP_AT_LEAST counts the new backup"
    assert older not in kept
    assert len(kept) == 3
    assert run("copy.sh", copies=tmp_path, url=database, KEEP_AT_LEAST="1").returncode == 0
    assert old not in set(tmp_path.iterdir())
    assert young in set(tmp_path.iterdir())


def aged(folder: Path, *, days: int) -> Path:
    """Create an empty backup file whose name and modification time are `days` days in the past. Return its path."""
    at = time.time() - days * DAY
    copy = folder / f"tablehawk-{time.strftime('%Y%m%d-%H%M%S', time.gmtime(at))}.dump"
    copy.touch()
    os.utime(copy, (at, at))
    return copy


def test_drill_restores_the_newest_backup_and_compares_every_row(database: str, tmp_path: Path) -> None:
    copies, drill = tmp_path / "copies", tmp_path / "drill"
    drill.mkdir()
    shutil.chown(drill, postgres.account().owner)
    assert run("copy.sh", copies=copies, url=database).returncode == 0
    done = run("drill.sh", copies=copies, url="", DRILL=str(drill))
    assert done.returncode == 0, done.stderr
    assert "1 tables and 2000 rows, all as in the backup" in done.stdout
    assert not (drill / "data" / "postmaster.pid").exists()


def test_drill_finds_a_changed_and_a_missing_row(database: str, tmp_path: Path) -> None:
    copies, drill = tmp_path / "copies", tmp_path / "drill"
    drill.mkdir()
    shutil.chown(drill, postgres.account().owner)
    assert run("copy.sh", copies=copies, url=database).returncode == 0
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("update app_user set email = 'other' where id = 7")
    rows = next(copies.glob("*.rows"))
    before = rows.read_text()
    time.sleep(1)  # The name of a backup has its second.
    assert run("copy.sh", copies=copies, url=database).returncode == 0
    max(copies.glob("*.rows")).write_text(before)
    changed = run("drill.sh", copies=copies, url="", DRILL=str(drill))
    assert changed.returncode == 1
    assert "are not those of the backup" in changed.stderr
    assert "app_user|2000|" in changed.stderr


def test_drill_without_a_backup_fails(tmp_path: Path) -> None:
    done = run("drill.sh", copies=tmp_path, url="", DRILL=str(tmp_path))
    assert done.returncode == 1
    assert "no backup" in done.stderr
