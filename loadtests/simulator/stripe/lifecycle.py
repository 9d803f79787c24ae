"""How a subscription lives once it began: its trial ends, it renews, a payment fails and is tried again, it ends.

Every step is done at its own instant, in their order, however late somebody asks. What a person changes in between is
`changes.py`.
"""

from typing import TYPE_CHECKING

from . import cards, invoices
from .items import lines_of, next_period, period
from .months import DAY
from .store import Obj

if TYPE_CHECKING:
    from .account import StripeAccount

UPDATED = "customer.subscription.updated"
TRIAL_WARNING = 3 * DAY
INCOMPLETE_LIFE = 23 * 3600
RUNNING = ("trialing", "active", "past_due", "unpaid")


# what is due


def live_until(account: "StripeAccount", customer: str, moment: int) -> None:
    """Let everything of the customer happen that is due by then."""
    while (due := next_due(account, customer)) is not None and due <= moment:
        for subscription in _of(account, customer):
            if _due(account, subscription) == due:
                _happen(account, subscription["id"], due)


def next_due(account: "StripeAccount", customer: str) -> int | None:
    dues = [_due(account, subscription) for subscription in _of(account, customer)]
    return min((due for due in dues if due is not None), default=None)


def _of(account: "StripeAccount", customer: str) -> list[Obj]:
    return [entry for entry in account.store.all("subscription") if entry["customer"] == customer]


def _due(account: "StripeAccount", subscription: Obj) -> int | None:
    status = subscription["status"]
    if status == "incomplete":
        expires: int = subscription["created"] + INCOMPLETE_LIFE
        return expires
    if status not in RUNNING:
        return None
    dues = [period(subscription)[1]]
    if subscription["cancel_at"] is not None:
        dues.append(subscription["cancel_at"])
    if status == "trialing" and not _warned(account, subscription):
        dues.append(subscription["trial_end"] - TRIAL_WARNING)
    dues.extend(
        entry["next_payment_attempt"]
        for entry in invoices.open_of(account, subscription=subscription["id"])
        if entry["next_payment_attempt"] is not None
    )
    return min(dues)


def _happen(account: "StripeAccount", id: str, at: int) -> None:
    """The one thing that is due for the subscription at that instant; what else is due comes after it."""
    subscription = account.store.get("subscription", id)
    if subscription["status"] == "incomplete":
        _expire(account, id, at)
    elif subscription["cancel_at"] is not None and subscription["cancel_at"] <= at:
        end(account, id, at, reason="cancellation_requested")
    elif period(subscription)[1] <= at:
        _renew(account, id, at)
    elif subscription["status"] == "trialing" and not _warned(account, subscription):
        warn_of_trial_end(account, subscription, at)
    else:
        for invoice in invoices.open_of(account, subscription=id):
            if invoice["next_payment_attempt"] is not None and invoice["next_payment_attempt"] <= at:
                pay(account, invoice["id"], at)
                return


def _warned(account: "StripeAccount", subscription: Obj) -> bool:
    told = account.store.find("_warned", f"{subscription['id']}#warned")
    return told is not None and told["trial_end"] == subscription["trial_end"]


def warn_of_trial_end(account: "StripeAccount", subscription: Obj, at: int) -> None:
    note = {"id": f"{subscription['id']}#warned", "object": "_warned", "trial_end": subscription["trial_end"]}
    account.store.put(note)
    account.tell("customer.subscription.trial_will_end", subscription, at)


# going on


def _renew(account: "StripeAccount", id: str, at: int) -> None:
    """The next period begins, also where a trial ended."""
    subscription = account.store.get("subscription", id)
    customer = account.store.get("customer", subscription["customer"])
    trial_over = subscription["status"] == "trialing"
    if trial_over and cards.payer(account, customer, subscription) is None:
        wanted = subscription["trial_settings"]["end_behavior"]["missing_payment_method"]
        if wanted == "cancel":
            end(account, id, at, reason="cancellation_requested")
            return
        if wanted == "pause":
            with account.changing(id, at, event="customer.subscription.paused") as changed:
                changed["status"] = "paused"
            return
    with account.changing(id, at, event=UPDATED) as changed:
        next_period(changed)
        if trial_over:
            changed["status"] = "active"
        if changed["status"] == "unpaid":
            return
        span = period(changed)
        lines = lines_of(account, changed)
        invoice = invoices.draw_up(account, changed, lines, reason="subscription_cycle", at=at, period=span)
    pay(account, invoice["id"], at)


def pay(account: "StripeAccount", invoice_id: str, at: int, *, card: Obj | None = None) -> cards.Decline | None:
    """One attempt; the subscription follows: active when all is paid, past_due after a failure, and when no retry is
    left what the account's dunning settings say."""
    invoice = account.store.get("invoice", invoice_id)
    subscription = account.store.get("subscription", invoices.subscription_of(invoice))
    customer = account.store.get("customer", invoice["customer"])
    decline = invoices.collect(account, invoice_id, card or cards.payer(account, customer, subscription), at)
    if decline is None:
        _paid_up(account, subscription["id"], at)
        return None
    invoice = account.store.get("invoice", invoice_id)
    retry = invoices.retry_at(account, invoice, at) if subscription["status"] in RUNNING else None
    invoices.failed(account, invoice_id, at, retry_at=retry)
    if subscription["status"] in RUNNING:
        _owes(account, subscription["id"], at, last=retry is None)
    return decline


def _paid_up(account: "StripeAccount", id: str, at: int) -> None:
    if invoices.open_of(account, subscription=id):
        return
    with account.changing(id, at, event=UPDATED) as changed:
        if changed["status"] in ("past_due", "unpaid", "incomplete"):
            changed["status"] = "active"


def _owes(account: "StripeAccount", id: str, at: int, *, last: bool) -> None:
    if last and account.after_retries == "cancel":
        end(account, id, at, reason="payment_failed")
        return
    with account.changing(id, at, event=UPDATED) as changed:
        changed["status"] = "unpaid" if last and account.after_retries == "unpaid" else "past_due"


# ending


def end(account: "StripeAccount", id: str, at: int, *, reason: str) -> Obj:
    """The subscription is canceled now. Its open invoices stay open, but nobody tries them again."""
    subscription = account.store.edit(id)
    subscription |= {"status": "canceled", "ended_at": at}
    subscription["canceled_at"] = subscription["canceled_at"] or at
    subscription["cancellation_details"]["reason"] = reason
    for invoice in invoices.open_of(account, subscription=id):
        with account.changing(invoice["id"], at, event="invoice.updated") as changed:
            changed |= {"auto_advance": False, "next_payment_attempt": None}
    account.tell("customer.subscription.deleted", subscription, at)
    return subscription


def _expire(account: "StripeAccount", id: str, at: int) -> None:
    """Nobody paid the first invoice in time."""
    with account.changing(id, at, event=UPDATED) as changed:
        changed |= {"status": "incomplete_expired", "ended_at": at}
    for invoice in invoices.open_of(account, subscription=id):
        invoices.void(account, invoice["id"], at)
