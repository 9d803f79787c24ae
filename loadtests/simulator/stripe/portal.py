"""/v1/billing_portal/sessions: a link with which a customer looks after the subscription."""

from typing import TYPE_CHECKING

from stripe.params import billing_portal

from loadtests.simulator.http import Routes

from .calls import Ask, endpoint
from .checkout import check_url
from .shapes import whole
from .store import Obj, new_id

if TYPE_CHECKING:
    from .account import StripeAccount

LIFE_SECONDS = 3_600


def create(ask: Ask) -> Obj:
    account, given = ask.account, ask.params
    customer = ask.customer()
    if "return_url" in given:
        check_url(given["return_url"], "return_url")
    id = new_id("bps")
    session = whole(
        {
            "id": id,
            "object": "billing_portal.session",
            "configuration": "bpc_simulator",
            "created": account.wall(),
            "customer": customer["id"],
            "livemode": False,
            "locale": given.get("locale"),
            "return_url": given.get("return_url"),
            "url": f"{account.base_url}/p/session/{id}",
        }
    )
    account.store.put(session)
    account.tell("billing_portal.session.created", session, account.wall())
    return session


def is_open(account: "StripeAccount", session: Obj) -> bool:
    fresh: bool = account.wall() < session["created"] + LIFE_SECONDS
    return fresh and account.store.find("customer", session["customer"]) is not None


ROUTES: Routes = {
    "/v1/billing_portal/sessions": {
        "POST": endpoint(create, billing_portal.SessionCreateParams, "customer locale return_url"),
    },
}
