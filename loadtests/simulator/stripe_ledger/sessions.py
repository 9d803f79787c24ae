"""Checkout sessions: creation, payment on the hosted page, and expiry."""

from typing import Any

from . import cards, lifecycle
from .account import StripeAccount
from .objects import Obj, complete, new_id


def create(
    account: StripeAccount, customer: Obj, items: list[tuple[Obj, int]], given: dict[str, Any], *, expires_at: int
) -> Obj:
    """Store and return an open session for (price, quantity) items. `given` are the checked parameters of the call."""
    id, data = new_id("cs_test", 58), given.get("subscription_data", {})
    lines = [_line(account, price, quantity, free="trial_period_days" in data) for price, quantity in items]
    total = sum(line["amount_total"] for line in lines)
    session = complete(
        {
            "id": id,
            "object": "checkout.session",
            "amount_subtotal": total,
            "amount_total": total,
            "automatic_tax": {"enabled": False, "liability": None, "provider": None, "status": None},
            "cancel_url": given.get("cancel_url"),
            "client_reference_id": given.get("client_reference_id"),
            "created": account.wall(),
            "currency": items[0][0]["currency"],
            "custom_text": dict.fromkeys(("after_submit", "shipping_address", "submit", "terms_of_service_acceptance")),
            "customer": customer["id"],
            "customer_details": _details(customer),
            "expires_at": expires_at,
            "mode": "subscription",
            "payment_method_collection": "always",
            "payment_method_options": {},
            "payment_method_types": ["card"],
            "payment_status": "unpaid",
            "phone_number_collection": {"enabled": False},
            "status": "open",
            "success_url": given["success_url"],
            "total_details": {"amount_discount": 0, "amount_shipping": 0, "amount_tax": 0},
            "ui_mode": "hosted_page",
            "url": f"{account.base_url}/c/pay/{id}",
        }
    )
    account.store.put({"id": f"{id}#session", "object": "_session", "lines": lines, "data": data})
    return account.store.put(session)


def _line(account: StripeAccount, price: Obj, quantity: int, *, free: bool) -> Obj:
    amount = 0 if free else price["unit_amount"] * quantity
    return complete(
        {
            "id": new_id("li"),
            "object": "item",
            "amount_discount": 0,
            "amount_subtotal": amount,
            "amount_tax": 0,
            "amount_total": amount,
            "currency": price["currency"],
            "description": account.store.get("product", price["product"])["name"],
            "price": dict(price),
            "quantity": quantity,
        }
    )


def _details(customer: Obj) -> Obj | None:
    if customer["email"] is None:
        return None
    names = ("address", "business_name", "individual_name", "name", "phone", "tax_ids")
    return dict.fromkeys(names) | {"email": customer["email"], "tax_exempt": "none"}


def hidden(account: StripeAccount, id: str) -> Obj:
    """Return the data of a session that its API object does not show: `lines`, and `data` (`subscription_data`)."""
    return account.store.get("_session", f"{id}#session")


def expire(account: StripeAccount, id: str) -> Obj:
    session = account.store.edit(id)
    session |= {"status": "expired", "url": None}
    account.emit("checkout.session.expired", session, account.wall())
    return session


def pay(account: StripeAccount, id: str, *, outcome: str, number: str = "") -> None:
    """Complete the session with a new card and begin the subscription.

    The first charge succeeds; `outcome` applies to later charges. Cards with the same `number` have the same
    fingerprint.
    """
    session, asked = account.store.edit(id), hidden(account, id)
    customer = account.store.get("customer", session["customer"], param="customer")
    at, data = account.now(customer["id"]), asked["data"]
    card = cards.add(account, customer["id"], at, number=number)
    subscription = lifecycle.begin(
        account,
        customer,
        [(account.store.get("price", line["price"]["id"]), line["quantity"]) for line in asked["lines"]],
        at,
        trial_days=data.get("trial_period_days", 0),
        card=card["id"],
        metadata=data.get("metadata", {}),
    )
    if outcome != "ok":
        cards.set_outcome(account, card, outcome, at)
    session |= {
        "status": "complete",
        "url": None,
        "payment_status": "no_payment_required" if "trial_period_days" in data else "paid",
        "subscription": subscription["id"],
        "invoice": subscription["latest_invoice"],
    }
    account.emit("checkout.session.completed", session, at)
