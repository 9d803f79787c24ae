from datetime import timedelta

from django.utils import timezone

from apps.accounts.models import User
from apps.billing.models import Subscription, UsedTrial
from apps.billing.stripe import inbox
from apps.billing.tests.shop import BUYING, Shop, assert_same, customer_of, until
from apps.billing.tests.steps import buy
from testing.users import PASSWORD, Person

ME = "/api/users/me/"


def test_closing_an_account_ends_its_subscription(shop: Shop, newcomer: Person) -> None:
    buy(newcomer, shop)
    assert newcomer.delete(ME, {"password": PASSWORD}).status_code == 200
    until(lambda: shop.subscription(newcomer.user)["status"] == "canceled", what="the subscription ends")
    shop.settle()
    assert_same(newcomer.user, shop.subscription(newcomer.user))
    assert User.objects.get(pk=newcomer.user.pk).tier == "none"
    assert UsedTrial.objects.count() == 3  # the address, the phone and the card


def test_an_account_closes_without_stripe_and_its_subscription_ends_later(shop: Shop, returning: Person) -> None:
    buy(returning, shop)
    shop.simulator.add_fault("401", "/v1/subscriptions", source="stripe")
    assert returning.delete(ME, {"password": PASSWORD}).status_code == 200
    until(lambda: _put_off(returning), what="a try has failed")
    assert shop.truth(returning.user)["subscriptions"][0]["status"] == "active"
    shop.simulator.clear_faults()
    later = timezone.now() + timedelta(seconds=inbox.RETRY.ceiling)
    inbox.apply_events(customer_id=customer_of(returning.user), now=later)
    assert shop.subscription(returning.user)["status"] == "canceled"


def test_a_checkout_paid_after_closing_the_account_is_canceled(shop: Shop, newcomer: Person) -> None:
    page = newcomer.post(BUYING, {"subscription_tier": "standard"}).json()["sessionUrl"]
    newcomer.delete(ME, {"password": PASSWORD})
    shop.settle()
    shop.press(page, "pay")
    until(lambda: shop.subscription(newcomer.user)["status"] == "canceled", what="the subscription ends")
    shop.settle()
    assert User.objects.get(pk=newcomer.user.pk).tier == "none"


def _put_off(person: Person) -> bool:
    look_again = Subscription.objects.get(pk=person.user.pk).look_again_at
    latest = timezone.now() + timedelta(seconds=inbox.RETRY.ceiling)
    return look_again is not None and timezone.now() < look_again <= latest
