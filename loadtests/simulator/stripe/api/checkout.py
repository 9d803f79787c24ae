"""The endpoints /v1/checkout/sessions and /v1/billing_portal/sessions, which return links to the hosted pages."""

from typing import Any
from urllib.parse import urlsplit

from stripe.params import billing_portal, checkout

from loadtests.simulator.http import Routes
from loadtests.simulator.stripe_ledger import changes, scheduling, sessions
from loadtests.simulator.stripe_ledger.errors import BadRequest, StripeError, missing_param
from loadtests.simulator.stripe_ledger.objects import Obj, complete, new_id

from .endpoint import Ask, endpoint, retrieve

LIFE_SECONDS = 86_400
SHORTEST_LIFE_SECONDS = 1_800
LONGEST_TRIAL_DAYS = 730
CREATE = (
    "cancel_url client_reference_id customer expires_at line_items.price line_items.quantity mode "
    "payment_method_collection subscription_data.metadata subscription_data.trial_period_days success_url"
)


def create(ask: Ask) -> Obj:
    account, given = ask.account, ask.params
    if given.get("mode") != "subscription":
        raise BadRequest("The simulator plays Checkout with mode=subscription only.", param="mode")
    if given.get("payment_method_collection", "always") != "always":
        raise BadRequest("The simulator always collects a card.", param="payment_method_collection")
    if "success_url" not in given:
        raise missing_param("success_url")
    for name in ("success_url", "cancel_url"):
        if name in given:
            check_url(given[name], name)
    days = given.get("subscription_data", {}).get("trial_period_days")
    if days is not None and not 1 <= days <= LONGEST_TRIAL_DAYS:
        raise StripeError(400, f"trial_period_days must be from 1 to {LONGEST_TRIAL_DAYS}.", param="trial_period_days")
    expires_at = _expiry(given, account.wall())
    session = sessions.create(account, ask.customer(), _items(ask), given, expires_at=expires_at)
    scheduling.schedule_expiry(account, ask.scheduler, session)
    return session


def _items(ask: Ask) -> list[tuple[Obj, int]]:
    """Return the price and quantity of each line item.

    Raises StripeError for an invalid line item, or if currencies or billing intervals differ.
    """
    if not ask.params.get("line_items"):
        raise missing_param("line_items")
    found: list[tuple[Obj, int]] = []
    for place, line in enumerate(ask.params["line_items"]):
        where = f"line_items[{place}]"
        if line.get("quantity", 1) < 1:
            raise BadRequest("Invalid integer: quantity must be at least 1", param=f"{where}[quantity]")
        price = changes.sold_price(ask.account, line.get("price"), param=f"{where}[price]")
        found.append((price, line.get("quantity", 1)))
    if len({(price["currency"], price["recurring"]["interval"]) for price, _ in found}) > 1:
        raise StripeError(
            400, "All prices on a subscription must have the same currency and interval.", param="line_items"
        )
    return found


def check_url(url: str, param: str) -> None:
    """Raise StripeError unless the URL is an absolute HTTP address. `param` is the parameter that the error names."""
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


def expire(ask: Ask) -> Obj:
    session = ask.account.store.get("checkout.session", ask.path["id"])
    if session["status"] != "open":
        raise StripeError(
            400,
            f'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of '
            f"{session['status']}.",
        )
    return sessions.expire(ask.account, session["id"])


def create_portal(ask: Ask) -> Obj:
    account, given, customer = ask.account, ask.params, ask.customer()
    if "return_url" in given:
        check_url(given["return_url"], "return_url")
    id = new_id("bps")
    session = complete(
        {
            "id": id,
            "object": "billing_portal.session",
            "configuration": "bpc_simulator",
            "created": account.wall(),
            "customer": customer["id"],
            "return_url": given.get("return_url"),
            "url": f"{account.base_url}/p/session/{id}",
        }
    )
    account.store.put(session)
    account.emit("billing_portal.session.created", session, session["created"])
    return session


ROUTES: Routes = {
    "/v1/checkout/sessions": {"POST": endpoint(create, checkout.SessionCreateParams, CREATE)},
    "/v1/checkout/sessions/{id}": {"GET": retrieve("checkout.session", checkout.SessionRetrieveParams)},
    "/v1/checkout/sessions/{id}/expire": {"POST": endpoint(expire, checkout.SessionExpireParams)},
    "/v1/billing_portal/sessions": {
        "POST": endpoint(create_portal, billing_portal.SessionCreateParams, "customer return_url")
    },
}
