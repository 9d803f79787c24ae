"""The subscription screens, read without calling Stripe."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from apps.accounts.models import User
from apps.billing.models import Subscription
from apps.billing.stripe import gateway
from apps.billing.tests.shop import ACCESS_END, BUYING, CANCELING, CHANGING, DETAILS, MANAGING
from testing.users import Anyone, Person

ENDS = timezone.now().replace(microsecond=0) + timedelta(days=20)


def subscribed(person: Person, **fields: Any) -> Subscription:
    values = {"status": "active", "plan": "standard", "granted": "standard", "current_period_end": ENDS}
    return Subscription.objects.create(
        user=person.user, customer_id="cus_1", subscription_id="sub_1", **{**values, **fields}
    )


def actions(details: dict[str, Any]) -> dict[str, str]:
    return {plan["tier"]: plan["action"] for plan in details["plans"]}


def test_a_newcomer_is_offered_the_free_trial(nora: Person) -> None:
    assert nora.get(DETAILS).json() == {
        "subscription_type": "none",
        "status": "none",
        "will_cancel": False,
        "cancels_on": None,
        "current_period_end": None,
        "trial_ends_at": None,
        "has_had_free_trial": False,
        "complimentary": False,
        "plans": [
            {"tier": "standard", "name": "Standard", "price_cents": 2500, "action": "start_trial"},
            {"tier": "premium", "name": "Pro", "price_cents": 5000, "action": "start_trial"},
        ],
        "can_cancel": False,
        "can_manage": False,
    }


def test_the_sign_up_trial_is_the_one_free_trial(alice: Person) -> None:
    details = alice.get(DETAILS).json()
    assert (details["subscription_type"], details["status"], details["has_had_free_trial"]) == (
        "standard",
        "none",
        True,
    )
    assert details["trial_ends_at"] is not None
    assert actions(details) == {"standard": "subscribe", "premium": "subscribe"}


def test_a_running_subscription_renews_at_the_end_of_its_period(charlie: Person) -> None:
    subscribed(charlie)
    details = charlie.get(DETAILS).json()
    assert details["current_period_end"] == ENDS.strftime("%Y-%m-%dT%H:%M:%S.000Z")
    assert (details["will_cancel"], details["cancels_on"]) == (False, None)
    assert (details["can_cancel"], details["can_manage"]) == (True, True)
    assert actions(details) == {"standard": "current", "premium": "switch"}


def test_a_canceled_subscription_shows_its_end_and_can_be_renewed(charlie: Person) -> None:
    subscribed(charlie, will_cancel=True, cancels_on=ENDS)
    details = charlie.get(DETAILS).json()
    assert (details["will_cancel"], details["cancels_on"]) == (True, ENDS.strftime("%Y-%m-%dT%H:%M:%S.000Z"))
    assert not details["can_cancel"]
    assert actions(details) == {"standard": "resubscribe", "premium": "switch"}


def test_an_ended_subscription_has_no_renewal_date(nora: Person) -> None:
    subscribed(nora, status="canceled", granted="none")
    details = nora.get(DETAILS).json()
    assert (details["status"], details["current_period_end"], details["can_manage"]) == ("canceled", None, True)


def give(person: Person, tier: str) -> None:
    User.objects.filter(pk=person.user.pk).update(tier=tier, trial_ends_at=None)


@pytest.mark.parametrize(
    ("tier", "offered"),
    [
        ("premium", {"standard": "included", "premium": "current"}),
        ("standard", {"standard": "current", "premium": "start_trial"}),
    ],
)
def test_a_complimentary_plan_is_current_and_not_sold(nora: Person, tier: str, offered: dict[str, str]) -> None:
    give(nora, tier)
    details = nora.get(DETAILS).json()
    assert (details["subscription_type"], details["complimentary"]) == (tier, True)
    assert actions(details) == offered
    assert (details["can_cancel"], details["can_manage"]) == (False, False)


def test_a_paid_plan_is_not_complimentary(charlie: Person) -> None:
    subscribed(charlie)
    give(charlie, "standard")
    assert charlie.get(DETAILS).json()["complimentary"] is False


@pytest.mark.parametrize("wanted", ["standard", "premium"])
def test_checkout_refuses_a_plan_that_is_complimentary(
    nora: Person, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(nora, "premium")
    monkeypatch.setattr(gateway, "create_customer", lambda **_: pytest.fail("Stripe was asked"))
    response = nora.post(BUYING, {"subscription_tier": wanted})
    assert (response.status_code, response.json()) == (
        409,
        {"message": "Your Pro plan is given by Tablehawk, so there's nothing to pay.", "code": "complimentary"},
    )


def test_access_end_date_names_the_end_of_the_period(charlie: Person) -> None:
    subscribed(charlie, plan="premium", current_period_end=timezone.now().replace(2027, 1, 9, 18))
    assert charlie.get(ACCESS_END).json() == {"message": "You keep access to Pro until January 9, 2027."}


def test_access_end_date_requires_a_subscription(nora: Person) -> None:
    response = nora.get(ACCESS_END)
    assert (response.status_code, response.json()) == (
        409,
        {"message": "You have no plan to cancel.", "code": "no_subscription"},
    )


def test_a_portal_without_an_address_gives_the_specified_message(
    charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    subscribed(charlie)
    monkeypatch.setattr(gateway, "open_portal", lambda **_: gateway.Result(id="bps_1", url=None))
    response = charlie.get(MANAGING)
    assert (response.status_code, response.json()["message"]) == (503, "Failed to retrieve management URL")


def test_the_portal_requires_a_customer(nora: Person) -> None:
    response = nora.get(MANAGING)
    assert (response.status_code, response.json()["message"]) == (409, "You have no plan to manage.")


def test_users_see_only_their_own_subscription(charlie: Person, bob: Person) -> None:
    subscribed(charlie, will_cancel=True)
    assert bob.get(DETAILS).json()["status"] == "none"
    assert bob.get(ACCESS_END).status_code == 409


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", BUYING),
        ("POST", CANCELING),
        ("POST", CHANGING),
        ("GET", DETAILS),
        ("GET", ACCESS_END),
        ("GET", MANAGING),
    ],
)
def test_billing_requires_sign_in(anyone: Anyone, method: str, path: str) -> None:
    response = anyone.send(method, path, {"subscription_tier": "standard", "new_subscription_tier": "standard"})
    assert (response.status_code, response.json()["code"]) == (401, "not_signed_in")


def test_the_screen_costs_three_queries(charlie: Person, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    subscribed(charlie)
    with django_assert_num_queries(3):
        charlie.get(DETAILS)
