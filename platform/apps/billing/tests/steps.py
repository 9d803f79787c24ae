"""Steps that several of billing's tests share."""

from typing import Any

from testing.users import Person

from .shop import BUYING, Shop, assert_same


def buy(person: Person, shop: Shop, tier: str = "standard") -> None:
    """Buy a plan on Stripe's page and wait until it applies."""
    page = person.post(BUYING, {"subscription_tier": tier}).json()["sessionUrl"]
    assert shop.press(page, "pay").status_code == 303
    shop.settle()


def limit(person: Person) -> Any:
    """Return the person's limit of active requests."""
    return person.get("/api/users/me/").json()["entitlements"]["active_limit"]


def assert_settled(person: Person, shop: Shop, *, status: str, allowed: int | None) -> dict[str, Any]:
    """Wait until all events are applied. Assert the stored state and the limit. Return the subscription as Stripe has
    it."""
    shop.settle()
    found = shop.subscription(person.user)
    assert found["status"] == status
    assert_same(person.user, found)
    assert limit(person) == allowed
    return found
