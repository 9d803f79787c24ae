"""The portal page (/p/session/...): shows a customer's subscriptions, cards and invoices, with buttons to change
them."""

from collections.abc import Callable, Mapping
from functools import partial

from starlette.responses import Response

from loadtests.simulator.http import Call, Refused, Routes
from loadtests.simulator.stripe_ledger import cards, changes, lifecycle, scheduling
from loadtests.simulator.stripe_ledger.account import StripeAccount
from loadtests.simulator.stripe_ledger.errors import StripeError
from loadtests.simulator.stripe_ledger.items import period, plan_item, product_name
from loadtests.simulator.stripe_ledger.objects import Obj

from .pages import alert, day, fill, money, note, page, rate, redirect

LIFE_SECONDS = 3_600
CARD_BUTTONS = {"ok": "New card that works", "declined": "New card that is declined", "expired": "Let the card expire"}


def portal_page(call: Call, *, warning: str = "", status: int = 200) -> Response:
    account, session = call.world.stripe, _portal(call)
    customer = account.store.get("customer", session["customer"])
    action = f"/p/session/{session['id']}"
    shown = lifecycle.of_customer(account, customer["id"])
    plans = [_plan(account, entry, action) for entry in shown if entry["status"] in lifecycle.RUNNING]
    body = fill(
        "portal.html",
        email=customer["email"] or customer["id"],
        plans_html="".join(plans) or '<p class="soft">You have no subscription.</p>',
        cards_html="".join(_card(card) for card in cards.of_customer(account, customer["id"])),
        buttons_html="".join(_button(action, "card", label, outcome=name) for name, label in CARD_BUTTONS.items()),
        invoices_html=_invoices(account, customer, action),
        alert_html=alert(warning),
        return_html=fill("return.html", url=session["return_url"]) if session["return_url"] else "",
    )
    return page("Your subscription", body, status)


def _portal(call: Call) -> Obj:
    account = call.world.stripe
    session = account.store.find("billing_portal.session", call.params["id"])
    if session is None or account.wall() >= session["created"] + LIFE_SECONDS:
        raise Refused(note("Expired", "This link has expired. Go back and open it again.", 404))
    return session


def _plan(account: StripeAccount, subscription: Obj, action: str) -> str:
    item, id = plan_item(subscription), subscription["id"]
    if subscription["cancel_at"]:
        when, button, label = f"Cancels on {day(subscription['cancel_at'])}", "renew", "Renew"
    else:
        verb = "Trial ends" if subscription["status"] == "trialing" else "Renews"
        when, button, label = f"{verb} on {day(period(subscription)[1])}", "cancel", "Cancel plan"
    others = [
        price
        for price in account.store.all("price")
        if price["active"]
        and price["recurring"] == item["price"]["recurring"]
        and price["currency"] == item["price"]["currency"]
        and price["id"] != item["price"]["id"]
    ]
    names = {price["id"]: account.store.get("product", price["product"])["name"] for price in others}
    switches = [
        _button(action, "change", f"Change to {names[price['id']]} ({rate(price)})", price=price["id"], plan=id)
        for price in reversed(others)
    ]
    return fill(
        "plan.html",
        name=product_name(account, item),
        rate=rate(item["price"]),
        state=subscription["status"].replace("_", " "),
        when=when,
        buttons_html=_button(action, button, label, plan=id) + "".join(switches),
    )


def _card(card: Obj) -> str:
    shown = card["card"]
    expiry = f"{shown['exp_month']:02d}/{shown['exp_year']}"
    return fill("card.html", brand=shown["brand"].title(), last4=shown["last4"], expiry=expiry)


def _invoices(account: StripeAccount, customer: Obj, action: str) -> str:
    rows = []
    for invoice in account.store.all("invoice"):
        if invoice["customer"] == customer["id"]:
            button = _button(action, "settle", "Pay now", invoice=invoice["id"]) if invoice["status"] == "open" else ""
            total = money(invoice["total"], invoice["currency"])
            text = f"{day(invoice['created'])}: {total}, {invoice['status']}"
            rows.append(fill("invoice.html", text=text, button_html=button))
    return "".join(rows)


def _button(action: str, name: str, label: str, **values: str) -> str:
    fields = "".join(fill("field.html", name=key, value=value) for key, value in values.items())
    return fill("button.html", action=f"{action}/{name}", label=label, fields_html=fields)


def press_portal(call: Call) -> Response:
    """POST /p/session/{id}/{cancel|renew|change|card|settle}: press a button of the portal."""
    account, session = call.world.stripe, _portal(call)
    customer = session["customer"]
    press = BUTTONS.get(call.params["action"])
    if press is None:
        return note("No such page", "This button does not exist.", 404)
    try:
        with account.transaction():
            press(account, customer, call.form(), account.now(customer))
    except StripeError as error:
        return portal_page(call, warning=str(error), status=error.status)
    scheduling.schedule(account, call.world.scheduler, customer)
    return redirect(f"/p/session/{session['id']}")


def _own(account: StripeAccount, kind: str, id: str | None, customer: str) -> str:
    found = account.store.find(kind, id)
    if found is None or found["customer"] != customer:
        raise StripeError(404, "That is not on this page any more.")
    return str(found["id"])


def _set_end(account: StripeAccount, customer: str, form: Mapping[str, str], at: int, *, ends: bool) -> None:
    id = _own(account, "subscription", form.get("plan"), customer)
    changes.update(account, id, {"cancel_at_period_end": ends}, at)


def _change(account: StripeAccount, customer: str, form: Mapping[str, str], at: int) -> None:
    id = _own(account, "subscription", form.get("plan"), customer)
    item = plan_item(account.store.get("subscription", id))
    wanted = {
        "items": [{"id": item["id"], "price": form.get("price")}],
        "proration_behavior": "always_invoice",
        "payment_behavior": "error_if_incomplete",
    }
    changes.update(account, id, wanted, at)


def _change_card(account: StripeAccount, customer: str, form: Mapping[str, str], at: int) -> None:
    """Add a new card and make it the default of the customer and of all running subscriptions.

    With the outcome `expired`, let the customer's current cards expire instead.
    """
    outcome = form.get("outcome", "ok")
    if outcome not in cards.OUTCOMES:
        raise StripeError(400, "Choose one of the cards.")
    if outcome == "expired":
        for card in cards.of_customer(account, customer):
            cards.set_outcome(account, card, outcome, at)
        return
    card = cards.add(account, customer, at, last4="4242" if outcome == "ok" else "0341")
    cards.set_outcome(account, card, outcome, at)
    with account.changing(customer, at, event="customer.updated") as changed:
        changed["invoice_settings"]["default_payment_method"] = card["id"]
    for subscription in lifecycle.of_customer(account, customer):
        if subscription["status"] in lifecycle.RUNNING:
            with account.changing(subscription["id"], at, event=lifecycle.UPDATED) as changed:
                changed["default_payment_method"] = card["id"]


def _settle(account: StripeAccount, customer: str, form: Mapping[str, str], at: int) -> None:
    id = _own(account, "invoice", form.get("invoice"), customer)
    if account.store.get("invoice", id)["status"] == "open":
        decline = lifecycle.pay(account, id, at)
        if decline is not None:
            raise decline.error(kept=True)


BUTTONS: dict[str, Callable[[StripeAccount, str, Mapping[str, str], int], None]] = {
    "cancel": partial(_set_end, ends=True),
    "renew": partial(_set_end, ends=False),
    "change": _change,
    "card": _change_card,
    "settle": _settle,
}

ROUTES: Routes = {
    "/p/session/{id}": {"GET": portal_page},
    "/p/session/{id}/{action}": {"POST": press_portal},
}
