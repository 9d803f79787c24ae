"""The Stripe simulator for tests: its hosted pages, its state, and faults of its webhooks.

It does not use stripe/gateway.py, so the state that it reads is independent of the code under test.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import httpx
from django.conf import settings

from apps.accounts.models import User
from apps.billing.models import Subscription, WebhookEvent
from apps.billing.rules import LOOKUP_KEYS
from apps.billing.stripe import gateway
from testing.simulator import Simulator

DAY = 86_400
MONTH = 32 * DAY
TIMEOUT_SECONDS = 120.0
BUYING = "/api/stripe-integration/subscription/create-checkout-session/"
CANCELING = "/api/stripe-integration/subscription/cancel-subscription/"
CHANGING = "/api/stripe-integration/subscription/change-subscription/"
DETAILS = "/api/stripe-integration/subscription/subscription-details/"
ACCESS_END = "/api/stripe-integration/subscription/access-end-date/"
MANAGING = "/api/stripe-integration/subscription/manage-subscription/"


def until(true: Callable[[], bool], *, what: str) -> None:
    """Wait until the condition is true. Raise AssertionError, with the name `what`, if it does not become true in
    time."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not true():
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.05)


@dataclass(frozen=True)
class Shop:
    """The running simulator, whose webhooks reach the test's web process."""

    simulator: Simulator

    # what people do on Stripe's pages

    def press(self, page_url: str, button: str, **fields: str) -> httpx.Response:
        """Press a button of a hosted page."""
        return self.simulator.http.post(f"{page_url}/{button}", data=fields)

    # what happens at Stripe

    def advance(self, user: User, seconds: int) -> None:
        """Advance the clock of the user's customer."""
        self._control("advance", customer=customer_of(user), seconds=seconds)

    def card(self, user: User, outcome: str) -> None:
        """Set the outcome of the user's cards."""
        self._control("card", customer=customer_of(user), outcome=outcome)

    def delete_customer(self, user: User, how: str) -> None:
        """Delete the user's customer in Stripe's Dashboard. `how` is "deleted", or "missing" as in another mode."""
        self._control("delete-customer", customer=customer_of(user), **{"as": how})

    def add_item(self, user: User, *, cents: int = 500) -> None:
        """Sell the user something besides the plan, which Stripe then lists first."""
        params = {
            "currency": "usd",
            "unit_amount": cents,
            "recurring": {"interval": "month"},
            "product": gateway.find_or_create_product(product_id="support", name="Support"),
        }
        price = gateway.create_price(params=params, key=f"support-{cents}")
        self._control("add-item", customer=customer_of(user), price=price)

    def dunning(self, *, then: str) -> None:
        """Set what happens to a subscription after the last failed payment."""
        self._control("dunning", then=then)

    def webhooks(self, mode: str, **more: Any) -> None:
        """Set a fault of the simulated Stripe's webhooks by its name `mode`, or send the webhooks that are held."""
        self._control("webhooks", mode=mode, **more)

    def forge(self, *, type: str, signature: str, about: str) -> int:
        """Let the simulator send a forged event to the webhook. Return the HTTP status of the answer."""
        self._control("forge", type=type, signature=signature, object=about)
        until(lambda: all(one["answered"] for one in self.truth()["forged"]), what="the forged event is answered")
        return int(self.truth()["forged"][-1]["status"])

    # state

    def truth(self, user: User | None = None) -> dict[str, Any]:
        """Return the simulator's state, for all users or for one."""
        query = {} if user is None else {"customer": customer_of(user)}
        found: dict[str, Any] = self.simulator.http.get("/stripe/state", params=query).json()
        return found

    def subscription(self, user: User) -> dict[str, Any]:
        """Return the user's newest subscription at Stripe."""
        found = self._list("subscriptions", customer=customer_of(user), status="all", limit=1)
        return found[0]

    def _list(self, what: str, **query: Any) -> list[dict[str, Any]]:
        headers = {"Authorization": f"Bearer {settings.STRIPE_SECRET_KEY}"}
        answer = self.simulator.http.get(f"{self.simulator.stripe_url}/v1/{what}", params=query, headers=headers)
        found: list[dict[str, Any]] = answer.raise_for_status().json()["data"]
        return found

    def posts(self) -> list[dict[str, Any]]:
        """Return all POSTs that Stripe has received."""
        return [one for one in self.truth()["requests"] if one["method"] == "POST"]

    # waiting

    def settle(self) -> None:
        """Wait until every webhook that is not held is delivered and applied."""
        until(lambda: self._delivered() and not self._unapplied(), what="all events are applied")

    def _delivered(self) -> bool:
        webhooks = self.simulator.http.get("/stripe/webhooks").json()
        return bool(webhooks["waiting"] - webhooks["held"] <= 0)

    def _unapplied(self) -> bool:
        return WebhookEvent.objects.filter(applied_at=None).exists()

    def _control(self, call: str, **fields: Any) -> None:
        self.simulator.http.post(f"/stripe/{call}", json=fields).raise_for_status()


def customer_of(user: User) -> str:
    """The user's customer at Stripe."""
    found = Subscription.objects.get(pk=user.pk).customer_id
    assert found is not None
    return found


def assert_same(user: User, found: dict[str, Any]) -> None:
    """Assert that the user's row equals Stripe's subscription `found`."""
    row = Subscription.objects.get(pk=user.pk)
    item = next(one for one in found["items"]["data"] if one["price"]["lookup_key"] in LOOKUP_KEYS.values())
    tiers = {key: tier for tier, key in LOOKUP_KEYS.items()}
    live = found["status"] in ("trialing", "active", "past_due")
    plan = tiers[item["price"]["lookup_key"]]
    assert {
        "subscription_id": row.subscription_id,
        "status": row.status,
        "plan": row.plan,
        "granted": row.granted,
        "will_cancel": row.will_cancel,
        "cancels_on": row.cancels_on,
        "current_period_end": row.current_period_end,
        "trial_ends_at": row.trial_ends_at,
    } == {
        "subscription_id": found["id"],
        "status": found["status"],
        "plan": plan,
        "granted": plan if live else "none",
        "will_cancel": live and found["cancel_at"] is not None,
        "cancels_on": _instant(found["cancel_at"]) if live else None,
        "current_period_end": _instant(item["current_period_end"]),
        "trial_ends_at": _instant(found["trial_end"]),
    }


def _instant(seconds: int | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
