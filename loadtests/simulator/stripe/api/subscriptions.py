"""The endpoint /v1/subscriptions: list, retrieve, update, cancel. Only the checkout page creates subscriptions."""

from stripe import params

from loadtests.simulator.http import Routes
from loadtests.simulator.stripe_ledger import changes, scheduling
from loadtests.simulator.stripe_ledger.objects import Obj

from .endpoint import PAGE, Ask, endpoint, page, retrieve

UPDATE = "cancel_at cancel_at_period_end items.id items.price payment_behavior proration_behavior"


def update(ask: Ask) -> Obj:
    customer = ask.account.store.get("subscription", ask.path["id"])["customer"]
    subscription = changes.update(ask.account, ask.path["id"], ask.params, ask.account.now(customer))
    scheduling.schedule(ask.account, ask.scheduler, customer)
    return subscription


def cancel(ask: Ask) -> Obj:
    customer = ask.account.store.get("subscription", ask.path["id"])["customer"]
    return changes.cancel(ask.account, ask.path["id"], ask.account.now(customer))


def list_subscriptions(ask: Ask) -> Obj:
    """Return a page of subscriptions, newest first.

    Without the parameter `status`, canceled subscriptions are left out; `status=all` includes them.
    """
    wanted = ask.params.get("status")
    if "customer" in ask.params:
        ask.customer()
    found = [
        entry
        for entry in ask.account.store.all("subscription")
        if entry["customer"] == ask.params.get("customer", entry["customer"])
        and (wanted in ("all", entry["status"]) or (wanted is None and entry["status"] != "canceled"))
    ]
    return page(ask, "/v1/subscriptions", found)


ROUTES: Routes = {
    "/v1/subscriptions": {
        "GET": endpoint(list_subscriptions, params.SubscriptionListParams, f"{PAGE} customer status"),
    },
    "/v1/subscriptions/{id}": {
        "GET": retrieve("subscription", params.SubscriptionRetrieveParams),
        "POST": endpoint(update, params.SubscriptionUpdateParams, UPDATE),
        "DELETE": endpoint(cancel, params.SubscriptionCancelParams),
    },
}
