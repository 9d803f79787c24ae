"""`manage.py run_worker` is killed while it applies an event of Stripe."""

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateEvent, ProcrastinateJob
from pytest_django import Settings

from apps.accounts.models import AuditEntry
from apps.billing.models import WebhookEvent
from apps.billing.stripe import inbox
from apps.billing.tests.shop import BUYING, Shop
from apps.billing.tests.steps import assert_settled
from testing.users import Person
from testing.worker import until, worker_process


def ran_for(duration: timedelta) -> QuerySet[ProcrastinateJob]:
    """Return billing's jobs that have been running for at least this long."""
    begun = ProcrastinateEvent.objects.filter(type="started", at__lte=timezone.now() - duration)
    return ProcrastinateJob.objects.filter(queue_name="billing", status="doing", pk__in=begun.values("job"))


def test_an_event_whose_worker_was_killed_is_applied_once(
    idle_shop: Shop, returning: Person, settings: Settings
) -> None:
    page = returning.post(BUYING, {"subscription_tier": "standard"}).json()["sessionUrl"]
    assert idle_shop.press(page, "pay").status_code == 303
    until(lambda: WebhookEvent.objects.count() >= 3)
    variables: dict[str, Any] = {
        "STRIPE_API_BASE": idle_shop.simulator.stripe_url,
        "STRIPE_SECRET_KEY": settings.STRIPE_SECRET_KEY,
        "STRIPE_WEBHOOK_SECRET": settings.STRIPE_WEBHOOK_SECRET,
    }
    idle_shop.simulator.add_fault("hang", "/v1/subscriptions", source="stripe")
    with worker_process(**variables) as first:
        # After a second, the job waits for Stripe, and it does so for several more.
        until(lambda: ran_for(timedelta(seconds=1)).exists())
        first.kill()
        first.wait()
    assert WebhookEvent.objects.filter(applied_at=None).exists()
    assert ran_for(timedelta(seconds=1)).exists()

    idle_shop.simulator.clear_faults()
    # The job is lost with its worker; the sweep takes events that have waited for ten seconds.
    WebhookEvent.objects.update(received_at=timezone.now() - timedelta(minutes=1))
    inbox.sweep(now=timezone.now())
    with worker_process(**variables):
        assert_settled(returning, idle_shop, status="active", allowed=5)
    changes = AuditEntry.objects.filter(act="tier_changed").values_list("facts__old", "facts__new")
    assert list(changes) == [("none", "standard")]
