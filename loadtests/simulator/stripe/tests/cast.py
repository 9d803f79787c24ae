"""Who acts in the tests: the till (Stripe as stripe-python and the control face see it) and a shop with two plans."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

import httpx
import stripe

from loadtests.simulator.server import Serving
from loadtests.simulator.tests.cast import TLS

SECRET = "whsec_of_the_tests"
KEY = "sk_test_of_the_tests_1234567890"
DAY = 86_400
SUCCESS = "http://127.0.0.1:8000/welcome?session={CHECKOUT_SESSION_ID}"
CANCEL = "http://127.0.0.1:8000/plans"


class Till:
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

    def fault(self, kind: str, path: str, **more: Any) -> None:
        fields = {"source": "stripe", "kind": kind, "path": path, **more}
        self.http.post(f"{self.sim.control_url}/faults", json=fields).raise_for_status()

    def told(self, since: int = 0) -> list[str]:
        """The types of the events so far, oldest first."""
        return [event["type"] for event in self.state()["events"]][since:]

    def quiet(self) -> None:
        """Until every webhook was delivered, at most 10 s."""
        for _ in range(500):
            if self.state()["webhooks"]["waiting"] == 0:
                return
            time.sleep(0.02)
        raise AssertionError("webhooks still wait after 10 s")


class Shop:
    """Two monthly plans, 25 and 50 dollars, and one customer."""

    def __init__(self, till: Till) -> None:
        self.till = till
        v1 = till.v1
        self.standard = self._plan("Standard", "tablehawk_standard", 2500)
        self.premium = self._plan("Premium", "tablehawk_premium", 5000)
        self.customer = v1.customers.create({"email": "ada@example.com", "name": "Ada Lovelace"}).id

    def _plan(self, name: str, key: str, cents: int) -> str:
        """The plan's price; of an earlier test, if there was one."""
        known = self.till.v1.prices.list({"lookup_keys": [key]}).data
        if known:
            return known[0].id
        product = self.till.v1.products.create({"name": name})
        price = self.till.v1.prices.create(
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
        return self.till.v1.checkout.sessions.create(wanted)

    def subscribed(self, *, trial_days: int | None = None, card: str = "ok", **fields: Any) -> str:
        """The id of a subscription that somebody paid on the hosted page."""
        session = self.session(trial_days=trial_days, **fields)
        reply = self.till.http.post(f"{session.url}/pay", data={"card": card})
        assert reply.status_code == 303, reply.text
        found = self.till.v1.checkout.sessions.retrieve(session.id).subscription
        assert isinstance(found, str)
        return found

    def subscription(self, id: str) -> stripe.Subscription:
        return self.till.v1.subscriptions.retrieve(id, {"expand": ["latest_invoice"]})

    def item(self, id: str) -> stripe.SubscriptionItem:
        return self.subscription(id)["items"].data[0]  # type: ignore[no-any-return] # `items` is also a dict's method

    def upgrade(self, id: str, **fields: Any) -> stripe.Subscription:
        wanted: Any = {"items": [{"id": self.item(id).id, "price": self.premium}], **fields}
        return self.till.v1.subscriptions.update(id, wanted)

    def advance(self, **days_or_seconds: float) -> None:
        seconds = int(days_or_seconds.get("days", 0) * DAY + days_or_seconds.get("seconds", 0))
        self.till.control("advance", customer=self.customer, seconds=seconds)

    def cards(self, outcome: str) -> None:
        self.till.control("card", customer=self.customer, outcome=outcome)
