"""Prometheus reads how many messages stand where."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.utils import timezone
from prometheus_client import generate_latest

from apps.notices.metrics import Deliveries
from apps.notices.models import Delivery
from apps.notices.tests import factories
from testing.users import Person


def lines() -> dict[str, float]:
    text = generate_latest().decode()
    found = [line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("tablehawk_messages")]
    return {name: float(value) for name, value in found}


def test_messages_are_counted_by_channel_and_state(alice: Person) -> None:
    for _ in range(3):
        factories.event_with_notice(alice.user)
    Delivery.objects.filter(pk=Delivery.objects.latest("pk").pk).update(state="failed")
    samples = lines()
    assert samples['tablehawk_messages{channel="email",state="queued"}'] == 2
    assert samples['tablehawk_messages{channel="email",state="failed"}'] == 1
    assert samples['tablehawk_messages{channel="sms",state="sent"}'] == 0


def test_the_age_of_the_oldest_due_message_is_reported(alice: Person) -> None:
    factories.event_with_notice(alice.user, now=timezone.now() - timedelta(minutes=11))
    samples = lines()
    assert samples['tablehawk_messages_oldest_due_seconds{channel="email"}'] >= 600
    assert samples['tablehawk_messages_oldest_due_seconds{channel="sms"}'] == 0


def test_other_metrics_are_served_without_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", gone)
    assert list(Deliveries().collect()) == []
