"""/v1/customers, /v1/payment_methods, /v1/test_helpers/test_clocks."""

from typing import Any

from stripe import params
from stripe.params import test_helpers

from loadtests.simulator.http import Routes

from . import cards, lifecycle
from .calls import Ask, endpoint, page, within
from .changes import merged, own_card
from .errors import StripeError, missing
from .months import DAY
from .store import Obj, new_id

CUSTOMER = "address description email invoice_settings.default_payment_method metadata name phone preferred_locales"
CLOCK = "test_helpers.test_clock"


def create_customer(ask: Ask) -> Obj:
    account, given = ask.account, ask.params
    clock = account.store.get(CLOCK, given["test_clock"], param="test_clock") if given.get("test_clock") else None
    at = clock["frozen_time"] if clock else account.now()
    customer = account.make(
        "customer",
        "cus",
        at,
        balance=0,
        delinquent=False,
        invoice_prefix=new_id("", 8)[1:].upper(),
        invoice_settings=dict.fromkeys(("custom_fields", "default_payment_method", "footer", "rendering_options")),
        metadata=given.get("metadata") or {},
        next_invoice_sequence=1,
        preferred_locales=given.get("preferred_locales") or [],
        tax_exempt="none",
        test_clock=clock["id"] if clock else None,
        **{name: given.get(name) or None for name in ("address", "description", "email", "name", "phone")},
    )
    if "payment_method" in given:
        cards.attach(account, given["payment_method"], customer["id"], at, param="payment_method")
    _default_card(ask, customer)
    account.tell("customer.created", customer, at)
    return customer


def _default_card(ask: Ask, customer: Obj) -> None:
    wanted = ask.params.get("invoice_settings") or {}
    if wanted.get("default_payment_method") == "":
        customer["invoice_settings"]["default_payment_method"] = None
    elif "default_payment_method" in wanted:
        param = "invoice_settings[default_payment_method]"
        if (
            wanted["default_payment_method"] in cards.TEST_CARDS
            and ask.params.get("payment_method") in cards.TEST_CARDS
        ):
            [card] = cards.of_customer(ask.account, customer["id"])
        else:
            card = own_card(ask.account, wanted["default_payment_method"], customer["id"], param=param)
        customer["invoice_settings"]["default_payment_method"] = card["id"]


def retrieve_customer(ask: Ask) -> Obj:
    gone = ask.account.store.find("_gone", f"{ask.path['id']}#gone")
    if gone is not None:
        return {"id": ask.path["id"], "object": "customer", "deleted": True}
    return ask.account.store.get("customer", ask.path["id"])


def update_customer(ask: Ask) -> Obj:
    account, given = ask.account, ask.params
    id = account.store.get("customer", ask.path["id"])["id"]
    with account.changing(id, account.now(id), event="customer.updated") as changed:
        for name in ("address", "description", "email", "name", "phone"):
            if name in given:
                changed[name] = given[name] or None
        if "metadata" in given:
            changed["metadata"] = merged(changed["metadata"], given["metadata"])
        if "preferred_locales" in given:
            changed["preferred_locales"] = given["preferred_locales"]
        _default_card(ask, changed)
    return changed


def delete_customer(ask: Ask) -> Obj:
    """The customer's subscriptions end at once, as Stripe's do."""
    account = ask.account
    customer = account.store.get("customer", ask.path["id"])
    at = account.now(customer["id"])
    for subscription in list(account.store.all("subscription")):
        if subscription["customer"] == customer["id"] and subscription["status"] not in (
            "canceled",
            "incomplete_expired",
        ):
            lifecycle.end(account, subscription["id"], at, reason="cancellation_requested")
    account.tell("customer.deleted", customer, at)
    account.store.drop(customer["id"])
    account.store.put({"id": f"{customer['id']}#gone", "object": "_gone"})
    return {"id": customer["id"], "object": "customer", "deleted": True}


def list_customers(ask: Ask) -> Obj:
    given = ask.params
    found = [
        customer
        for customer in ask.account.store.all("customer")
        if ("email" not in given or customer["email"] == given["email"])
        and within(given.get("created"), customer["created"])
    ]
    return page(ask, "/v1/customers", found)


# payment methods


def retrieve_card(ask: Ask) -> Obj:
    return ask.account.store.get("payment_method", ask.path["id"])


def list_cards(ask: Ask) -> Obj:
    customer = ask.customer()
    return page(ask, "/v1/payment_methods", cards.of_customer(ask.account, customer["id"]))


def list_cards_of(ask: Ask) -> Obj:
    customer = ask.account.store.get("customer", ask.path["id"])
    url = f"/v1/customers/{customer['id']}/payment_methods"
    return page(ask, url, cards.of_customer(ask.account, customer["id"]))


def attach_card(ask: Ask) -> Obj:
    customer = ask.customer()
    return cards.attach(ask.account, ask.path["id"], customer["id"], ask.account.now(customer["id"]))


def detach_card(ask: Ask) -> Obj:
    account = ask.account
    card = account.store.get("payment_method", ask.path["id"])
    customer = card["customer"]
    if customer is None:
        raise StripeError(
            400, "The payment method you provided is not attached to a customer so detachment is impossible."
        )
    at = account.now(customer)
    with account.changing(customer, at, event="customer.updated") as changed:
        if changed["invoice_settings"]["default_payment_method"] == card["id"]:
            changed["invoice_settings"]["default_payment_method"] = None
    for subscription in list(account.store.all("subscription")):
        if subscription["default_payment_method"] == card["id"]:
            with account.changing(subscription["id"], at, event=lifecycle.UPDATED) as owing:
                owing["default_payment_method"] = None
    card = account.store.edit(card["id"])
    card["customer"] = None
    account.tell("payment_method.detached", card, at, previous={"customer": customer})
    return card


# test clocks


def create_clock(ask: Ask) -> Obj:
    account, given = ask.account, ask.params
    clock = account.make(
        CLOCK,
        "clock",
        account.wall(),
        deletes_after=account.wall() + 30 * DAY,
        frozen_time=given["frozen_time"],
        name=given.get("name"),
        status="ready",
        status_details={},
    )
    account.tell("test_helpers.test_clock.created", clock, account.wall())
    return clock


def retrieve_clock(ask: Ask) -> Obj:
    return ask.account.store.get(CLOCK, ask.path["id"])


def list_clocks(ask: Ask) -> Obj:
    return page(ask, "/v1/test_helpers/test_clocks", list(ask.account.store.all(CLOCK)))


def advance_clock(ask: Ask) -> Obj:
    """All that falls into the time is done when the answer leaves; it says `advancing`, as Stripe's first answer."""
    clock = ask.account.store.get(CLOCK, ask.path["id"])
    advance(ask.account, clock["id"], ask.params["frozen_time"])
    return {**clock, "frozen_time": ask.params["frozen_time"], "status": "advancing"}


def advance(account: Any, id: str, frozen_time: int) -> None:
    clock = account.store.edit(id)
    if frozen_time <= clock["frozen_time"]:
        raise StripeError(
            400,
            "Test clock frozen_time must be in the future, compared to its current frozen_time.",
            param="frozen_time",
        )
    for customer in [entry["id"] for entry in account.store.all("customer") if entry["test_clock"] == id]:
        lifecycle.live_until(account, customer, frozen_time)
    clock["frozen_time"] = frozen_time
    account.tell("test_helpers.test_clock.ready", clock, account.wall())


def delete_clock(ask: Ask) -> Obj:
    """Its customers and their subscriptions go with it, without a word."""
    store = ask.account.store
    clock = store.find(CLOCK, ask.path["id"])
    if clock is None:
        raise missing(CLOCK, ask.path["id"])
    gone = {clock["id"], *(entry["id"] for entry in store.all("customer") if entry["test_clock"] == clock["id"])}
    for kind in ("subscription", "invoice", "invoiceitem", "payment_method"):
        for obj in list(store.all(kind)):
            if obj["customer"] in gone:
                store.drop(obj["id"])
    for id in gone:
        store.drop(id)
    return {"id": clock["id"], "object": CLOCK, "deleted": True}


PAGE = "limit starting_after ending_before"

ROUTES: Routes = {
    "/v1/customers": {
        "POST": endpoint(create_customer, params.CustomerCreateParams, f"{CUSTOMER} payment_method test_clock"),
        "GET": endpoint(list_customers, params.CustomerListParams, f"{PAGE} email created"),
    },
    "/v1/customers/{id}": {
        "GET": endpoint(retrieve_customer, params.CustomerRetrieveParams),
        "POST": endpoint(update_customer, params.CustomerUpdateParams, CUSTOMER),
        "DELETE": endpoint(delete_customer, params.CustomerDeleteParams),
    },
    "/v1/customers/{id}/payment_methods": {
        "GET": endpoint(list_cards_of, params.CustomerPaymentMethodListParams, f"{PAGE} type"),
    },
    "/v1/payment_methods": {"GET": endpoint(list_cards, params.PaymentMethodListParams, f"{PAGE} customer type")},
    "/v1/payment_methods/{id}": {"GET": endpoint(retrieve_card, params.PaymentMethodRetrieveParams)},
    "/v1/payment_methods/{id}/attach": {"POST": endpoint(attach_card, params.PaymentMethodAttachParams, "customer")},
    "/v1/payment_methods/{id}/detach": {"POST": endpoint(detach_card, params.PaymentMethodDetachParams)},
    "/v1/test_helpers/test_clocks": {
        "POST": endpoint(create_clock, test_helpers.TestClockCreateParams, "frozen_time name"),
        "GET": endpoint(list_clocks, test_helpers.TestClockListParams, PAGE),
    },
    "/v1/test_helpers/test_clocks/{id}": {
        "GET": endpoint(retrieve_clock, test_helpers.TestClockRetrieveParams),
        "DELETE": endpoint(delete_clock, test_helpers.TestClockDeleteParams),
    },
    "/v1/test_helpers/test_clocks/{id}/advance": {
        "POST": endpoint(advance_clock, test_helpers.TestClockAdvanceParams, "frozen_time"),
    },
}
