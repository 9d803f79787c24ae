"""The live table on a terminal of textual's test driver, against a database that the controller's statements filled."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import DataTable

from snipers.ops import live_top
from snipers.ops.cli import main
from snipers.ops.database import DatabaseOperations
from snipers.ops.live_top import LiveTop
from snipers.ops.results import CommandRefused, ExitCode
from snipers.store.records import Node
from snipers.store.tests.watched_venue import WatchedVenue
from snipers.testing.postgres_backend import PostgresBackend

SIZE = (80, 24)
SECRET = "thop_secret"


@pytest.fixture
async def watched(postgres_backend: PostgresBackend) -> WatchedVenue:
    """A watched venue; a second one with a request has no watcher."""
    venue_id = await postgres_backend.add_venue(platform_venue_id=1202)
    account_id = await postgres_backend.add_account()
    epoch = await postgres_backend.store.take_watch(venue_id=venue_id, owner="one", pid=1, node="pod-1")
    made = WatchedVenue(postgres_backend, venue_id, account_id, epoch)
    await made.add_request()
    node = Node(name="pod-1", host="pod", slots=4)
    await postgres_backend.store.controller_heartbeat(cell="main", budgets={"resy": 50.0}, nodes=[node])
    return made


def operations(url: str) -> DatabaseOperations:
    return DatabaseOperations(url=url, by="test", seal_keys=tuple)


async def test_keys_sort_filter_and_pause(watched: WatchedVenue, migrated_url: str) -> None:
    with operations(migrated_url) as database:
        app = LiveTop(database, every=60.0)
        async with app.run_test(size=SIZE) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause()
            table = app.query_one(DataTable)
            assert table.row_count == 1
            shown = app.screen_text()
            assert "We are booking." in shown
            assert "healthy" in shown or "resy" in shown
            assert "1 of 1 venues by urgency" in shown
            await pilot.press("s")
            assert "by venue" in app.screen_text()
            await pilot.press("r")
            assert "by venue reversed" in app.screen_text()
            await pilot.press("slash", *"heron")
            assert table.row_count == 0
            assert "filter: heron" in app.screen_text()
            await pilot.press("enter", "p")
            assert "problems only" in app.screen_text()
            await pilot.press("escape", "space")
            assert table.row_count == 1
            assert "PAUSED" in app.screen_text()
            await pilot.press("q")
    assert app.return_code == 0


async def test_the_screen_fits_80_by_24(watched: WatchedVenue, migrated_url: str) -> None:
    with operations(migrated_url) as database:
        app = LiveTop(database, every=60.0)
        async with app.run_test(size=SIZE) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause()
            lines = app.screen_text().splitlines()
            table = app.query_one(DataTable)
            assert not table.show_horizontal_scrollbar
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    header = next(line for line in lines if "venue" in line and "breaker" in line)
    for title in ("source", "cell", "poll/s", "budget", "last"):
        assert title in header
    assert "Quit" in lines[-1]


async def test_an_outage_shows_and_the_next_reading_connects_again(watched: WatchedVenue, migrated_url: str) -> None:
    with operations(migrated_url) as database:
        app = LiveTop(database, every=60.0)
        async with app.run_test(size=SIZE) as pilot:
            await app.workers.wait_for_complete()
            store = database._store
            store._url, address = "postgresql://127.0.0.1:1/nothing", store._url
            store._connection.close()
            app.read()
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert "does not answer" in app.screen_text()
            store._url = address
            app.read()
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert "We are booking." in app.screen_text()


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        (CommandRefused("The token is revoked."), "The token is revoked."),
        (RuntimeError(SECRET), "The reading failed (RuntimeError)."),
    ],
)
async def test_an_error_shows_without_its_details(
    error: Exception, shown: str, watched: WatchedVenue, migrated_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise error

    monkeypatch.setattr(live_top, "read_status", fail)
    with operations(migrated_url) as database:
        app = LiveTop(database, every=60.0)
        async with app.run_test(size=SIZE) as pilot:
            async with asyncio.timeout(60):
                while shown not in app.screen_text():
                    await pilot.pause(0.02)
            assert SECRET not in app.screen_text()


def test_a_recording_has_the_screen_at_each_second(
    watched: WatchedVenue, migrated_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", migrated_url)
    file = tmp_path / "top.txt"
    # On a busy machine, the first reading takes more than a second.
    words = ["top", "--record", str(file), "--every", "0.2", "--at", "3", "3.6"]
    assert main(words) == ExitCode.DONE
    text = file.read_text()
    assert text.count("--- ") == 2
    assert ", 3.6 s after the start" in text
    assert text.count("We are booking.") == 2
    assert "\x1b" not in text


def test_without_textual_a_recording_is_refused(
    migrated_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", migrated_url)
    monkeypatch.setattr("snipers.ops.cli._load_live_top", lambda: None)
    code = main(["top", "--record", str(tmp_path / "top.txt")])
    assert code == ExitCode.REFUSED
    assert "textual" in capsys.readouterr().out
    assert live_top.RECORDED_SIZE == SIZE
