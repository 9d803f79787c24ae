"""Checkout: the session, its hosted page, and what paying, failing and leaving do."""

from typing import Any

import pytest
import stripe

from loadtests.simulator.stripe.tests.cast import CANCEL, DAY, Shop, Till


def test_paying_starts_the_subscription_and_goes_to_the_success_address(shop: Shop, till: Till) -> None:
    session = shop.session()
    assert (session.status, session.payment_status, session.amount_total) == ("open", "unpaid", 2500)
    reply = till.http.post(f"{session.url}/pay")
    assert reply.status_code == 303
    assert reply.headers["location"] == f"http://127.0.0.1:8000/welcome?session={session.id}"
    done = till.v1.checkout.sessions.retrieve(session.id, {"expand": ["subscription.latest_invoice", "line_items"]})
    assert (done.status, done.payment_status, done.url) == ("complete", "paid", None)
    assert isinstance(done.subscription, stripe.Subscription)
    assert done.subscription.status == "active"
    assert done.subscription.latest_invoice.amount_paid == 2500  # type: ignore[union-attr] # it was expanded
    assert done.line_items is not None
    assert done.line_items.data[0].description == "Standard"


def test_a_trial_costs_nothing_until_it_ends(shop: Shop) -> None:
    id = shop.subscribed(trial_days=10)
    subscription = shop.subscription(id)
    item = shop.item(id)
    assert subscription.status == "trialing"
    assert subscription.trial_end == subscription.created + 10 * DAY
    assert (item.current_period_start, item.current_period_end) == (subscription.created, subscription.trial_end)
    assert subscription.latest_invoice.total == 0  # type: ignore[union-attr] # it was expanded


def test_the_periods_stand_on_the_items_alone(shop: Shop) -> None:
    subscription = shop.subscription(shop.subscribed())
    assert "current_period_end" not in subscription
    assert "current_period_end" in subscription["items"].data[0]


def test_a_declined_card_leaves_the_session_open_and_nothing_behind(shop: Shop, till: Till) -> None:
    session = shop.session()
    before = till.told()
    reply = till.http.post(f"{session.url}/fail")
    assert reply.status_code == 402
    assert "Your card was declined." in reply.text
    assert till.v1.checkout.sessions.retrieve(session.id).status == "open"
    assert till.state()["subscriptions"] == []
    assert till.told() == before
    assert till.http.post(f"{session.url}/pay").status_code == 303


def test_abandoning_goes_to_the_cancel_address_and_leaves_the_session_open(shop: Shop, till: Till) -> None:
    session = shop.session()
    reply = till.http.post(f"{session.url}/abandon")
    assert (reply.status_code, reply.headers["location"]) == (303, CANCEL)
    assert till.v1.checkout.sessions.retrieve(session.id).status == "open"


def test_a_session_can_be_paid_once(shop: Shop, till: Till) -> None:
    session = shop.session()
    assert [till.http.post(f"{session.url}/pay").status_code for _ in range(3)] == [303, 409, 409]
    assert len(till.state()["subscriptions"]) == 1


def test_an_expired_session_cannot_be_paid(shop: Shop, till: Till) -> None:
    session = shop.session()
    assert till.v1.checkout.sessions.expire(session.id).status == "expired"
    assert till.http.post(f"{session.url}/pay").status_code == 410
    assert "checkout.session.expired" in till.told()
    with pytest.raises(stripe.InvalidRequestError, match="Only Checkout Sessions with a status in"):
        till.v1.checkout.sessions.expire(session.id)


def test_the_page_tells_the_plan_its_price_and_what_is_due(shop: Shop, till: Till) -> None:
    text = till.http.get(str(shop.session(trial_days=10).url)).text
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
def test_a_page_of_another_site_cannot_press_its_buttons(shop: Shop, till: Till, headers: dict[str, str]) -> None:
    session = shop.session()
    reply = till.http.post(f"{session.url}/pay", headers=headers)
    assert reply.status_code == 403
    assert till.v1.checkout.sessions.retrieve(session.id).status == "open"


@pytest.mark.parametrize("url", ["/c/pay/cs_test_nobody", "/p/session/bps_nobody"])
def test_a_page_that_does_not_exist_says_so(till: Till, url: str) -> None:
    reply = till.http.get(till.sim.stripe_url + url)
    assert reply.status_code == 404
    assert "<h1>" in reply.text


def test_without_a_customer_a_new_one_is_made_from_the_email(shop: Shop, till: Till) -> None:
    session = till.v1.checkout.sessions.create(
        {
            "mode": "subscription",
            "customer_email": "grace@example.com",
            "line_items": [{"price": shop.premium, "quantity": 1}],
            "success_url": "http://127.0.0.1:8000/",
        }
    )
    till.http.post(f"{session.url}/pay")
    done = till.v1.checkout.sessions.retrieve(session.id, {"expand": ["customer"]})
    assert isinstance(done.customer, stripe.Customer)
    assert done.customer.email == "grace@example.com"


def test_the_metadata_of_subscription_data_ends_on_the_subscription(shop: Shop) -> None:
    id = shop.subscribed(subscription_data={"metadata": {"user": "17"}})
    assert shop.subscription(id).metadata["user"] == "17"


REFUSED = [
    ({"mode": None}, "mode=subscription"),
    ({"line_items": None}, "line_items"),
    ({"success_url": None}, "success_url"),
    ({"success_url": "/welcome"}, "Not a valid URL"),
    ({"line_items": [{"price": "price_nobody", "quantity": 1}]}, "No such price"),
    ({"line_items": [{"quantity": 1}]}, "Missing required param"),
    ({"customer": "cus_nobody"}, "No such customer"),
    ({"customer_email": "a@b.example"}, "only specify one"),
    ({"subscription_data": {"trial_period_days": 0}}, "trial_period_days"),
    ({"subscription_data": {"trial_days": 3}}, "Received unknown parameter: subscription_data\\[trial_days\\]"),
    ({"expires_at": 1}, "expires_at"),
    ({"discounts": [{"coupon": "x"}]}, "the simulator does not play it"),
    ({"mode": "gift"}, "must be one of"),
]


@pytest.mark.parametrize(("fields", "sentence"), REFUSED)
def test_a_session_that_stripe_would_not_make_is_refused(
    shop: Shop, till: Till, fields: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(stripe.InvalidRequestError, match=sentence):
        shop.session(**fields)
    assert till.state()["checkout_sessions"] == []
