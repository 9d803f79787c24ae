"""The command line against a database that the controller's own statements have filled."""

import asyncio
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from cryptography.fernet import Fernet
from psycopg.rows import dict_row
from rich.console import Console

from snipers.clients.credentials import SealedBox, SealedToken
from snipers.domain.vocabulary import SourceState, SourceStatus
from snipers.ops import cell_commands, top
from snipers.ops.checks import LOSSES_OF_A_SLOT, UNBOOKED_ATTEMPTS
from snipers.ops.cli import main
from snipers.ops.database import DatabaseOperations
from snipers.ops.port import Operations, Unavailable
from snipers.ops.results import ExitCode
from snipers.ops.system_status import SystemStatus, read_status
from snipers.runtime import settings
from snipers.store.base import NotAssigned
from snipers.store.records import Measured, Node
from snipers.store.tests.watched_venue import WatchedVenue
from snipers.testing.postgres_backend import PostgresBackend
from snipers.testing.simulators import ResySimulator

Run = Callable[..., tuple[int, Any]]
WHY = ("--reason", "a drill")
SECRET = "VbWk7s3L4KiK5fzlO7JD3Q5EYolJI7n5"
NODE = Node(name="pod-1", host="pod", slots=4)


@pytest.fixture
async def watched(postgres_backend: PostgresBackend) -> WatchedVenue:
    """A venue with an active request, watched from a node of the main cell."""
    venue_id = await postgres_backend.add_venue(platform_venue_id=1202)
    account_id = await postgres_backend.add_account()
    epoch = await postgres_backend.store.take_watch(venue_id=venue_id, owner="one", pid=1, node=NODE.name)
    made = WatchedVenue(postgres_backend, venue_id, account_id, epoch)
    await made.add_request()
    await postgres_backend.store.controller_heartbeat(cell="main", budgets={"resy": 50.0}, nodes=[NODE])
    return made


@pytest.fixture
def ops(migrated_url: str, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command, with --json unless `plain`; return its exit code and output."""
    monkeypatch.setenv("DATABASE_URL", migrated_url)

    def run(*words: object, plain: bool = False) -> tuple[int, Any]:
        said = StringIO()
        console = Console(file=said, width=160)
        code = main([*map(str, words), *([] if plain else ["--json"])], console=console)
        return code, said.getvalue() if plain else json.loads(said.getvalue())

    return run


@pytest.fixture
def key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with an API key, and a key that seals it."""
    monkeypatch.setenv("SEAL_KEYS", Fernet.generate_key().decode())
    file = tmp_path / "key"
    file.write_text(SECRET + "\n")
    return file


@pytest.fixture
def rows(migrated_url: str) -> Callable[[str], list[dict[str, Any]]]:
    """A function that runs a query on the database and returns its rows."""

    def read(query: str) -> list[dict[str, Any]]:
        with psycopg.connect(migrated_url, autocommit=True, row_factory=dict_row) as connection:
            return connection.execute(query.encode()).fetchall()

    return read


async def test_each_change_is_repeatable_has_a_dry_run_and_one_audit_entry(
    watched: WatchedVenue, ops: Run, rows: Callable[[str], list[dict[str, Any]]], key: Path
) -> None:
    venue = watched.venue_id
    orders: list[tuple[str, list[object]]] = [
        ("switched off", ["source", "pause", "resy"]),
        ("switched on", ["source", "resume", "resy"]),
        ("throttled", ["source", "throttle", "resy", 0.5]),
        ("throttled", ["budget", "set", "resy", 10]),
        ("throttled", ["source", "throttle", "resy", 1]),
        ("access changed", ["access", "set", "resy", "--secret-from", key]),
        ("access changed", ["access", "set", "resy", "--sign-in-path", "/4/auth", "--user-agent", "Tablehawk/0.2"]),
        ("access returned to the environment", ["access", "forget", "resy"]),
        ("quarantined", ["watch", "quarantine", venue, "--minutes", 9]),
        ("quarantine ended", ["watch", "retry", venue]),
        ("node drained", ["node", "drain", "pod", "--force"]),
        ("node drain ended", ["node", "undrain", NODE.name]),
        ("fenced", ["lease", "fence", venue]),
        ("cell raised", ["cell", "up", "green"]),
        ("cell lowered", ["cell", "down", "green"]),
    ]
    for number, (did, order) in enumerate(orders):
        for _ in range(2):
            assert ops(*order, *WHY, "--dry-run")[1]["changed"], f"{order} in a dry run still reports a change"
        assert [ops(*order, *WHY)[1]["changed"] for _ in range(2)] == [True, False], order
        entries = rows("select act, by_id, facts from audit_entry order by id")
        assert len(entries) == number + 1
        assert (entries[-1]["facts"]["did"], entries[-1]["facts"]["reason"]) == (did, "a drill")
        assert entries[-1]["facts"]["by"].endswith("(ops)")
    kinds = {entry["act"] for entry in rows("select act from audit_entry where facts->>'did' like 'switched%'")}
    assert kinds == {"kill_switch"}, "the same act as in the admin"


async def test_a_breaker_is_reset_once_for_each_of_its_states(
    watched: WatchedVenue, ops: Run, rows: Callable[[str], list[dict[str, Any]]]
) -> None:
    order = ["breaker", "reset", "resy", *WHY]
    assert not ops(*order)[1]["changed"], "no state is stored"
    since = datetime.now(UTC) - timedelta(minutes=1)
    for state in (SourceStatus.HEALTHY, SourceStatus.STOPPED, SourceStatus.SLOWED):
        source = SourceState(platform="resy", state=state, reason="", since=since, until=None, factor=0.5)
        await watched.store.write_sources(sources=[source])
        wanted = state is not SourceStatus.HEALTHY
        assert ops(*order, "--dry-run")[1]["changed"] is wanted
        assert [ops(*order)[1]["changed"] for _ in range(2)] == [wanted, False]
        since = datetime.now(UTC)
    entries = rows("select facts from audit_entry order by id")
    assert [entry["facts"]["state"] for entry in entries] == ["stopped", "slowed"]
    status = await watched.store.controller_heartbeat(cell="main", budgets={}, nodes=[])
    assert status.resets.keys() == {"resy"}


async def test_an_operators_key_reaches_the_roster_and_no_output(
    watched: WatchedVenue, ops: Run, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "environment" in ops("access", "show", plain=True)[1]
    said = ops("access", "set", "resy", "--secret-from", key, *WHY, plain=True)[1]
    said += ops("access", "show", plain=True)[1]
    assert SECRET not in said
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    assert roster.access is not None
    box = SealedBox(settings.seal_keys())
    assert box.open(SealedToken(roster.access.sealed_secret)) == SECRET
    ops("access", "set", "resy", "--application-id", "another", *WHY)
    monkeypatch.setattr("sys.stdin", StringIO("from-standard-input\n"))
    ops("access", "set", "resy", "--secret-from", "-", *WHY)
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    assert roster.access is not None
    assert (box.open(SealedToken(roster.access.sealed_secret)), roster.access.application_id) == (
        "from-standard-input",
        "another",
    )


async def test_probe_reports_what_answers(
    watched: WatchedVenue, ops: Run, key: Path, resy: ResySimulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEHAWK_ENV", "test")
    monkeypatch.setenv("RESY_BASE_URL", resy.resy_url)
    code, said = await asyncio.to_thread(ops, "probe", "resy")
    assert (code, [row["ok"] for row in said["rows"]]) == (ExitCode.DONE, [True] * 4), said
    await resy.rotate_key(SECRET)
    await resy.fault("404", "/4/auth/password", times=3)
    code, said = await asyncio.to_thread(ops, "probe", "resy")
    answers = {row["call"]: (row["ok"], row["answer"]) for row in said["rows"]}
    assert code == ExitCode.BAD
    assert answers["GET /4/find"] == (False, "KeyRefused: the platform does not accept our API key")
    assert not answers["GET /4/auth/password"][0]
    await asyncio.to_thread(ops, "access", "set", "resy", "--secret-from", key, "--sign-in-path", "/3/auth", *WHY)
    code, said = await asyncio.to_thread(ops, "probe", "resy")
    assert (code, len(said["rows"])) == (ExitCode.DONE, 3), said
    assert {call["method"] for call in await resy.truth("request")} <= {"GET", "HEAD"}


async def test_changes_require_a_reason(ops: Run, capsys: pytest.CaptureFixture[str]) -> None:
    for reason in ([], ["--reason", " "]):
        with pytest.raises(SystemExit) as ended:
            ops("source", "pause", "resy", *reason)
        assert ended.value.code == ExitCode.USAGE
        assert "reason" in capsys.readouterr().err


async def test_unknown_objects_and_damaging_changes_are_refused(watched: WatchedVenue, ops: Run) -> None:
    refused: list[tuple[ExitCode, list[object]]] = [
        (ExitCode.NOT_FOUND, ["watch", "explain", 999]),
        (ExitCode.NOT_FOUND, ["watch", "retry", 999, *WHY]),
        (ExitCode.NOT_FOUND, ["node", "drain", "nowhere", *WHY]),
        (ExitCode.REFUSED, ["node", "drain", "pod", *WHY]),
        (ExitCode.REFUSED, ["source", "throttle", "resy", 0, *WHY]),
        (ExitCode.REFUSED, ["budget", "set", "resy", 51, *WHY]),
        (ExitCode.NOT_FOUND, ["budget", "set", "opentable", 1, *WHY]),
        (ExitCode.REFUSED, ["cell", "down", "main", *WHY]),
        (ExitCode.NOT_FOUND, ["cell", "handover", "green", *WHY]),
        (ExitCode.REFUSED, ["access", "set", "resy", *WHY]),
        (ExitCode.REFUSED, ["access", "set", "resy", "--secret-from", "/nowhere", *WHY]),
        (ExitCode.REFUSED, ["access", "set", "resy", "--sign-in-path", "https://x.example", *WHY]),
        (ExitCode.REFUSED, ["access", "set", "opentable", "--sign-in-path", "/4/auth", *WHY]),
        (ExitCode.REFUSED, ["access", "set", "resy", "--user-agent", "a\r\nb", *WHY]),
    ]
    for code, words in refused:
        found, said = ops(*words)
        assert (found, list(said)) == (code, ["refused"]), words


async def test_fence_takes_the_lease(watched: WatchedVenue, ops: Run) -> None:
    ops("lease", "fence", watched.venue_id, *WHY)
    assert not await watched.still_watching(epoch=watched.epoch)
    assert await watched.store.take_watch(venue_id=watched.venue_id, owner="two", pid=2, node="b") == watched.epoch + 2


async def test_read_commands_show_the_database_state(watched: WatchedVenue, ops: Run) -> None:
    (watch,) = ops("watch", "list")[1]["rows"]
    assert (watch["venue"], watch["cell"], watch["node"], watch["snipes"]) == (watched.venue_id, "main", "pod-1", 1)
    assert ops("watch", "list", "--only", "quarantined")[1]["rows"] == []
    assert ops("watch", "show", watched.venue_id)[1]["owner"] == "one"
    explained = ops("watch", "explain", watched.venue_id)[1]
    assert explained["why"] == ["no schedule yet: the controller of the active cell writes it"]
    assert [line["status"] for line in explained["requests"]] == ["active"]
    assert ops("node", "list")[1]["rows"][0]["watchers"] == 1
    assert ops("cell", "list")[1]["rows"][0]["active"]
    assert ops("budget", "show")[1]["rows"][0] == {
        "source": "resy", "state": "healthy", "reason": "", "until": None,
        "configured": 50.0, "share": 1.0, "allowed": 50.0, "planned": 0.0,
    }  # fmt: skip
    assert ops("capacity", "--venues", 100)[1]["nodes_needed"] == 26
    assert ops("outbox", "list")[1]["backlog"]["events"] == 0
    code, found = ops("doctor")
    assert (code, found["level"]) == (ExitCode.DONE, "good"), found


async def test_source_list_has_the_reason_of_a_stop_and_of_a_kill_switch(watched: WatchedVenue, ops: Run) -> None:
    until = datetime.now(UTC).replace(microsecond=0) + timedelta(minutes=5)
    stop = SourceState(
        platform="resy", state=SourceStatus.STOPPED, reason="limited", since=until, until=until, factor=1.0
    )
    await watched.store.write_sources(sources=[stop])

    def shown() -> tuple[object, ...]:
        (row,) = ops("source", "list")[1]["rows"]
        return row["state"], row["reason"], datetime.fromisoformat(row["until"])

    assert shown() == ("stopped", "limited", until)
    ops("source", "pause", "resy", *WHY)
    assert shown() == ("paused", "a drill", until)


async def test_attempts_that_lose_every_table_are_a_verdict_with_the_platforms_answer(
    watched: WatchedVenue, ops: Run, migrated_url: str
) -> None:
    others = [await watched.backend.add_venue(platform_venue_id=1300 + number) for number in range(2)]
    reply = Measured(reply="404 POST /3/details")
    for number in range(UNBOOKED_ATTEMPTS):
        claim = await watched.must_claim(await watched.add_request(10 + number), slot_key=f"table {number}")
        await watched.store.record(attempt_id=claim.attempt_id, state="lost", reason="slot_gone", measured=reply)

    def found() -> str:
        return str(next(one["finding"] for one in ops("doctor")[1]["findings"] if one["about"] == "attempts"))

    assert "no platform failed every attempt" in found()
    with psycopg.connect(migrated_url) as database:
        for number, venue_id in enumerate(others):
            database.execute("update attempt set venue_id = %s where mod(id, 3) = %s", (venue_id, number))
    assert found() == ("10 at resy in 30 min, at 3 restaurants, and none booked (most: slot_gone 404 POST /3/details)")
    assert "lost slot_gone (404 POST /3/details)" in ops("watch", "explain", others[0], plain=True)[1]
    claim = await watched.must_claim(await watched.add_request(99), slot_key="another table")
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id="741")
    assert "no platform failed every attempt" in found()


async def test_a_slot_that_is_lost_and_offered_again_and_again_is_a_verdict(watched: WatchedVenue, ops: Run) -> None:
    for _ in range(LOSSES_OF_A_SLOT):
        assert ops("doctor", plain=True)[0] == ExitCode.DONE
        claim = await watched.must_claim(await watched.add_request(9), slot_key="the same table")
        await watched.store.record(attempt_id=claim.attempt_id, state="lost", reason="slot_gone")
    code, said = ops("doctor", plain=True)
    assert code == ExitCode.BAD
    assert "3 at resy" in said


async def test_output_without_json_is_tables_and_a_live_view(watched: WatchedVenue, ops: Run) -> None:
    assert "Little Owlet" in ops("watch", "list", plain=True)[1]
    code, shown = ops("top", "--once", "--every", 0, plain=True)
    assert code == ExitCode.DONE
    assert "We are booking." in shown
    assert "last outcomes" in shown


async def test_the_live_view_shows_an_outage_and_continues(
    watched: WatchedVenue, migrated_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = [False, True, False]

    def read(operations: Operations) -> SystemStatus:
        if not away:
            raise KeyboardInterrupt
        if away.pop(0):
            raise Unavailable("The database does not answer.")
        return read_status(operations)

    monkeypatch.setattr(top, "read_status", read)
    console = Console(file=StringIO(), force_terminal=True, width=100, height=40, legacy_windows=False)
    with (
        DatabaseOperations(url=migrated_url, by="test", seal_keys=tuple) as operations,
        pytest.raises(KeyboardInterrupt),
    ):
        top.watch(operations, every=0, console=console)
    assert isinstance(console.file, StringIO)
    first, outage, last = re.findall(r"We are booking|does not answer", console.file.getvalue())
    assert (first, outage, last) == ("We are booking", "does not answer", "We are booking")


async def test_unavailable_database_is_reported_without_its_address(ops: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://ada:hush@127.0.0.1:1/nothing")
    code, said = ops("doctor", plain=True)
    assert code == ExitCode.NO_DATABASE
    assert "does not answer" in said
    assert "hush" not in said


async def test_handover_moves_every_venue_and_activates_the_other_cell(
    watched: WatchedVenue, ops: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cell_commands, "PROBE_SECONDS", 0.02)
    await watched.store.controller_heartbeat(
        cell="green", budgets={"resy": 50.0}, nodes=[Node(name="pod-9", host="pod", slots=4)]
    )
    working = asyncio.create_task(green(watched))
    code, said = await asyncio.to_thread(ops, "cell", "handover", "green", *WHY)
    working.cancel()
    assert (code, said["moved"], said["active"]) == (ExitCode.DONE, 1, "green")
    assert not await watched.still_watching(epoch=watched.epoch)
    (wanted,) = await watched.store.desired()
    assert wanted.cell == "green"
    assert ops("cell", "handover", "green", *WHY)[1] == {"changed": False}
    with pytest.raises(NotAssigned):
        await watched.store.take_watch(venue_id=watched.venue_id, owner="one", pid=1, node="a")


async def test_handover_that_no_watcher_takes_is_reverted(
    watched: WatchedVenue, ops: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cell_commands, "PROBE_SECONDS", 0.02)
    await watched.store.controller_heartbeat(cell="green", budgets={}, nodes=[Node(name="pod-9", host="pod", slots=4)])
    code, said = await asyncio.to_thread(ops, "cell", "handover", "green", "--start-timeout", 0.1, *WHY)
    assert (code, said["changed"]) == (ExitCode.BAD, False)
    assert "no watcher in green took" in said["why"]
    assert await watched.still_watching(epoch=watched.epoch), "its watcher continued"
    (wanted,) = await watched.store.desired()
    assert wanted.cell == "main"


async def green(watched: WatchedVenue) -> None:
    """Take the venue as a watcher of the other cell, once the venue is assigned to that cell."""
    while True:
        (wanted,) = await watched.store.desired()
        if wanted.cell == "green":
            await watched.store.take_watch(venue_id=watched.venue_id, owner="g", pid=1, node="pod-9", cell="green")
            return
        await asyncio.sleep(0.01)
