"""What a person changes about a subscription: its plan with proration, its end, its trial, its card."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from . import invoices, lifecycle
from .errors import StripeError, missing
from .items import lines_of, new_item, period, product_name, set_price
from .lifecycle import TRIAL_WARNING, UPDATED
from .months import next_boundary, unused
from .store import Obj

if TYPE_CHECKING:
    from .account import StripeAccount


def update(account: "StripeAccount", id: str, wanted: dict[str, Any], at: int, *, charged: bool = True) -> Obj:
    """Subscriptions.update. StripeError when the subscription has ended, or when a payment fails that must not.
    `charged` False draws an invoice up but tries no card, for a preview."""
    subscription = account.store.get("subscription", id)
    if subscription["status"] in ("canceled", "incomplete_expired"):
        if set(wanted) - {"metadata", "cancellation_details"}:
            raise StripeError(400, "A canceled subscription can only update its cancellation_details and metadata.")
    with account.changing(id, at, event=UPDATED) as changed:
        _plain(account, changed, wanted)
        _ending(changed, wanted, at)
        prorated = "items" in wanted and _items(account, changed, wanted, at)
        begun = "trial_end" in wanted and _trial(account, changed, wanted["trial_end"], at)
        invoice = None
        if begun or (prorated and wanted.get("proration_behavior") == "always_invoice"):
            lines = lines_of(account, changed) if begun else []
            span = period(changed) if begun else (at, at)
            invoice = invoices.draw_up(account, changed, lines, reason="subscription_update", at=at, period=span)
    if invoice is not None and charged:
        decline = lifecycle.pay(account, invoice["id"], at)
        if decline is not None and wanted.get("payment_behavior") == "error_if_incomplete":
            raise decline.error(None, kept=False)
    return account.store.get("subscription", id)


def _plain(account: "StripeAccount", changed: Obj, wanted: dict[str, Any]) -> None:
    if "metadata" in wanted:
        changed["metadata"] = merged(changed["metadata"], wanted["metadata"])
    if "description" in wanted:
        changed["description"] = wanted["description"] or None
    if "default_payment_method" in wanted:
        id = wanted["default_payment_method"]
        card = own_card(account, id, changed["customer"], param="default_payment_method")
        changed["default_payment_method"] = card["id"]
    if "cancellation_details" in wanted:
        changed["cancellation_details"] |= {
            name: value or None for name, value in wanted["cancellation_details"].items()
        }
    if "trial_settings" in wanted:
        changed["trial_settings"]["end_behavior"] |= wanted["trial_settings"].get("end_behavior", {})


def _ending(changed: Obj, wanted: dict[str, Any], at: int) -> None:
    """cancel_at_period_end and cancel_at are two ways to say one thing."""
    if "cancel_at_period_end" in wanted and "cancel_at" in wanted:
        raise StripeError(400, "You can only set one of: cancel_at, cancel_at_period_end.", param="cancel_at")
    if "cancel_at_period_end" in wanted:
        _cancel_at(changed, period(changed)[1] if wanted["cancel_at_period_end"] else None, at)
        changed["cancel_at_period_end"] = wanted["cancel_at_period_end"]
    elif "cancel_at" in wanted:
        moment = wanted["cancel_at"]
        if moment in ("min_period_end", "max_period_end"):
            moment = period(changed)[1]
        elif isinstance(moment, str) and moment:
            raise StripeError(400, f"The simulator does not play cancel_at={moment}.", param="cancel_at")
        if isinstance(moment, int) and moment <= at:
            raise StripeError(400, "`cancel_at` must be a future timestamp.", param="cancel_at")
        _cancel_at(changed, moment or None, at)
        changed["cancel_at_period_end"] = False


def _cancel_at(changed: Obj, moment: int | None, at: int) -> None:
    if moment == changed["cancel_at"]:
        return
    changed["cancel_at"] = moment
    changed["canceled_at"] = at if moment else None
    changed["cancellation_details"]["reason"] = "cancellation_requested" if moment else None


def _items(account: "StripeAccount", changed: Obj, wanted: dict[str, Any], at: int) -> bool:
    """Change, add or remove items; whether the next invoice has to make up for it."""
    moment = wanted.get("proration_date", at)
    start, end = period(changed)
    if not start <= moment <= end:
        raise StripeError(400, "Cannot use a proration date outside of the current period.", param="proration_date")
    interval = _interval(changed["items"]["data"][0])
    changes: list[tuple[Obj | None, Obj | None]] = []
    for place, entry in enumerate(wanted["items"]):
        old = _item_of(changed, entry["id"], place) if "id" in entry else None
        changes.append((dict(old) if old else None, _changed_item(account, changed, old, entry, at, place)))
    if not changed["items"]["data"]:
        raise StripeError(400, "A subscription must have at least one active plan.", param="items")
    if any(_interval(item) != interval for item in changed["items"]["data"]):
        raise StripeError(400, "The simulator does not play a change of currency or billing interval.", param="items")
    if changed["status"] in ("trialing", "incomplete") or wanted.get("proration_behavior") == "none":
        return False
    changes = [(old, new) for old, new in changes if _cost(old) != _cost(new)]
    for old, new in changes:
        _prorate(account, changed, old, new, at, moment=moment)
    return bool(changes)


def _interval(item: Obj) -> tuple[str, str, int]:
    """What all items of a subscription share."""
    recurring = item["price"]["recurring"]
    return item["price"]["currency"], recurring["interval"], recurring["interval_count"]


def _item_of(subscription: Obj, id: str, place: int) -> Obj:
    for item in subscription["items"]["data"]:
        if item["id"] == id:
            found: Obj = item
            return found
    raise missing("subscription_item", id, param=f"items[{place}][id]", status=400)


def _changed_item(
    account: "StripeAccount", subscription: Obj, old: Obj | None, entry: dict[str, Any], at: int, place: int
) -> Obj | None:
    data: list[Obj] = subscription["items"]["data"]
    if entry.get("deleted"):
        if old is None:
            raise StripeError(
                400, "Missing required param: items[0][id].", code="parameter_missing", param="items[0][id]"
            )
        data.remove(old)
        return None
    if old is None:
        price = sold_price(account, entry.get("price"), param=f"items[{place}][price]")
        if any(item["price"]["id"] == price["id"] for item in data):
            raise StripeError(
                400,
                f"Cannot add multiple subscription items with the same plan: {price['id']}",
                param=f"items[{place}][price]",
            )
        data.append(new_item(subscription["id"], price, entry.get("quantity", 1), at, period(subscription)))
        return data[-1]
    if "price" in entry:
        set_price(old, sold_price(account, entry["price"], param=f"items[{place}][price]"))
    if "quantity" in entry:
        old["quantity"] = entry["quantity"]
    return old


def _cost(item: Obj | None) -> tuple[str, int] | None:
    return (item["price"]["id"], item["quantity"]) if item else None


def _prorate(
    account: "StripeAccount", subscription: Obj, old: Obj | None, new: Obj | None, at: int, *, moment: int
) -> None:
    """Gives back what is left of the old item, and charges what is left for the new one."""
    start, end = period(subscription)
    day = datetime.fromtimestamp(moment, UTC).strftime("%d %b %Y")
    for item, sign, words in ((old, -1, "Unused time on"), (new, 1, "Remaining time on")):
        if item is not None:
            amount = sign * unused(item["price"]["unit_amount"] * item["quantity"], start=start, end=end, moment=moment)
            text = f"{words} {product_name(account, item)} after {day}"
            invoices.proration(account, subscription, item, amount, description=text, at=moment, end=end)


def _trial(account: "StripeAccount", changed: Obj, trial_end: Any, at: int) -> bool:
    """Move the end of the trial, or end it now; whether the first paid period has begun."""
    if trial_end == "now":
        if changed["status"] != "trialing":
            return False
        ends = at
    elif trial_end > at:
        ends = trial_end
    else:
        raise StripeError(400, "Timestamp must be an integer Unix timestamp in the future.", param="trial_end")
    changed |= {"trial_end": ends, "billing_cycle_anchor": ends, "trial_start": changed["trial_start"] or at}
    changed["status"] = "active" if ends == at else "trialing"
    for item in changed["items"]["data"]:
        item["current_period_start"] = at
        item["current_period_end"] = next_boundary(ends, item["price"]["recurring"], at)
    if changed["cancel_at_period_end"]:
        changed["cancel_at"] = period(changed)[1]
    if at < ends <= at + TRIAL_WARNING:
        lifecycle.warn_of_trial_end(account, changed, at)
    return ends == at


def cancel(account: "StripeAccount", id: str, wanted: dict[str, Any], at: int) -> Obj:
    """Subscriptions.cancel: at once. With `prorate` the rest is given back, with `invoice_now` through an invoice."""
    subscription = account.store.get("subscription", id)
    if subscription["status"] in ("canceled", "incomplete_expired"):
        raise missing("subscription", id)
    subscription = account.store.edit(id)
    if wanted.get("prorate") and subscription["status"] in ("active", "past_due"):
        for item in subscription["items"]["data"]:
            _prorate(account, subscription, item, None, at, moment=at)
    if "cancellation_details" in wanted:
        subscription["cancellation_details"] |= wanted["cancellation_details"]
    if wanted.get("invoice_now"):
        invoice = invoices.draw_up(account, subscription, [], reason="subscription_update", at=at, period=(at, at))
        lifecycle.pay(account, invoice["id"], at)
    return lifecycle.end(account, id, at, reason="cancellation_requested")


# what other endpoints ask too


def merged(metadata: dict[str, str], wanted: Any) -> dict[str, str]:
    """Metadata after an update: an empty value removes its name, an empty text removes all."""
    if wanted == "":
        return {}
    return {name: value for name, value in {**metadata, **wanted}.items() if value != ""}


def sold_price(account: "StripeAccount", id: Any, *, param: str) -> Obj:
    """An active recurring price."""
    if not id:
        raise StripeError(400, f"Missing required param: {param}.", code="parameter_missing", param=param)
    price = account.store.get("price", id, param=param)
    if not price["active"]:
        raise StripeError(400, "The price specified is inactive. This field only accepts active prices.", param=param)
    if price["type"] != "recurring":
        raise StripeError(400, "The price specified must be recurring.", param=param)
    return price


def own_card(account: "StripeAccount", id: str, customer: str, *, param: str) -> Obj:
    """A payment method of the customer."""
    card = account.store.get("payment_method", id, param=param)
    if card["customer"] != customer:
        raise StripeError(
            400,
            f"The customer does not have a payment method with the ID {id}. The payment method must be attached to the "
            "customer.",
            code="resource_missing",
            param=param,
        )
    return card
