"""Changes of a subscription over time: beginning, end of the trial, renewal, retries of failed payments, end.

The steps are performed in order and with the time at which each was due, even if `run_until` is called later. Changes
that a person makes are in `changes.py`.
"""

from . import cards, invoices
from .account import StripeAccount
from .items import lines_of, new_item, next_period, period
from .objects import Obj, complete, listed, new_id
from .periods import DAY, next_boundary

UPDATED = "customer.subscription.updated"
TRIAL_WARNING_SECONDS = 3 * DAY
RUNNING = ("trialing", "active", "past_due", "unpaid")


def begin(
    account: StripeAccount,
    customer: Obj,
    items: list[tuple[Obj, int]],
    at: int,
    *,
    trial_days: int,
    card: str,
    metadata: dict[str, str],
) -> Obj:
    """Create a subscription of (price, quantity) items, create its first invoice, and charge the card."""
    id = new_id("sub")
    trial_end = at + trial_days * DAY if trial_days else None
    ends = trial_end or next_boundary(at, items[0][0]["recurring"], at)
    subscription = complete(
        {
            "id": id,
            "object": "subscription",
            "automatic_tax": {"disabled_reason": None, "enabled": False, "liability": None},
            "billing_cycle_anchor": trial_end or at,
            "billing_mode": {
                "flexible": {"proration_discounts": "included"},
                "type": "flexible",
                "updated_at": None,
            },
            "cancel_at_period_end": False,
            "cancellation_details": dict.fromkeys(("comment", "feedback", "feedback_option", "reason")),
            "collection_method": "charge_automatically",
            "created": at,
            "currency": items[0][0]["currency"],
            "customer": customer["id"],
            "default_payment_method": card,
            "default_tax_rates": [],
            "invoice_settings": {
                **dict.fromkeys(("account_tax_ids", "custom_fields", "description", "footer")),
                "issuer": {"account": None, "type": "self"},
            },
            "items": listed(
                f"/v1/subscription_items?subscription={id}",
                [new_item(id, price, quantity, at, (at, ends)) for price, quantity in items],
            ),
            "metadata": metadata,
            "payment_settings": {
                "payment_method_options": None,
                "payment_method_types": None,
                "save_default_payment_method": "off",
            },
            "start_date": at,
            "status": "trialing" if trial_end else "active",
            "trial_end": trial_end,
            "trial_settings": {
                "end_behavior": {"billing_cycle_anchor": None, "missing_payment_method": "create_invoice"}
            },
            "trial_start": at if trial_end else None,
        }
    )
    account.store.put(subscription)
    lines = lines_of(account, subscription, free=bool(trial_end))
    invoice = invoices.create(account, subscription, lines, reason="subscription_create", at=at, period=(at, at))
    invoices.collect(account, invoice["id"], card, at)
    account.emit("customer.subscription.created", subscription, at)
    if trial_end and trial_end - at <= TRIAL_WARNING_SECONDS:
        _warn_of_trial_end(account, subscription, at)
    return subscription


# what is due


def run_until(account: StripeAccount, customer: str, moment: int) -> None:
    """Perform every step of the customer's subscriptions that is due by `moment`."""
    while (due := next_due(account, customer)) is not None and due <= moment:
        for subscription in of_customer(account, customer):
            if _due(account, subscription) == due:
                _perform(account, subscription["id"], due)


def next_due(account: StripeAccount, customer: str) -> int | None:
    dues = [_due(account, subscription) for subscription in of_customer(account, customer)]
    return min((due for due in dues if due is not None), default=None)


def of_customer(account: StripeAccount, customer: str) -> list[Obj]:
    """Return the customer's subscriptions, newest first."""
    return [entry for entry in account.store.all("subscription") if entry["customer"] == customer]


def _due(account: StripeAccount, subscription: Obj) -> int | None:
    if subscription["status"] not in RUNNING:
        return None
    dues: list[int | None] = [period(subscription)[1], subscription["cancel_at"]]
    if subscription["status"] == "trialing" and not _is_warned(account, subscription):
        dues.append(subscription["trial_end"] - TRIAL_WARNING_SECONDS)
    dues += [invoice["next_payment_attempt"] for invoice in invoices.open_of(account, subscription["id"])]
    return min(due for due in dues if due is not None)


def _perform(account: StripeAccount, id: str, at: int) -> None:
    """Perform one step of the subscription that is due at the time `at`. Another step may be due at the same time."""
    subscription = account.store.get("subscription", id)
    if subscription["cancel_at"] is not None and subscription["cancel_at"] <= at:
        end(account, id, at, reason="cancellation_requested")
    elif period(subscription)[1] <= at:
        _renew(account, id, at)
    elif subscription["status"] == "trialing" and not _is_warned(account, subscription):
        _warn_of_trial_end(account, subscription, at)
    else:
        open_invoices = invoices.open_of(account, id)
        pay(account, next(one["id"] for one in open_invoices if one["next_payment_attempt"] == at), at)


def _is_warned(account: StripeAccount, subscription: Obj) -> bool:
    return account.store.find("_warned", f"{subscription['id']}#warned") is not None


def _warn_of_trial_end(account: StripeAccount, subscription: Obj, at: int) -> None:
    account.store.put({"id": f"{subscription['id']}#warned", "object": "_warned"})
    account.emit("customer.subscription.trial_will_end", subscription, at)


def _renew(account: StripeAccount, id: str, at: int) -> None:
    """Begin the next period and collect its invoice.

    A trialing subscription becomes active. For an unpaid subscription no invoice is created.
    """
    with account.changing(id, at, event=UPDATED) as changed:
        next_period(changed)
        if changed["status"] == "trialing":
            changed["status"] = "active"
        if changed["status"] == "unpaid":
            return
        lines, span = lines_of(account, changed), period(changed)
        invoice = invoices.create(account, changed, lines, reason="subscription_cycle", at=at, period=span)
    pay(account, invoice["id"], at)


def pay(account: StripeAccount, invoice_id: str, at: int) -> cards.Decline | None:
    """Attempt to collect an invoice. Return None if it is paid, otherwise the reason.

    The subscription becomes `active` if it has no other open invoice, and `past_due` after a failed payment. After the
    last failed retry, its state is set by `account.after_retries`.
    """
    invoice = account.store.get("invoice", invoice_id)
    id = invoices.subscription_of(invoice)
    subscription = account.store.get("subscription", id)
    decline = invoices.collect(account, invoice_id, subscription["default_payment_method"], at)
    if decline is None:
        if not invoices.open_of(account, id):
            with account.changing(id, at, event=UPDATED) as changed:
                if changed["status"] in ("past_due", "unpaid"):
                    changed["status"] = "active"
        return None
    running = subscription["status"] in RUNNING
    retry_at = invoices.retry_at(account.store.get("invoice", invoice_id), at) if running else None
    invoices.mark_failed(account, invoice_id, at, retry_at=retry_at)
    if running:
        _apply_dunning(account, id, at, last=retry_at is None)
    return decline


def _apply_dunning(account: StripeAccount, id: str, at: int, *, last: bool) -> None:
    if last and account.after_retries == "cancel":
        end(account, id, at, reason="payment_failed")
        return
    with account.changing(id, at, event=UPDATED) as changed:
        changed["status"] = "unpaid" if last and account.after_retries == "unpaid" else "past_due"


def end(account: StripeAccount, id: str, at: int, *, reason: str) -> Obj:
    """Cancel the subscription at once and return it. Its open invoices stay open, but are not retried."""
    subscription = account.store.edit(id)
    subscription |= {"status": "canceled", "ended_at": at}
    subscription["canceled_at"] = subscription["canceled_at"] or at
    subscription["cancellation_details"]["reason"] = reason
    for invoice in invoices.open_of(account, id):
        with account.changing(invoice["id"], at, event="invoice.updated") as changed:
            changed |= {"auto_advance": False, "next_payment_attempt": None}
    account.emit("customer.subscription.deleted", subscription, at)
    return subscription
