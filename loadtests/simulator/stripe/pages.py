"""The hosted pages, for a browser with or without script: checkout (/c/pay/...) and the portal (/p/session/...).

Every button is a form of its own. What a button does is the business of `sales.py` and `changes.py`.
"""

import ipaddress
from datetime import UTC, datetime
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from urllib.parse import urlsplit

from starlette.responses import HTMLResponse, RedirectResponse, Response

from loadtests.simulator.http import Call, Refused, Routes

from . import cards, sales
from .errors import StripeError
from .store import Obj

HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
}


def guard(call: Call) -> None:
    """A page of another site must not be able to press a button here."""
    addresses = [f"//{call.headers.get('host', '')}"]
    if "origin" in call.headers:
        addresses.append(call.headers["origin"])
    if not all(_is_loopback(address) for address in addresses):
        raise Refused(note("Not from here", "The simulator's pages serve this machine only.", 403))


def _is_loopback(address: str) -> bool:
    try:
        host = urlsplit(address).hostname or ""
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


# how pages are made


@cache
def _template(name: str) -> Template:
    return Template((Path(__file__).with_name("page") / name).read_text("utf-8"))


def page(title: str, body: str, status: int = 200) -> Response:
    style = _template("style.css").template
    return HTMLResponse(
        _template("frame.html").substitute(title=escape(title), style=style, body=body), status, HEADERS
    )


def fill(name: str, /, **values: str) -> str:
    """A template with its values escaped; those whose name ends in _html are HTML already."""
    return _template(name).substitute(
        {field: value if field.endswith("_html") else escape(value) for field, value in values.items()}
    )


def note(title: str, sentence: str, status: int) -> Response:
    return page(title, fill("note.html", title=title, sentence=sentence), status)


def warning(sentence: str) -> str:
    return f'<p class="alert" role="alert">{escape(sentence)}</p>' if sentence else ""


def go(url: str) -> Response:
    return RedirectResponse(url, 303, HEADERS)


def money(cents: int, currency: str) -> str:
    amount = f"{abs(cents) / 100:,.2f}"
    sign = "-" if cents < 0 else ""
    return f"{sign}${amount}" if currency == "usd" else f"{sign}{amount} {currency.upper()}"


def day(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%B %-d, %Y")


def rate(price: Obj) -> str:
    return f"{money(price['unit_amount'], price['currency'])} per {price['recurring']['interval']}"


# checkout


def pay_page(call: Call, *, alert: str = "", status: int = 200) -> Response:
    session = _session(call)
    hidden = sales.hidden(call.world.stripe, session["id"])
    trial_days = hidden["data"].get("trial_period_days")
    lines = [
        fill("line.html", name=f"{line['quantity']} × {line['description']}", amount=rate(line["price"]))
        for line in hidden["lines"]
    ]
    free = bool(trial_days or hidden["data"].get("trial_end"))
    return page(
        "Checkout",
        fill(
            "pay.html",
            heading=f"{trial_days} days free" if trial_days else ("Free trial" if free else "Subscribe"),
            due=money(session["amount_total"], session["currency"]),
            email=(session["customer_details"] or {}).get("email") or "a new customer",
            pay_label="Start trial" if free else "Pay",
            lines_html="".join(lines),
            alert_html=warning(alert),
            action=f"/c/pay/{session['id']}",
        ),
        status,
    )


def _session(call: Call) -> Obj:
    """The open session that the path names; Refused with a page that says what became of it."""
    session = call.world.stripe.store.find("checkout.session", call.params["id"])
    if session is None:
        raise Refused(note("No such page", "This checkout page does not exist.", 404))
    if session["status"] == "complete":
        raise Refused(note("Already paid", "This checkout is complete. You can close the page.", 409))
    if session["status"] == "expired":
        raise Refused(note("Expired", "This checkout has expired. Go back and start again.", 410))
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
                    sales.pay(account, session["id"], card=card, number=call.form().get("number", ""))
            except StripeError as error:
                return pay_page(call, alert=str(error), status=error.status)
            return go(session["success_url"].replace("{CHECKOUT_SESSION_ID}", session["id"]))
        case "fail":
            return pay_page(call, alert=f"{cards.DECLINED.message} Try another card.", status=402)
        case "abandon":
            return go(session["cancel_url"] or f"/c/pay/{session['id']}")
    return note("No such page", "This button does not exist.", 404)


# an invoice


def invoice_page(call: Call) -> Response:
    """GET /i/{id}: what an invoice asks for, to be looked at only."""
    invoice = call.world.stripe.store.find("invoice", call.params["id"])
    if invoice is None:
        raise Refused(note("No such page", "This invoice does not exist.", 404))
    lines = [
        fill("line.html", name=line["description"], amount=money(line["amount"], line["currency"]))
        for line in invoice["lines"]["data"]
    ]
    return page(
        f"Invoice {invoice['number']}",
        fill(
            "invoice.html",
            number=invoice["number"],
            state=invoice["status"],
            email=invoice["customer_email"] or invoice["customer"],
            due=money(invoice["amount_remaining"], invoice["currency"]),
            lines_html="".join(lines),
        ),
    )


ROUTES: Routes = {
    "/c/pay/{id}": {"GET": pay_page},
    "/c/pay/{id}/{action}": {"POST": press_pay},
    "/i/{id}": {"GET": invoice_page},
}
