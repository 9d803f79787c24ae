"""The checkout session and its hosted page: paying, failing and abandoning."""

from typing import Any

import pytest
import stripe

from loadtests.simulator.stripe.tests.harness import CANCEL, DAY, Harness, Shop


def test_paying_begins_the_subscription_and_redirects_to_success_url(shop: Shop, harness: Harness) -> None:
    session = shop.session()
    assert (session.status, session.payment_status, session.amount_total) == ("open", "unpaid", 2500)
    reply = harness.http.post(f"{session.url}/pay")
    assert reply.status_code == 303
    assert reply.headers["location"] == f"http://127.0.0.1:8000/welcome?session={session.id}"
    done = harness.v1.checkout.sessions.retrieve(session.id, {"expand": ["subscription.latest_invoice"]})
    assert (done.status, done.payment_status, done.url) == ("complete", "paid", None)
    assert isinstance(done.subscription, stripe.Subscription)
    assert done.subscription.status == "active"
    assert done.subscription.latest_invoice.amount_paid == 2500  # type: ignore[union-attr] # it was expanded


def test_trial_begins_without_a_charge(shop: Shop) -> None:
    id = shop.subscribe(trial_days=10)
    subscription = shop.subscription(id)
    item = shop.item(id)
    assert subscription.status == "trialing"
    assert subscription.trial_end == subscription.created + 10 * DAY
    assert (item.current_period_start, item.current_period_end) == (subscription.created, subscription.trial_end)
    assert subscription.latest_invoice.total == 0  # type: ignore[union-attr] # it was expanded


def test_only_items_have_a_current_period(shop: Shop) -> None:
    subscription = shop.subscription(shop.subscribe())
    assert "current_period_end" not in subscription
    assert "current_period_end" in subscription["items"].data[0]


def test_declined_card_leaves_the_session_open_and_nothing_else(shop: Shop, harness: Harness) -> None:
    session = shop.session()
    before = harness.event_types()
    reply = harness.http.post(f"{session.url}/fail")
    assert reply.status_code == 402
    assert "Your card was declined." in reply.text
    assert harness.v1.checkout.sessions.retrieve(session.id).status == "open"
    assert harness.state()["subscriptions"] == []
    assert harness.event_types() == before
    assert harness.http.post(f"{session.url}/pay").status_code == 303


def test_abandoning_redirects_to_cancel_url_and_leaves_the_session_open(shop: Shop, harness: Harness) -> None:
    session = shop.session()
    reply = harness.http.post(f"{session.url}/abandon")
    assert (reply.status_code, reply.headers["location"]) == (303, CANCEL)
    assert harness.v1.checkout.sessions.retrieve(session.id).status == "open"


def test_session_is_paid_at_most_once(shop: Shop, harness: Harness) -> None:
    session = shop.session()
    assert [harness.http.post(f"{session.url}/pay").status_code for _ in range(3)] == [303, 409, 409]
    assert len(harness.state()["subscriptions"]) == 1


def test_expired_session_is_not_paid(shop: Shop, harness: Harness) -> None:
    session = shop.session()
    assert harness.v1.checkout.sessions.expire(session.id).status == "expired"
    assert harness.http.post(f"{session.url}/pay").status_code == 410
    assert "checkout.session.expired" in harness.event_types()
    with pytest.raises(stripe.InvalidRequestError, match="Only Checkout Sessions with a status in"):
        harness.v1.checkout.sessions.expire(session.id)


def test_page_shows_plan_price_and_amount_due(shop: Shop, harness: Harness) -> None:
    text = harness.http.get(str(shop.session(trial_days=10).url)).text
    for words in ("10 days free", "1 × Standard", "$25.00 per month", "$0.00", "ada@example.com", "Start trial"):
        assert words in text
    assert "<script" not in text


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"host": "evil.example"},
        {"host": "["},
    ],
)
def test_page_of_another_site_cannot_press_buttons(shop: Shop, harness: Harness, headers: dict[str, str]) -> None:
    session = shop.session()
    reply = harness.http.post(f"{session.url}/pay", headers=headers)
    assert reply.status_code == 403
    assert harness.v1.checkout.sessions.retrieve(session.id).status == "open"


@pytest.mark.parametrize("url", ["/c/pay/cs_test_nobody", "/p/session/bps_nobody"])
def test_unknown_page_is_404_with_a_heading(harness: Harness, url: str) -> None:
    reply = harness.http.get(harness.sim.stripe_url + url)
    assert reply.status_code == 404
    assert "<h1>" in reply.text


def test_metadata_of_subscription_data_is_copied_to_the_subscription(shop: Shop) -> None:
    id = shop.subscribe(subscription_data={"metadata": {"user": "17"}})
    assert shop.subscription(id).metadata["user"] == "17"


REFUSED = [
    ({"mode": None}, "mode=subscription"),
    ({"line_items": None}, "line_items"),
    ({"success_url": None}, "success_url"),
    ({"success_url": "/welcome"}, "Not a valid URL"),
    ({"line_items": [{"price": "price_nobody", "quantity": 1}]}, "No such price"),
    ({"line_items": [{"quantity": 1}]}, "Missing required param"),
    ({"customer": "cus_nobody"}, "No such customer"),
    ({"customer": None}, "Missing required param: customer"),
    ({"customer_email": "a@b.example"}, "the simulator does not play it"),
    ({"payment_method_collection": "if_required"}, "always collects a card"),
    ({"subscription_data": {"trial_period_days": 0}}, "trial_period_days"),
    ({"subscription_data": {"trial_days": 3}}, "Received unknown parameter: subscription_data\\[trial_days\\]"),
    ({"expires_at": 1}, "expires_at"),
    ({"discounts": [{"coupon": "x"}]}, "the simulator does not play it"),
    ({"mode": "gift"}, "must be one of"),
]


@pytest.mark.parametrize(("fields", "sentence"), REFUSED)
def test_invalid_session_is_refused(shop: Shop, harness: Harness, fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(stripe.InvalidRequestError, match=sentence):
        shop.session(**fields)
    assert harness.state()["checkout_sessions"] == []
