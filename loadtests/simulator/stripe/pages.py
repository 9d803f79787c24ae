"""The hosted pages, for a browser with or without script: checkout (/c/pay/...) and the portal (/p/session/...).

Every button is a form of its own. What a button does is the business of `sales.py` and `changes.py`.
"""

import ipaddress
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import urlsplit

from starlette.responses import HTMLResponse, RedirectResponse, Response

from loadtests.simulator.http import Call, Refused, Routes

from . import cards, changes, invoices, lifecycle, portal, sales
from .account import StripeAccount
from .errors import StripeError
from .store import Obj

HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
}


def guard(call: Call) -> None:
    """A page of another site must not be able to press a button here."""
    hosts = [urlsplit(f"//{call.headers.get('host', '')}").hostname or ""]
    if "origin" in call.headers and call.headers["origin"] != "null":
        hosts.append(urlsplit(call.headers["origin"]).hostname or "")
    if not all(_is_loopback(host) for host in hosts):
        raise Refused(_note("Not from here", "The simulator's pages serve this machine only.", 403))


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


# how pages are made


@cache
def _template(name: str) -> Template:
    return Template((Path(__file__).with_name("page") / name).read_text("utf-8"))


def _page(title: str, body: str, status: int = 200) -> Response:
    style = _template("style.css").template
    return HTMLResponse(
        _template("frame.html").substitute(title=escape(title), style=style, body=body), status, HEADERS
    )


def _fill(name: str, /, **values: str) -> str:
    """A template with its values escaped; those whose name ends in _html are HTML already."""
    return _template(name).substitute(
        {field: value if field.endswith("_html") else escape(value) for field, value in values.items()}
    )


def _note(title: str, sentence: str, status: int) -> Response:
    return _page(title, _fill("note.html", title=title, sentence=sentence), status)


def _alert(sentence: str) -> str:
    return f'<p class="alert" role="alert">{escape(sentence)}</p>' if sentence else ""


def _go(url: str) -> Response:
    return RedirectResponse(url, 303, HEADERS)


def money(cents: int, currency: str) -> str:
    amount = f"{abs(cents) / 100:,.2f}"
    sign = "-" if cents < 0 else ""
    return f"{sign}${amount}" if currency == "usd" else f"{sign}{amount} {currency.upper()}"


def day(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%B %-d, %Y")


def _rate(price: Obj) -> str:
    return f"{money(price['unit_amount'], price['currency'])} per {price['recurring']['interval']}"


# checkout


def pay_page(call: Call, *, alert: str = "", status: int = 200) -> Response:
    session = _session(call)
    hidden = sales.hidden(call.world.stripe, session["id"])
    trial_days = hidden["data"].get("trial_period_days")
    lines = [
        _fill("line.html", name=f"{line['quantity']} × {line['description']}", amount=_rate(line["price"]))
        for line in hidden["lines"]
    ]
    free = bool(trial_days or hidden["data"].get("trial_end"))
    return _page(
        "Checkout",
        _fill(
            "pay.html",
            heading=f"{trial_days} days free" if trial_days else ("Free trial" if free else "Subscribe"),
            due=money(session["amount_total"], session["currency"]),
            email=(session["customer_details"] or {}).get("email") or "a new customer",
            pay_label="Start trial" if free else "Pay",
            lines_html="".join(lines),
            alert_html=_alert(alert),
            action=f"/c/pay/{session['id']}",
        ),
        status,
    )


def _session(call: Call) -> Obj:
    """The open session that the path names; Refused with a page that says what became of it."""
    session = call.world.stripe.store.find("checkout.session", call.params["id"])
    if session is None:
        raise Refused(_note("No such page", "This checkout page does not exist.", 404))
    if session["status"] == "complete":
        raise Refused(_note("Already paid", "This checkout is complete. You can close the page.", 409))
    if session["status"] == "expired":
        raise Refused(_note("Expired", "This checkout has expired. Go back and start again.", 410))
    return session


def press_pay(call: Call) -> Response:
    """POST /c/pay/{id}/{pay|fail|abandon}; `card` of the form says how the card behaves at its next charge."""
    account, session = call.world.stripe, _session(call)
    match call.params["action"]:
        case "pay":
            card = call.form().get("card", "ok")
            if card not in cards.OUTCOMES:
                return pay_page(call, alert="Choose one of the cards.", status=400)
            try:
                with account.step():
                    sales.pay(account, session["id"], card=card)
            except StripeError as error:
                return pay_page(call, alert=str(error), status=error.status)
            return _go(session["success_url"].replace("{CHECKOUT_SESSION_ID}", session["id"]))
        case "fail":
            return pay_page(call, alert=f"{cards.DECLINED.message} Try another card.", status=402)
        case "abandon":
            return _go(session["cancel_url"] or f"/c/pay/{session['id']}")
    return _note("No such page", "This button does not exist.", 404)


# an invoice


def invoice_page(call: Call) -> Response:
    """GET /i/{id}: what an invoice asks for, to be looked at only."""
    invoice = call.world.stripe.store.find("invoice", call.params["id"])
    if invoice is None:
        raise Refused(_note("No such page", "This invoice does not exist.", 404))
    lines = [
        _fill("line.html", name=line["description"], amount=money(line["amount"], line["currency"]))
        for line in invoice["lines"]["data"]
    ]
    return _page(
        f"Invoice {invoice['number']}",
        _fill(
            "invoice.html",
            number=invoice["number"],
            state=invoice["status"],
            email=invoice["customer_email"] or invoice["customer"],
            due=money(invoice["amount_remaining"], invoice["currency"]),
            lines_html="".join(lines),
        ),
    )


# portal


def portal_page(call: Call, *, alert: str = "", status: int = 200) -> Response:
    account, session = call.world.stripe, _portal(call)
    customer = account.store.get("customer", session["customer"])
    action = f"/p/session/{session['id']}"
    shown = [entry for entry in account.store.all("subscription") if entry["customer"] == customer["id"]]
    running = [entry for entry in shown if entry["status"] in (*lifecycle.RUNNING, "incomplete", "paused")]
    parts = [_plan(account, entry, action) for entry in running]
    return _page(
        "Your subscription",
        _fill(
            "portal.html",
            email=customer["email"] or customer["id"],
            plans_html="".join(parts) or '<p class="soft">You have no subscription.</p>',
            cards_html=_cards(account, customer, action),
            invoices_html=_invoices(account, customer, action),
            alert_html=_alert(alert),
            return_html=_link(session["return_url"]),
        ),
        status,
    )


def _portal(call: Call) -> Obj:
    session = call.world.stripe.store.find("billing_portal.session", call.params["id"])
    if session is None or not portal.is_open(call.world.stripe, session):
        raise Refused(_note("Expired", "This link has expired. Go back and open it again.", 404))
    return session


def _link(url: str | None) -> str:
    return f'<p><a href="{escape(url)}">Return</a></p>' if url else ""


def _plan(account: StripeAccount, subscription: Obj, action: str) -> str:
    item = subscription["items"]["data"][0]
    ends = lifecycle.period(subscription)[1]
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
            f"Change to {names[price['id']]} ({_rate(price)})",
            price=price["id"],
            plan=subscription["id"],
        )
        for price in reversed(others)
    ]
    return _fill(
        "plan.html",
        name=lifecycle.product_name(account, item),
        rate=_rate(item["price"]),
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
    return f"<ul>{''.join(rows)}</ul>" + "".join(
        _button(action, "card", label, outcome=outcome) for outcome, label in labels.items()
    )


def _invoices(account: StripeAccount, customer: Obj, action: str) -> str:
    rows = []
    for invoice in account.store.all("invoice"):
        if invoice["customer"] == customer["id"]:
            button = _button(action, "settle", "Pay now", invoice=invoice["id"]) if invoice["status"] == "open" else ""
            total = money(invoice["total"], invoice["currency"])
            rows.append(f"<li>{day(invoice['created'])}: {total}, {escape(invoice['status'])} {button}</li>")
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
        return _note("No such page", "This button does not exist.", 404)
    try:
        with account.step():
            press(account, customer, form, at)
            account.arm(customer)
    except StripeError as error:
        return portal_page(call, alert=str(error), status=error.status)
    return _go(f"/p/session/{session['id']}")


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
    "/c/pay/{id}": {"GET": pay_page},
    "/c/pay/{id}/{action}": {"POST": press_pay},
    "/i/{id}": {"GET": invoice_page},
    "/p/session/{id}": {"GET": portal_page},
    "/p/session/{id}/{action}": {"POST": press_portal},
}
