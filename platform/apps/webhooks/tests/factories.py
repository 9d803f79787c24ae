"""Webhooks and events for tests."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.utils import timezone

from apps.accounts.models import User
from apps.notices import services as notices
from apps.notices.tests.factories import body
from apps.webhooks import sending, services
from apps.webhooks.models import EVENT_NAMES, EventName, Webhook

URL = "https://hooks.example.org/tables/k7Qf-secret"


def webhook(
    user: User, url: str = URL, *, events: Sequence[EventName] = EVENT_NAMES, now: datetime | None = None
) -> tuple[Webhook, str]:
    """Add a webhook. Return its row and its secret."""
    made = services.create(user=user, url=url, events=events, address="", now=now or timezone.now())
    return made, made.secret


def happen(user: User, *, group_id: int = 7, now: datetime | None = None) -> int:
    """Append an event of a request, and return its number."""
    seq = notices.append(user_id=user.pk, type="reservation.changed", body=body(group_id), now=now or timezone.now())
    assert seq is not None
    return seq


def send_all(clock: Callable[[], datetime]) -> int:
    """Run jobs until no event is due at the clock's time. Return the number of calls."""
    calls = 0
    for pk in Webhook.objects.order_by("pk").values_list("pk", flat=True):
        while sending.send_next(webhook_id=pk, clock=clock) is not None:
            calls += 1
    return calls
