"""The control calls about Stripe: cards and refused input."""

from typing import Any

import pytest

from loadtests.simulator.stripe.tests.harness import Harness, Shop


def test_expired_card_has_a_past_expiry_date_until_it_works_again(shop: Shop, harness: Harness) -> None:
    def expiry() -> tuple[int, int]:
        card = harness.state()["payment_methods"][0]["card"]
        return card["exp_year"], card["exp_month"]

    shop.subscribe(trial_days=10)
    before = expiry()
    shop.set_cards("expired")
    assert expiry()[0] < before[0]
    assert harness.event_types()[-1] == "payment_method.automatically_updated"
    shop.set_cards("ok")
    assert expiry() == before


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        ("advance", {"customer": "cus_none", "seconds": 5}, 404),
        ("advance", {"seconds": 5}, 404),
        ("advance", {"customer": "cus_none", "seconds": 0}, 400),
        ("advance", {"customer": "cus_none", "seconds": "soon"}, 400),
        ("card", {"customer": "cus_none", "outcome": "ok"}, 404),
        ("card", {"customer": "cus_none", "outcome": "gold"}, 400),
        ("webhooks", {"mode": "loud"}, 400),
        ("forge", {"type": "x", "signature": "good"}, 400),
        ("forge", {"signature": "bad"}, 400),
        ("forge", {"type": "x", "signature": "bad", "object": "sub_none"}, 404),
        ("dunning", {"then": "forgive"}, 400),
        ("dunning", {}, 400),
    ],
)
def test_invalid_control_call_is_refused_with_a_sentence(
    harness: Harness, path: str, fields: dict[str, Any], status: int
) -> None:
    reply = harness.http.post(f"{harness.sim.control_url}/stripe/{path}", json=fields)
    assert reply.status_code == status
    assert reply.json()["message"].endswith(".")


def test_customer_without_a_card_has_no_outcome(shop: Shop, harness: Harness) -> None:
    reply = harness.http.post(
        f"{harness.sim.control_url}/stripe/card", json={"customer": shop.customer, "outcome": "ok"}
    )
    assert (reply.status_code, reply.json()) == (409, {"message": f"{shop.customer} has no card yet."})
