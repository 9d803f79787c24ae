"""Idempotency keys: the first answer again, whatever it was; never another request; never two at once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import stripe

from loadtests.simulator.stripe.tests.cast import Shop, Till


def _create(till: Till, key: str, **fields: Any) -> stripe.Customer:
    wanted: Any = {"email": "ada@example.com", **fields}
    return till.v1.customers.create(wanted, {"idempotency_key": key})


def _answers(till: Till, path: str) -> list[tuple[int | None, bool]]:
    """Status and whether it was replayed, of each request to the path."""
    return [(entry["status"], entry["replayed"]) for entry in till.state()["requests"] if entry["path"] == path]


def test_the_same_request_again_is_told_the_first_answer(till: Till) -> None:
    assert _create(till, "key-1").id == _create(till, "key-1").id
    assert len(till.state()["customers"]) == 1
    assert _answers(till, "/v1/customers") == [(200, False), (200, True)]


def test_without_a_key_each_call_makes_another(till: Till) -> None:
    assert till.v1.customers.create({}).id != till.v1.customers.create({}).id


def test_the_key_stands_in_the_log_and_in_the_event(till: Till) -> None:
    _create(till, "key-1")
    assert till.state()["requests"][-1]["idempotency_key"] == "key-1"
    assert till.state()["events"][-1]["request"]["idempotency_key"] == "key-1"


def test_other_parameters_under_the_key_are_refused(till: Till) -> None:
    _create(till, "key-1")
    with pytest.raises(stripe.IdempotencyError, match="same parameters") as refused:
        _create(till, "key-1", name="Ada")
    assert refused.value.http_status == 400
    assert len(till.state()["customers"]) == 1
    assert _create(till, "key-1").email == "ada@example.com"


def test_another_path_under_the_key_is_refused(till: Till) -> None:
    _create(till, "key-1")
    with pytest.raises(stripe.IdempotencyError, match="same endpoint"):
        till.v1.products.create({"name": "x"}, {"idempotency_key": "key-1"})


def test_malformed_parameters_do_not_use_the_key_up(till: Till) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="unknown parameter"):
        _create(till, "key-1", mail="x")
    assert _create(till, "key-1").email == "ada@example.com"


def test_a_declined_card_is_told_again_though_the_card_was_mended(shop: Shop, till: Till) -> None:
    id = shop.subscribed(card="declined")
    shop.advance(days=31)
    invoice = str(till.v1.subscriptions.retrieve(id).latest_invoice)
    for _ in range(2):
        with pytest.raises(stripe.CardError, match="declined"):
            till.v1.invoices.pay(invoice, None, {"idempotency_key": "pay-1"})
        shop.cards("ok")
    assert till.v1.invoices.retrieve(invoice).attempt_count == 2
    assert till.v1.invoices.pay(invoice, None, {"idempotency_key": "pay-2"}).status == "paid"


def test_a_500_is_kept_for_its_key(till: Till) -> None:
    till.fault("500-short", "/v1/customers", times=1)
    for _ in range(2):
        with pytest.raises(stripe.APIError) as failed:
            _create(till, "key-1")
        assert failed.value.http_status == 500
    assert till.state()["customers"] == []
    assert _create(till, "key-2").email == "ada@example.com"


@pytest.mark.parametrize("kind", ["429", "409", "401", "503-html"])
def test_what_failed_before_it_began_is_done_the_second_time(till: Till, kind: str) -> None:
    till.fault(kind, "/v1/customers", times=1)
    with pytest.raises(stripe.StripeError):
        _create(till, "key-1")
    assert _create(till, "key-1").email == "ada@example.com"


def test_a_lost_answer_is_found_again_under_its_key(till: Till) -> None:
    till.fault("cut-after-commit", "/v1/customers", times=1)
    with pytest.raises(stripe.APIConnectionError):
        _create(till, "key-1")
    [made] = till.state()["customers"]
    assert _create(till, "key-1").id == made["id"]
    assert _answers(till, "/v1/customers") == [(None, False), (200, True)]


def test_the_library_finds_a_lost_answer_by_itself(till: Till) -> None:
    till.fault("cut-after-commit", "/v1/customers", times=1)
    made = till.v1.customers.create({"email": "a@example.com"}, {"max_network_retries": 2})
    assert [customer["id"] for customer in till.state()["customers"]] == [made.id]


def test_two_at_once_under_one_key_are_not_both_served(till: Till) -> None:
    till.fault("slow", "/v1/customers", times=2, delay_ms=700)

    def ask(_: int) -> str:
        try:
            return _create(till, "key-1").id
        except stripe.APIError as error:
            return f"{error.http_status} {error.error.code if error.error else None}"

    with ThreadPoolExecutor(4) as pool:
        answers = sorted(pool.map(ask, range(4)))
    assert answers[:3] == ["409 idempotency_key_in_use"] * 3
    assert [customer["id"] for customer in till.state()["customers"]] == answers[3:]


def test_a_key_is_at_most_255_characters(till: Till) -> None:
    assert _create(till, "k" * 255).id
    with pytest.raises(stripe.InvalidRequestError, match="at most 255"):
        _create(till, "k" * 256)
