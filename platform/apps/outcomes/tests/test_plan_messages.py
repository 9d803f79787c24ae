"""Events of billing about a trial or a payment reach the user as event, mail and text message."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone

from apps.billing.models import Subscription
from apps.billing.signals import payment_failed, trial_ending
from apps.notices.models import Delivery, Event
from testing.users import Person

ENDS = datetime(2026, 12, 4, 2, 0, tzinfo=UTC)


def subscription(person: Person, **fields: Any) -> None:
    Subscription.objects.create(user=person.user, **{"plan": "premium", "status": "trialing", **fields})


def published() -> list[str]:
    return [event.payload["text"] for event in Event.objects.order_by("id")]


def facts() -> dict[str, Any]:
    delivery = Delivery.objects.get()
    return {"kind": delivery.kind, **delivery.facts}


@pytest.mark.parametrize(
    ("will_cancel", "then"), [(False, "After that, Pro costs $50.00 a month."), (True, "You won't be charged.")]
)
def test_the_end_of_a_trial_is_notified_once(bob: Person, will_cancel: bool, then: str) -> None:
    subscription(bob, will_cancel=will_cancel)
    for _ in range(2):
        trial_ending.send(Subscription, user_id=bob.user.pk, ends_at=ENDS, now=timezone.now())
    assert published() == [f"Your free trial ends on December 3, 2026. {then}"]
    assert facts() == {
        "kind": "trial_ending",
        "plan_name": "Pro",
        "price_cents": 5000,
        "renews": not will_cancel,
        "ends_at": "2026-12-04T02:00:00Z",
    }


def test_a_trial_without_an_end_sends_nothing(bob: Person) -> None:
    subscription(bob)
    trial_ending.send(Subscription, user_id=bob.user.pk, ends_at=None, now=timezone.now())
    assert published() == []


@pytest.mark.parametrize(("status", "goes_on"), [("past_due", True), ("unpaid", False), ("incomplete", False)])
def test_a_failed_payment_is_notified_once_a_day(bob: Person, status: str, goes_on: bool) -> None:
    subscription(bob, status=status)
    day = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)
    for hour in (15, 16):
        payment_failed.send(Subscription, user_id=bob.user.pk, now=day.replace(hour=hour))
    assert published() == ["Your payment for Pro didn't go through. Please check your card."]
    assert facts() == {"kind": "payment_failed", "plan_name": "Pro", "goes_on": goes_on}

    payment_failed.send(Subscription, user_id=bob.user.pk, now=day.replace(day=21))
    assert len(published()) == 2
