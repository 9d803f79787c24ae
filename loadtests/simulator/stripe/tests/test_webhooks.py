"""Signed webhooks: contents, retries, fault modes, forged events, endpoints."""

import time
from typing import Any

import pytest
import stripe

from loadtests.simulator.stripe.tests.harness import SECRET, Harness, Shop
from loadtests.simulator.stripe.tests.webhook_receiver import WebhookReceiver
from loadtests.simulator.stripe_ledger.webhooks import ATTEMPTS, LONGEST_PAUSE_SECONDS, pause_seconds


def _emit(harness: Harness, name: str) -> None:
    """Cause exactly one event, customer.created with this name."""
    harness.v1.customers.create({"name": name})


def _names(receiver: WebhookReceiver) -> list[str]:
    """The names in the received events, in order."""
    return [event.data.object["name"] for event in receiver.events(SECRET)]


def test_event_arrives_signed_and_complete(shop: Shop, harness: Harness, receiver: WebhookReceiver) -> None:
    id = shop.subscribe()
    harness.wait_for_deliveries()
    receiver.calls.clear()
    harness.v1.subscriptions.update(id, {"cancel_at_period_end": True}, {"idempotency_key": "end-1"})
    receiver.wait_for(1)
    [event] = receiver.events(SECRET)
    assert (event.type, event.api_version) == ("customer.subscription.updated", "2026-10-28.endive")
    assert event.data.object["cancel_at_period_end"] is True
    assert event.data.previous_attributes is not None
    assert event.data.previous_attributes.to_dict()["cancel_at_period_end"] is False
    assert (event.livemode, event.request and event.request.idempotency_key) == (False, "end-1")
    harness.wait_for_deliveries()
    assert harness.state()["events"][-1]["pending_webhooks"] == 0


def test_another_secret_does_not_verify_an_event(harness: Harness, receiver: WebhookReceiver) -> None:
    _emit(harness, "Ada King")
    receiver.wait_for(1)
    with pytest.raises(stripe.SignatureVerificationError):
        receiver.events("whsec_other")


def test_event_is_sent_again_until_a_2xx(harness: Harness, receiver: WebhookReceiver) -> None:
    receiver.answers.extend([500, 302])
    _emit(harness, "Ada King")
    receiver.wait_for(3)
    harness.wait_for_deliveries()
    assert len({event.id for event in receiver.events(SECRET)}) == 1
    assert harness.state()["deliveries"][-1]["statuses"] == [500, 302, 200]


def test_failing_delivery_does_not_delay_another(harness: Harness, receiver: WebhookReceiver) -> None:
    harness.control("webhooks", mode="hold")
    _emit(harness, "first")
    _emit(harness, "second")
    receiver.answers.append(503)
    harness.control("webhooks", mode="release")
    receiver.wait_for(3)
    *at_once, again = _names(receiver)
    assert sorted(at_once) == ["first", "second"]
    assert again in at_once


def test_pauses_double_up_to_a_limit() -> None:
    pauses = [pause_seconds(attempts) for attempts in range(1, ATTEMPTS + 1)]
    assert pauses[:4] == [0.5, 1, 2, 4]
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE_SECONDS


def test_mode_double_sends_each_event_twice(harness: Harness, receiver: WebhookReceiver) -> None:
    harness.control("webhooks", mode="double")
    _emit(harness, "Ada King")
    receiver.wait_for(2)
    assert len({event.id for event in receiver.events(SECRET)}) == 1


def test_mode_reverse_sends_the_events_of_one_call_newest_first(
    shop: Shop, harness: Harness, receiver: WebhookReceiver
) -> None:
    harness.control("webhooks", mode="reverse")
    before = len(harness.event_types())
    shop.subscribe()
    types = harness.event_types(before)
    receiver.wait_for(len(types))
    assert [event.type for event in receiver.events(SECRET)] == types[::-1]


@pytest.mark.parametrize(("reverse", "names"), [(False, ["a", "b", "c"]), (True, ["c", "b", "a"])])
def test_held_events_are_sent_on_release(
    harness: Harness, receiver: WebhookReceiver, reverse: bool, names: list[str]
) -> None:
    harness.control("webhooks", mode="hold")
    for name in "abc":
        _emit(harness, name)
    assert receiver.calls == []
    assert harness.control("webhooks", mode="release", reverse=reverse)["released"] == 3
    receiver.wait_for(3)
    assert sorted(_names(receiver)) == ["a", "b", "c"]
    if reverse:
        assert _names(receiver) == names
    harness.wait_for_deliveries()
    assert harness.state()["webhooks"] == {"mode": "normal", "held": 0, "waiting": 0}


def test_dropped_event_is_never_sent(harness: Harness, receiver: WebhookReceiver) -> None:
    harness.control("webhooks", mode="drop")
    _emit(harness, "lost")
    harness.control("webhooks", mode="normal")
    _emit(harness, "sent")
    receiver.wait_for(1)
    assert _names(receiver) == ["sent"]
    assert [event["data"]["object"]["name"] for event in harness.state()["events"][-2:]] == ["lost", "sent"]


def _forged(harness: Harness, **fields: Any) -> dict[str, Any]:
    harness.control("forge", type="customer.subscription.deleted", **fields)
    for _ in range(6000):
        record: dict[str, Any] = harness.state()["forged"][-1]
        if record["answered"]:
            return record
        time.sleep(0.01)
    raise AssertionError("no reply to the forged event within 60 s")


@pytest.mark.parametrize("kind", ["bad", "old", "none", "foreign"])
def test_forged_event_does_not_verify(harness: Harness, receiver: WebhookReceiver, kind: str) -> None:
    receiver.answers.append(400)
    assert _forged(harness, signature=kind)["status"] == 400
    [(body, header)] = receiver.calls
    with pytest.raises(stripe.SignatureVerificationError):
        stripe.Webhook.construct_event(body, header or "", SECRET)


def test_future_signature_has_a_later_timestamp(harness: Harness, receiver: WebhookReceiver) -> None:
    _forged(harness, signature="future")
    [(body, header)] = receiver.calls
    assert header is not None
    stamp = int(header.split(",")[0].removeprefix("t="))
    assert stamp > stripe.Webhook.construct_event(body, header, SECRET).created + 300


def test_forged_event_can_name_an_existing_object(shop: Shop, harness: Harness, receiver: WebhookReceiver) -> None:
    id = shop.subscribe()
    harness.wait_for_deliveries()
    receiver.calls.clear()
    _forged(harness, signature="foreign", object=id)
    [event] = receiver.events("whsec_of_somebody_else")
    assert event.data.object["id"] == id
    assert shop.subscription(id).status == "active"


def test_endpoint_gets_only_its_events_signed_with_its_own_secret(shop: Shop, harness: Harness) -> None:
    with WebhookReceiver.listening() as own:
        made = harness.v1.webhook_endpoints.create({"url": own.url, "enabled_events": ["customer.created"]})
        assert made.secret is not None
        assert all("secret" not in endpoint for endpoint in harness.state()["webhook_endpoints"])
        shop.portal()
        _emit(harness, "Ada King")
        own.wait_for(1)
        harness.wait_for_deliveries()
        assert [event.type for event in own.events(made.secret)] == ["customer.created"]
        assert harness.v1.webhook_endpoints.delete(made.id).deleted
        assert made.id not in [endpoint["id"] for endpoint in harness.state()["webhook_endpoints"]]
