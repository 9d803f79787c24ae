"""Each person gets one free trial: an e-mail address, phone or card that has had a trial gets no second trial."""

from typing import Any

import pytest
from pytest_django import Settings

from apps.accounts import signals
from apps.accounts.models import Tier, User
from apps.billing.models import Subscription
from apps.billing.plans import trials
from apps.billing.tests.shop import BUYING, Shop
from apps.billing.tests.steps import assert_settled, buy, limit
from testing.users import PASSWORD, Anyone, Person, make_user, signed_in

DETAILS = "/api/stripe-integration/subscription/subscription-details/"


def stranger(name: str, **fields: Any) -> Person:
    return signed_in(make_user(name, tier=Tier.NONE, **{"phone": "+12125550177", **fields}))


def may_try(person: Person) -> bool:
    return not person.get(DETAILS).json()["has_had_free_trial"]


def test_former_and_new_addresses_of_a_trial_get_no_other(shop: Shop, newcomer: Person) -> None:
    buy(newcomer, shop)
    first = newcomer.user.email
    for email in ("second@example.org", "third@example.org"):
        User.objects.filter(pk=newcomer.user.pk).update(email=email)
        signals.contact_changed.send(User, user_id=newcomer.user.pk)
    assert not may_try(stranger("Ann", email=first))
    assert not may_try(stranger("Ben", email="second@example.org"))
    assert may_try(stranger("Cy", email="fourth@example.org"))


def test_former_and_new_phones_of_a_trial_get_no_other(shop: Shop, newcomer: Person) -> None:
    buy(newcomer, shop)
    first = newcomer.user.phone
    for phone in ("+12125550166", "+12125550155"):
        User.objects.filter(pk=newcomer.user.pk).update(phone=phone)
        signals.contact_changed.send(User, user_id=newcomer.user.pk)
    assert not may_try(stranger("Ann", phone=first))
    assert not may_try(stranger("Ben", phone="+12125550166"))
    assert may_try(stranger("Cy"))


def test_a_changed_contact_is_marked(alice: Person) -> None:
    trials.mark_used(user=alice.user)
    form = {"phone": "+12125550188", "current_password": PASSWORD}
    assert alice.patch("/api/users/me/", form).status_code == 200
    assert not may_try(stranger("Ann", phone="+12125550188"))


def test_a_card_that_had_a_trial_gets_no_other_and_is_not_charged(shop: Shop, newcomer: Person) -> None:
    page = newcomer.post(BUYING, {"subscription_tier": "standard"}).json()["sessionUrl"]
    shop.press(page, "pay", number="4242 4242 4242 4242")
    assert_settled(newcomer, shop, status="trialing", allowed=5)

    other = stranger("Otto", email="otto@example.org")
    assert may_try(other)
    page = other.post(BUYING, {"subscription_tier": "premium"}).json()["sessionUrl"]
    shop.press(page, "pay", number="4242 4242 4242 4242")
    assert_settled(other, shop, status="canceled", allowed=0)
    assert [invoice["amount_paid"] for invoice in shop.truth(other.user)["invoices"] if invoice["amount_paid"]] == []
    notices = [one for one in other.get("/api/events/").json()["events"] if one.get("what") == "trial_refused"]
    assert len(notices) == 1
    assert notices[0]["text"].startswith("This card has had a free trial before, so we ended the new one.")
    assert not may_try(other)
    assert limit(newcomer) == 5
    # They subscribe with the same card, without a trial.
    page = other.post(BUYING, {"subscription_tier": "premium"}).json()["sessionUrl"]
    shop.press(page, "pay", number="4242 4242 4242 4242")
    assert_settled(other, shop, status="active", allowed=25)


def test_a_card_belongs_to_the_account_that_claimed_it_first(db: None) -> None:
    one, two = make_user("One"), make_user("Two")
    assert [trials.claim_card(user_id=user.pk, fingerprint="f1") for user in (one, two, one)] == [True, False, True]


@pytest.mark.parametrize("again", ["email", "phone"])
def test_a_sign_up_trial_is_given_once_for_an_address_and_a_phone(
    anyone: Anyone, settings: Settings, db: None, again: str
) -> None:
    settings.SIGNUP_TRIAL_DAYS = 10
    form = {"first_name": "Ann", "last_name": "Lee", "password": "Table4two!", "referral_code": None}
    first = {"email": "ann@example.org", "phone": "+12125550111"}
    assert anyone.post("/api/users/register/", {**form, **first}).status_code == 201
    user = User.objects.get()
    assert user.tier == "standard"
    User.objects.filter(pk=user.pk).update(email="moved@example.org")
    other = {"email": "zoe@example.org", "phone": "+12125550122"}
    assert anyone.post("/api/users/register/", {**form, **other, again: first[again]}).status_code == 201
    newest = User.objects.latest("pk")
    assert (newest.tier, newest.trial_ends_at, newest.has_had_free_trial) == ("none", None, True)
    assert not Subscription.objects.exists()
