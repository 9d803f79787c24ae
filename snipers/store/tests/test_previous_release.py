"""The previous release uses the old names of renamed columns beside this release, on one database."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import time, timedelta
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest
from psycopg import sql
from psycopg.rows import DictRow, dict_row

from snipers.store.postgres import PostgresStore
from snipers.store.records import VenueState
from snipers.store.statements import parse_statements, statements
from snipers.store.tests.overriding import NEW, OLD, better, booked, overriding
from snipers.store.tests.watched_venue import SEEN_AT, WatchedVenue
from snipers.testing.backend import DAY
from snipers.testing.postgres_backend import PostgresBackend

PREVIOUS = parse_statements((Path(__file__).parent / "previous_release.sql").read_text(encoding="utf-8"))
# The channel on which the release before is notified of demand.
PREVIOUS_CHANNEL: LiteralString = "wishes"
# Old name, new name. Rows of both releases have the same value under both.
RENAMED = {
    "attempt": (
        ("gives_up", "old_booking_id"),
        ("gave_up_at", "old_booking_gone_at"),
        ("replaced_told", "replacement_notified"),
    ),
    "outcome": (("told_at", "notified_at"),),
    "venue_watch": (("barren", "failed_starts"), ("trouble", "failure"), ("trouble_at", "failed_at")),
    "platform_account": (("attention_told", "attention_notified"),),
    "venue": (("venue_id", "platform_venue_id"),),
}
BOTH_WAYS = pytest.mark.parametrize("first", ["previous", "present"])


@pytest.fixture
async def watched(postgres_backend: PostgresBackend) -> WatchedVenue:
    venue_id = await postgres_backend.add_venue(platform_venue_id=1202)
    account_id = await postgres_backend.add_account(known=frozenset({"700"}))
    epoch = await postgres_backend.store.take_watch(venue_id=venue_id, owner="one", pid=1, node="here")
    return WatchedVenue(postgres_backend, venue_id, account_id, epoch)


@pytest.fixture
async def stores(
    first: str, watched: WatchedVenue, migrated_url: str
) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    """Two stores of different releases, the one named `first` first."""
    previous, present = PostgresStore(url=migrated_url), PostgresStore(url=migrated_url)
    previous.statements = {**statements(), **PREVIOUS}
    yield (previous, present) if first == "previous" else (present, previous)
    await previous.close()
    await present.close()


@pytest.fixture
async def database(migrated_url: str) -> AsyncIterator[psycopg.AsyncConnection[DictRow]]:
    async with await psycopg.AsyncConnection.connect(migrated_url, autocommit=True, row_factory=dict_row) as connection:
        yield connection


@pytest.fixture(autouse=True)
async def _same_values(watched: WatchedVenue, database: psycopg.AsyncConnection[DictRow]) -> AsyncIterator[None]:
    """Check after each test that every row has the same value in the old and in the new column."""
    yield
    for table, pairs in RENAMED.items():
        for old, new in pairs:
            query = sql.SQL("select count(*) from {} where {} is distinct from {}")
            row = await (await database.execute(query.format(*map(sql.Identifier, (table, old, new))))).fetchone()
            assert row == {"count": 0}, f"{table}: {old} differs from {new}"


@BOTH_WAYS
async def test_failed_starts_are_counted_together(
    watched: WatchedVenue,
    stores: tuple[PostgresStore, PostgresStore],
    database: psycopg.AsyncConnection[DictRow],
) -> None:
    one, other = stores
    await watched.add_request()

    async def failed_starts() -> list[int]:
        return [(await store.desired())[0].failed_starts for store in stores]

    for number, store in enumerate((one, other, one), 1):
        epoch = await store.take_watch(venue_id=watched.venue_id, owner="next", pid=2, node="here")
        assert await failed_starts() == [number, number]
    if heartbeat := other.statements.get("still_watching"):
        beat = {"venue_id": watched.venue_id, "epoch": epoch, "polls": 1, "opened": 0}
        await database.execute(heartbeat, beat)
    else:
        assert await watched.still_watching(epoch=epoch, polls=1)
    assert await failed_starts() == [0, 0]


@BOTH_WAYS
async def test_a_watchers_failure_is_reported_to_both(
    watched: WatchedVenue, stores: tuple[PostgresStore, PostgresStore]
) -> None:
    one, other = stores
    epoch = await one.take_watch(venue_id=watched.venue_id, owner="w", pid=1, node="n", cell="green")
    for store, kind in ((one, "limited"), (other, "blocked"), (one, "")):
        state = VenueState(
            venue_id=watched.venue_id, epoch=epoch, state="backing_off", polls=7, last_poll_at=SEEN_AT, failure=kind,
            failed_at=SEEN_AT + timedelta(seconds=len(kind)), retry_at=SEEN_AT,
        )  # fmt: skip
        await store.write_states(snipes=[], venues=[state])
        assert [await each.remote_status_reports(cell="blue") for each in stores] == [[state], [state]]


@BOTH_WAYS
async def test_an_override_of_one_release_is_continued_by_the_other(
    watched: WatchedVenue, stores: tuple[PostgresStore, PostgresStore]
) -> None:
    one, other = stores
    old, new = await booked(watched), await better(watched)
    claim = await one.claim(target=watched.target(new, slot_key="better"), owner="one", epoch=watched.epoch)
    assert claim is not None
    assert await other.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    seen = [(await store.open_attempts(venue_id=watched.venue_id))[0] for store in stores]
    assert {(attempt.old_booking_id, attempt.old_booking_gone) for attempt in seen} == {(OLD, False)}

    assert await one.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    pending = [await store.pending_cancellations(venue_id=watched.venue_id) for store in stores]
    # The previous release does not read the id of the new table.
    alike = [[replace(each, new_reservation_id=None) for each in read] for read in pending]
    assert alike[0] == alike[1] != []
    await other.confirm_old_booking_gone(attempt_id=claim.attempt_id)
    assert [await store.pending_cancellations(venue_id=watched.venue_id) for store in stores] == [[], []]
    assert [(one.state, one.replacement_notified) for one in await watched.backend.attempts()] == [
        ("replaced", False),
        ("booked", True),
    ]
    assert (await watched.backend.request(old)).reason == "replaced"


@BOTH_WAYS
async def test_a_lost_override_of_one_release_is_seen_by_the_other(
    watched: WatchedVenue, stores: tuple[PostgresStore, PostgresStore]
) -> None:
    one, other = stores
    old, _, claim = await overriding(watched)
    assert await one.mark_old_booking(attempt_id=claim.attempt_id, platform_reservation_id=OLD)
    await one.confirm_old_booking_gone(attempt_id=claim.attempt_id)
    assert await other.record(attempt_id=claim.attempt_id, state="lost", reason="override_failed")
    assert (await watched.backend.request(old)).reason == "override_failed"


@BOTH_WAYS
async def test_an_account_that_needs_attention_is_seen_by_both(
    watched: WatchedVenue, stores: tuple[PostgresStore, PostgresStore], database: psycopg.AsyncConnection[DictRow]
) -> None:
    one, other = stores
    assert await one.flag_account(account_id=watched.account_id, sealed_token="sealed", reason="payment_required")
    query = "select attention_told, attention_notified from platform_account where id = %s"
    row = await (await database.execute(query, [watched.account_id])).fetchone()
    assert row == {"attention_told": False, "attention_notified": False}
    await other.save_payment_method(account_id=watched.account_id, payment_method_id="77")
    row = await (await database.execute(query, [watched.account_id])).fetchone()
    assert row == {"attention_told": True, "attention_notified": True}


# Statements of the web tower, of the release before and of this one.
RELAYED: tuple[tuple[LiteralString, LiteralString], ...] = (
    ("update outcome set told_at = now() where told_at is null", "select 1 from outcome where notified_at is null"),
    ("update outcome set notified_at = now() where notified_at is null", "select 1 from outcome where told_at is null"),
    ("update attempt set replaced_told = true", "select 1 from attempt where not replacement_notified"),
    ("update attempt set replacement_notified = true", "select 1 from attempt where not replaced_told"),
)


@pytest.mark.parametrize(("write", "read"), RELAYED)
async def test_what_one_relay_published_the_other_does_not_publish_again(
    watched: WatchedVenue, database: psycopg.AsyncConnection[DictRow], write: LiteralString, read: LiteralString
) -> None:
    _, _, claim = await overriding(watched)
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id=NEW)
    assert await (await database.execute(read)).fetchall() != []
    await database.execute(write)
    assert await (await database.execute(read)).fetchall() == []


@pytest.mark.parametrize("channel", [PREVIOUS_CHANNEL, "demand"])
async def test_a_store_receives_both_channels(watched: WatchedVenue, channel: str, migrated_url: str) -> None:
    wakes = watched.store.demand_changes()
    assert await anext(wakes) is None
    async with await psycopg.AsyncConnection.connect(migrated_url, autocommit=True) as web:
        await web.execute("select pg_notify(%s, '7')", [channel])
        assert await anext(wakes) == 7


@BOTH_WAYS
async def test_neither_release_claims_for_a_notify_only_request(
    watched: WatchedVenue, stores: tuple[PostgresStore, PostgresStore]
) -> None:
    reservation_id = await watched.add_request(notify_only=True)
    for store in stores:
        target = watched.target(reservation_id)
        assert await store.claim(target=target, owner="one", epoch=watched.epoch) is None
    assert await watched.backend.attempts() == []


@BOTH_WAYS
async def test_a_one_table_group_gets_one_table_from_both_releases(
    watched: WatchedVenue, stores: tuple[PostgresStore, PostgresStore]
) -> None:
    wanted = [
        await watched.add_request(number, group=50, diner="user:1", one_table=True, day=DAY + timedelta(days=number))
        for number in range(2)
    ]
    claims = [
        await store.claim(
            target=watched.target(reservation_id, slot_key=f"table {number}", date=DAY + timedelta(days=number)),
            owner="one",
            epoch=watched.epoch,
        )
        for number, (store, reservation_id) in enumerate(zip(stores, wanted, strict=True))
    ]
    assert [claim is not None for claim in claims] == [True, False]


TWO_WINDOWS = ((time(19), time(21)), (time(12), time(13, 30)))


@pytest.mark.parametrize(
    ("at", "previous_claims", "present_claims"),
    [(time(19, 30), True, True), (time(12, 30), False, True), (time(16), False, False), (time(22), False, False)],
)
@BOTH_WAYS
async def test_the_previous_release_books_in_the_first_of_several_windows_alone(
    watched: WatchedVenue,
    stores: tuple[PostgresStore, PostgresStore],
    first: str,
    at: time,
    previous_claims: bool,
    present_claims: bool,
) -> None:
    reservation_id = await watched.add_request(windows=TWO_WINDOWS)
    claim = await stores[0].claim(target=watched.target(reservation_id, time=at), owner="one", epoch=watched.epoch)
    assert (claim is not None) is (previous_claims if first == "previous" else present_claims)


async def test_an_edit_of_the_previous_release_replaces_all_windows(
    watched: WatchedVenue, database: psycopg.AsyncConnection[DictRow]
) -> None:
    reservation_id = await watched.add_request(windows=TWO_WINDOWS)
    # The columns that the release before writes.
    await database.execute("update reservation_group set start_time = '18:00', end_time = '20:00'")
    for at in (time(12, 30), time(20, 30)):
        assert await watched.claim(reservation_id, time=at) is None
    assert await watched.claim(reservation_id, time=time(18, 30))


async def test_the_previous_release_receives_what_this_one_notifies(watched: WatchedVenue, migrated_url: str) -> None:
    await watched.add_request()
    async with await psycopg.AsyncConnection.connect(migrated_url, autocommit=True) as previous:
        await previous.execute("listen " + PREVIOUS_CHANNEL)
        await watched.store.take_watch(venue_id=watched.venue_id, owner="two", pid=2, node="there")
        received = [notice.payload async for notice in previous.notifies(timeout=60, stop_after=1)]
    assert received == [str(watched.venue_id)]
