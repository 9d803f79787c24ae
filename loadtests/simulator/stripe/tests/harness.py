"""The test harness for Stripe: stripe-python, the control face, and a shop with two plans and one customer."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

import httpx
import stripe

from loadtests.simulator.server import Serving
from loadtests.simulator.tests.harness import TLS

SECRET = "whsec_of_the_tests"
KEY = "sk_test_of_the_tests_1234567890"
DAY = 86_400
SUCCESS = "http://127.0.0.1:8000/welcome?session={CHECKOUT_SESSION_ID}"
CANCEL = "http://127.0.0.1:8000/plans"


class Harness:
    def __init__(self, sim: Serving, http: httpx.Client) -> None:
        self.sim = sim
        self.http = http
        self.client = stripe.StripeClient(KEY, base_addresses={"api": sim.stripe_url}, max_network_retries=0)
        self.v1 = self.client.v1

    @classmethod
    @contextmanager
    def at(cls, sim: Serving) -> Iterator[Self]:
        with httpx.Client(verify=TLS) as http:
            yield cls(sim, http)

    def control(self, path: str, **fields: Any) -> dict[str, Any]:
        reply = self.http.post(f"{self.sim.control_url}/stripe/{path}", json=fields)
        assert reply.is_success, reply.text
        answer: dict[str, Any] = reply.json()
        return answer

    def state(self) -> dict[str, Any]:
        answer: dict[str, Any] = self.http.get(f"{self.sim.control_url}/stripe/state").json()
        return answer

    def add_fault(self, kind: str, path: str, **more: Any) -> None:
        fields = {"source": "stripe", "kind": kind, "path": path, **more}
        self.http.post(f"{self.sim.control_url}/faults", json=fields).raise_for_status()

    def event_types(self, since: int = 0) -> list[str]:
        """The types of all events, oldest first."""
        return [event["type"] for event in self.state()["events"]][since:]

    def wait_for_deliveries(self) -> None:
        """Wait until every webhook was delivered, at most 60 s."""
        for _ in range(3000):
            if self.state()["webhooks"]["waiting"] == 0:
                return
            time.sleep(0.02)
        raise AssertionError("webhooks still wait after 60 s")


class Shop:
    """Two monthly plans, 25 and 50 dollars, and one customer."""

    def __init__(self, harness: Harness) -> None:
        self.harness = harness
        v1 = harness.v1
        self.standard = self._plan("Standard", "tablehawk_standard", 2500)
        self.premium = self._plan("Premium", "tablehawk_premium", 5000)
        self.customer = v1.customers.create({"email": "ada@example.com", "name": "Ada Lovelace"}).id

    def _plan(self, name: str, key: str, cents: int) -> str:
        """Return the id of the plan's price. An earlier test may have created it."""
        known = self.harness.v1.prices.list({"lookup_keys": [key]}).data
        if known:
            return known[0].id
        product = self.harness.v1.products.create({"name": name})
        price = self.harness.v1.prices.create(
            {
                "product": product.id,
                "currency": "usd",
                "unit_amount": cents,
                "recurring": {"interval": "month"},
                "lookup_key": key,
            }
        )
        return price.id

    def session(self, *, trial_days: int | None = None, **fields: Any) -> stripe.checkout.Session:
        data: dict[str, Any] = {"trial_period_days": trial_days} if trial_days else {}
        wanted: Any = {
            "mode": "subscription",
            "customer": self.customer,
            "line_items": [{"price": self.standard, "quantity": 1}],
            "success_url": SUCCESS,
            "cancel_url": CANCEL,
            **({"subscription_data": data} if data else {}),
            **fields,
        }
        return self.harness.v1.checkout.sessions.create(wanted)

    def subscribe(self, *, trial_days: int | None = None, card: str = "ok", **fields: Any) -> str:
        """Pay for a subscription on the hosted page; return its id."""
        session = self.session(trial_days=trial_days, **fields)
        reply = self.harness.http.post(f"{session.url}/pay", data={"card": card})
        assert reply.status_code == 303, reply.text
        found = self.harness.v1.checkout.sessions.retrieve(session.id).subscription
        assert isinstance(found, str)
        return found

    def subscription(self, id: str) -> stripe.Subscription:
        return self.harness.v1.subscriptions.retrieve(id, {"expand": ["latest_invoice"]})

    def item(self, id: str) -> stripe.SubscriptionItem:
        return self.subscription(id)["items"].data[0]  # type: ignore[no-any-return] # `items` is also a dict's method

    def invoices(self, id: str) -> list[dict[str, Any]]:
        """The subscription's invoices, newest first."""
        rows: list[dict[str, Any]] = self.harness.state()["invoices"][::-1]
        return [row for row in rows if row["parent"]["subscription_details"]["subscription"] == id]

    def change_plan(self, id: str, price: str, **fields: Any) -> stripe.Subscription:
        wanted: Any = {"items": [{"id": self.item(id).id, "price": price}], **fields}
        return self.harness.v1.subscriptions.update(id, wanted)

    def upgrade(self, id: str, **fields: Any) -> stripe.Subscription:
        return self.change_plan(id, self.premium, **fields)

    def portal(self) -> str:
        """The address of a portal page of the customer."""
        wanted: Any = {"customer": self.customer, "return_url": "http://127.0.0.1:8000/profile"}
        return self.harness.v1.billing_portal.sessions.create(wanted).url

    def settle(self, id: str) -> httpx.Response:
        """Pay the subscription's newest invoice on the portal page."""
        return self.harness.http.post(f"{self.portal()}/settle", data={"invoice": self.invoices(id)[0]["id"]})

    def advance(self, **days_or_seconds: float) -> None:
        seconds = int(days_or_seconds.get("days", 0) * DAY + days_or_seconds.get("seconds", 0))
        self.harness.control("advance", customer=self.customer, seconds=seconds)

    def advance_half_a_period(self, id: str) -> None:
        item = self.item(id)
        self.advance(seconds=(item.current_period_end - item.current_period_start) // 2)

    def set_cards(self, outcome: str) -> None:
        self.harness.control("card", customer=self.customer, outcome=outcome)
