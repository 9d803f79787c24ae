"""Control calls about Stripe: its truth, its webhooks and how they are harmed, cards, time, dunning."""

from typing import Any

from starlette.responses import Response

from loadtests.simulator.http import Call, Json
from loadtests.simulator.stripe import cards, people
from loadtests.simulator.stripe.account import API_VERSION, KEPT_AT_RESET, StripeAccount
from loadtests.simulator.stripe.store import Obj, new_id
from loadtests.simulator.stripe.webhooks import MODES, body_of, signature

from .fields import body, flag, integer, one_of, refused, text

LONGEST_LEAP_SECONDS = 5 * 365 * 86_400
KINDS = {
    "customers": "customer",
    "subscriptions": "subscription",
    "invoices": "invoice",
    "invoice_items": "invoiceitem",
    "payment_methods": "payment_method",
    "checkout_sessions": "checkout.session",
    "portal_sessions": "billing_portal.session",
    "products": "product",
    "prices": "price",
    "test_clocks": "test_helpers.test_clock",
    "webhook_endpoints": "webhook_endpoint",
    "events": "event",
}
SIGNATURES = ("bad", "old", "future", "none", "foreign")
TOLERANCE_SECONDS = 300
DUNNING_ENDS = ("cancel", "unpaid", "past_due")


def state(call: Call) -> Response:
    """GET /stripe/state[?customer=]: everything as Stripe has it, oldest first, and every request with its key."""
    account = call.world.stripe
    owner = call.query.get("customer")

    def fits(obj: Obj) -> bool:
        about = obj["data"]["object"] if obj["object"] == "event" else obj
        return owner is None or owner in (about.get("customer"), about["id"])

    rows: dict[str, Any] = {
        name: [obj for obj in account.store.all(kind) if fits(obj)][::-1] for name, kind in KINDS.items()
    }
    for customer in rows["customers"]:
        customer_cards = cards.of_customer(account, customer["id"])
        rows.setdefault("clocks", {})[customer["id"]] = account.now(customer["id"])
        rows.setdefault("cards", {})[customer["id"]] = [
            cards.outcome_of(account, card["id"]) for card in customer_cards
        ]
    return Json(
        {
            **rows,
            "deliveries": [_delivery(entry) for entry in account.store.all("_delivery")][::-1],
            "forged": account.webhooks.forged,
            "webhooks": _mode(account),
            "requests": list(account.requests),
        }
    )


def _delivery(entry: Obj) -> Obj:
    return {name: value for name, value in entry.items() if name != "object"}


def _mode(account: StripeAccount) -> Obj:
    waiting = sum(entry["state"] == "waiting" for entry in account.store.all("_delivery"))
    return {"mode": account.webhooks.mode, "held": len(account.webhooks.held), "waiting": waiting}


def reset(call: Call) -> Response:
    """POST /stripe/reset: of Stripe alone: customers and all of theirs go, catalogue and endpoints stay."""
    call.world.stripe.reset()
    return Json({"kept": list(KEPT_AT_RESET[:-1])})


def webhooks(call: Call) -> Response:
    return Json(_mode(call.world.stripe))


def set_webhooks(call: Call) -> Response:
    """POST /stripe/webhooks `{mode, reverse?}`: normal, double, reverse, hold, drop; `release` sends what is held, with
    `reverse` the newest first, and goes back to normal."""
    fields, account = body(call), call.world.stripe
    mode = one_of(fields, "mode", (*MODES, "release"))
    if mode == "release":
        released = account.webhooks.release(reverse=flag(fields, "reverse"))
        return Json({**_mode(account), "released": released})
    account.webhooks.mode = mode
    return Json(_mode(account))


def forge(call: Call) -> Response:
    """POST /stripe/forge `{type, signature, object?}` -> 202: sends an event that Stripe never made to every endpoint;
    how it was answered stands under `forged` of the state. `object` is the id of what it is about (default: the newest
    subscription), `signature` one of bad, old, future, none, foreign."""
    fields, account = body(call), call.world.stripe
    kind, type = one_of(fields, "signature", SIGNATURES), text(fields, "type", default="")
    if not type:
        raise refused("type must be the type of an event, as customer.subscription.updated.")
    endpoints = list(account.store.all("webhook_endpoint"))
    if not endpoints:
        raise refused("There is no webhook endpoint to send it to.", 409)
    event = {
        "id": new_id("evt"),
        "object": "event",
        "api_version": API_VERSION,
        "created": account.wall(),
        "data": {"object": _about(account, fields)},
        "livemode": False,
        "pending_webhooks": 1,
        "request": {"id": None, "idempotency_key": None},
        "type": type,
    }
    records = [account.webhooks.forge(event, it, _header(account, it, event, kind)) for it in endpoints]
    return Json({"forged": records}, 202)


def _about(account: StripeAccount, fields: dict[str, Any]) -> Obj:
    named = text(fields, "object", default="")
    if named:
        found = account.store.any(named)
        if found is None:
            raise refused(f"There is no {named}.", 404)
        return found
    made_up = {"id": "sub_forged", "object": "subscription", "customer": "cus_forged", "status": "active"}
    return next(account.store.all("subscription"), made_up)


def _header(account: StripeAccount, endpoint: Obj, event: Obj, kind: str) -> str | None:
    if kind == "none":
        return None
    secret = account.store.get("_secret", f"{endpoint['id']}#secret")["secret"]
    ahead = {"old": -TOLERANCE_SECONDS - 60, "future": TOLERANCE_SECONDS + 60}.get(kind, 0)
    if kind == "foreign":
        secret = "whsec_of_somebody_else"
    header = signature(body_of(event), secret=secret, at=account.wall() + ahead)
    return header[:-8] + "00000000" if kind == "bad" else header


def card(call: Call) -> Response:
    """POST /stripe/card `{customer, outcome}`: how the customer's cards behave from now on: ok, declined, expired."""
    fields, account = body(call), call.world.stripe
    outcome, customer = one_of(fields, "outcome", cards.OUTCOMES), _customer(account, fields)
    owned = cards.of_customer(account, customer)
    if not owned:
        raise refused(f"{customer} has no card yet.", 409)
    with account.step():
        for owned_card in owned:
            cards.set_outcome(account, owned_card, outcome, account.now(customer))
    return Json({"customer": customer, "outcome": outcome, "cards": [owned_card["id"] for owned_card in owned]})


def advance(call: Call) -> Response:
    """POST /stripe/advance `{customer|clock, seconds}`: time goes by, and everything that falls into it happens."""
    fields, account = body(call), call.world.stripe
    seconds = integer(fields, "seconds", least=1, most=LONGEST_LEAP_SECONDS)
    if "clock" in fields:
        return _advance_clock(account, text(fields, "clock", default=""), seconds)
    customer = _customer(account, fields)
    clock = account.store.get("customer", customer)["test_clock"]
    if clock is not None:
        return _advance_clock(account, clock, seconds)
    with account.step():
        account.move(customer, seconds)
    return Json({"customer": customer, "now": account.now(customer)})


def _advance_clock(account: StripeAccount, id: str, seconds: int) -> Response:
    clock = account.store.find("test_helpers.test_clock", id)
    if clock is None:
        raise refused(f"There is no test clock {id!r}.", 404)
    with account.step():
        people.advance(account, id, clock["frozen_time"] + seconds)
    return Json({"clock": id, "now": account.store.get("test_helpers.test_clock", id)["frozen_time"]})


def _customer(account: StripeAccount, fields: dict[str, Any]) -> str:
    customer = text(fields, "customer", default="")
    if account.store.find("customer", customer) is None:
        raise refused(f"There is no customer {customer!r}.", 404)
    return customer


def dunning(call: Call) -> Response:
    """POST /stripe/dunning `{retry_days?, then?}`: after how many days each a failed payment is tried again, and what
    becomes of the subscription after the last try: cancel, unpaid or past_due."""
    fields, account = body(call), call.world.stripe
    days = fields.get("retry_days", list(account.retry_days))
    if not isinstance(days, list) or len(days) > 8 or not all(type(day) is int and 1 <= day <= 60 for day in days):
        raise refused("retry_days must be a list of at most 8 whole numbers from 1 to 60.")
    account.after_retries = one_of({"then": account.after_retries, **fields}, "then", DUNNING_ENDS)
    account.retry_days = tuple(days)
    return Json({"retry_days": days, "then": account.after_retries})
