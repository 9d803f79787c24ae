"""Parallel clicks, lost answers and an unavailable Stripe lead to one customer, one open page and one key per
request."""

import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections
from pytest_django import Settings

from apps.accounts.models import User
from apps.billing.models import Command, UsedTrial, WebhookEvent
from apps.billing.tests.shop import BUYING, CANCELING, CHANGING, DETAILS, MANAGING, Shop, until
from apps.billing.tests.steps import assert_settled, buy
from apps.billing.tests.test_webhook_signature import BODY, URL, signature
from testing.users import Anyone, Person, make_user, signed_in

STANDARD = {"subscription_tier": "standard"}


def at_once(call: Callable[[], Any], *, times: int) -> list[Any]:
    def work() -> Any:
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(times) as pool:
        return [one.result() for one in [pool.submit(work) for _ in range(times)]]


def wait_for_the_first_call(user: User) -> None:
    """Wait until a call to Stripe for this user is under way: its command is stored just before it is sent."""
    until(lambda: Command.objects.filter(user=user).exists(), what="a command")
    time.sleep(0.3)


def customers(shop: Shop, person: Person) -> list[dict[str, Any]]:
    """Return the customers that Stripe was asked to create for this person."""
    return [one for one in shop.truth()["customers"] if one["metadata"].get("user_id") == str(person.user.pk)]


def test_eight_clicks_at_once_open_one_trial_page_for_one_customer(shop: Shop, newcomer: Person) -> None:
    person = {"Authorization": newcomer._headers()["Authorization"]}
    answers = at_once(lambda: Anyone()._client.post(BUYING, STANDARD, "application/json", headers=person), times=8)
    assert [one.status_code for one in answers] == [200] * 8
    assert len({one.json()["sessionUrl"] for one in answers}) == 1
    assert len(customers(shop, newcomer)) == 1
    assert [one["status"] for one in shop.truth(newcomer.user)["checkout_sessions"]] == ["open"]


def test_a_second_click_waits_for_the_page_that_the_first_one_opens(shop: Shop, newcomer: Person) -> None:
    shop.simulator.add_fault("slow", "/v1/checkout/sessions", source="stripe", times=1, delay_ms=5000)
    headers, waits = newcomer._headers(), iter([False, True])

    def click() -> Any:
        if next(waits):
            wait_for_the_first_call(newcomer.user)
        return Anyone()._client.post(BUYING, STANDARD, "application/json", headers=headers)

    answers = at_once(click, times=2)
    assert [one.status_code for one in answers] == [200] * 2
    assert len({one.json()["sessionUrl"] for one in answers}) == 1
    replies = [one["status"] for one in shop.posts() if one["path"] == "/v1/checkout/sessions"]
    assert 409 in replies


def test_the_two_plans_clicked_at_once_leave_one_page_open(shop: Shop, newcomer: Person) -> None:
    headers, plans = newcomer._headers(), iter(["standard", "premium"] * 2)
    at_once(
        lambda: Anyone()._client.post(BUYING, {"subscription_tier": next(plans)}, "application/json", headers=headers),
        times=4,
    )
    sessions = shop.truth(newcomer.user)["checkout_sessions"]
    assert [one["status"] for one in sessions].count("open") <= 1


def test_every_post_has_a_key_that_was_stored_before(shop: Shop, returning: Person) -> None:
    buy(returning, shop)
    returning.post(CHANGING, {"new_subscription_tier": "premium"})
    returning.post(CANCELING)
    returning.get(MANAGING)
    stored = {str(key) for key in Command.objects.filter(user=returning.user).values_list("key", flat=True)}
    ours = {one["idempotency_key"] for one in shop.posts() if one["path"].startswith(OUR_PATHS)}
    assert None not in ours
    assert stored <= ours
    assert {one["status"] for one in shop.truth()["requests"]} == {200}
    assert len(stored) == 5


OUR_PATHS = ("/v1/customers", "/v1/checkout", "/v1/subscriptions", "/v1/billing_portal")


@pytest.mark.parametrize("path", ["/v1/customers", "/v1/checkout/sessions"])
def test_a_lost_answer_is_requested_again_with_the_same_key(shop: Shop, newcomer: Person, path: str) -> None:
    shop.simulator.add_fault("cut-after-commit", path, source="stripe")
    lost = newcomer.post(BUYING, STANDARD)
    assert (lost.status_code, lost.json()["code"]) == (503, "billing_unavailable")
    assert Command.objects.filter(state="open").count() == 1
    shop.simulator.clear_faults()
    assert newcomer.post(BUYING, STANDARD).status_code == 200
    assert not Command.objects.exclude(state="done").exists()
    assert len(customers(shop, newcomer)) == 1
    assert len(shop.truth(newcomer.user)["checkout_sessions"]) == 1


def test_a_failure_stored_under_a_key_is_repeated_with_a_new_key(shop: Shop, newcomer: Person) -> None:
    shop.simulator.add_fault("500-short", "/v1/checkout/sessions", source="stripe")
    assert newcomer.post(BUYING, STANDARD).status_code == 503
    shop.simulator.clear_faults()
    assert newcomer.post(BUYING, STANDARD).status_code == 200


@pytest.mark.parametrize("kind", ["429", "401", "503-html", "403-html"])
def test_each_failure_of_stripe_is_a_refusal_with_a_sentence(
    shop: Shop, returning: Person, kind: str, caplog: pytest.LogCaptureFixture, settings: Settings
) -> None:
    buy(returning, shop)
    shop.simulator.add_fault(kind, "/v1/subscriptions", source="stripe")
    with caplog.at_level(logging.DEBUG):
        response = returning.post(CANCELING)
    assert (response.status_code, response.json()) == (
        503,
        {
            "code": "billing_unavailable",
            "message": "We can't reach our payment provider right now. Try again in a few minutes.",
        },
    )
    assert response["Retry-After"] == "30"
    assert settings.STRIPE_SECRET_KEY not in caplog.text
    assert settings.STRIPE_WEBHOOK_SECRET not in caplog.text
    shop.simulator.clear_faults()
    assert_settled(returning, shop, status="active", allowed=5)


@pytest.mark.django_db
def test_a_refused_connection_is_a_refusal_with_a_sentence(nora: Person, settings: Settings) -> None:
    settings.STRIPE_API_BASE = "http://127.0.0.1:9"
    response = nora.post(BUYING, STANDARD)
    assert (response.status_code, response.json()["code"]) == (503, "billing_unavailable")


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({}, 422, "subscription_tier: This field is required."),
        ({"subscription_tier": "none"}, 422, None),
        ({"subscription_tier": "gold"}, 422, None),
        ({**STANDARD, "price": "price_1"}, 422, "Unknown field: price."),
        ({**STANDARD, "coupon": "FREE"}, 422, "Unknown field: coupon."),
        ({**STANDARD, "trial_period_days": 900}, 422, "Unknown field: trial_period_days."),
        ({**STANDARD, "success_url": "https://evil.example"}, 422, "Unknown field: success_url."),
        ({**STANDARD, "customer": "cus_1"}, 422, "Unknown field: customer."),
    ],
)
def test_checkout_takes_only_the_plan_from_the_client(
    nora: Person, body: dict[str, Any], status: int, message: str | None
) -> None:
    response = nora.post(BUYING, body)
    assert response.status_code == status
    if message:
        assert response.json()["message"] == message
    assert not Command.objects.exists()


def test_clicks_are_rate_limited(returning: Person) -> None:
    answers = [returning.post(CANCELING).status_code for _ in range(61)]
    assert set(answers[:60]) == {409}
    assert answers[60] == 429


@pytest.mark.parametrize("kept", ["email", "phone"])
def test_a_deleted_user_who_signs_up_again_gets_no_second_trial(shop: Shop, kept: str, transactional_db: None) -> None:
    contact = {"email": "gone@example.org", "phone": "+12125550177"}
    make_user("Gone", has_had_free_trial=True, **contact).delete()
    assert UsedTrial.objects.count() == 2
    again = signed_in(make_user("Again", tier="none", **{kept: contact[kept]}))
    details = again.get(DETAILS).json()
    assert details["has_had_free_trial"]
    assert {plan["action"] for plan in details["plans"]} == {"subscribe"}
    assert again.post(BUYING, STANDARD).json()["message"] == "Redirecting to checkout"
    other = signed_in(make_user("Other", tier="none", phone="+12125550178"))
    assert not other.get(DETAILS).json()["has_had_free_trial"]


@pytest.mark.django_db
def test_a_deleted_user_without_a_trial_leaves_no_mark() -> None:
    make_user("Gone").delete()
    assert not UsedTrial.objects.exists()


def test_sixteen_parallel_copies_of_an_event_are_stored_once(transactional_db: None) -> None:
    headers = {"Stripe-Signature": signature(BODY)}
    answers = at_once(
        lambda: Anyone()._client.generic("POST", URL, BODY, "application/json", headers=headers), times=16
    )
    assert [one.status_code for one in answers] == [200] * 16
    assert sorted(one.json()["message"] for one in answers) == ["Received"] + ["Received before"] * 15
    assert WebhookEvent.objects.count() == 1


def test_a_user_with_a_subscription_cannot_be_deleted(shop: Shop, returning: Person) -> None:
    buy(returning, shop)
    with pytest.raises(Exception, match="protected"):
        User.objects.get(pk=returning.user.pk).delete()
