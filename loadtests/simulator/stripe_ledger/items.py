"""Subscription items: their price, their current period, and the invoice lines for this period."""

from . import invoices
from .account import StripeAccount
from .objects import Obj, complete, new_id
from .periods import next_boundary


def new_item(subscription: str, price: Obj, quantity: int, at: int, span: tuple[int, int]) -> Obj:
    item = complete(
        {
            "id": new_id("si"),
            "object": "subscription_item",
            "created": at,
            "current_period_start": span[0],
            "current_period_end": span[1],
            "quantity": quantity,
            "subscription": subscription,
            "tax_rates": [],
        }
    )
    set_price(item, price)
    return item


def set_price(item: Obj, price: Obj) -> None:
    item["price"] = dict(price)
    item["plan"] = complete(
        {
            "id": price["id"],
            "object": "plan",
            "active": price["active"],
            "amount": price["unit_amount"],
            "amount_decimal": price["unit_amount_decimal"],
            "billing_scheme": "per_unit",
            "created": price["created"],
            "currency": price["currency"],
            "interval": price["recurring"]["interval"],
            "interval_count": price["recurring"]["interval_count"],
            "metadata": dict(price["metadata"]),
            "nickname": price["nickname"],
            "product": price["product"],
            "usage_type": "licensed",
        }
    )


def plan_item(subscription: Obj) -> Obj:
    """Return the item that the portal changes: the first one whose price has a lookup key, else the first."""
    found: list[Obj] = subscription["items"]["data"]
    return next((item for item in found if item["price"]["lookup_key"]), found[0])


def period(subscription: Obj) -> tuple[int, int]:
    """Return the start and the end of the current period, which is the same for all items."""
    item = subscription["items"]["data"][0]
    return item["current_period_start"], item["current_period_end"]


def lines_of(account: StripeAccount, subscription: Obj, *, free: bool = False) -> list[Obj]:
    """Return the invoice lines for the current period. With `free`, for a trial, their amounts are 0."""
    span = period(subscription)
    return [
        invoices.line(
            subscription,
            item,
            0 if free else item["price"]["unit_amount"] * item["quantity"],
            description=("Free trial for " if free else "") + f"{item['quantity']} × {product_name(account, item)}",
            period=span,
        )
        for item in subscription["items"]["data"]
    ]


def product_name(account: StripeAccount, item: Obj) -> str:
    name: str = account.store.get("product", item["price"]["product"])["name"]
    return name


def next_period(subscription: Obj) -> None:
    """Move all items of the subscription to the next billing period."""
    start = period(subscription)[1]
    for item in subscription["items"]["data"]:
        item["current_period_start"] = start
        item["current_period_end"] = next_boundary(
            subscription["billing_cycle_anchor"], item["price"]["recurring"], start
        )
