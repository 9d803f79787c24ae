"""Invoices: creation from lines and pending items, finalization, collection, and retries of failed payments."""

from typing import Any

from . import cards
from .account import StripeAccount
from .cards import Decline
from .objects import Obj, complete, listed, new_id
from .periods import DAY

RETRY_DAYS = (3, 5, 7)


def line(
    subscription: Obj,
    item: Obj,
    amount: int,
    *,
    description: str,
    period: tuple[int, int],
    pending: Obj | None = None,
) -> Obj:
    """Return an invoice line for a subscription item. For a proration, `pending` is its pending invoice item."""
    details = {
        "invoice_item": pending["id"] if pending else None,
        "proration": pending is not None,
        "proration_details": {"credited_items": None} if pending else None,
        "subscription": subscription["id"],
        "subscription_item": item["id"],
    }
    return complete(
        {
            "id": new_id("il"),
            "object": "line_item",
            "amount": amount,
            "currency": subscription["currency"],
            "description": description,
            "discount_amounts": [],
            "discountable": pending is None,
            "parent": {
                "invoice_item_details": None,
                "subscription_item_details": details,
                "type": "subscription_item_details",
            },
            "period": {"start": period[0], "end": period[1]},
            "pretax_credit_amounts": [],
            "pricing": pricing(item["price"]),
            "quantity": item["quantity"],
            "quantity_decimal": str(item["quantity"]),
            "subscription": subscription["id"],
            "subtotal": amount,
            "taxes": [],
        }
    )


def pricing(price: Obj) -> Obj:
    return {
        "price_details": {"price": price["id"], "product": price["product"]},
        "type": "price_details",
        "unit_amount_decimal": str(price["unit_amount"]),
    }


def create(
    account: StripeAccount, subscription: Obj, lines: list[Obj], *, reason: str, at: int, period: tuple[int, int]
) -> Obj:
    """Create and finalize an invoice with these lines and the subscription's pending items. It is not paid yet."""
    customer = account.store.edit(subscription["customer"])
    items = [entry for entry in account.store.all("invoiceitem") if _pending(entry, subscription)][::-1]
    lines = [*(_line_of(account, subscription, entry) for entry in items), *lines]
    customer["currency"] = customer["currency"] or subscription["currency"]
    number = customer["next_invoice_sequence"]
    customer["next_invoice_sequence"] = number + 1
    total = sum(entry["amount"] for entry in lines)
    before = customer["balance"]
    due = max(0, total + before)
    invoice_id = new_id("in")
    for entry in lines:
        entry["invoice"] = invoice_id
    for entry in items:
        account.store.edit(entry["id"])["invoice"] = invoice_id
    invoice = complete(
        {
            "id": invoice_id,
            "object": "invoice",
            "account_country": "US",
            "account_name": "Simulator",
            "amount_due": due,
            "amount_overpaid": 0,
            "amount_paid": 0,
            "amount_remaining": due,
            "amount_shipping": 0,
            "attempt_count": 0,
            "attempted": False,
            "auto_advance": True,
            "automatic_tax": dict.fromkeys(("disabled_reason", "liability", "provider", "status")) | {"enabled": False},
            "billing_reason": reason,
            "collection_method": "charge_automatically",
            "created": at,
            "currency": subscription["currency"],
            "customer": customer["id"],
            "customer_email": customer["email"],
            "customer_name": customer["name"],
            "customer_phone": customer["phone"],
            "customer_tax_exempt": "none",
            "customer_tax_ids": [],
            "effective_at": None,
            "issuer": {"account": None, "type": "self"},
            "lines": listed(f"/v1/invoices/{invoice_id}/lines", lines),
            "parent": {
                "quote_details": None,
                "subscription_details": {
                    "metadata": dict(subscription["metadata"]),
                    "subscription": subscription["id"],
                    "subscription_proration_date": None,
                },
                "type": "subscription_details",
            },
            "payment_settings": dict.fromkeys(("default_mandate", "payment_method_options", "payment_method_types")),
            "period_start": period[0],
            "period_end": period[1],
            "post_payment_credit_notes_amount": 0,
            "pre_payment_credit_notes_amount": 0,
            "starting_balance": before,
            "status": "draft",
            "status_transitions": dict.fromkeys(("finalized_at", "marked_uncollectible_at", "paid_at", "voided_at")),
            "subtotal": total,
            "subtotal_excluding_tax": total,
            "test_clock": customer["test_clock"],
            "total": total,
            "total_discount_amounts": [],
            "total_excluding_tax": total,
            "total_pretax_credit_amounts": [],
            "total_taxes": [],
        }
    )
    account.store.put(invoice)
    account.store.edit(subscription["id"])["latest_invoice"] = invoice_id
    account.emit("invoice.created", invoice, at)
    _finalize(account, invoice, customer, number, at)
    return invoice


def _finalize(account: StripeAccount, invoice: Obj, customer: Obj, number: int, at: int) -> None:
    after = min(0, invoice["starting_balance"] + invoice["total"])
    invoice |= {
        "status": "open",
        "number": f"{customer['invoice_prefix']}-{number:04d}",
        "effective_at": at,
        "ending_balance": after,
    }
    invoice["status_transitions"]["finalized_at"] = at
    if after != customer["balance"]:
        with account.changing(customer["id"], at, event="customer.updated") as changed:
            changed["balance"] = after
    account.emit("invoice.finalized", invoice, at)


def collect(account: StripeAccount, invoice_id: str, card: str, at: int) -> Decline | None:
    """Charge the card for an open invoice. Return None if the invoice is paid, otherwise the reason.

    The caller schedules a retry.
    """
    invoice = account.store.edit(invoice_id)
    decline = cards.charge(account, card, invoice["amount_remaining"])
    if invoice["amount_remaining"]:
        invoice["attempted"] = True
        invoice["attempt_count"] += 1
    if decline is not None:
        return decline
    invoice |= {
        "status": "paid",
        "attempted": True,
        "auto_advance": False,
        "amount_paid": invoice["amount_due"],
        "amount_remaining": 0,
        "next_payment_attempt": None,
    }
    invoice["status_transitions"]["paid_at"] = at
    account.emit("invoice.paid", invoice, at)
    account.emit("invoice.payment_succeeded", invoice, at)
    with account.changing(invoice["customer"], at, event="customer.updated") as customer:
        customer["delinquent"] = any(entry["attempted"] for entry in open_of(account, customer["id"]))
    return None


def mark_failed(account: StripeAccount, invoice_id: str, at: int, *, retry_at: int | None) -> None:
    """Record a failed payment of the invoice. `retry_at` is the time of the next attempt, None if there is none."""
    invoice = account.store.edit(invoice_id)
    invoice["next_payment_attempt"] = retry_at
    account.emit("invoice.payment_failed", invoice, at)
    with account.changing(invoice["customer"], at, event="customer.updated") as customer:
        customer["delinquent"] = True


def open_of(account: StripeAccount, owner: str) -> list[Obj]:
    """Return the open invoices of a customer or of a subscription, newest first."""
    return [
        invoice
        for invoice in account.store.all("invoice")
        if invoice["status"] == "open" and owner in (invoice["customer"], subscription_of(invoice))
    ]


def subscription_of(invoice: Obj) -> Any:
    return invoice["parent"]["subscription_details"]["subscription"]


def add_proration(
    account: StripeAccount, subscription: Obj, item: Obj, amount: int, *, description: str, at: int, end: int
) -> None:
    """Store a pending invoice item of `amount` cents, which the subscription's next invoice includes."""
    customer = account.store.get("customer", subscription["customer"])
    obj = complete(
        {
            "id": new_id("ii"),
            "object": "invoiceitem",
            "amount": amount,
            "currency": subscription["currency"],
            "customer": customer["id"],
            "date": at,
            "description": description,
            "discountable": False,
            "discounts": [],
            "net_amount": amount,
            "parent": {
                "subscription_details": {"subscription": subscription["id"], "subscription_item": item["id"]},
                "type": "subscription_details",
            },
            "period": {"start": at, "end": end},
            "pricing": pricing(item["price"]),
            "proration": True,
            "proration_details": {"credited_items": None, "discount_amounts": []},
            "quantity": item["quantity"],
            "quantity_decimal": str(item["quantity"]),
            "tax_rates": [],
            "test_clock": customer["test_clock"],
        }
    )
    account.store.put(obj)
    account.emit("invoiceitem.created", obj, at)


def _pending(entry: Obj, subscription: Obj) -> bool:
    return entry["invoice"] is None and entry["parent"]["subscription_details"]["subscription"] == subscription["id"]


def _line_of(account: StripeAccount, subscription: Obj, entry: Obj) -> Obj:
    period = (entry["period"]["start"], entry["period"]["end"])
    price = account.store.get("price", entry["pricing"]["price_details"]["price"])
    item = {
        "id": entry["parent"]["subscription_details"]["subscription_item"],
        "price": price,
        "quantity": entry["quantity"],
    }
    return line(subscription, item, entry["amount"], description=entry["description"], period=period, pending=entry)


def retry_at(invoice: Obj, at: int) -> int | None:
    """Return the time of the next attempt to collect an invoice that failed at `at`. None after the last attempt."""
    attempts = invoice["attempt_count"]
    return at + RETRY_DAYS[attempts - 1] * DAY if attempts <= len(RETRY_DAYS) else None
