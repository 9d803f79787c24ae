"""The portal page and its buttons."""

from typing import Any

import httpx
import pytest
import stripe

from loadtests.simulator.stripe.tests.harness import Harness, Shop


@pytest.fixture
def portal(shop: Shop) -> str:
    return shop.portal()


def _press(harness: Harness, portal: str, name: str, **fields: Any) -> httpx.Response:
    return harness.http.post(f"{portal}/{name}", data=fields)


def test_page_shows_plan_card_invoices_and_return_link(shop: Shop, harness: Harness, portal: str) -> None:
    shop.subscribe()
    text = harness.http.get(portal).text
    for words in ("Standard", "$25.00 per month", "Renews on", "•••• 4242", "$25.00, paid", "Change to Premium"):
        assert words in text
    assert 'href="http://127.0.0.1:8000/profile"' in text
    assert "<script" not in text


def test_page_without_a_subscription_says_so(harness: Harness, portal: str) -> None:
    assert "You have no subscription." in harness.http.get(portal).text


def test_cancel_button_can_be_undone_by_renew(shop: Shop, harness: Harness, portal: str) -> None:
    id = shop.subscribe()
    assert _press(harness, portal, "cancel", plan=id).status_code == 303
    assert shop.subscription(id).cancel_at_period_end
    assert "Cancels on" in harness.http.get(portal).text
    _press(harness, portal, "renew", plan=id)
    assert not shop.subscription(id).cancel_at_period_end


def test_plan_change_is_invoiced_at_once(shop: Shop, harness: Harness, portal: str) -> None:
    id = shop.subscribe()
    assert _press(harness, portal, "change", plan=id, price=shop.premium).status_code == 303
    assert shop.item(id).price.id == shop.premium
    assert shop.invoices(id)[0]["total"] == pytest.approx(2500, abs=2)


def test_declined_plan_change_changes_nothing(shop: Shop, harness: Harness, portal: str) -> None:
    id = shop.subscribe(card="declined")
    reply = _press(harness, portal, "change", plan=id, price=shop.premium)
    assert reply.status_code == 402
    assert "Your card was declined." in reply.text
    assert shop.item(id).price.id == shop.standard


def test_new_card_pays_the_open_invoice(shop: Shop, harness: Harness, portal: str) -> None:
    id = shop.subscribe(card="expired")
    shop.advance(days=31)
    assert shop.subscription(id).status == "past_due"
    assert "Pay now" in harness.http.get(portal).text
    _press(harness, portal, "card", outcome="ok")
    invoice = shop.invoices(id)[0]["id"]
    assert _press(harness, portal, "settle", invoice=invoice).status_code == 303
    assert shop.subscription(id).status == "active"
    assert shop.subscription(id).default_payment_method != shop.customer


def test_card_can_be_set_to_expire(shop: Shop, harness: Harness, portal: str) -> None:
    id = shop.subscribe(trial_days=10)
    _press(harness, portal, "card", outcome="expired")
    shop.advance(days=10)
    assert shop.subscription(id).status == "past_due"


def test_subscription_of_another_customer_is_refused(shop: Shop, harness: Harness, portal: str) -> None:
    shop.customer = harness.v1.customers.create({}).id
    id = shop.subscribe()
    for name in ("cancel", "renew", "change"):
        assert _press(harness, portal, name, plan=id, price=shop.premium).status_code == 404
    assert shop.subscription(id).cancel_at_period_end is False


@pytest.mark.parametrize(
    ("name", "fields", "status"),
    [("dance", {}, 404), ("cancel", {}, 404), ("card", {"outcome": "gold"}, 400), ("settle", {"invoice": "in_x"}, 404)],
)
def test_unknown_button_or_field_is_refused_with_a_page(
    harness: Harness, portal: str, name: str, fields: dict[str, str], status: int
) -> None:
    reply = _press(harness, portal, name, **fields)
    assert reply.status_code == status
    assert "<h1>" in reply.text


def test_link_expires_after_an_hour(shop: Shop, harness: Harness, portal: str) -> None:
    harness.http.post(
        f"{harness.sim.control_url}/clock", json={"source": "stripe", "skew_ms": 3_601_000}
    ).raise_for_status()
    try:
        assert harness.http.get(portal).status_code == 404
    finally:
        harness.http.post(
            f"{harness.sim.control_url}/clock", json={"source": "stripe", "skew_ms": 0}
        ).raise_for_status()


def test_customer_email_is_escaped(harness: Harness) -> None:
    customer = harness.v1.customers.create({"email": "<script>alert(1)</script>@example.com"}).id
    url = harness.v1.billing_portal.sessions.create({"customer": customer}).url
    assert "<script" not in harness.http.get(url).text


def test_unknown_customer_is_refused(harness: Harness) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="No such customer"):
        harness.v1.billing_portal.sessions.create({"customer": "cus_none"})
