"""/v1/events and /v1/webhook_endpoints."""

from typing import TYPE_CHECKING, Any

from stripe import params

from loadtests.simulator.http import Routes

from .calls import Ask, endpoint, page, within
from .changes import merged
from .checkout import check_url
from .shapes import whole
from .store import Obj, new_id

if TYPE_CHECKING:
    from .account import StripeAccount

PAGE = "limit starting_after ending_before"
CONFIGURED = "we_configured"


def retrieve_event(ask: Ask) -> Obj:
    return ask.account.store.get("event", ask.path["id"])


def list_events(ask: Ask) -> Obj:
    given = ask.params
    kinds = given.get("types") or ([given["type"]] if "type" in given else None)
    found = [
        event
        for event in ask.account.store.all("event")
        if (kinds is None or event["type"] in kinds)
        and within(given.get("created"), event["created"])
        and (event["pending_webhooks"] == 0) == given.get("delivery_success", event["pending_webhooks"] == 0)
    ]
    return page(ask, "/v1/events", found)


def new_endpoint(account: "StripeAccount", id: str, url: str, secret: str, **more: Any) -> Obj:
    """An endpoint with its secret, which Stripe shows only in the answer to its creation."""
    obj = {
        "id": id,
        "object": "webhook_endpoint",
        "api_version": None,
        "application": None,
        "created": account.wall(),
        "description": None,
        "enabled_events": ["*"],
        "livemode": False,
        "metadata": {},
        "status": "enabled",
        "url": url,
        **more,
    }
    account.store.put({"id": f"{id}#secret", "object": "_secret", "secret": secret})
    return account.store.put(whole(obj))


def create_endpoint(ask: Ask) -> Obj:
    given = ask.params
    check_url(given["url"], "url")
    secret = new_id("whsec", 32)
    more = {name: given[name] for name in ("api_version", "description", "enabled_events", "metadata") if name in given}
    return {**new_endpoint(ask.account, new_id("we"), given["url"], secret, **more), "secret": secret}


def retrieve_endpoint(ask: Ask) -> Obj:
    return ask.account.store.get("webhook_endpoint", ask.path["id"])


def update_endpoint(ask: Ask) -> Obj:
    given = ask.params
    if "url" in given:
        check_url(given["url"], "url")
    changed = ask.account.store.edit(retrieve_endpoint(ask)["id"])
    changed |= {name: given[name] for name in ("url", "enabled_events") if name in given}
    if "description" in given:
        changed["description"] = given["description"] or None
    if "metadata" in given:
        changed["metadata"] = merged(changed["metadata"], given["metadata"])
    if "disabled" in given:
        changed["status"] = "disabled" if given["disabled"] else "enabled"
    return changed


def delete_endpoint(ask: Ask) -> Obj:
    id = retrieve_endpoint(ask)["id"]
    ask.account.store.drop(id)
    return {"id": id, "object": "webhook_endpoint", "deleted": True}


def list_endpoints(ask: Ask) -> Obj:
    return page(ask, "/v1/webhook_endpoints", list(ask.account.store.all("webhook_endpoint")))


def configure(account: "StripeAccount", url: str, secret: str) -> None:
    """The endpoint that the process was started with: there once, or not at all without an address."""
    known = account.store.find("webhook_endpoint", CONFIGURED)
    with account.step():
        if url:
            created = known["created"] if known else account.wall()
            new_endpoint(account, CONFIGURED, url, secret, created=created)
        elif known:
            account.store.drop(CONFIGURED)


ENDPOINT = "description enabled_events metadata url"

ROUTES: Routes = {
    "/v1/events": {"GET": endpoint(list_events, params.EventListParams, f"{PAGE} created delivery_success type types")},
    "/v1/events/{id}": {"GET": endpoint(retrieve_event, params.EventRetrieveParams)},
    "/v1/webhook_endpoints": {
        "POST": endpoint(create_endpoint, params.WebhookEndpointCreateParams, f"{ENDPOINT} api_version"),
        "GET": endpoint(list_endpoints, params.WebhookEndpointListParams, PAGE),
    },
    "/v1/webhook_endpoints/{id}": {
        "GET": endpoint(retrieve_endpoint, params.WebhookEndpointRetrieveParams),
        "POST": endpoint(update_endpoint, params.WebhookEndpointUpdateParams, f"{ENDPOINT} disabled"),
        "DELETE": endpoint(delete_endpoint, params.WebhookEndpointDeleteParams),
    },
}
