"""/v1/invoices: list, retrieve, preview, pay, void."""

from typing import Any

from stripe import params

from loadtests.simulator.http import Routes

from . import changes, invoices, lifecycle
from .calls import Ask, endpoint, page, within
from .errors import BadRequest, StripeError
from .items import lines_of, next_period, period
from .store import Obj

PAGE = "limit starting_after ending_before"


def list_all(ask: Ask) -> Obj:
    given = ask.params
    found = [
        invoice
        for invoice in ask.account.store.all("invoice")
        if invoice["customer"] == given.get("customer", invoice["customer"])
        and invoice["status"] == given.get("status", invoice["status"])
        and invoices.subscription_of(invoice) == given.get("subscription", invoices.subscription_of(invoice))
        and within(given.get("created"), invoice["created"])
    ]
    return page(ask, "/v1/invoices", found)


def retrieve(ask: Ask) -> Obj:
    return ask.account.store.get("invoice", ask.path["id"])


def lines(ask: Ask) -> Obj:
    invoice = retrieve(ask)
    return page(ask, f"/v1/invoices/{invoice['id']}/lines", invoice["lines"]["data"])


def pay(ask: Ask) -> Obj:
    """One attempt now. StripeError 402 when the card refuses; the attempt counts all the same."""
    account, invoice = ask.account, _still_open(ask, "pay")
    card = None
    if "payment_method" in ask.params:
        card = changes.own_card(account, ask.params["payment_method"], invoice["customer"], param="payment_method")
    decline = lifecycle.pay(account, invoice["id"], account.now(invoice["customer"]), card=card)
    account.arm(invoice["customer"])
    if decline is not None:
        raise decline.error(card)
    return account.store.get("invoice", invoice["id"])


def void(ask: Ask) -> Obj:
    account, invoice = ask.account, _still_open(ask, "void")
    invoices.void(account, invoice["id"], account.now(invoice["customer"]))
    return account.store.get("invoice", invoice["id"])


def _still_open(ask: Ask, verb: str) -> Obj:
    invoice = retrieve(ask)
    if invoice["status"] == "paid":
        raise StripeError(400, "Invoice is already paid", code="invoice_already_paid" if verb == "pay" else None)
    if invoice["status"] != "open":
        raise StripeError(400, f"You can only {verb} an open invoice; this one is {invoice['status']}.")
    return invoice


def preview(ask: Ask) -> Obj:
    """What the next invoice of a subscription will be, also after a change that is only previewed."""
    account, given = ask.account, ask.params
    if "subscription" not in given:
        raise BadRequest("The simulator previews the invoice of a subscription only.", param="subscription")
    subscription = account.store.get("subscription", given["subscription"], param="subscription")
    if given.get("customer", subscription["customer"]) != subscription["customer"]:
        raise StripeError(400, "The customer does not have this subscription.", param="subscription")
    if subscription["status"] in ("canceled", "incomplete_expired"):
        raise StripeError(404, "No upcoming invoices for customer", code="invoice_upcoming_none")
    at = account.now(subscription["customer"])
    wanted: dict[str, Any] = dict(given.get("subscription_details") or {})
    with account.rolled_back():
        invoice = _upcoming(ask, subscription["id"], wanted, at)
    return {
        **invoice,
        "id": f"upcoming_{invoice['id']}",
        "status": "draft",
        "number": None,
        "billing_reason": "upcoming",
    }


def _upcoming(ask: Ask, id: str, wanted: dict[str, Any], at: int) -> Obj:
    """Made in earnest, but nobody is charged; the caller undoes it."""
    account = ask.account
    now = wanted.get("proration_behavior") == "always_invoice"
    if wanted:
        changes.update(account, id, {"proration_behavior": "create_prorations", **wanted}, at, charged=False)
    subscription = account.store.edit(id)
    latest = account.store.get("invoice", subscription["latest_invoice"])
    if now and latest["billing_reason"] == "subscription_update" and latest["created"] == at:
        return latest
    if subscription["cancel_at_period_end"]:
        raise StripeError(404, "No upcoming invoices for customer", code="invoice_upcoming_none")
    start = period(subscription)[1]
    next_period(subscription)
    entries = lines_of(account, subscription)
    return invoices.draw_up(account, subscription, entries, reason="upcoming", at=start, period=period(subscription))


ROUTES: Routes = {
    "/v1/invoices": {
        "GET": endpoint(list_all, params.InvoiceListParams, f"{PAGE} created customer status subscription"),
    },
    "/v1/invoices/create_preview": {
        "POST": endpoint(
            preview,
            params.InvoiceCreatePreviewParams,
            "customer subscription subscription_details.items.id subscription_details.items.price "
            "subscription_details.items.quantity subscription_details.items.deleted "
            "subscription_details.proration_behavior subscription_details.proration_date",
        ),
    },
    "/v1/invoices/{id}": {"GET": endpoint(retrieve, params.InvoiceRetrieveParams)},
    "/v1/invoices/{id}/lines": {"GET": endpoint(lines, params.InvoiceLineItemListParams, PAGE)},
    "/v1/invoices/{id}/pay": {"POST": endpoint(pay, params.InvoicePayParams, "off_session payment_method")},
    "/v1/invoices/{id}/void": {"POST": endpoint(void, params.InvoiceVoidInvoiceParams)},
}
