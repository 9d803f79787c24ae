"""A subscription begins: with a trial, or with a first payment that comes or does not."""

from typing import TYPE_CHECKING

from . import cards, invoices
from .items import lines_of, new_item
from .lifecycle import TRIAL_WARNING, warn_of_trial_end
from .months import next_boundary
from .shapes import listed, whole
from .store import Obj, new_id

if TYPE_CHECKING:
    from .account import StripeAccount


def begin(
    account: "StripeAccount",
    customer: Obj,
    items: list[tuple[Obj, int]],
    at: int,
    *,
    trial_end: int | None = None,
    payment_method: str | None = None,
    payment_behavior: str = "allow_incomplete",
    missing_payment_method: str = "create_invoice",
    metadata: dict[str, str] | None = None,
    description: str | None = None,
    cancel_at_period_end: bool = False,
) -> Obj:
    """A new subscription with its first invoice. StripeError 402 when the first payment fails and `payment_behavior` is
    error_if_incomplete; otherwise it is then `incomplete`."""
    id = new_id("sub")
    anchor = trial_end or at
    recurring = items[0][0]["recurring"]
    ends = trial_end or next_boundary(anchor, recurring, at)
    subscription = whole(
        {
            "id": id,
            "object": "subscription",
            "automatic_tax": {"disabled_reason": None, "enabled": False, "liability": None},
            "billing_cycle_anchor": anchor,
            "billing_mode": {
                "flexible": {"proration_discounts": "included"},
                "type": "flexible",
                "updated_at": None,
            },
            "billing_schedules": [],
            "cancel_at_period_end": cancel_at_period_end,
            "cancel_at": ends if cancel_at_period_end else None,
            "canceled_at": at if cancel_at_period_end else None,
            "cancellation_details": dict.fromkeys(("comment", "feedback", "feedback_option", "reason")),
            "collection_method": "charge_automatically",
            "created": at,
            "currency": items[0][0]["currency"],
            "customer": customer["id"],
            "default_payment_method": payment_method,
            "default_tax_rates": [],
            "description": description,
            "discounts": [],
            "invoice_settings": {
                **dict.fromkeys(("account_tax_ids", "custom_fields", "description", "footer")),
                "issuer": {"account": None, "type": "self"},
            },
            "items": listed(
                f"/v1/subscription_items?subscription={id}",
                [new_item(id, price, quantity, at, (at, ends)) for price, quantity in items],
            ),
            "livemode": False,
            "metadata": metadata or {},
            "payment_settings": {
                "payment_method_options": None,
                "payment_method_types": None,
                "save_default_payment_method": "off",
            },
            "start_date": at,
            "status": "trialing" if trial_end else "incomplete",
            "test_clock": customer["test_clock"],
            "trial_end": trial_end,
            "trial_settings": {
                "end_behavior": {"billing_cycle_anchor": None, "missing_payment_method": missing_payment_method}
            },
            "trial_start": at if trial_end else None,
        }
    )
    account.store.put(subscription)
    invoice = invoices.draw_up(
        account,
        subscription,
        lines_of(account, subscription, free=bool(trial_end)),
        reason="subscription_create",
        at=at,
        period=(at, at),
    )
    _pay_first(account, subscription, invoice, at, payment_behavior)
    account.tell("customer.subscription.created", subscription, at)
    if trial_end and trial_end - at <= TRIAL_WARNING:
        warn_of_trial_end(account, subscription, at)
    return subscription


def _pay_first(account: "StripeAccount", subscription: Obj, invoice: Obj, at: int, payment_behavior: str) -> None:
    if payment_behavior == "default_incomplete" and invoice["amount_due"]:
        return
    card = cards.payer(account, account.store.get("customer", subscription["customer"]), subscription)
    decline = invoices.collect(account, invoice["id"], card, at)
    if decline is None:
        subscription["status"] = "trialing" if subscription["trial_end"] else "active"
    elif payment_behavior == "error_if_incomplete":
        raise decline.error(card, kept=False)
    else:
        invoices.failed(account, invoice["id"], at, retry_at=None)
