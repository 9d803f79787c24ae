"""What people do in billing's tests."""

from typing import Any

from testing.users import Person

from .shop import BUYING, Shop, assert_same


def buy(person: Person, shop: Shop, tier: str = "standard") -> None:
    """Buy a plan through Stripe's page, and wait until it is ours."""
    page = person.post(BUYING, {"subscription_tier": tier}).json()["sessionUrl"]
    assert shop.press(page, "pay").status_code == 303
    shop.settle()


def limit(person: Person) -> Any:
    """How many active requests the person may have now."""
    return person.get("/api/users/me/").json()["entitlements"]["active_limit"]


def assert_settled(person: Person, shop: Shop, *, status: str, allowed: int | None) -> dict[str, Any]:
    """Once all news is in, the stored state is Stripe's and the limit follows; returns the subscription at Stripe."""
    shop.settle()
    found = shop.subscription(person.user)
    assert found["status"] == status
    assert_same(person.user, found)
    assert limit(person) == allowed
    return found
