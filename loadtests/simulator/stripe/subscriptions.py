"""/v1/subscriptions and /v1/subscription_items."""

from typing import Any

from stripe import params

from loadtests.simulator.http import Routes

from . import cards, changes
from .beginning import begin
from .calls import Ask, endpoint, page, within
from .errors import BadRequest, StripeError
from .store import Obj
from .terms import priced, trial_end_of

PAGE = "limit starting_after ending_before"
UPDATE = (
    "cancel_at cancel_at_period_end cancellation_details default_payment_method description items.id items.price "
    "items.quantity items.deleted metadata off_session payment_behavior proration_behavior proration_date trial_end "
    "trial_settings.end_behavior.missing_payment_method"
)
CREATE = (
    "cancel_at_period_end customer default_payment_method description items.price items.quantity metadata off_session "
    "payment_behavior proration_behavior trial_end trial_period_days trial_settings.end_behavior.missing_payment_method"
)


def create(ask: Ask) -> Obj:
    account, given, customer = ask.account, ask.params, ask.customer()
    _playable(given)
    at = account.now(customer["id"])
    card = given.get("default_payment_method")
    if card:
        card = changes.own_card(account, card, customer["id"], param="default_payment_method")["id"]
    items, trial_end = priced(account, given.get("items"), "items"), trial_end_of(given, at)
    if not trial_end and given.get("payment_behavior", "allow_incomplete") != "default_incomplete":
        if not card and not customer["invoice_settings"]["default_payment_method"]:
            raise cards.NO_CARD.error(None, kept=False)
    ending = given.get("trial_settings", {}).get("end_behavior", {}).get("missing_payment_method", "create_invoice")
    subscription = begin(
        account,
        customer,
        items,
        at,
        trial_end=trial_end,
        payment_method=card,
        payment_behavior=given.get("payment_behavior", "allow_incomplete"),
        missing_payment_method=ending,
        metadata=given.get("metadata") or {},
        description=given.get("description"),
        cancel_at_period_end=given.get("cancel_at_period_end", False),
    )
    account.arm(customer["id"])
    return subscription


def _playable(given: dict[str, Any]) -> None:
    if given.get("payment_behavior") == "pending_if_incomplete":
        raise BadRequest(
            "The simulator does not play payment_behavior=pending_if_incomplete.", param="payment_behavior"
        )


def retrieve(ask: Ask) -> Obj:
    return ask.account.store.get("subscription", ask.path["id"])


def update(ask: Ask) -> Obj:
    account = ask.account
    _playable(ask.params)
    customer = account.store.get("subscription", ask.path["id"])["customer"]
    subscription = changes.update(account, ask.path["id"], ask.params, account.now(customer))
    account.arm(customer)
    return subscription


def cancel(ask: Ask) -> Obj:
    account = ask.account
    customer = account.store.get("subscription", ask.path["id"])["customer"]
    return changes.cancel(account, ask.path["id"], ask.params, account.now(customer))


def list_all(ask: Ask) -> Obj:
    """Without `status` the canceled ones are left out; `all` shows them, `ended` is canceled and incomplete_expired."""
    given = ask.params
    wanted = given.get("status")
    over = ("canceled", "incomplete_expired")

    def fits(entry: Obj) -> bool:
        if wanted is None or wanted == "ended":
            return (entry["status"] in over) == (wanted == "ended") or (
                wanted is None and entry["status"] != "canceled"
            )
        return wanted in ("all", entry["status"])

    found = [
        entry
        for entry in ask.account.store.all("subscription")
        if fits(entry)
        and entry["customer"] == given.get("customer", entry["customer"])
        and any(item["price"]["id"] == given.get("price", item["price"]["id"]) for item in entry["items"]["data"])
        and within(given.get("created"), entry["created"])
    ]
    return page(ask, "/v1/subscriptions", found)


# items, for themselves


def list_items(ask: Ask) -> Obj:
    subscription = ask.account.store.get("subscription", ask.params["subscription"], param="subscription")
    return page(ask, "/v1/subscription_items", list(subscription["items"]["data"]))


def retrieve_item(ask: Ask) -> Obj:
    return _item(ask)[1]


def update_item(ask: Ask) -> Obj:
    subscription, item = _item(ask)
    entry: dict[str, Any] = {"id": item["id"]}
    entry |= {name: ask.params[name] for name in ("price", "quantity") if name in ask.params}
    wanted: dict[str, Any] = {name: ask.params[name] for name in BESIDE_ITEM.split() if name in ask.params}
    _playable(wanted)
    wanted["items"] = [entry]
    changes.update(ask.account, subscription["id"], wanted, ask.account.now(subscription["customer"]))
    return _item(ask)[1]


def _item(ask: Ask) -> tuple[Obj, Obj]:
    for subscription in ask.account.store.all("subscription"):
        for item in subscription["items"]["data"]:
            if item["id"] == ask.path["id"]:
                return subscription, item
    raise StripeError(404, f"No such subscription item: '{ask.path['id']}'", code="resource_missing", param="id")


BESIDE_ITEM = "off_session payment_behavior proration_behavior proration_date"

ROUTES: Routes = {
    "/v1/subscriptions": {
        "POST": endpoint(create, params.SubscriptionCreateParams, CREATE),
        "GET": endpoint(list_all, params.SubscriptionListParams, f"{PAGE} created customer price status"),
    },
    "/v1/subscriptions/{id}": {
        "GET": endpoint(retrieve, params.SubscriptionRetrieveParams),
        "POST": endpoint(update, params.SubscriptionUpdateParams, UPDATE),
        "DELETE": endpoint(cancel, params.SubscriptionCancelParams, "cancellation_details invoice_now prorate"),
    },
    "/v1/subscription_items": {
        "GET": endpoint(list_items, params.SubscriptionItemListParams, f"{PAGE} subscription"),
    },
    "/v1/subscription_items/{id}": {
        "GET": endpoint(retrieve_item, params.SubscriptionItemRetrieveParams),
        "POST": endpoint(update_item, params.SubscriptionItemUpdateParams, f"{BESIDE_ITEM} price quantity"),
    },
}
