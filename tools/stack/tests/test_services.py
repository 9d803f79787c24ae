"""Embedded PostgreSQL and Valkey in temporary folders."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import psutil
import psycopg
import pytest

from tools.stack import folders, postgres, process
from tools.stack.errors import StackError
from tools.stack.testing import processes_by_name, services, started_since


def test_services_answer_and_leave_no_process_behind(tmp_path: Path) -> None:
    before = process.direct_children()
    with services(tmp_path) as env:
        with psycopg.connect(env["DATABASE_URL"]) as connection:
            assert connection.execute("SELECT lower('É'), current_user").fetchone() == ("é", "tablehawk")
        assert env["REDIS_URL"].startswith("unix:///")
        started = started_since(before)
        assert {"postgres", "valkey-server"} <= processes_by_name(started).keys()
    assert not started_since(before)
    assert not [one for one in started if process.is_alive(one)]


def test_rows_survive_a_restart_on_the_same_folder(tmp_path: Path) -> None:
    with services(tmp_path) as env, psycopg.connect(env["DATABASE_URL"]) as connection:
        connection.execute("CREATE TABLE kept (n int)")
        connection.execute("INSERT INTO kept VALUES (7)")
    with services(tmp_path) as env, psycopg.connect(env["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT n FROM kept").fetchone() == (7,)


@pytest.mark.parametrize("account", ["account()", "AS_NOBODY"] if os.geteuid() == 0 else ["account()"])
def test_servers_stop_when_their_owner_is_killed(account: str, tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path\n"
        "from tools.stack import postgres; from tools.stack.testing import services\n"
        f"account = postgres.{account}; postgres.account = lambda: account\n"
        "with services(Path(sys.argv[1])): print('up', flush=True); time.sleep(60)"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    owner = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], env=env, stdout=subprocess.PIPE)
    assert owner.stdout is not None
    assert owner.stdout.readline() == b"up\n"
    started = process.descendants(owner.pid)
    try:
        assert {"postgres", "valkey-server"} <= processes_by_name(started).keys()
    finally:
        owner.kill()
        owner.communicate()
    assert process.wait_gone(started, timeout=60) == []


def test_cluster_of_another_major_version_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "postgres"
    data.mkdir()
    (data / "PG_VERSION").write_text("12\n")
    server = postgres.Postgres(data=data, sockets=tmp_path)
    with pytest.raises(StackError, match="written by PostgreSQL 12 but the programs here are version 18"):
        server.prepare()
    assert (data / "PG_VERSION").exists()


def test_interrupted_initdb_is_repeated(tmp_path: Path) -> None:
    leftover = tmp_path / "postgres" / "base"
    leftover.mkdir(parents=True)
    with services(tmp_path) as env, psycopg.connect(env["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_stale_lock_with_a_reused_pid_is_removed(tmp_path: Path) -> None:
    with services(tmp_path):
        lock = (tmp_path / "postgres" / "postmaster.pid").read_text().split("\n")
    (tmp_path / "postgres" / "postmaster.pid").write_text("\n".join([str(os.getpid()), *lock[1:]]))
    with services(tmp_path) as env, psycopg.connect(env["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can change the account")
def test_root_can_switch_between_a_namespace_and_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    namespace = postgres.account()
    for account, expected in [(namespace, "root"), (postgres.AS_NOBODY, "nobody"), (namespace, "root")]:
        monkeypatch.setattr(postgres, "account", partial(postgres.Account, account.prefix, account.owner))
        with services(tmp_path) as env, psycopg.connect(env["DATABASE_URL"]) as connection:
            assert psutil.Process(connection.info.backend_pid).username() == expected


def test_sockets_move_to_a_short_folder_when_the_state_folder_is_deep(tmp_path: Path) -> None:
    deep = tmp_path / ("deep" * 25)
    deep.mkdir()
    with services(deep) as env, psycopg.connect(env["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
        assert str(deep) not in env["DATABASE_URL"]


def test_scratch_folder_of_another_account_is_refused(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "link").symlink_to(elsewhere)
    with pytest.raises(StackError, match="belongs to another account"):
        folders.make_private(tmp_path / "link")
