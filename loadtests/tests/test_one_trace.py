"""One trace leads from the click to the browser. An OpenTelemetry receiver in this process collects it.

The parts are real: the API, PostgreSQL, a watcher against the platform simulator, the relay, the channel layer, a hub.
"""

import asyncio
import re
import threading
from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.utils import timezone
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from apps.common.database.conninfo import conninfo
from apps.notices.events.event_log import EventTable
from apps.outcomes.relay.loop import Relay
from apps.requests.models import ReservationGroup
from apps.requests.tests import factories
from realtime.hub import Hub
from realtime.ports import Principal
from realtime.send_queue import SendQueue, SessionSettings
from server import tracing
from snipers.store.postgres import PostgresStore
from snipers.telemetry import spans, trace
from snipers.testing.simulators import ResySimulator, resy_simulator
from snipers.watching.context import WatchOwner
from snipers.watching.venue_watcher import VenueWatcher
from testing.platform_accounts import make_account
from testing.users import make_user, signed_in
from testing.venues import make_venue


class Collector:
    """Receives OTLP over HTTP. `spans` has the received spans by name."""

    def __init__(self) -> None:
        self.spans: dict[str, Any] = {}
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                collector.receive(ExportTraceServiceRequest.FromString(body))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *message: Any) -> None:
                """Log nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def receive(self, sent: ExportTraceServiceRequest) -> None:
        for resource in sent.resource_spans:
            for scope in resource.scope_spans:
                self.spans |= {span.name: span for span in scope.spans}


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    collector = Collector()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
    # Restores what configure() sets.
    monkeypatch.setattr(spans, "_otel", None)
    assert spans.configure(service="tablehawk-test")
    yield collector
    collector.server.shutdown()
    collector.server.server_close()


class OneUser:
    """Authentication that accepts every token and always returns the same user."""

    def __init__(self, user_id: int) -> None:
        self._user_id = user_id

    async def verify(self, token: str) -> Principal | None:
        return Principal(user_id=self._user_id, session_id="s", expires_at=datetime.now(UTC) + timedelta(hours=1))

    async def ended(self, session_ids: Collection[str]) -> set[str]:
        return set()


def submit_request(resy: ResySimulator, sealed: str) -> tuple[int, int, ReservationGroup]:
    """Submit a request over HTTP; return the user, the venue and the group."""
    user = make_user("Alice", trial_ends_at=timezone.now() + timedelta(days=9))
    venue = make_venue(platform_venue_id=resy.platform_venue_id, time_zone="America/New_York")
    account = make_account(user=user, sealed_token=sealed)
    body = factories.body(at=[venue], account=account, dates=[resy.day.isoformat()])
    reply = signed_in(user).post("/api/reservations/", body)
    assert reply.status_code == 201, reply.content
    return user.pk, venue.pk, ReservationGroup.objects.get(user=user)


async def book_and_receive(resy: ResySimulator) -> ReservationGroup:
    """Submit a request, free its table, and wait until the browser receives the outcome."""
    user_id, venue_id, group = await sync_to_async(submit_request)(resy, (await resy.diner()).text)
    verifier, sent = OneUser(user_id), asyncio.Queue[Any]()
    hub = Hub(verifier=verifier, sessions=verifier, events=EventTable(), on_delivery=tracing.pushed)
    browser = await hub.admit(SendQueue(sent.put, SessionSettings()), {"token": "t"})
    browser.on_connected()
    # What happens before this message is left to the page's first request.
    while '"ready"' not in (await sent.get()).get("text", ""):
        pass
    relay, store = Relay(clock=timezone.now), PostgresStore(url=conninfo())
    relaying = asyncio.create_task(relay.run())
    async with resy.client() as client:
        watcher = VenueWatcher(
            owner=WatchOwner(venue_id=venue_id, platform="resy", name="w", pid=1, node="n"),
            store=store,
            client=client,
            pace_seconds=0.1,
        )
        watching = asyncio.create_task(watcher.run())
        await resy.free("19:30")
        # On a busy machine a claim may lapse before its booking call. Then the table is tried again.
        while not re.search(r'"kind": ?"booked"', (await sent.get()).get("text", "")):
            pass
        await watcher.aclose()
        await watching
    relay.stop()
    await relaying
    browser.on_disconnected()
    await store.close()
    return group


@pytest.mark.django_db(transaction=True)
def test_spans_from_the_click_to_the_browser_form_one_trace(collector: Collector) -> None:
    async def run() -> ReservationGroup:
        async with asyncio.timeout(60), resy_simulator() as resy:
            group = await book_and_receive(resy)
        await sync_to_async(connections.close_all)()
        return group

    group = asyncio.run(run())
    spans.flush()
    chain = ["POST api/reservations/", "poll", "book", "outbox", "push"]
    assert set(chain) <= collector.spans.keys()
    found = [collector.spans[name] for name in chain]
    assert {span.trace_id.hex() for span in found} == {trace.id_of(group.trace)}
    click, poll, book, outbox, push = found
    parents = {span.name: span.parent_span_id for span in found}
    assert parents == {
        click.name: b"",
        "poll": click.span_id,
        "book": poll.span_id,
        "outbox": click.span_id,
        "push": outbox.span_id,
    }
    assert click.start_time_unix_nano < poll.start_time_unix_nano < book.end_time_unix_nano < push.end_time_unix_nano
    (result,) = [one.value.string_value for one in book.attributes if one.key == "result"]
    assert result == "booked"
