"""The live table on a terminal of textual's test driver, against a database that the controller's statements filled."""

import asyncio
import io

import pytest
from rich.console import Console
from textual.widgets import DataTable

from snipers.ops import live_top
from snipers.ops.database import DatabaseOperations
from snipers.ops.live_top import LiveTop
from snipers.ops.results import CommandRefused
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


def screen_text(app: LiveTop) -> str:
    """Return the characters on the screen, one line for each row of the terminal."""
    width, height = app.size
    console = Console(width=width, height=height, file=io.StringIO(), record=True, legacy_windows=False)
    # App.export_screenshot uses this private method. There is no public method that returns text.
    console.print(app.screen._compositor.render_update(full=True))
    return "\n".join(line.rstrip() for line in console.export_text().splitlines())


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
            shown = screen_text(app)
            assert "We are booking." in shown
            assert "healthy" in shown or "resy" in shown
            assert "1 of 1 venues by urgency" in shown
            await pilot.press("s")
            assert "by venue" in screen_text(app)
            await pilot.press("r")
            assert "by venue reversed" in screen_text(app)
            await pilot.press("slash", *"heron")
            assert table.row_count == 0
            assert "filter: heron" in screen_text(app)
            await pilot.press("enter", "p")
            assert "problems only" in screen_text(app)
            await pilot.press("escape", "space")
            assert table.row_count == 1
            assert "PAUSED" in screen_text(app)
            await pilot.press("q")
    assert app.return_code == 0


async def test_the_screen_fits_80_by_24(watched: WatchedVenue, migrated_url: str) -> None:
    with operations(migrated_url) as database:
        app = LiveTop(database, every=60.0)
        async with app.run_test(size=SIZE) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause()
            lines = screen_text(app).splitlines()
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
            assert "does not answer" in screen_text(app)
            store._url = address
            app.read()
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert "We are booking." in screen_text(app)


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
                while shown not in screen_text(app):
                    await pilot.pause(0.02)
            assert SECRET not in screen_text(app)
