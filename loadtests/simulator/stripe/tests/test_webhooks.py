"""Signed webhooks: what is sent, that it is sent again, and how they can be harmed."""

import time
from typing import Any

import pytest
import stripe

from loadtests.simulator.stripe.tests.cast import SECRET, Shop, Till
from loadtests.simulator.stripe.tests.hook import Hook
from loadtests.simulator.stripe.webhooks import ATTEMPTS, LONGEST_PAUSE_SECONDS, pause_seconds


def _name(shop: Shop, name: str) -> None:
    """One change that tells exactly one event."""
    shop.till.v1.customers.update(shop.customer, {"name": name})


def _names(hook: Hook) -> list[str]:
    """The names in the events that came, in their order."""
    return [event.data.object["name"] for event in hook.events(SECRET)]


def test_an_event_arrives_signed_and_whole(shop: Shop, till: Till, hook: Hook) -> None:
    till.v1.customers.update(shop.customer, {"name": "Ada King"}, {"idempotency_key": "rename-1"})
    hook.wait_for(1)
    [event] = hook.events(SECRET)
    assert (event.type, event.api_version, event.livemode) == ("customer.updated", "2026-10-28.endive", False)
    assert event.data.object["name"] == "Ada King"
    assert event.data.previous_attributes is not None
    assert event.data.previous_attributes.to_dict() == {"name": "Ada Lovelace"}
    assert event.request is not None
    assert event.request.idempotency_key == "rename-1"
    till.quiet()
    assert till.v1.events.retrieve(event.id).pending_webhooks == 0


def test_another_secret_does_not_open_it(shop: Shop, hook: Hook) -> None:
    _name(shop, "Ada King")
    hook.wait_for(1)
    with pytest.raises(stripe.SignatureVerificationError):
        hook.events("whsec_other")


def test_it_is_sent_again_until_a_2xx_comes(shop: Shop, till: Till, hook: Hook) -> None:
    hook.answers.extend([500, 302])
    _name(shop, "Ada King")
    hook.wait_for(3)
    till.quiet()
    assert len({event.id for event in hook.events(SECRET)}) == 1
    assert till.state()["deliveries"][-1]["statuses"] == [500, 302, 200]


def test_an_event_does_not_wait_for_another_that_fails(shop: Shop, till: Till, hook: Hook) -> None:
    till.control("webhooks", mode="hold")
    _name(shop, "first")
    _name(shop, "second")
    hook.answers.append(503)
    till.control("webhooks", mode="release")
    hook.wait_for(3)
    *at_once, again = _names(hook)
    assert sorted(at_once) == ["first", "second"]
    assert again in at_once


def test_the_pauses_grow_and_have_an_end() -> None:
    pauses = [pause_seconds(attempts) for attempts in range(1, ATTEMPTS + 1)]
    assert pauses[:4] == [0.5, 1, 2, 4]
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE_SECONDS


def test_doubled_each_event_comes_twice(shop: Shop, till: Till, hook: Hook) -> None:
    till.control("webhooks", mode="double")
    _name(shop, "Ada King")
    hook.wait_for(2)
    assert len({event.id for event in hook.events(SECRET)}) == 1


def test_reversed_the_events_of_one_call_come_newest_first(shop: Shop, till: Till, hook: Hook) -> None:
    till.control("webhooks", mode="reverse")
    before = len(till.told())
    shop.subscribed()
    told = till.told(before)
    hook.wait_for(len(told))
    assert [event.type for event in hook.events(SECRET)] == told[::-1]


@pytest.mark.parametrize(("reverse", "names"), [(False, ["a", "b", "c"]), (True, ["c", "b", "a"])])
def test_held_events_come_when_they_are_released(
    shop: Shop, till: Till, hook: Hook, reverse: bool, names: list[str]
) -> None:
    till.control("webhooks", mode="hold")
    for name in "abc":
        _name(shop, name)
    assert hook.calls == []
    assert till.control("webhooks", mode="release", reverse=reverse)["released"] == 3
    hook.wait_for(3)
    assert sorted(_names(hook)) == ["a", "b", "c"]
    if reverse:
        assert _names(hook) == names
    till.quiet()
    assert till.state()["webhooks"] == {"mode": "normal", "held": 0, "waiting": 0}


def test_dropped_events_never_come_but_can_be_listed(shop: Shop, till: Till, hook: Hook) -> None:
    till.control("webhooks", mode="drop")
    _name(shop, "lost")
    till.control("webhooks", mode="normal")
    _name(shop, "told")
    hook.wait_for(1)
    assert _names(hook) == ["told"]
    listed = till.v1.events.list({"types": ["customer.updated"]}).data
    assert [event.data.object["name"] for event in listed] == ["told", "lost"]


def _forged(till: Till, **fields: Any) -> dict[str, Any]:
    till.control("forge", type="customer.subscription.deleted", **fields)
    for _ in range(500):
        record: dict[str, Any] = till.state()["forged"][-1]
        if record["answered"]:
            return record
        time.sleep(0.01)
    raise AssertionError("nobody answered the forged event within 5 s")


@pytest.mark.parametrize("kind", ["bad", "old", "none", "foreign"])
def test_a_forged_event_does_not_open(till: Till, hook: Hook, kind: str) -> None:
    hook.answers.append(400)
    assert _forged(till, signature=kind)["status"] == 400
    [(body, header)] = hook.calls
    with pytest.raises(stripe.SignatureVerificationError):
        stripe.Webhook.construct_event(body, header or "", SECRET)


def test_an_event_of_the_future_is_signed_for_an_instant_to_come(till: Till, hook: Hook) -> None:
    _forged(till, signature="future")
    [(body, header)] = hook.calls
    assert header is not None
    stamp = int(header.split(",")[0].removeprefix("t="))
    assert stamp > stripe.Webhook.construct_event(body, header, SECRET).created + 300


def test_a_forged_event_can_be_about_a_true_object(shop: Shop, till: Till, hook: Hook) -> None:
    id = shop.subscribed()
    till.quiet()
    hook.calls.clear()
    _forged(till, signature="foreign", object=id)
    [event] = hook.events("whsec_of_somebody_else")
    assert event.data.object["id"] == id
    assert shop.subscription(id).status == "active"


def test_an_endpoint_gets_what_it_asked_for_and_its_own_secret(shop: Shop, till: Till, listening: Hook) -> None:
    with Hook.listening() as own:
        made = till.v1.webhook_endpoints.create({"url": own.url, "enabled_events": ["customer.deleted"]})
        assert made.secret is not None
        assert "secret" not in till.v1.webhook_endpoints.retrieve(made.id)
        _name(shop, "Ada King")
        till.v1.customers.delete(shop.customer)
        own.wait_for(1)
        till.quiet()
        assert [event.type for event in own.events(made.secret)] == ["customer.deleted"]
        assert till.v1.webhook_endpoints.delete(made.id).deleted
        assert made.id not in [entry.id for entry in till.v1.webhook_endpoints.list().data]


def test_a_disabled_endpoint_hears_nothing(till: Till, listening: Hook) -> None:
    with Hook.listening() as own:
        made = till.v1.webhook_endpoints.create({"url": own.url, "enabled_events": ["*"]})
        till.v1.webhook_endpoints.update(made.id, {"disabled": True})
        till.v1.customers.create({})
        till.quiet()
        till.v1.webhook_endpoints.delete(made.id)
        assert own.calls == []
