"""The relay's loop with real notifications and a real channel layer."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from datetime import datetime, time
from time import sleep as pause
from typing import Any

import psycopg
import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import OperationalError, connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper
from django.utils import timezone
from structlog.testing import capture_logs

from apps.common.database.conninfo import conninfo
from apps.connections.models import SourceState
from apps.notices.models import Event, EventCursor
from apps.outcomes.relay import live_events, loop, missed_releases, outcomes, upkeep, warm_up
from apps.outcomes.relay.loop import Relay
from apps.outcomes.relay.notifications import Notifications
from apps.outcomes.selectors import timeline
from apps.requests.models import Opening, Outcome, Reservation, ReservationGroup, TimelineEntry, WatchState
from apps.requests.tests import factories
from apps.requests.tests.sniper import Sniper
from realtime import publish
from testing.users import make_user

TIMEOUT_SECONDS = 60


class Browsers:
    """The events that server processes get from the channel layer, read as their hubs read them."""

    def __init__(self) -> None:
        self.durable: list[tuple[int, int]] = []
        self.live: list[tuple[int, dict[str, Any]]] = []
        self.arrived = asyncio.Event()
        self.subscribed = asyncio.Event()

    async def listen(self) -> None:
        """Collect until the task is canceled."""
        layer = get_channel_layer()
        assert layer is not None
        channel = await layer.new_channel()
        await layer.group_add(publish.GROUP, channel)
        self.subscribed.set()
        while True:
            message = await layer.receive(channel)
            if message["type"] == "durable":
                self.durable.append((message["user"], message["seq"]))
            else:
                for user, packets in message["packets"]:
                    self.live += [(user, json.loads(packet.split(",", 1)[1][:-1])) for packet in packets]
            self.arrived.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until an event makes the condition true."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not condition():
                self.arrived.clear()
                await self.arrived.wait()


@asynccontextmanager
async def running() -> AsyncIterator[tuple[Relay, Browsers]]:
    """One relay and one listening server process."""
    browsers, one = Browsers(), Relay(clock=timezone.now)
    listening = asyncio.create_task(browsers.listen())
    await asyncio.wait_for(browsers.subscribed.wait(), TIMEOUT_SECONDS)
    work = asyncio.create_task(one.run())
    await asyncio.wait_for(one.listening.wait(), TIMEOUT_SECONDS)
    try:
        yield one, browsers
    finally:
        one.stop()
        await asyncio.wait_for(work, TIMEOUT_SECONDS)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


def run_in_loop(steps: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a coroutine in its own event loop, and close its connections."""

    async def run() -> None:
        await steps()
        await sync_to_async(connections.close_all)()

    asyncio.run(run())


def notify(channel: str, payload: str) -> None:
    """Send a notification as the snipers do."""
    with psycopg.connect(conninfo(), autocommit=True) as sniper:
        sniper.execute("select pg_notify(%s, %s)", [channel, payload])


@pytest.fixture
def request_row(transactional_db: None) -> Reservation:
    return factories.group(make_user("Alice")).reservations.get()


@pytest.fixture
def rare_polls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the relay's polls rare, so that only a notification can wake it within the test's timeout."""
    monkeypatch.setattr(loop, "POLL_SECONDS", 10 * TIMEOUT_SECONDS)


def lose(request: Reservation) -> None:
    """Record a lost attempt, as the snipers do."""
    Outcome.objects.create(attempt=factories.attempt(request, state="lost"), kind="lost", reason="taken")
    notify("outcomes", "")


@pytest.mark.usefixtures("rare_polls")
def test_a_notification_publishes_the_outcome(request_row: Reservation) -> None:
    user_id = request_row.group.user_id

    async def steps() -> None:
        async with running() as (_, browsers):
            await browsers.until(lambda: (user_id, 1) in browsers.durable)
            await sync_to_async(lose)(request_row)
            await browsers.until(lambda: (user_id, 2) in browsers.durable)
            assert browsers.durable == [(user_id, 1), (user_id, 2)]

    run_in_loop(steps)
    assert not Event.objects.filter(published_at=None).exists()


@pytest.mark.usefixtures("rare_polls")
def test_a_notification_publishes_the_opening(request_row: Reservation) -> None:
    user_id = request_row.group.user_id
    ReservationGroup.objects.update(notify_only=True)

    def see_open() -> None:
        entry = TimelineEntry.objects.create(reservation=request_row, kind="opened", slot_time=time(19), party_size=2)
        Opening.objects.create(entry=entry, reservation=request_row)
        notify("outcomes", "")

    async def steps() -> None:
        async with running() as (_, browsers):
            await browsers.until(lambda: (user_id, 1) in browsers.durable)
            await sync_to_async(see_open)()
            await browsers.until(lambda: (user_id, 2) in browsers.durable)

    run_in_loop(steps)


@pytest.mark.usefixtures("rare_polls")
def test_the_start_publishes_pending_outcomes(request_row: Reservation) -> None:
    for _ in range(3):
        lose(request_row)

    async def steps() -> None:
        async with running() as (_, browsers):
            await browsers.until(lambda: len(browsers.durable) == 4)
            assert [seq for _, seq in browsers.durable] == [1, 2, 3, 4]

    run_in_loop(steps)


def test_the_poll_publishes_without_a_notification(request_row: Reservation) -> None:
    async def steps() -> None:
        async with running() as (_, browsers):
            await browsers.until(lambda: len(browsers.durable) == 1)
            await sync_to_async(Outcome.objects.create)(
                attempt=await sync_to_async(factories.attempt)(request_row, state="lost"), kind="lost"
            )
            await browsers.until(lambda: len(browsers.durable) == 2)

    run_in_loop(steps)


def test_the_warm_up_prepares_the_statements_and_writes_nothing(request_row: Reservation) -> None:
    lose(request_row)
    warm_up.prepare_statements(now=timezone.now())
    assert (EventCursor.objects.count(), Event.objects.count()) == (1, 1)
    with connection.cursor() as cursor:
        cursor.execute("select statement from pg_prepared_statements")
        before = {text for (text,) in cursor.fetchall()}
        assert outcomes.publish_outcomes(now=timezone.now()) == 1
        cursor.execute("select statement from pg_prepared_statements")
        assert {text for (text,) in cursor.fetchall()} == before


def test_an_outcome_does_not_wait_for_the_steps_of_a_poll(
    request_row: Reservation, monkeypatch: pytest.MonkeyPatch
) -> None:
    pending: list[int] = []
    one = Relay(clock=timezone.now)

    def end_due(*, now: datetime) -> None:
        if one.listening.is_set() and not pending:
            lose(request_row)
            while not one._outcomes_announced:
                pause(0.01)

    def continue_missed(*, now: datetime) -> None:
        if one.listening.is_set():
            pending.append(Outcome.objects.filter(notified_at=None).count())

    monkeypatch.setattr(upkeep, "end_due", end_due)
    monkeypatch.setattr(missed_releases, "continue_missed", continue_missed)

    async def steps() -> None:
        work = asyncio.create_task(one.run())
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not pending:  # noqa: ASYNC110 - the step runs in a thread
                await asyncio.sleep(0.05)
        one.stop()
        await asyncio.wait_for(work, TIMEOUT_SECONDS)

    run_in_loop(steps)
    assert pending[0] == 0


@pytest.mark.usefixtures("rare_polls")
def test_live_events_reach_their_own_user_only(request_row: Reservation) -> None:
    other = factories.group(make_user("Charlie")).reservations.get()
    attempt = factories.attempt(request_row)

    def watch() -> None:
        for request, checks in ((request_row, 7), (other, 8)):
            WatchState.objects.create(
                reservation=request, state="watching", checks=checks, interval_ms=1000, updated_at=timezone.now()
            )
        notify("watch", '{"t": "states"}')
        notify("watch", json.dumps({"t": "seen", "attempt": attempt.pk}))

    async def steps() -> None:
        async with running() as (_, browsers):
            await browsers.until(lambda: len(browsers.durable) == 2)
            await sync_to_async(watch)()
            await browsers.until(lambda: len(browsers.live) == 3)
            found = {(user, event["type"]): event for user, event in browsers.live}
            mine, theirs = request_row.group.user_id, other.group.user_id
            assert set(found) == {(mine, "watch.ticks"), (mine, "watch.seen"), (theirs, "watch.ticks")}
            (tick,) = found[mine, "watch.ticks"]["ticks"]
            assert (tick["reservation_id"], tick["state"], tick["checks"]) == (request_row.pk, "booking", 7)
            assert found[theirs, "watch.ticks"]["ticks"][0]["checks"] == 8
            assert found[mine, "watch.seen"]["attempt_id"] == attempt.pk

    run_in_loop(steps)


@pytest.mark.usefixtures("rare_polls")
def test_watch_states_are_read_when_a_server_process_receives_events(
    request_row: Reservation, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[datetime] = []

    def read(*, after: datetime, now: datetime) -> Any:
        reads.append(after)
        return watch_ticks(after=after, now=now)

    watch_ticks = live_events.watch_ticks
    monkeypatch.setattr(live_events, "watch_ticks", read)

    def watch() -> None:
        WatchState.objects.create(
            reservation=request_row, state="watching", checks=7, interval_ms=1000, updated_at=timezone.now()
        )
        lose(request_row)
        notify("watch", '{"t": "states"}')

    async def steps() -> None:
        one = Relay(clock=timezone.now)
        work = asyncio.create_task(one.run())
        await asyncio.wait_for(one.listening.wait(), TIMEOUT_SECONDS)
        await sync_to_async(watch)()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            published = Event.objects.filter(seq=2).exclude(published_at=None)
            while not await published.aexists():  # noqa: ASYNC110 - the relay is another task without an event
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.2)
        assert not reads
        browsers = Browsers()
        listening = asyncio.create_task(browsers.listen())
        await asyncio.wait_for(browsers.subscribed.wait(), TIMEOUT_SECONDS)
        await sync_to_async(notify)("watch", '{"t": "states"}')
        await browsers.until(lambda: bool(browsers.live))
        assert browsers.live[0][1]["ticks"][0]["checks"] == 7
        one.stop()
        await asyncio.wait_for(work, TIMEOUT_SECONDS)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)

    run_in_loop(steps)


@pytest.mark.usefixtures("rare_polls")
def test_a_platform_that_changes_is_published_to_users_with_requests_there(request_row: Reservation) -> None:
    make_user("Charlie")

    def stop() -> None:
        SourceState.objects.create(platform="resy", state="stopped", reason="blocked", since=timezone.now())
        notify("watch", '{"t": "sources"}')

    async def steps() -> None:
        async with running() as (_, browsers):
            await browsers.until(lambda: len(browsers.durable) == 1)
            await sync_to_async(stop)()
            await browsers.until(lambda: len(browsers.live) == 1)
            ((user, event),) = browsers.live
            assert user == request_row.group.user_id
            assert (event["type"], event["platform"], event["state"]) == ("source.state", "resy", "stopped")

    run_in_loop(steps)


def sighting(request: Reservation, **fields: Any) -> dict[str, Any]:
    """The columns of a sighting, as a watcher passes them to the store."""
    columns = {
        "reservation_id": request.pk,
        "attempt_id": None,
        "at": timezone.now(),
        "kind": "passed_over",
        "reason": "better_claim",
        "time": time(19, 30),
        "seating": "Bar",
        "party_size": 2,
        "duration_ms": None,
        "checks": 9,
        "tables": 1,
    }
    return {**columns, **fields}


def write_timeline(*entries: dict[str, Any]) -> None:
    """Write timeline entries with the snipers' own statement."""
    sniper = Sniper()
    sniper.run("write_timeline", **{name: [entry[name] for entry in entries] for name in entries[0]})
    sniper.connection.close()


def sightings_of(browsers: Browsers, user_id: int) -> list[dict[str, Any]]:
    """The sightings that reached a user, in order."""
    found = [event for user, event in browsers.live if user == user_id and event["type"] == "watch.sightings"]
    return [sighting for event in found for sighting in event["sightings"]]


@pytest.mark.usefixtures("rare_polls")
def test_a_sighting_reaches_its_own_user_as_in_the_timeline(request_row: Reservation) -> None:
    other, user = factories.group(make_user("Charlie")).reservations.get(), request_row.group.user

    async def steps() -> None:
        async with running() as (_, browsers):
            await browsers.until(lambda: len(browsers.durable) == 2)
            await asyncio.to_thread(
                write_timeline,
                sighting(request_row, kind="seen", reason="", tables=2),
                sighting(request_row),
                sighting(other),
                sighting(request_row, kind="watching", reason="", time=None),
            )
            user_id = request_row.group.user_id
            await browsers.until(
                lambda: bool(sightings_of(browsers, user_id) and sightings_of(browsers, other.group.user_id))
            )
            mine = sightings_of(browsers, user_id)
            assert [(one["kind"], one["tables"], one["time"]) for one in mine] == [
                ("seen", 2, "19:30"),
                ("passed_over", 1, "19:30"),
            ]
            assert [one["reservation_id"] for one in sightings_of(browsers, other.group.user_id)] == [other.pk]
            stored = await sync_to_async(timeline.group_timeline)(user=user, group_id=request_row.group_id)
            assert [one["id"] for one in mine] == [
                entry.id for entry in reversed(stored.entries) if entry.kind in ("seen", "passed_over")
            ]

    run_in_loop(steps)


@pytest.mark.usefixtures("rare_polls")
def test_sightings_of_several_runs_arrive_in_order(request_row: Reservation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_events, "MAX_ENTRIES", 4)
    monkeypatch.setattr(live_events, "MAX_IN_EVENT", 3)

    async def steps() -> None:
        async with running() as (_, browsers):
            await browsers.until(lambda: len(browsers.durable) == 1)
            await asyncio.to_thread(write_timeline, *(sighting(request_row, checks=number) for number in range(10)))
            user_id = request_row.group.user_id

            def checks() -> list[int]:
                """Return the entries that arrived, without repetitions.

                At its start, the relay pushes recent entries. A notification may name them again.
                """
                return list(dict.fromkeys(one["checks"] for one in sightings_of(browsers, user_id)))

            await browsers.until(lambda: len(checks()) == 10)
            assert checks() == list(range(10))

    run_in_loop(steps)


def test_missed_sightings_are_pushed_later(request_row: Reservation, monkeypatch: pytest.MonkeyPatch) -> None:
    reach = publish.live
    refusals = iter(range(2))

    async def away_at_first(by_user: Any) -> None:
        if next(refusals, None) is not None:
            raise publish.PublishFailed("Redis did not take the event.")
        await reach(by_user)

    monkeypatch.setattr(publish, "live", away_at_first)
    # No relay listens yet.
    write_timeline(sighting(request_row))

    async def steps() -> None:
        async with running() as (_, browsers):
            await browsers.until(lambda: len(sightings_of(browsers, request_row.group.user_id)) == 1)

    run_in_loop(steps)


@pytest.fixture
def small_pool(request_row: Reservation) -> None:
    """Limit the pool to one idle connection, as in a relay. A bigger pool would try each of its broken connections."""
    connections.close_all()
    database = connections["default"]
    assert isinstance(database, DatabaseWrapper)
    database.close_pool()


@pytest.mark.usefixtures("small_pool")
def test_the_relay_reconnects_after_its_connections_are_cut(request_row: Reservation) -> None:
    with connection.cursor() as cursor:
        cursor.execute("select pg_backend_pid()")
        my_own = cursor.fetchone()[0]

    def cut() -> None:
        with psycopg.connect(conninfo(), autocommit=True) as killer:
            killer.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where datname = current_database() and pid not in (pg_backend_pid(), %s)",
                [my_own],
            )

    async def lose_with_lost_connections() -> None:
        # The pool gives a lost connection to one user, who closes it; nothing was written.
        while True:
            await sync_to_async(connections.close_all)()
            with suppress(OperationalError):
                return await sync_to_async(lose)(request_row)

    async def steps() -> None:
        async with running() as (_, browsers):
            await browsers.until(lambda: len(browsers.durable) == 1)
            await asyncio.to_thread(cut)
            await lose_with_lost_connections()
            await browsers.until(lambda: len(browsers.durable) == 2)

    run_in_loop(steps)


def test_outcomes_are_stored_while_redis_is_away_and_published_later(
    request_row: Reservation, monkeypatch: pytest.MonkeyPatch
) -> None:
    reach = publish.durable

    async def steps() -> None:
        refusals = iter(range(3))
        refused = asyncio.Event()

        async def away_at_first(user_id: int, event: Any, **rest: Any) -> None:
            if next(refusals, None) is None:
                refused.set()
                return await reach(user_id, event, **rest)
            raise publish.PublishFailed("Redis did not take the event.")

        monkeypatch.setattr(publish, "durable", away_at_first)
        await sync_to_async(lose)(request_row)
        async with running() as (_, browsers):
            await asyncio.wait_for(refused.wait(), TIMEOUT_SECONDS)
            await browsers.until(lambda: len(browsers.durable) == 2)

    with capture_logs() as logs:
        run_in_loop(steps)
    assert [record["event"] for record in logs if record.get("part") == "events"] == [
        "relay part fails, trying again",
        "relay part works again",
    ]


def test_a_failing_part_does_not_stop_the_others(request_row: Reservation, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: Any) -> int:
        raise ValueError("does not work")

    async def steps() -> None:
        monkeypatch.setattr(upkeep, "end_due", broken)
        async with running() as (_, browsers):
            await sync_to_async(lose)(request_row)
            await browsers.until(lambda: len(browsers.durable) == 2)

    run_in_loop(steps)


@pytest.mark.parametrize(
    "payload", ["", "no json", "[]", '{"t": "seen"}', '{"t": "seen", "attempt": "x"}', '{"t": "lines"}', "7"]
)
def test_a_notification_that_cannot_be_parsed_is_ignored(payload: str) -> None:
    notifications = Notifications()
    notifications.add(channel="watch", payload=payload)
    assert notifications == Notifications()
