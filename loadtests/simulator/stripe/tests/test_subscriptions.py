"""The endpoint /v1/subscriptions: listing, pages, canceling."""

from typing import Any

import pytest
import stripe

from loadtests.simulator.stripe.tests.harness import Harness, Shop


def test_list_leaves_canceled_subscriptions_out_unless_asked(shop: Shop, harness: Harness) -> None:
    running, canceled = shop.subscribe(trial_days=3), shop.subscribe(trial_days=3)
    harness.v1.subscriptions.cancel(canceled)

    def listed(**fields: Any) -> list[str]:
        wanted: Any = {"customer": shop.customer, **fields}
        return [entry.id for entry in harness.v1.subscriptions.list(wanted).data]

    assert listed() == [running]
    assert listed(status="all") == [canceled, running]
    assert listed(status="canceled") == [canceled]
    assert listed(status="trialing") == [running]


def test_list_has_pages(shop: Shop, harness: Harness) -> None:
    made = [shop.subscribe(trial_days=3) for _ in range(5)][::-1]
    first = harness.v1.subscriptions.list({"limit": 2})
    assert ([entry.id for entry in first.data], first.has_more) == (made[:2], True)
    assert [entry.id for entry in first.auto_paging_iter()] == made
    with pytest.raises(stripe.InvalidRequestError, match="No such object"):
        harness.v1.subscriptions.list({"starting_after": "sub_none"})
    with pytest.raises(stripe.InvalidRequestError, match="limit"):
        harness.v1.subscriptions.list({"limit": 101})


def test_cancel_ends_the_subscription_at_once_and_for_good(shop: Shop, harness: Harness) -> None:
    id = shop.subscribe()
    canceled = harness.v1.subscriptions.cancel(id)
    assert (canceled.status, canceled.cancel_at_period_end) == ("canceled", False)
    assert canceled.cancellation_details is not None
    assert canceled.cancellation_details.reason == "cancellation_requested"
    with pytest.raises(stripe.InvalidRequestError, match="No such subscription"):
        harness.v1.subscriptions.cancel(id)
    with pytest.raises(stripe.InvalidRequestError, match="canceled subscription can only update"):
        harness.v1.subscriptions.update(id, {"cancel_at_period_end": True})


def test_unknown_subscription_is_missing(harness: Harness) -> None:
    for call in (harness.v1.subscriptions.retrieve, harness.v1.subscriptions.cancel):
        with pytest.raises(stripe.InvalidRequestError, match="No such subscription: 'sub_none'") as refused:
            call("sub_none")
        assert (refused.value.http_status, refused.value.code) == (404, "resource_missing")
