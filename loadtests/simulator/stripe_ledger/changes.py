"""Changes that a person makes to a subscription: another price, with proration, and cancellation."""

from datetime import UTC, datetime
from typing import Any

from . import invoices, lifecycle
from .account import StripeAccount
from .errors import StripeError, missing, missing_param
from .items import new_item, period, product_name, set_price
from .objects import Obj
from .periods import unused

# The kind of the internal objects that say which customers were deleted.
DELETED_CUSTOMER = "_deleted_customer"


def update(account: StripeAccount, id: str, wanted: dict[str, Any], at: int) -> Obj:
    """Apply the parameters of Stripe's call Subscriptions.update and return the subscription.

    Raises StripeError if the subscription has ended, or if the payment fails and `payment_behavior` is
    `error_if_incomplete`.
    """
    if account.store.get("subscription", id)["status"] == "canceled":
        raise StripeError(400, "A canceled subscription can only update its cancellation_details and metadata.")
    invoice = None
    with account.changing(id, at, event=lifecycle.UPDATED) as changed:
        _set_end(changed, wanted, at)
        prorated = "items" in wanted and _change_items(account, changed, wanted, at)
        if prorated and wanted.get("proration_behavior") == "always_invoice":
            invoice = invoices.create(account, changed, [], reason="subscription_update", at=at, period=(at, at))
    if invoice is not None:
        decline = lifecycle.pay(account, invoice["id"], at)
        if decline is not None and wanted.get("payment_behavior") == "error_if_incomplete":
            raise decline.error()
    return account.store.get("subscription", id)


def _set_end(changed: Obj, wanted: dict[str, Any], at: int) -> None:
    """Set the subscription's end from the parameter `cancel_at_period_end` or `cancel_at`, if one is present."""
    if "cancel_at_period_end" in wanted and "cancel_at" in wanted:
        raise StripeError(400, "You can only set one of: cancel_at, cancel_at_period_end.", param="cancel_at")
    if "cancel_at_period_end" in wanted:
        _set_cancel_at(changed, period(changed)[1] if wanted["cancel_at_period_end"] else None, at)
        changed["cancel_at_period_end"] = wanted["cancel_at_period_end"]
    elif "cancel_at" in wanted:
        moment = wanted["cancel_at"]
        if moment != "" and not (isinstance(moment, int) and moment > at):
            raise StripeError(400, "`cancel_at` must be a future timestamp.", param="cancel_at")
        _set_cancel_at(changed, moment or None, at)
        changed["cancel_at_period_end"] = False


def _set_cancel_at(changed: Obj, moment: int | None, at: int) -> None:
    if moment == changed["cancel_at"]:
        return
    changed["cancel_at"] = moment
    changed["canceled_at"] = at if moment else None
    changed["cancellation_details"]["reason"] = "cancellation_requested" if moment else None


def _change_items(account: StripeAccount, changed: Obj, wanted: dict[str, Any], at: int) -> bool:
    """Change the prices of the subscription's items. Return whether prorations were added to the next invoice."""
    prorated = changed["status"] != "trialing" and wanted.get("proration_behavior") != "none"
    added = False
    for place, entry in enumerate(wanted["items"]):
        item = next((one for one in changed["items"]["data"] if one["id"] == entry.get("id")), None)
        if item is None:
            raise missing("subscription_item", entry.get("id", ""), param=f"items[{place}][id]", status=400)
        before = dict(item)
        price = sold_price(account, entry.get("price"), param=f"items[{place}][price]")
        if _interval(price) != _interval(item["price"]):
            raise StripeError(
                400, "The simulator does not play a change of currency or billing interval.", param="items"
            )
        set_price(item, price)
        if prorated and price["id"] != before["price"]["id"]:
            _prorate(account, changed, before, item, at)
            added = True
    return added


def _interval(price: Obj) -> tuple[str, str, int]:
    recurring = price["recurring"]
    return price["currency"], recurring["interval"], recurring["interval_count"]


def _prorate(account: StripeAccount, subscription: Obj, before: Obj, after: Obj, at: int) -> None:
    """Add two pending invoice items: a credit for the rest of the period at the old price, a charge at the new."""
    start, end = period(subscription)
    day = datetime.fromtimestamp(at, UTC).strftime("%d %b %Y")
    for item, sign, words in ((before, -1, "Unused time on"), (after, 1, "Remaining time on")):
        amount = sign * unused(item["price"]["unit_amount"] * item["quantity"], start=start, end=end, moment=at)
        text = f"{words} {product_name(account, item)} after {day}"
        invoices.add_proration(account, subscription, item, amount, description=text, at=at, end=end)


def cancel(account: StripeAccount, id: str, at: int) -> Obj:
    """Cancel the subscription at once, without a refund. Raises StripeError if it has already ended."""
    if account.store.get("subscription", id)["status"] == "canceled":
        raise missing("subscription", id)
    return lifecycle.end(account, id, at, reason="cancellation_requested")


def sold_price(account: StripeAccount, id: Any, *, param: str) -> Obj:
    """Return the recurring price with this id. Raises StripeError, which names `param`, if there is none."""
    if not id:
        raise missing_param(param)
    price = account.store.get("price", id, param=param)
    if price["type"] != "recurring":
        raise StripeError(400, "The price specified must be recurring.", param=param)
    return price


def delete_customer(account: StripeAccount, id: str) -> Obj:
    """Delete a customer, whose subscriptions end. Raises StripeError if there is none.

    Later calls that name the customer are refused. Only retrieving it says that it was deleted.
    """
    customer, at = account.store.get("customer", id), account.now(id)
    for subscription in list(account.store.all("subscription")):
        if subscription["customer"] == id and subscription["status"] not in ("canceled", "incomplete_expired"):
            cancel(account, subscription["id"], at)
    account.emit("customer.deleted", customer, at)
    account.store.drop(id)
    account.store.put({"id": f"{id}#deleted", "object": DELETED_CUSTOMER})
    return {"id": id, "object": "customer", "deleted": True}


def add_item(account: StripeAccount, id: str, price: str) -> Obj:
    """Add an item to a subscription, before the others, as staff can in the Dashboard. Raises StripeError."""
    at = account.now(account.store.get("subscription", id)["customer"])
    sold = sold_price(account, price, param="price")
    with account.changing(id, at, event=lifecycle.UPDATED) as changed:
        changed["items"]["data"].insert(0, new_item(id, sold, 1, at, period(changed)))
    return account.store.get("subscription", id)
