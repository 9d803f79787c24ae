"""Duplicate, reversed, late, lost and forged events: in the end the stored state equals Stripe's."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from apps.accounts.models import AuditEntry, User
from apps.billing import signals
from apps.billing.models import Subscription, WebhookEvent
from apps.billing.rules import Contract
from apps.billing.stripe import gateway, inbox, subscription_sync
from apps.billing.tests.shop import BUYING, CANCELING, CHANGING, DAY, Shop, assert_same, customer_of, until
from apps.billing.tests.steps import assert_settled, buy, limit
from snipers.domain.backoff import Backoff
from testing.users import Person
from testing.worker import terminate_worker_connections


def tier_changes() -> list[tuple[str, str]]:
    noted = AuditEntry.objects.filter(act="tier_changed").order_by("id")
    return [(entry.facts["old"], entry.facts["new"]) for entry in noted]


@pytest.mark.parametrize("mode", ["double", "reverse"])
def test_duplicate_or_reversed_events_have_one_effect(shop: Shop, newcomer: Person, mode: str) -> None:
    shop.webhooks(mode)
    buy(newcomer, shop)
    assert_settled(newcomer, shop, status="trialing", allowed=5)
    newcomer.post(CHANGING, {"new_subscription_tier": "premium"})
    assert_settled(newcomer, shop, status="trialing", allowed=25)
    shop.advance(newcomer.user, 11 * DAY)
    assert_settled(newcomer, shop, status="active", allowed=25)
    assert tier_changes() == [("none", "standard"), ("standard", "premium")]


def test_late_events_in_the_wrong_order_end_in_the_present_state(shop: Shop, returning: Person) -> None:
    shop.webhooks("hold")
    page = returning.post(BUYING, {"subscription_tier": "standard"}).json()["sessionUrl"]
    shop.press(page, "pay")
    assert returning.post(CHANGING, {"new_subscription_tier": "premium"}).status_code == 200
    assert returning.post(CANCELING).status_code == 200
    assert limit(returning) == 0, "only events set a tier"
    shop.webhooks("release", reverse=True)
    assert assert_settled(returning, shop, status="active", allowed=25)["cancel_at_period_end"]
    assert tier_changes() == [("none", "premium")]


def test_a_lost_webhook_is_found_by_the_sweep(shop: Shop, returning: Person) -> None:
    shop.webhooks("drop")
    page = returning.post(BUYING, {"subscription_tier": "standard"}).json()["sessionUrl"]
    shop.press(page, "pay")
    inbox.sweep(now=timezone.now())
    assert not ProcrastinateJob.objects.filter(queue_name="billing").exists(), "webhooks have their time"
    let_time_pass()
    until(lambda: limit(returning) == 5, what="the subscription is read")
    assert_settled(returning, shop, status="active", allowed=5)
    shop.card(returning.user, "declined")
    shop.advance(returning.user, 32 * DAY)
    let_time_pass()
    until(lambda: Subscription.objects.get().status == "past_due", what="the subscription is read")
    assert_settled(returning, shop, status="past_due", allowed=5)


def let_time_pass() -> None:
    """Make the webhook of each subscription overdue and run the sweep."""
    Subscription.objects.update(look_again_at=timezone.now())
    inbox.sweep(now=timezone.now())


@pytest.mark.parametrize("signature", ["bad", "old", "future", "none", "foreign"])
def test_a_forged_event_is_refused_and_changes_nothing(shop: Shop, returning: Person, signature: str) -> None:
    buy(returning, shop)
    before = [Subscription.objects.values().get(), WebhookEvent.objects.count()]
    plan = shop.subscription(returning.user)["id"]
    assert shop.forge(type="customer.subscription.deleted", signature=signature, about=plan) == 400
    shop.settle()
    assert [Subscription.objects.values().get(), WebhookEvent.objects.count()] == before
    assert limit(returning) == 5


def test_a_read_is_repeated_after_a_concurrent_write(
    shop: Shop, returning: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    buy(returning, shop)
    shop.webhooks("drop")
    read, user, customer = gateway.contracts, returning.user, customer_of(returning.user)
    reads: list[list[str]] = []

    def slowly(*, customer_id: str) -> list[Contract]:
        found = read(customer_id=customer_id)
        reads.append([one.plan for one in found])
        if len(reads) == 1:
            # The first reader holds an old state while another writes the new one.
            returning.post(CHANGING, {"new_subscription_tier": "premium"})
            subscription_sync.synchronize(user_id=user.pk, customer_id=customer, now=timezone.now(), event_ids=())
        return found

    monkeypatch.setattr(gateway, "contracts", slowly)
    subscription_sync.synchronize(user_id=user.pk, customer_id=customer, now=timezone.now(), event_ids=())
    assert (reads[0], reads[-1]) == (["standard"], ["premium"])
    assert_same(user, shop.subscription(user))
    assert tier_changes() == [("none", "standard"), ("standard", "premium")]


def test_an_event_whose_receiver_fails_is_rolled_back_and_repeated(
    shop: Shop, returning: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbox, "RETRY", Backoff(first=0.1, ceiling=1.0))
    tries: list[str] = []

    def listener(sender: type, **fields: Any) -> None:
        tries.append(fields["new"])
        if len(tries) < 3:
            raise ValueError("not now")

    signals.tier_changed.connect(listener)
    try:
        buy(returning, shop)
    finally:
        signals.tier_changed.disconnect(listener)
    assert tries == ["standard"] * 3
    assert_settled(returning, shop, status="active", allowed=5)
    assert tier_changes() == [("none", "standard")]


def test_events_wait_while_stripe_is_unavailable(
    shop: Shop, returning: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbox, "RETRY", Backoff(first=0.1, ceiling=1.0))
    page = returning.post(BUYING, {"subscription_tier": "standard"}).json()["sessionUrl"]
    shop.settle()
    shop.simulator.add_fault("401", "/v1/subscriptions", source="stripe")
    shop.press(page, "pay")
    until(lambda: WebhookEvent.objects.filter(tries__gt=0).exists(), what="a try has failed")
    assert limit(returning) == 0
    shop.simulator.clear_faults()
    assert_settled(returning, shop, status="active", allowed=5)


def test_the_worker_comes_back_when_the_database_does(shop: Shop, returning: Person) -> None:
    until(lambda: terminate_worker_connections() > 0, what="the worker listens")
    buy(returning, shop)
    assert_settled(returning, shop, status="active", allowed=5)


def test_events_without_a_known_customer_are_marked_applied(shop: Shop, returning: Person) -> None:
    for event_id, customer_id in (("evt_a", ""), ("evt_b", "cus_of_nobody")):
        WebhookEvent.objects.create(
            event_id=event_id, type="customer.created", customer_id=customer_id, created=timezone.now()
        )
        inbox.defer(customer_id)
    shop.settle()
    assert WebhookEvent.objects.filter(event_id__in=("evt_a", "evt_b"), applied_at=None).count() == 0
    assert not Subscription.objects.exists()


def test_a_tier_of_staff_stands_until_the_subscriptions_own_changes(shop: Shop, returning: Person) -> None:
    buy(returning, shop)
    User.objects.filter(pk=returning.user.pk).update(tier="premium", trial_ends_at=None)
    returning.post(CANCELING)
    assert_settled(returning, shop, status="active", allowed=25)
    shop.advance(returning.user, 32 * DAY)
    assert_settled(returning, shop, status="canceled", allowed=0)


def test_a_sign_up_trial_outlives_a_failed_checkout(shop: Shop, alice: Person) -> None:
    page = alice.post(BUYING, {"subscription_tier": "premium"}).json()["sessionUrl"]
    shop.press(page, "fail")
    shop.settle()
    assert limit(alice) == 5
    shop.press(page, "pay")
    assert_settled(alice, shop, status="active", allowed=25)
    assert User.objects.get(pk=alice.user.pk).trial_ends_at is None


@pytest.mark.django_db
def test_the_sweep_defers_one_job_for_a_customer_with_overdue_events() -> None:
    now = timezone.now()
    for event_id, customer_id, waited, next_try_in in (
        ("evt_1", "cus_stored_without_job", 11, None),
        ("evt_2", "cus_stored_without_job", 12, None),
        ("evt_3", "cus_just_stored", 5, None),
        ("evt_4", "cus_retry_overdue", 60, -11),
        ("evt_5", "cus_retry_due_later", 60, 30),
    ):
        WebhookEvent.objects.create(
            event_id=event_id,
            type="customer.created",
            customer_id=customer_id,
            created=now,
            received_at=now - timedelta(seconds=waited),
            next_try_at=None if next_try_in is None else now + timedelta(seconds=next_try_in),
        )
    for _ in range(2):
        inbox.sweep(now=now)
    jobs = ProcrastinateJob.objects.filter(queue_name="billing").values_list("args__customer_id", flat=True)
    assert sorted(jobs) == ["cus_retry_overdue", "cus_stored_without_job"]


@pytest.mark.django_db
def test_old_applied_events_are_deleted() -> None:
    now = timezone.now()
    for days, event_id in ((36, "evt_old"), (34, "evt_young")):
        WebhookEvent.objects.create(event_id=event_id, type="x", created=now, applied_at=now - timedelta(days=days))
    WebhookEvent.objects.create(event_id="evt_waiting", type="x", created=now - timedelta(days=99))
    assert inbox.forget_old(now=now) == 1
    assert set(WebhookEvent.objects.values_list("event_id", flat=True)) == {"evt_young", "evt_waiting"}
