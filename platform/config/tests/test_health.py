from typing import Any

import pytest
from django.db import OperationalError
from pytest_django import Settings

from apps.accounts.testing import Anyone, Person
from apps.notices.tests.make import event


def test_alive_asks_nothing_of_the_database(anyone: Anyone) -> None:
    assert anyone.get("/healthz").json() == {"status": "ok"}


def test_ready_when_everything_is_in_place(anyone: Anyone, db: None) -> None:
    checks = {"database": True, "migrations": True, "redis": True}
    assert anyone.get("/readyz").json() == {"status": "ok", "checks": checks}


def test_not_ready_says_what_is_missing(anyone: Anyone, db: None, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    response = anyone.get("/readyz")
    assert response.status_code == 503
    assert response.json()["message"] == "Not ready: redis."
    assert response.json()["checks"] == {"database": True, "migrations": True, "redis": False}


def test_a_process_that_leaves_is_not_ready_and_asks_nobody(anyone: Anyone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.farewell.presence.leaving", True)
    response = anyone.get("/readyz")
    assert (response.status_code, response.json()["message"]) == (503, "Not ready: staying.")
    assert anyone.get("/healthz").status_code == 200


def test_a_missing_migration_is_noticed(anyone: Anyone, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.health.MigrationExecutor.migration_plan", lambda *_: ["one"])
    assert anyone.get("/readyz").json()["message"] == "Not ready: migrations."


def test_metrics_count_requests_by_route_and_not_by_id(anyone: Anyone, db: None) -> None:
    anyone.get("/api/venues/123456/")
    text = anyone.get("/metrics").content.decode()
    assert 'tablehawk_http_requests_total{method="GET",route="api/venues/<int:venue_id>/",status="401"}' in text
    assert "venues/123456" not in text


def test_metrics_say_what_waits_and_for_how_long(anyone: Anyone, alice: Person) -> None:
    event(alice.user)
    text = anyone.get("/metrics").content.decode()
    assert 'outbox_depth{outbox="events"} 1.0' in text
    assert 'outbox_depth{outbox="outcomes"} 0.0' in text
    for outbox in ("outcomes", "events", "email", "sms", "webhooks"):
        assert f'outbox_oldest_age_seconds{{outbox="{outbox}"}}' in text


def test_without_a_database_metrics_are_what_the_process_knows(
    anyone: Anyone, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise OperationalError

    with monkeypatch.context() as patched:
        patched.setattr("config.backlog.connection.cursor", away)
        text = anyone.get("/metrics").content.decode()
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
def test_metrics_are_for_this_machine_or_for_the_token(
    anyone: Anyone,
    db: None,
    settings: Settings,
    production: bool,
    token: str,
    header: str,
    remote: str,
    status: int,
) -> None:
    settings.PRODUCTION, settings.METRICS_TOKEN = production, token
    extra: dict[str, Any] = {"REMOTE_ADDR": remote}
    response = anyone._client.get("/metrics", headers={"Authorization": header}, **extra)
    assert response.status_code == status
