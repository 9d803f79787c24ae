"""The portal: its page and its buttons."""

from typing import Any

import httpx
import pytest
import stripe

from loadtests.simulator.stripe.tests.cast import Shop, Till


@pytest.fixture
def portal(shop: Shop, till: Till) -> str:
    """The address of a session of the shop's customer."""
    return till.v1.billing_portal.sessions.create(
        {"customer": shop.customer, "return_url": "http://127.0.0.1:8000/profile"}
    ).url


def _press(till: Till, portal: str, name: str, **fields: Any) -> httpx.Response:
    return till.http.post(f"{portal}/{name}", data=fields)


def test_the_page_shows_plan_card_invoices_and_the_way_back(shop: Shop, till: Till, portal: str) -> None:
    shop.subscribed()
    text = till.http.get(portal).text
    for words in ("Standard", "$25.00 per month", "Renews on", "•••• 4242", "$25.00, paid", "Change to Premium"):
        assert words in text
    assert 'href="http://127.0.0.1:8000/profile"' in text
    assert "<script" not in text


def test_without_a_subscription_the_page_says_so(till: Till, portal: str) -> None:
    assert "You have no subscription." in till.http.get(portal).text


def test_cancel_and_renew(shop: Shop, till: Till, portal: str) -> None:
    id = shop.subscribed()
    assert _press(till, portal, "cancel", plan=id).status_code == 303
    assert shop.subscription(id).cancel_at_period_end
    assert "Cancels on" in till.http.get(portal).text
    _press(till, portal, "renew", plan=id)
    assert not shop.subscription(id).cancel_at_period_end


def test_changing_the_plan_is_invoiced_at_once(shop: Shop, till: Till, portal: str) -> None:
    id = shop.subscribed()
    assert _press(till, portal, "change", plan=id, price=shop.premium).status_code == 303
    assert shop.item(id).price.id == shop.premium
    assert till.v1.invoices.list({"subscription": id}).data[0].total == pytest.approx(2500, abs=2)


def test_a_change_that_the_card_refuses_changes_nothing(shop: Shop, till: Till, portal: str) -> None:
    id = shop.subscribed(card="declined")
    reply = _press(till, portal, "change", plan=id, price=shop.premium)
    assert reply.status_code == 402
    assert "Your card was declined." in reply.text
    assert shop.item(id).price.id == shop.standard


def test_a_new_card_and_pay_now_settle_what_is_owed(shop: Shop, till: Till, portal: str) -> None:
    id = shop.subscribed(card="expired")
    shop.advance(days=31)
    assert shop.subscription(id).status == "past_due"
    assert "Pay now" in till.http.get(portal).text
    _press(till, portal, "card", outcome="ok")
    invoice = str(till.v1.subscriptions.retrieve(id).latest_invoice)
    assert _press(till, portal, "settle", invoice=invoice).status_code == 303
    assert shop.subscription(id).status == "active"
    assert shop.subscription(id).default_payment_method != shop.customer


def test_the_card_can_be_let_expire(shop: Shop, till: Till, portal: str) -> None:
    id = shop.subscribed(trial_days=10)
    _press(till, portal, "card", outcome="expired")
    shop.advance(days=10)
    assert shop.subscription(id).status == "past_due"


def test_somebody_elses_subscription_is_out_of_reach(shop: Shop, till: Till, portal: str) -> None:
    shop.customer = till.v1.customers.create({}).id
    id = shop.subscribed()
    for name in ("cancel", "renew", "change"):
        assert _press(till, portal, name, plan=id, price=shop.premium).status_code == 404
    assert shop.subscription(id).cancel_at_period_end is False


@pytest.mark.parametrize(
    ("name", "fields", "status"),
    [("dance", {}, 404), ("cancel", {}, 404), ("card", {"outcome": "gold"}, 400), ("settle", {"invoice": "in_x"}, 404)],
)
def test_a_button_that_is_not_there_is_refused_with_a_page(
    till: Till, portal: str, name: str, fields: dict[str, str], status: int
) -> None:
    reply = _press(till, portal, name, **fields)
    assert reply.status_code == status
    assert "<h1>" in reply.text


def test_the_link_ends_after_an_hour(shop: Shop, till: Till, portal: str) -> None:
    till.http.post(f"{till.sim.control_url}/clock", json={"source": "stripe", "skew_ms": 3_601_000}).raise_for_status()
    try:
        assert till.http.get(portal).status_code == 404
    finally:
        till.http.post(f"{till.sim.control_url}/clock", json={"source": "stripe", "skew_ms": 0}).raise_for_status()


def test_a_name_cannot_bring_markup_into_the_page(till: Till) -> None:
    customer = till.v1.customers.create({"email": "<script>alert(1)</script>@example.com"}).id
    url = till.v1.billing_portal.sessions.create({"customer": customer}).url
    assert "<script" not in till.http.get(url).text


def test_an_unknown_customer_has_no_portal(till: Till) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="No such customer"):
        till.v1.billing_portal.sessions.create({"customer": "cus_none"})


def test_an_invoice_has_a_page(shop: Shop, till: Till) -> None:
    invoice = till.v1.invoices.list({"subscription": shop.subscribed()}).data[0]
    text = till.http.get(str(invoice.hosted_invoice_url)).text
    for words in (str(invoice.number), "1 × Standard", "$25.00", "paid"):
        assert words in text
