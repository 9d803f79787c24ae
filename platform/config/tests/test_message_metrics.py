"""Prometheus metrics of messages."""

from datetime import timedelta

from django.utils import timezone

from apps.notices.models import Delivery
from apps.notices.tests import factories
from server.health import metrics_text
from testing.users import Person


def samples() -> dict[str, float]:
    lines = (line.rsplit(" ", 1) for line in metrics_text().decode().splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in lines if name.startswith(("tablehawk_messages", "outbox_"))}


def test_messages_are_counted_by_channel_and_state(alice: Person) -> None:
    for _ in range(3):
        factories.event_with_notice(alice.user)
    Delivery.objects.filter(pk=Delivery.objects.latest("pk").pk).update(state="failed")
    found = samples()
    assert found['tablehawk_messages{channel="email",state="queued"}'] == 2
    assert found['tablehawk_messages{channel="email",state="failed"}'] == 1
    assert found['tablehawk_messages{channel="sms",state="sent"}'] == 0


def test_the_age_of_the_oldest_due_message_is_reported(alice: Person) -> None:
    factories.event_with_notice(alice.user, now=timezone.now() - timedelta(minutes=11))
    found = samples()
    assert found['outbox_oldest_age_seconds{outbox="email"}'] >= 600
    assert found['outbox_oldest_age_seconds{outbox="sms"}'] == 0
