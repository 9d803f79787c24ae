"""Authentication, API version, unknown URLs, malformed bodies, expansion."""

import pytest
import stripe

from loadtests.simulator.stripe.tests.harness import KEY, Harness, Shop


@pytest.mark.parametrize("key", ["nonsense", "pk_test_1234567890123456", "sk_live_1234567890123456"])
def test_only_a_secret_test_key_is_accepted(harness: Harness, key: str) -> None:
    client = stripe.StripeClient(key, base_addresses={"api": harness.sim.stripe_url}, max_network_retries=0)
    with pytest.raises(stripe.AuthenticationError) as refused:
        client.v1.customers.create({})
    assert refused.value.http_status == 401
    assert key not in str(refused.value)


def test_missing_key_is_refused(harness: Harness) -> None:
    reply = harness.http.post(f"{harness.sim.stripe_url}/v1/customers")
    assert reply.status_code == 401
    assert reply.json()["error"]["message"].startswith("You did not provide an API key.")


def test_another_api_version_is_refused(harness: Harness) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="Invalid Stripe API version"):
        harness.v1.customers.create({}, {"stripe_version": "2020-08-27"})


def test_reply_has_request_id_and_version(harness: Harness) -> None:
    made = harness.v1.customers.create({})
    assert made.last_response is not None
    assert str(made.last_response.request_id).startswith("req_")
    assert made.last_response.headers["stripe-version"] == "2026-10-28.endive"


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/v1/charges"), ("POST", "/v1/events"), ("GET", "/v1/customers/a/b")]
)
def test_unsupported_call_is_an_unrecognized_url(harness: Harness, method: str, path: str) -> None:
    reply = harness.http.request(method, harness.sim.stripe_url + path, headers={"authorization": f"Bearer {KEY}"})
    assert reply.status_code == 404
    assert reply.json()["error"]["message"].startswith("Unrecognized request URL")


def test_head_reply_has_a_date_header(harness: Harness) -> None:
    assert "date" in harness.http.head(harness.sim.stripe_url).headers


@pytest.mark.parametrize(
    "body",
    [b"\xff\xfe", b"a=1&a[b]=2", b"x" + b"[y]" * 40 + b"=1", b"email=" + b"x" * 6_000, b"&".join([b"a[]=1"] * 2_000)],
)
def test_malformed_body_is_a_400_in_stripes_shape(harness: Harness, body: bytes) -> None:
    reply = harness.http.post(
        f"{harness.sim.stripe_url}/v1/customers", content=body, headers={"authorization": f"Bearer {KEY}"}
    )
    assert reply.status_code == 400
    assert reply.json()["error"]["type"] == "invalid_request_error"


def test_body_over_one_megabyte_is_refused(harness: Harness) -> None:
    url, headers = f"{harness.sim.stripe_url}/v1/customers", {"authorization": f"Bearer {KEY}"}
    reply = harness.http.post(url, content=b"a=" + b"x" * 1_100_000, headers=headers)
    assert reply.status_code == 413


@pytest.mark.parametrize("path", ["customer.x.y.z.a", "nobody", "metadata.user", "status"])
def test_unknown_expand_path_is_refused(shop: Shop, harness: Harness, path: str) -> None:
    id = shop.subscribe(trial_days=3)
    with pytest.raises(stripe.InvalidRequestError, match="expand"):
        harness.v1.subscriptions.retrieve(id, {"expand": [path]})


def test_expand_follows_several_levels(shop: Shop, harness: Harness) -> None:
    id = shop.subscribe()
    found = harness.v1.subscriptions.retrieve(
        id, {"expand": ["customer", "latest_invoice", "items.data.price.product"]}
    )
    assert isinstance(found.customer, stripe.Customer)
    assert isinstance(found.latest_invoice, stripe.Invoice)
    assert found["items"].data[0].price.product.name == "Standard"
