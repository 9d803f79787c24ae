"""After any random sequence of actions, the invoices balance and the events describe every change."""

import copy
import random
from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
import stripe

from loadtests.simulator.stripe.tests.harness import Harness, Shop

STEPS = 40
# Stripe changes these without an event.
SILENT = {"currency", "next_invoice_sequence"}


def _moves(shop: Shop, dice: random.Random) -> list[Callable[[str], object]]:
    """Return random actions on a subscription. Stripe may refuse some of them."""
    v1 = shop.harness.v1
    behaviors: list[Any] = ["always_invoice", "create_prorations", "none"]

    def change(id: str) -> None:
        wanted: Any = {
            "items": [{"id": shop.item(id).id, "price": dice.choice([shop.standard, shop.premium])}],
            "proration_behavior": dice.choice(behaviors),
            "payment_behavior": dice.choice(["allow_incomplete", "error_if_incomplete"]),
        }
        v1.subscriptions.update(id, wanted)

    return [
        change,
        change,
        lambda id: v1.subscriptions.update(id, {"cancel_at_period_end": dice.random() < 0.5}),
        lambda id: shop.set_cards(dice.choice(["ok", "ok", "declined", "expired"])),
        lambda id: shop.advance(days=dice.choice([1, 4, 9, 35])),
        lambda id: shop.advance(days=dice.choice([1, 4, 9, 35])),
        shop.settle,
        v1.subscriptions.cancel,
    ]


def _walk(shop: Shop, dice: random.Random) -> None:
    id = shop.subscribe(trial_days=dice.choice([None, 2, 10]))
    moves = _moves(shop, dice)
    for _ in range(STEPS):
        # Canceling is rare, so that a walk does not end at once.
        move = dice.choice(moves[:-1] if dice.random() < 0.97 else moves)
        try:
            move(id)
        except (stripe.InvalidRequestError, stripe.CardError):
            continue
        if shop.subscription(id).status == "canceled":
            id = shop.subscribe(trial_days=dice.choice([None, 10]))


@pytest.mark.parametrize("seed", range(4))
def test_invoices_balance_and_events_describe_every_change(shop: Shop, harness: Harness, seed: int) -> None:
    _walk(shop, random.Random(seed))
    state = harness.state()
    _invoices_balance(state, shop.customer)
    _periods_join(state)
    _events_describe_every_change(state)


def _invoices_balance(state: dict[str, Any], customer: str) -> None:
    [owner] = [entry for entry in state["customers"] if entry["id"] == customer]
    invoices = [entry for entry in state["invoices"] if entry["customer"] == customer]
    for invoice in invoices:
        assert invoice["total"] == sum(line["amount"] for line in invoice["lines"]["data"])
        assert invoice["starting_balance"] + invoice["total"] == invoice["amount_due"] + invoice["ending_balance"]
        assert invoice["amount_due"] == invoice["amount_paid"] + invoice["amount_remaining"]
        assert (invoice["status"] == "paid") == (invoice["amount_remaining"] == 0)
    assert sum(i["total"] for i in invoices) == sum(i["amount_due"] for i in invoices) + owner["balance"]
    billed = {
        line["parent"]["subscription_item_details"]["invoice_item"] for i in invoices for line in i["lines"]["data"]
    }
    assert {item["id"] for item in state["invoice_items"] if item["invoice"]} == billed - {None}


def _periods_join(state: dict[str, Any]) -> None:
    """Check that no day is billed twice and none is left out."""
    cycles = defaultdict(list)
    for invoice in state["invoices"]:
        if invoice["billing_reason"] == "subscription_cycle":
            cycles[invoice["parent"]["subscription_details"]["subscription"]].append(invoice)
    for renewals in cycles.values():
        for earlier, later in pairwise(renewals):
            assert earlier["period_end"] == later["period_start"]


def _events_describe_every_change(state: dict[str, Any]) -> None:
    """Check that the newest event of each object shows the object as it is.

    Undoing the changes that an event names in previous_attributes must give the object of the event before it.
    """
    shown: dict[str, Any] = {}
    for event in state["events"]:
        now, previous = event["data"]["object"], event["data"].get("previous_attributes")
        before = shown.get(now["id"])
        if before is not None and previous is not None:
            assert _public(_undone(now, previous)) == _public(before), event["type"]
        shown[now["id"]] = now
    for kind in ("customers", "subscriptions", "invoices", "payment_methods"):
        for obj in state[kind]:
            assert _public(shown[obj["id"]]) == _public(obj)


def _undone(now: dict[str, Any], previous: dict[str, Any]) -> dict[str, Any]:
    before = copy.deepcopy(now)
    for name, value in previous.items():
        nested = isinstance(value, dict) and isinstance(before.get(name), dict)
        before[name] = _undone(before[name], value) if nested else value
    return before


def _public(obj: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in obj.items() if name not in SILENT}
