"""Liveness, readiness and metrics."""

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.db import OperationalError
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from prometheus_client import REGISTRY
from prometheus_client.openmetrics.parser import text_string_to_metric_families
from pytest_django import Settings

from apps.mqtt.models import MqttBroker
from apps.notices.models import Delivery
from apps.notices.tests.factories import event, event_with_notice
from apps.webhooks.models import Webhook, WebhookDelivery
from apps.webhooks.tests.factories import happen, webhook
from server import health as module
from server.health import Answer, DatabaseCheck, Health, metrics_text
from testing.users import Anyone, Person

READY = {"database": True, "migrations": True}


@asynccontextmanager
async def watching(**options: Any) -> AsyncIterator[Health]:
    """Health with its background tasks."""
    health = Health(**options)
    health.begin()
    yield health
    health.end()
    await asyncio.gather(*health._tasks, return_exceptions=True)


async def until_ready(health: Health, status: int = 200) -> Answer:
    async with asyncio.timeout(60):
        while health.readiness().status != status:  # noqa: ASYNC110 - a probe only reads, nothing signals a change
            await asyncio.sleep(0.01)
    return health.readiness()


def test_readiness_requires_a_migrated_database(db: None) -> None:
    assert DatabaseCheck()() == READY


def test_readiness_does_not_depend_on_valkey(db: None, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    assert DatabaseCheck()() == READY


def test_readiness_follows_a_missing_migration(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    check = DatabaseCheck()
    with monkeypatch.context() as patched:
        patched.setattr("server.health.MigrationExecutor.migration_plan", lambda *_: ["one"])
        assert check() == {"database": True, "migrations": False}
    assert check() == READY


def test_migrations_are_checked_until_complete_once(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    original = MigrationExecutor

    def counted(*args: Any) -> Any:
        built.append(1)
        return original(*args)

    monkeypatch.setattr(module, "MigrationExecutor", counted)
    check = DatabaseCheck()
    assert [check() for _ in range(20)] == [READY] * 20
    assert len(built) == 1


async def test_a_thousand_probes_cause_no_check() -> None:
    checks = []

    def check() -> dict[str, bool]:
        checks.append(1)
        return READY

    async with watching(check=check, every=60) as health:
        await until_ready(health)
        assert {health.readiness().status for _ in range(1000)} == {200}
        assert len(checks) == 1
        assert health.end()


async def test_a_process_that_has_not_checked_yet_is_not_ready_and_logs_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    answer = Health(check=lambda: READY).readiness()
    assert (answer.status, b"Not ready: database, migrations." in answer.body) == (503, True)
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]


async def test_a_hanging_database_counts_as_away_and_is_not_checked_twice() -> None:
    away, back, hanging = Event(), Event(), []

    def check() -> dict[str, bool]:
        if away.is_set():
            hanging.append(1)
            back.wait()
        return READY

    async with watching(check=check, every=0.01, timeout=1.0) as health:
        await until_ready(health)
        away.set()
        await until_ready(health, status=503)
        await asyncio.sleep(0.2)
        assert len(hanging) == 1
        assert not health.end()
        back.set()


async def test_liveness_fails_while_the_event_loop_is_blocked() -> None:
    assert Health(stuck_after=0.0).liveness().status == 200, "a process that starts is alive"
    async with watching(check=lambda: READY, every=0.01, stuck_after=1.0) as health:
        await asyncio.sleep(0.05)
        assert health.liveness().status == 200
        time.sleep(1.1)  # noqa: ASYNC251 - the loop must not run
        assert health.liveness().status == 503
        async with asyncio.timeout(60):
            while health.liveness().status != 200:  # noqa: ASYNC110 - nothing signals the change
                await asyncio.sleep(0.01)


async def test_an_unresponsive_valkey_is_a_metric(settings: Settings) -> None:
    async def seen(value: float) -> None:
        async with asyncio.timeout(60):
            while REGISTRY.get_sample_value("tablehawk_valkey_up") != value:  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.01)

    for url, value in ((settings.REDIS_URL, 1.0), ("redis://127.0.0.1:9/0", 0.0)):
        settings.REDIS_URL = url
        async with watching(check=lambda: READY, every=0.01) as health:
            await seen(value)
            assert (await until_ready(health)).status == 200


def test_a_process_that_is_shutting_down_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.graceful_shutdown.state.shutting_down", True)
    answer = Health(check=lambda: READY).readiness()
    assert (answer.status, b"Not ready: staying." in answer.body) == (503, True)


async def test_metrics_are_rendered_once_a_second_and_sent_to_a_few(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    made = []

    def text(*, with_exemplars: bool) -> bytes:
        made.append(with_exemplars)
        return b"text"

    monkeypatch.setattr(module, "_metrics_in_thread", text)
    settings.METRICS_TOKEN = "s3cret"
    health = Health(check=lambda: READY)
    asked = [health.metrics(authorization="Bearer s3cret", address="192.0.2.1") for _ in range(200)]
    statuses = [answer.status for answer in await asyncio.gather(*asked)]
    assert (statuses.count(200), statuses.count(429)) == (module.METRICS_ANSWERS, 200 - module.METRICS_ANSWERS)
    assert len(made) == 1


def test_metrics_count_requests_by_route_and_not_by_id(anyone: Anyone, db: None) -> None:
    anyone.get("/api/venues/123456/")
    text = metrics_text().decode()
    assert 'tablehawk_http_requests_total{method="GET",route="api/venues/<int:venue_id>/",status="401"}' in text
    assert "venues/123456" not in text


def test_openmetrics_has_the_trace_id_of_a_request_as_exemplar(anyone: Anyone, db: None) -> None:
    trace_id = "0af7651916cd43dd8448eb211c80319c"
    given = {"traceparent": f"00-{trace_id}-b7ad6b7169203331-01"}
    assert anyone._client.get("/api/blog/featured/", headers=given).status_code == 200
    text = metrics_text(with_exemplars=True).decode()
    (line,) = (one for one in text.splitlines() if trace_id in one)
    assert line.startswith('tablehawk_http_request_seconds_bucket{kind="read"')
    assert f'# {{trace_id="{trace_id}"}}' in line
    assert trace_id not in metrics_text().decode()


def test_openmetrics_has_all_series_and_ends_once(anyone: Anyone, db: None) -> None:
    anyone.get("/api/blog/featured/")
    text = metrics_text(with_exemplars=True).decode()
    assert text.count("# EOF") == 1
    assert text.endswith("# EOF\n")
    families = {family.name for family in text_string_to_metric_families(text)}  # type: ignore[no-untyped-call] # the library's gap
    plain = {line.split()[2] for line in metrics_text().decode().splitlines() if line.startswith("# TYPE")}
    assert {name for name in plain if not name.endswith("_created")} <= {
        *families,
        *(f"{name}_total" for name in families),
    }


async def test_the_format_follows_what_the_client_accepts(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.METRICS_TOKEN = ""
    monkeypatch.setattr(module, "_metrics_in_thread", lambda *, with_exemplars: str(with_exemplars).encode())
    health = Health(check=lambda: READY)
    plain = await health.metrics(authorization="", address="127.0.0.1")
    accept = "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3"
    rich = await health.metrics(authorization="", address="127.0.0.1", accept=accept)
    assert (plain.body, rich.body) == (b"False", b"True")
    assert plain.content_type.startswith("text/plain")
    assert rich.content_type.startswith("application/openmetrics-text")


def test_metrics_have_number_and_age_of_waiting_rows(alice: Person) -> None:
    event(alice.user)
    text = metrics_text().decode()
    assert 'outbox_depth{outbox="events"} 1.0' in text
    assert 'outbox_depth{outbox="outcomes"} 0.0' in text
    for outbox in ("outcomes", "events", "email", "sms", "stripe", "webhooks", "mqtt"):
        assert f'outbox_oldest_age_seconds{{outbox="{outbox}"}}' in text


def test_a_channel_whose_messages_were_sent_keeps_its_metrics(alice: Person) -> None:
    event_with_notice(alice.user)
    assert Delivery.objects.filter(channel="email").update(state="sent")
    assert 'outbox_depth{outbox="email"} 0.0' in metrics_text().decode()


def test_due_calls_of_webhooks_and_brokers_are_counted_but_not_resting_ones(alice: Person) -> None:
    now = timezone.now()
    webhook(alice.user)
    for group_id in (1, 1, 2):
        happen(alice.user, group_id=group_id)
    WebhookDelivery.objects.update(next_at=now - timedelta(minutes=5))
    MqttBroker.objects.create(user=alice.user, next_at=now - timedelta(minutes=2))

    def read() -> list[float]:
        pattern = r'outbox_(?:depth|oldest_age_seconds){outbox="(?:webhooks|mqtt)"} (\S+)'
        found = re.findall(pattern, metrics_text().decode())
        return [round(float(one), -1) for one in found]

    # The second event of the first request waits for the first one.
    assert read() == [0, 0, 300, 120]
    assert 'outbox_depth{outbox="webhooks"} 2.0' in metrics_text().decode()
    Webhook.objects.update(rests_until=now + timedelta(minutes=1), failures=1)
    MqttBroker.objects.update(rests_until=now + timedelta(minutes=1))
    assert read() == [0, 0, 0, 0]
    Webhook.objects.update(rests_until=now - timedelta(minutes=1))
    MqttBroker.objects.update(off_reason="failing")
    assert read() == [0, 0, 60, 0]
    Webhook.objects.update(off_reason="by_user")
    assert read() == [0, 0, 0, 0]


def test_without_a_database_only_process_metrics_are_served(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError

    with monkeypatch.context() as patched:
        patched.setattr("server.backlog.connection.cursor", away)
        text = metrics_text().decode()
    assert "tablehawk_http_requests_total" in text
    assert "outbox_depth" not in text


@pytest.mark.parametrize(
    ("production", "token", "header", "remote", "status"),
    [
        (False, "", "", "127.0.0.1", 200),
        (False, "", "", "::1", 200),
        (False, "", "", "192.0.2.1", 403),
        (True, "", "", "127.0.0.1", 403),
        (True, "s3cret", "Bearer s3cret", "192.0.2.1", 200),
        (True, "s3cret", "Bearer other", "127.0.0.1", 403),
        (False, "s3cret", "", "127.0.0.1", 403),
    ],
)
async def test_metrics_are_for_this_machine_or_for_the_token(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    production: bool,
    token: str,
    header: str,
    remote: str,
    status: int,
) -> None:
    monkeypatch.setattr(module, "_metrics_in_thread", lambda **_: b"")
    settings.PRODUCTION, settings.METRICS_TOKEN = production, token
    answer = await Health().metrics(authorization=header, address=remote)
    assert answer.status == status
