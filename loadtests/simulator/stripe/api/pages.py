"""The hosted checkout page (/c/pay/...), and the functions that it shares with the portal page.

The pages have no scripts: every button is a form. The functions of `stripe_ledger` perform the actions of the buttons.
"""

from datetime import UTC, datetime
from functools import cache
from html import escape
from pathlib import Path
from string import Template

from starlette.responses import HTMLResponse, RedirectResponse, Response

from loadtests.simulator.http import Call, Refused, Routes, is_from_this_machine
from loadtests.simulator.stripe_ledger import cards, scheduling, sessions
from loadtests.simulator.stripe_ledger.errors import StripeError
from loadtests.simulator.stripe_ledger.objects import Obj

HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
}


def guard(call: Call) -> None:
    """Refuse calls from pages of other sites, so that such a page cannot press a button of a hosted page."""
    if not is_from_this_machine(call):
        raise Refused(note("Not from here", "The simulator's pages serve this machine only.", 403))


@cache
def _template(name: str) -> Template:
    return Template((Path(__file__).with_name("page") / name).read_text("utf-8"))


def fill(name: str, /, **values: str) -> str:
    """Return the template filled with the values. They are escaped, except those whose name ends in `_html`."""
    return _template(name).substitute(
        {field: value if field.endswith("_html") else escape(value) for field, value in values.items()}
    )


def page(title: str, body: str, status: int = 200) -> Response:
    style = _template("style.css").template
    return HTMLResponse(fill("frame.html", title=title, style_html=style, body_html=body), status, HEADERS)


def note(title: str, sentence: str, status: int) -> Response:
    return page(title, fill("note.html", title=title, sentence=sentence), status)


def alert(sentence: str) -> str:
    return fill("alert.html", sentence=sentence) if sentence else ""


def redirect(url: str) -> Response:
    return RedirectResponse(url, 303, HEADERS)


def money(cents: int, currency: str) -> str:
    amount = f"{abs(cents) / 100:,.2f}"
    sign = "-" if cents < 0 else ""
    return f"{sign}${amount}" if currency == "usd" else f"{sign}{amount} {currency.upper()}"


def day(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%B %-d, %Y")


def rate(price: Obj) -> str:
    return f"{money(price['unit_amount'], price['currency'])} per {price['recurring']['interval']}"


def pay_page(call: Call, *, warning: str = "", status: int = 200) -> Response:
    session = _session(call)
    hidden = sessions.hidden(call.world.stripe, session["id"])
    trial_days = hidden["data"].get("trial_period_days")
    lines = [
        fill("line.html", name=f"{line['quantity']} × {line['description']}", amount=rate(line["price"]))
        for line in hidden["lines"]
    ]
    body = fill(
        "pay.html",
        heading=f"{trial_days} days free" if trial_days else "Subscribe",
        due=money(session["amount_total"], session["currency"]),
        email=(session["customer_details"] or {}).get("email") or session["customer"],
        pay_label="Start trial" if trial_days else "Pay",
        lines_html="".join(lines),
        alert_html=alert(warning),
        action=f"/c/pay/{session['id']}",
    )
    return page("Checkout", body, status)


def _session(call: Call) -> Obj:
    """Return the open session whose id is in the path.

    If the session does not exist or is not open, raises Refused with a page that states the reason.
    """
    session = call.world.stripe.store.find("checkout.session", call.params["id"])
    if session is None:
        raise Refused(note("No such page", "This checkout page does not exist.", 404))
    if session["status"] == "complete":
        raise Refused(note("Already paid", "This checkout is complete. You can close the page.", 409))
    if session["status"] == "expired":
        raise Refused(note("Expired", "This checkout has expired. Go back and start again.", 410))
    return session


def press_pay(call: Call) -> Response:
    """POST /c/pay/{id}/{pay|fail|abandon}: press a button of the checkout page.

    With `pay`, the form field `card` sets the outcome of the card's later charges: ok, declined or expired.
    """
    account, session, form = call.world.stripe, _session(call), call.form()
    match call.params["action"]:
        case "pay":
            outcome = form.get("card", "ok")
            if outcome not in cards.OUTCOMES:
                return pay_page(call, warning="Choose one of the cards.", status=400)
            try:
                with account.transaction():
                    sessions.pay(account, session["id"], outcome=outcome, number=form.get("number", ""))
            except StripeError as error:
                return pay_page(call, warning=str(error), status=error.status)
            scheduling.schedule(account, call.world.scheduler, session["customer"])
            return redirect(session["success_url"].replace("{CHECKOUT_SESSION_ID}", session["id"]))
        case "fail":
            return pay_page(call, warning=f"{cards.DECLINED.message} Try another card.", status=402)
        case "abandon":
            return redirect(session["cancel_url"] or f"/c/pay/{session['id']}")
    return note("No such page", "This button does not exist.", 404)


ROUTES: Routes = {
    "/c/pay/{id}": {"GET": pay_page},
    "/c/pay/{id}/{action}": {"POST": press_pay},
}
