"""Who may call, at which version, and what answers where nothing is."""

import pytest
import stripe

from loadtests.simulator.stripe.tests.cast import KEY, Shop, Till


@pytest.mark.parametrize("key", ["nonsense", "pk_test_1234567890123456", "sk_live_1234567890123456"])
def test_only_a_secret_test_key_is_let_in(till: Till, key: str) -> None:
    client = stripe.StripeClient(key, base_addresses={"api": till.sim.stripe_url}, max_network_retries=0)
    with pytest.raises(stripe.AuthenticationError) as refused:
        client.v1.customers.list()
    assert refused.value.http_status == 401
    assert key not in str(refused.value)


def test_no_key_is_refused(till: Till) -> None:
    reply = till.http.get(f"{till.sim.stripe_url}/v1/customers")
    assert reply.status_code == 401
    assert reply.json()["error"]["message"].startswith("You did not provide an API key.")


def test_another_api_version_is_refused(till: Till) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="Invalid Stripe API version"):
        till.v1.customers.list(None, {"stripe_version": "2020-08-27"})


def test_an_answer_says_its_request_and_version(till: Till) -> None:
    made = till.v1.customers.create({})
    assert made.last_response is not None
    assert str(made.last_response.request_id).startswith("req_")
    assert made.last_response.headers["stripe-version"] == "2026-10-28.endive"


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/v1/charges"), ("POST", "/v1/events"), ("GET", "/v1/customers/a/b")]
)
def test_what_is_not_played_is_an_unrecognized_url(till: Till, method: str, path: str) -> None:
    reply = till.http.request(method, till.sim.stripe_url + path, headers={"authorization": f"Bearer {KEY}"})
    assert reply.status_code == 404
    assert reply.json()["error"]["message"].startswith("Unrecognized request URL")


def test_the_date_header_is_there_for_who_measures_the_clock(till: Till) -> None:
    assert "date" in till.http.head(till.sim.stripe_url).headers


@pytest.mark.parametrize(
    "body",
    [b"\xff\xfe", b"a=1&a[b]=2", b"x" + b"[y]" * 40 + b"=1", b"email=" + b"x" * 6_000, b"&".join([b"a[]=1"] * 2_000)],
)
def test_garbage_is_a_400_in_stripes_shape(till: Till, body: bytes) -> None:
    reply = till.http.post(
        f"{till.sim.stripe_url}/v1/customers", content=body, headers={"authorization": f"Bearer {KEY}"}
    )
    assert reply.status_code == 400
    assert reply.json()["error"]["type"] == "invalid_request_error"


def test_a_huge_body_is_refused(till: Till) -> None:
    url, headers = f"{till.sim.stripe_url}/v1/customers", {"authorization": f"Bearer {KEY}"}
    reply = till.http.post(url, content=b"a=" + b"x" * 1_100_000, headers=headers)
    assert reply.status_code == 413


@pytest.mark.parametrize("path", ["customer.x.y.z.a", "nobody", "metadata.user", "status"])
def test_what_cannot_be_expanded_is_refused(shop: Shop, till: Till, path: str) -> None:
    id = shop.subscribed(trial_days=3)
    with pytest.raises(stripe.InvalidRequestError, match="expand"):
        till.v1.subscriptions.retrieve(id, {"expand": [path]})


def test_several_levels_can_be_expanded(shop: Shop, till: Till) -> None:
    id = shop.subscribed()
    found = till.v1.subscriptions.retrieve(id, {"expand": ["customer", "latest_invoice", "items.data.price.product"]})
    assert isinstance(found.customer, stripe.Customer)
    assert isinstance(found.latest_invoice, stripe.Invoice)
    assert found["items"].data[0].price.product.name == "Standard"
