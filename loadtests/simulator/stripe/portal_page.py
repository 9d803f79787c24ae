"""The portal's page (/p/session/...): what a customer sees of the subscription, and what its buttons do."""

from collections.abc import Mapping
from html import escape
from typing import Any

from starlette.responses import Response

from loadtests.simulator.http import Call, Refused, Routes

from . import cards, changes, invoices, lifecycle, portal
from .account import StripeAccount
from .errors import StripeError
from .items import period, product_name
from .pages import day, fill, go, money, note, page, rate, warning
from .store import Obj


def portal_page(call: Call, *, alert: str = "", status: int = 200) -> Response:
    account, session = call.world.stripe, _portal(call)
    customer = account.store.get("customer", session["customer"])
    action = f"/p/session/{session['id']}"
    shown = [entry for entry in account.store.all("subscription") if entry["customer"] == customer["id"]]
    running = [entry for entry in shown if entry["status"] in (*lifecycle.RUNNING, "incomplete", "paused")]
    parts = [_plan(account, entry, action) for entry in running]
    return page(
        "Your subscription",
        fill(
            "portal.html",
            email=customer["email"] or customer["id"],
            plans_html="".join(parts) or '<p class="soft">You have no subscription.</p>',
            cards_html=_cards(account, customer, action),
            invoices_html=_invoices(account, customer, action),
            alert_html=warning(alert),
            return_html=_link(session["return_url"]),
        ),
        status,
    )


def _portal(call: Call) -> Obj:
    session = call.world.stripe.store.find("billing_portal.session", call.params["id"])
    if session is None or not portal.is_open(call.world.stripe, session):
        raise Refused(note("Expired", "This link has expired. Go back and open it again.", 404))
    return session


def _link(url: str | None) -> str:
    return f'<p><a href="{escape(url)}">Return</a></p>' if url else ""


def _plan(account: StripeAccount, subscription: Obj, action: str) -> str:
    item = subscription["items"]["data"][0]
    ends = period(subscription)[1]
    if subscription["cancel_at"]:
        when, button, label = f"Cancels on {day(subscription['cancel_at'])}", "renew", "Renew"
    elif subscription["status"] == "trialing":
        when, button, label = f"Trial ends on {day(ends)}", "cancel", "Cancel plan"
    else:
        when, button, label = f"Renews on {day(ends)}", "cancel", "Cancel plan"
    others = [
        price
        for price in account.store.all("price")
        if price["active"]
        and price["id"] != item["price"]["id"]
        and price["currency"] == item["price"]["currency"]
        and price["recurring"]
        and price["recurring"]["interval"] == item["price"]["recurring"]["interval"]
    ]
    names = {price["id"]: account.store.get("product", price["product"])["name"] for price in others}
    switches = [
        _button(
            action,
            "change",
            f"Change to {names[price['id']]} ({rate(price)})",
            price=price["id"],
            plan=subscription["id"],
        )
        for price in reversed(others)
    ]
    return fill(
        "plan.html",
        name=product_name(account, item),
        rate=rate(item["price"]),
        state=subscription["status"].replace("_", " "),
        when=when,
        buttons_html=_button(action, button, label, plan=subscription["id"]) + "".join(switches),
    )


def _cards(account: StripeAccount, customer: Obj, action: str) -> str:
    rows = [
        f"<li>{escape(card['card']['brand'].title())} •••• {escape(card['card']['last4'])}, "
        f"expires {card['card']['exp_month']:02d}/{card['card']['exp_year']}</li>"
        for card in cards.of_customer(account, customer["id"])
    ]
    labels = {"ok": "New card that works", "declined": "New card that is declined", "expired": "Let the card expire"}
    buttons = "".join(_button(action, "card", label, outcome=outcome) for outcome, label in labels.items())
    return f'<ul>{"".join(rows)}</ul><div class="row">{buttons}</div>'


def _invoices(account: StripeAccount, customer: Obj, action: str) -> str:
    rows = []
    for invoice in account.store.all("invoice"):
        if invoice["customer"] == customer["id"]:
            button = _button(action, "settle", "Pay now", invoice=invoice["id"]) if invoice["status"] == "open" else ""
            total = money(invoice["total"], invoice["currency"])
            words = f"{day(invoice['created'])}: {total}, {escape(invoice['status'])}"
            rows.append(f'<li class="row"><span>{words}</span>{button}</li>')
    return f"<ul>{''.join(rows)}</ul>"


def _button(action: str, name: str, label: str, **values: str) -> str:
    fields = "".join(f'<input type="hidden" name="{key}" value="{escape(value)}">' for key, value in values.items())
    return (
        f'<form method="post" action="{escape(action)}/{name}">{fields}'
        f'<button class="plain">{escape(label)}</button></form>'
    )


def press_portal(call: Call) -> Response:
    """POST /p/session/{id}/{cancel|renew|change|card|settle}."""
    account, session = call.world.stripe, _portal(call)
    customer, form = session["customer"], call.form()
    at = account.now(customer)
    press = BUTTONS.get(call.params["action"])
    if press is None:
        return note("No such page", "This button does not exist.", 404)
    try:
        with account.step():
            press(account, customer, form, at)
            account.arm(customer)
    except StripeError as error:
        return portal_page(call, alert=str(error), status=error.status)
    return go(f"/p/session/{session['id']}")


def _own(account: StripeAccount, kind: str, id: str | None, customer: str) -> str:
    found = account.store.find(kind, id)
    if found is None or found["customer"] != customer:
        raise StripeError(404, "That is not on this page any more.")
    return str(found["id"])


def _press_cancel(account: StripeAccount, customer: str, form: Mapping[str, str], at: int) -> None:
    changes.update(
        account, _own(account, "subscription", form.get("plan"), customer), {"cancel_at_period_end": True}, at
    )


def _press_renew(account: StripeAccount, customer: str, form: Mapping[str, str], at: int) -> None:
    changes.update(
        account, _own(account, "subscription", form.get("plan"), customer), {"cancel_at_period_end": False}, at
    )


def _press_change(account: StripeAccount, customer: str, form: Mapping[str, str], at: int) -> None:
    id = _own(account, "subscription", form.get("plan"), customer)
    item = account.store.get("subscription", id)["items"]["data"][0]
    wanted: dict[str, Any] = {
        "items": [{"id": item["id"], "price": form.get("price")}],
        "proration_behavior": "always_invoice",
        "payment_behavior": "error_if_incomplete",
    }
    changes.update(account, id, wanted, at)


def _press_card(account: StripeAccount, customer: str, form: Mapping[str, str], at: int) -> None:
    """A new card becomes the one that everything is charged to; the outcome `expired` lets the present one expire."""
    outcome = form.get("outcome", "ok")
    if outcome not in cards.OUTCOMES:
        raise StripeError(400, "Choose one of the cards.")
    if outcome == "expired":
        for card in cards.of_customer(account, customer):
            cards.set_outcome(account, card, outcome, at)
        return
    card = cards.new_card(account, at, last4="4242" if outcome == "ok" else "0341", outcome=outcome)
    cards.attach(account, card["id"], customer, at)
    with account.changing(customer, at, event="customer.updated") as changed:
        changed["invoice_settings"]["default_payment_method"] = card["id"]
    for subscription in list(account.store.all("subscription")):
        if subscription["customer"] == customer and subscription["status"] in (*lifecycle.RUNNING, "paused"):
            with account.changing(subscription["id"], at, event=lifecycle.UPDATED) as owing:
                owing["default_payment_method"] = card["id"]


def _press_settle(account: StripeAccount, customer: str, form: Mapping[str, str], at: int) -> None:
    id = _own(account, "invoice", form.get("invoice"), customer)
    if account.store.get("invoice", id) in invoices.open_of(account, customer=customer):
        decline = lifecycle.pay(account, id, at)
        if decline is not None:
            raise decline.error(None)


BUTTONS = {
    "cancel": _press_cancel,
    "renew": _press_renew,
    "change": _press_change,
    "card": _press_card,
    "settle": _press_settle,
}

ROUTES: Routes = {
    "/p/session/{id}": {"GET": portal_page},
    "/p/session/{id}/{action}": {"POST": press_portal},
}
