"""Control calls for Stripe: its state, webhook faults, forged events, card behavior, time, dunning."""

from typing import Any

from starlette.responses import Response

from loadtests.simulator.fields import Fields
from loadtests.simulator.http import Call, Json
from loadtests.simulator.stripe_ledger import cards, changes, scheduling
from loadtests.simulator.stripe_ledger.account import KEPT_AT_RESET, StripeAccount, new_event
from loadtests.simulator.stripe_ledger.objects import Obj
from loadtests.simulator.stripe_ledger.webhooks import MODES, body_of, signature

from .parameters import body, refused

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
    "webhook_endpoints": "webhook_endpoint",
    "events": "event",
}
SIGNATURES = ("bad", "old", "future", "none", "foreign")
TOLERANCE_SECONDS = 300
DUNNING_ENDS = ("cancel", "unpaid", "past_due")


def state(call: Call) -> Response:
    """GET /stripe/state[?customer=]: return every object, or those of one customer, and every API request.

    Objects are in order of creation. A request is shown with its idempotency key.
    """
    account = call.world.stripe
    owner = call.query.get("customer")

    def fits(obj: Obj) -> bool:
        about = obj["data"]["object"] if obj["object"] == "event" else obj
        return owner is None or owner in (about.get("customer"), about["id"])

    rows: dict[str, Any] = {
        name: [obj for obj in account.store.all(kind) if fits(obj)][::-1] for name, kind in KINDS.items()
    }
    rows["clocks"] = {customer["id"]: account.now(customer["id"]) for customer in rows["customers"]}
    return Json(
        {
            **rows,
            "deliveries": list(account.store.all("_delivery"))[::-1],
            "forged": account.webhooks.forged,
            "webhooks": _webhooks(account),
            "requests": list(account.requests),
        }
    )


def _webhooks(account: StripeAccount) -> Obj:
    waiting = sum(entry["state"] == "waiting" for entry in account.store.all("_delivery"))
    return {"mode": account.webhooks.mode, "held": len(account.webhooks.held), "waiting": waiting}


def reset(call: Call) -> Response:
    """POST /stripe/reset: delete Stripe's customers and everything that belongs to them. Catalog and endpoints stay."""
    call.world.stripe.reset()
    return Json({"kept": list(KEPT_AT_RESET[:-1])})


def webhooks(call: Call) -> Response:
    """GET /stripe/webhooks: return the mode, and how many deliveries are held or waiting."""
    return Json(_webhooks(call.world.stripe))


def set_webhooks(call: Call) -> Response:
    """POST /stripe/webhooks `{mode, reverse?}`: set the mode normal, double, reverse, hold or drop.

    The mode `release` sends the held events (newest first with `reverse`) and returns to normal.
    """
    fields, account = body(call), call.world.stripe
    mode = fields.one_of("mode", (*MODES, "release"))
    if mode == "release":
        released = account.webhooks.release(reverse=fields.flag("reverse"))
        return Json({**_webhooks(account), "released": released})
    account.webhooks.mode = mode
    return Json(_webhooks(account))


def forge(call: Call) -> Response:
    """POST /stripe/forge `{type, signature, object?}` -> 202: send a forged event to every endpoint.

    GET /stripe/state shows the endpoints' replies as `forged`. `object` is the id of the object in the event (default:
    the newest subscription). `signature` is what is wrong with the signature: bad, old, future, none or foreign.
    """
    fields, account = body(call), call.world.stripe
    kind, type = fields.one_of("signature", SIGNATURES), fields.text("type", default="")
    if not type:
        raise refused("type must be the type of an event, as customer.subscription.updated.")
    endpoints = list(account.store.all("webhook_endpoint"))
    if not endpoints:
        raise refused("There is no webhook endpoint to send it to.", 409)
    caller = {"id": None, "idempotency_key": None}
    event = new_event(type, {"object": _subject(account, fields)}, account.wall(), caller)
    records = [account.webhooks.forge(event, it, _header(account, it, event, kind)) for it in endpoints]
    return Json({"forged": records}, 202)


def _subject(account: StripeAccount, fields: Fields) -> Obj:
    named = fields.text("object", default="")
    if named:
        found = account.store.any(named)
        if found is None:
            raise refused(f"There is no {named}.", 404)
        return found
    invented = {"id": "sub_forged", "object": "subscription", "customer": "cus_forged", "status": "active"}
    return next(account.store.all("subscription"), invented)


def _header(account: StripeAccount, endpoint: Obj, event: Obj, kind: str) -> str | None:
    if kind == "none":
        return None
    secret = "whsec_of_somebody_else" if kind == "foreign" else account.webhooks.secret_of(endpoint)
    ahead = {"old": -TOLERANCE_SECONDS - 60, "future": TOLERANCE_SECONDS + 60}.get(kind, 0)
    header = signature(body_of(event), secret=secret, at=account.wall() + ahead)
    return header[:-8] + "00000000" if kind == "bad" else header


def card(call: Call) -> Response:
    """POST /stripe/card `{customer, outcome}`: set the outcome of all later charges of the customer's cards.

    `outcome` is ok, declined or expired.
    """
    fields, account = body(call), call.world.stripe
    outcome, customer = fields.one_of("outcome", cards.OUTCOMES), _customer(account, fields)
    owned = cards.of_customer(account, customer)
    if not owned:
        raise refused(f"{customer} has no card yet.", 409)
    with account.transaction():
        for owned_card in owned:
            cards.set_outcome(account, owned_card, outcome, account.now(customer))
    return Json({"customer": customer, "outcome": outcome, "cards": [owned_card["id"] for owned_card in owned]})


def advance(call: Call) -> Response:
    """POST /stripe/advance `{customer, seconds}`: move the customer's clock ahead.

    Everything that is due in this time happens: renewals, retries of payments, ends of trials.
    """
    fields, account = body(call), call.world.stripe
    seconds = fields.integer("seconds", least=1, most=LONGEST_LEAP_SECONDS)
    customer = _customer(account, fields)
    scheduling.advance(account, call.world.scheduler, customer, seconds)
    return Json({"customer": customer, "now": account.now(customer)})


def _customer(account: StripeAccount, fields: Fields) -> str:
    customer = fields.text("customer", default="")
    if account.store.find("customer", customer) is None:
        raise refused(f"There is no customer {customer!r}.", 404)
    return customer


def dunning(call: Call) -> Response:
    """POST /stripe/dunning `{then}`: set what happens to a subscription when the last retry of a payment fails.

    `then` is cancel, unpaid or past_due.
    """
    account = call.world.stripe
    account.after_retries = body(call).one_of("then", DUNNING_ENDS)
    return Json({"then": account.after_retries})


def delete_customer(call: Call) -> Response:
    """POST /stripe/delete-customer `{customer, as}`: delete a customer, as staff can in the Dashboard.

    `as` is `deleted`: retrieving the customer says `deleted: true`; or `missing`: no call knows the customer, as if it
    belonged to another mode.
    """
    fields, account = body(call), call.world.stripe
    how, customer = fields.one_of("as", ("deleted", "missing")), _customer(account, fields)
    with account.transaction():
        deleted = changes.delete_customer(account, customer)
        if how == "missing":
            account.store.drop(f"{customer}#deleted")
    return Json(deleted)


def add_item(call: Call) -> Response:
    """POST /stripe/add-item `{customer, price}`: add an item before the others to each running subscription."""
    fields, account = body(call), call.world.stripe
    price, customer = fields.text("price", default=""), _customer(account, fields)
    if account.store.find("price", price) is None:
        raise refused(f"There is no price {price!r}.", 404)
    running = [
        one["id"]
        for one in account.store.all("subscription")
        if one["customer"] == customer and one["status"] not in ("canceled", "incomplete_expired")
    ]
    with account.transaction():
        return Json({"subscriptions": [changes.add_item(account, id, price) for id in running]})
