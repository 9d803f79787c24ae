"""The endpoint /v1/customers."""

from stripe import params

from loadtests.simulator.http import Routes
from loadtests.simulator.stripe_ledger import changes
from loadtests.simulator.stripe_ledger.objects import Obj, new_id

from .endpoint import Ask, endpoint


def create(ask: Ask) -> Obj:
    account, given = ask.account, ask.params
    customer = account.create(
        "customer",
        "cus",
        account.wall(),
        balance=0,
        delinquent=False,
        email=given.get("email"),
        invoice_prefix=new_id("", 8)[1:].upper(),
        invoice_settings=dict.fromkeys(("custom_fields", "default_payment_method", "footer", "rendering_options")),
        metadata=given.get("metadata") or {},
        name=given.get("name"),
        next_invoice_sequence=1,
        preferred_locales=[],
        tax_exempt="none",
    )
    account.emit("customer.created", customer, customer["created"])
    return customer


def retrieve(ask: Ask) -> Obj:
    """Return the customer. Stripe still returns a deleted one: its id, and `deleted: true`."""
    deleted = ask.account.store.find(changes.DELETED_CUSTOMER, f"{ask.path['id']}#deleted")
    if deleted is not None:
        return {"id": ask.path["id"], "object": "customer", "deleted": True}
    return ask.account.store.get("customer", ask.path["id"])


def delete(ask: Ask) -> Obj:
    return changes.delete_customer(ask.account, ask.path["id"])


ROUTES: Routes = {
    "/v1/customers": {"POST": endpoint(create, params.CustomerCreateParams, "email metadata name")},
    "/v1/customers/{id}": {
        "GET": endpoint(retrieve, params.CustomerRetrieveParams),
        "DELETE": endpoint(delete, params.CustomerDeleteParams),
    },
}
