"""A repeated request gets the first reply. A different or a concurrent request with the same key is refused."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import stripe

from loadtests.simulator.stripe.tests.harness import Harness, Shop


def _create(harness: Harness, key: str, **fields: Any) -> stripe.Customer:
    wanted: Any = {"email": "ada@example.com", **fields}
    return harness.v1.customers.create(wanted, {"idempotency_key": key})


def _answers(harness: Harness, path: str) -> list[tuple[int | None, bool]]:
    """Return, for each request to the path, its status and whether its reply was a stored one."""
    return [(entry["status"], entry["replayed"]) for entry in harness.state()["requests"] if entry["path"] == path]


def test_repeated_request_gets_the_first_reply(harness: Harness) -> None:
    assert _create(harness, "key-1").id == _create(harness, "key-1").id
    assert len(harness.state()["customers"]) == 1
    assert _answers(harness, "/v1/customers") == [(200, False), (200, True)]


def test_calls_without_a_key_are_independent(harness: Harness) -> None:
    assert harness.v1.customers.create({}).id != harness.v1.customers.create({}).id


def test_key_is_logged_and_in_the_event(harness: Harness) -> None:
    _create(harness, "key-1")
    assert harness.state()["requests"][-1]["idempotency_key"] == "key-1"
    assert harness.state()["events"][-1]["request"]["idempotency_key"] == "key-1"


def test_key_with_other_parameters_is_refused(harness: Harness) -> None:
    _create(harness, "key-1")
    with pytest.raises(stripe.IdempotencyError, match="same parameters") as refused:
        _create(harness, "key-1", name="Ada")
    assert refused.value.http_status == 400
    assert len(harness.state()["customers"]) == 1
    assert _create(harness, "key-1").email == "ada@example.com"


def test_key_with_another_path_is_refused(harness: Harness) -> None:
    _create(harness, "key-1")
    with pytest.raises(stripe.IdempotencyError, match="same endpoint"):
        harness.v1.products.create({"name": "x"}, {"idempotency_key": "key-1"})


def test_malformed_parameters_do_not_use_the_key(harness: Harness) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="unknown parameter"):
        _create(harness, "key-1", mail="x")
    assert _create(harness, "key-1").email == "ada@example.com"


def test_declined_charge_is_replayed_although_the_card_works_now(shop: Shop) -> None:
    id = shop.subscribe(card="declined")
    wanted: Any = {
        "items": [{"id": shop.item(id).id, "price": shop.premium}],
        "proration_behavior": "always_invoice",
        "payment_behavior": "error_if_incomplete",
    }
    for _ in range(2):
        with pytest.raises(stripe.CardError, match="declined"):
            shop.harness.v1.subscriptions.update(id, wanted, {"idempotency_key": "change-1"})
        shop.set_cards("ok")
    assert shop.item(id).price.id == shop.standard
    shop.harness.v1.subscriptions.update(id, wanted, {"idempotency_key": "change-2"})
    assert shop.item(id).price.id == shop.premium


def test_500_is_stored_for_its_key(harness: Harness) -> None:
    harness.add_fault("500-short", "/v1/customers", times=1)
    for _ in range(2):
        with pytest.raises(stripe.APIError) as failed:
            _create(harness, "key-1")
        assert failed.value.http_status == 500
    assert harness.state()["customers"] == []
    assert _create(harness, "key-2").email == "ada@example.com"


@pytest.mark.parametrize("kind", ["429", "409", "401", "503-html"])
def test_failure_before_the_call_began_does_not_use_the_key(harness: Harness, kind: str) -> None:
    harness.add_fault(kind, "/v1/customers", times=1)
    with pytest.raises(stripe.StripeError):
        _create(harness, "key-1")
    assert _create(harness, "key-1").email == "ada@example.com"


def test_lost_reply_is_replayed_under_its_key(harness: Harness) -> None:
    harness.add_fault("cut-after-commit", "/v1/customers", times=1)
    with pytest.raises(stripe.APIConnectionError):
        _create(harness, "key-1")
    [made] = harness.state()["customers"]
    assert _create(harness, "key-1").id == made["id"]
    assert _answers(harness, "/v1/customers") == [(None, False), (200, True)]


def test_library_retry_finds_the_lost_reply(harness: Harness) -> None:
    harness.add_fault("cut-after-commit", "/v1/customers", times=1)
    made = harness.v1.customers.create({"email": "a@example.com"}, {"max_network_retries": 2})
    assert [customer["id"] for customer in harness.state()["customers"]] == [made.id]


def test_concurrent_call_with_the_same_key_is_refused(harness: Harness) -> None:
    harness.add_fault("slow", "/v1/customers", times=2, delay_ms=700)

    def ask(_: int) -> str:
        try:
            return _create(harness, "key-1").id
        except stripe.APIError as error:
            return f"{error.http_status} {error.error.code if error.error else None}"

    with ThreadPoolExecutor(4) as pool:
        answers = sorted(pool.map(ask, range(4)))
    assert answers[:3] == ["409 idempotency_key_in_use"] * 3
    assert [customer["id"] for customer in harness.state()["customers"]] == answers[3:]


def test_key_over_255_characters_is_refused(harness: Harness) -> None:
    assert _create(harness, "k" * 255).id
    with pytest.raises(stripe.InvalidRequestError, match="at most 255"):
        _create(harness, "k" * 256)
