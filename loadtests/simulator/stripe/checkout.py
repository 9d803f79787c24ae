"""/v1/checkout/sessions. What happens to a session on its hosted page is `sales.py`."""

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from stripe.params import checkout

from loadtests.simulator.http import Routes

from . import sales
from .calls import Ask, endpoint, page
from .errors import BadRequest, StripeError
from .shapes import whole
from .store import Obj, new_id
from .terms import priced, trial_end_of

if TYPE_CHECKING:
    from .account import StripeAccount

PAGE = "limit starting_after ending_before"
LIFE_SECONDS = 86_400
SHORTEST_LIFE_SECONDS = 1_800
CREATE = (
    "cancel_url client_reference_id customer customer_email expires_at line_items.price line_items.quantity locale "
    "metadata mode payment_method_collection payment_method_types subscription_data.description "
    "subscription_data.metadata subscription_data.trial_end subscription_data.trial_period_days "
    "subscription_data.trial_settings.end_behavior.missing_payment_method success_url ui_mode"
)


def create(ask: Ask) -> Obj:
    account, given = ask.account, ask.params
    _check(given)
    customer = ask.customer() if "customer" in given else None
    at, data = account.wall(), given.get("subscription_data") or {}
    items = priced(account, given.get("line_items"), "line_items")
    trial_end = trial_end_of(data, account.now(customer["id"] if customer else None))
    total = sum(price["unit_amount"] * quantity for price, quantity in items)
    id = new_id("cs_test", 58)
    session = whole(
        {
            "id": id,
            "object": "checkout.session",
            "amount_subtotal": 0 if trial_end else total,
            "amount_total": 0 if trial_end else total,
            "automatic_tax": {"enabled": False, "liability": None, "provider": None, "status": None},
            "cancel_url": given.get("cancel_url"),
            "client_reference_id": given.get("client_reference_id"),
            "created": at,
            "currency": items[0][0]["currency"],
            "custom_fields": [],
            "custom_text": dict.fromkeys(("after_submit", "shipping_address", "submit", "terms_of_service_acceptance")),
            "customer": customer["id"] if customer else None,
            "customer_creation": None if customer else "always",
            "customer_details": sales.details(customer["email"] if customer else given.get("customer_email")),
            "customer_email": given.get("customer_email"),
            "expires_at": _expiry(given, at),
            "livemode": False,
            "locale": given.get("locale"),
            "metadata": given.get("metadata") or {},
            "mode": "subscription",
            "payment_method_collection": given.get("payment_method_collection", "always"),
            "payment_method_options": {},
            "payment_method_types": ["card"],
            "payment_status": "unpaid",
            "phone_number_collection": {"enabled": False},
            "shipping_options": [],
            "status": "open",
            "success_url": given["success_url"],
            "total_details": {"amount_discount": 0, "amount_shipping": 0, "amount_tax": 0},
            "ui_mode": "hosted_page",
            "url": f"{account.base_url}/c/pay/{id}",
        }
    )
    account.store.put(session)
    lines = [_line(account, price, quantity, free=bool(trial_end)) for price, quantity in items]
    account.store.put({"id": f"{id}#session", "object": "_session", "lines": lines, "data": data})
    sales.arm(account, session)
    return session


def _check(given: dict[str, Any]) -> None:
    if given.get("mode") != "subscription":
        raise BadRequest("The simulator plays Checkout with mode=subscription only.", param="mode")
    if given.get("ui_mode", "hosted_page") != "hosted_page":
        raise BadRequest("The simulator plays Checkout with ui_mode=hosted_page only.", param="ui_mode")
    if given.get("payment_method_types", ["card"]) != ["card"]:
        raise BadRequest("The simulator plays cards only.", param="payment_method_types")
    if "customer" in given and "customer_email" in given:
        raise StripeError(400, "You may only specify one of these parameters: customer, customer_email.")
    if "success_url" not in given:
        raise BadRequest("Missing required param: success_url.", code="parameter_missing", param="success_url")
    for name in ("success_url", "cancel_url"):
        if name in given:
            check_url(given[name], name)


def check_url(url: str, param: str) -> None:
    try:
        parts = urlsplit(url.replace("{CHECKOUT_SESSION_ID}", "x"))
        valid = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        valid = False
    if not valid:
        raise StripeError(400, "Not a valid URL", code="url_invalid", param=param)


def _expiry(given: dict[str, Any], at: int) -> int:
    expiry: int = given.get("expires_at", at + LIFE_SECONDS)
    if not at + SHORTEST_LIFE_SECONDS <= expiry <= at + LIFE_SECONDS:
        raise StripeError(
            400,
            "The `expires_at` timestamp must be from 30 minutes to 24 hours after Checkout Session creation.",
            param="expires_at",
        )
    return expiry


def _line(account: "StripeAccount", price: Obj, quantity: int, *, free: bool) -> Obj:
    amount = 0 if free else price["unit_amount"] * quantity
    return whole(
        {
            "id": new_id("li"),
            "object": "item",
            "amount_discount": 0,
            "amount_subtotal": amount,
            "amount_tax": 0,
            "amount_total": amount,
            "currency": price["currency"],
            "description": account.store.get("product", price["product"])["name"],
            "price": dict(price),
            "quantity": quantity,
        }
    )


def retrieve(ask: Ask) -> Obj:
    return ask.account.store.get("checkout.session", ask.path["id"])


def list_all(ask: Ask) -> Obj:
    given = ask.params
    found = [
        session
        for session in ask.account.store.all("checkout.session")
        if all(session[name] == given[name] for name in ("customer", "status", "subscription") if name in given)
    ]
    return page(ask, "/v1/checkout/sessions", found)


def line_items(ask: Ask) -> Obj:
    id = ask.account.store.get("checkout.session", ask.path["id"])["id"]
    return page(ask, f"/v1/checkout/sessions/{id}/line_items", sales.hidden(ask.account, id)["lines"])


def expire(ask: Ask) -> Obj:
    session = ask.account.store.get("checkout.session", ask.path["id"])
    if session["status"] != "open":
        raise StripeError(
            400,
            f'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of '
            f"{session['status']}.",
        )
    return sales.expire(ask.account, session["id"])


ROUTES: Routes = {
    "/v1/checkout/sessions": {
        "POST": endpoint(create, checkout.SessionCreateParams, CREATE),
        "GET": endpoint(list_all, checkout.SessionListParams, f"{PAGE} customer status subscription"),
    },
    "/v1/checkout/sessions/{id}": {"GET": endpoint(retrieve, checkout.SessionRetrieveParams)},
    "/v1/checkout/sessions/{id}/line_items": {"GET": endpoint(line_items, checkout.SessionListLineItemsParams, PAGE)},
    "/v1/checkout/sessions/{id}/expire": {"POST": endpoint(expire, checkout.SessionExpireParams)},
}
