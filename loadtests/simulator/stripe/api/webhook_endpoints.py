"""The endpoint /v1/webhook_endpoints: create and delete."""

from stripe import params

from loadtests.simulator.http import Routes
from loadtests.simulator.stripe_ledger.objects import Obj, new_id

from .checkout import check_url
from .endpoint import Ask, endpoint


def create(ask: Ask) -> Obj:
    check_url(ask.params["url"], "url")
    secret, events = new_id("whsec", 32), ask.params["enabled_events"]
    made = ask.account.webhooks.add_endpoint(new_id("we"), ask.params["url"], secret, enabled_events=events)
    return {**made, "secret": secret}


def delete(ask: Ask) -> Obj:
    id = ask.account.store.get("webhook_endpoint", ask.path["id"])["id"]
    ask.account.store.drop(id)
    return {"id": id, "object": "webhook_endpoint", "deleted": True}


ROUTES: Routes = {
    "/v1/webhook_endpoints": {"POST": endpoint(create, params.WebhookEndpointCreateParams, "enabled_events url")},
    "/v1/webhook_endpoints/{id}": {"DELETE": endpoint(delete, params.WebhookEndpointDeleteParams)},
}
