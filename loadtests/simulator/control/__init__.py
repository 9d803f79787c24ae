"""The control face: calls that change the inventory and the platforms' behavior, and that report what really happened.

It accepts and returns JSON and serves only this machine. Every refusal is `{"message": "<sentence>"}`. The truth log
contains the requests to the platforms, not these calls.
"""

from functools import cache
from pathlib import Path

from starlette.responses import HTMLResponse, Response

from loadtests.simulator.http import App, Call, Json, Routes, is_from_this_machine
from loadtests.simulator.world import World

from . import accounts, behavior, conditions, listings, records, releases, stripe, tables
from .parameters import refused

MESSAGES = {
    404: "There is no such call; GET / shows a page and loadtests/simulator/README.md lists the calls.",
    405: "That call exists, but not with this method.",
    413: "The body is larger than 1 MB.",
}


def refusal(status: int) -> Response:
    return Json({"message": MESSAGES[status]}, status)


def guard(call: Call) -> None:
    """Refuse calls of other sites' pages. A page that is open in this machine's browser must not change tables."""
    if not is_from_this_machine(call):
        raise refused("The control face serves this machine only.", 403)


def page(call: Call) -> Response:
    """GET /: the inventory page."""
    return HTMLResponse(_page_text())


@cache
def _page_text() -> str:
    """Return the page with its style and scripts inline."""
    folder = Path(__file__).with_name("page")
    text = (folder / "page.html").read_text("utf-8")
    for name in ("page.css", "forms.js", "inventory.js"):
        text = text.replace(f"/* {name} */", (folder / name).read_text("utf-8"))
    return text


ROUTES: Routes = {
    "/": {"GET": page},
    "/venues": {"GET": records.venues},
    "/free": {"POST": tables.free},
    "/take": {"POST": tables.take},
    "/cancel": {"POST": tables.cancel},
    "/reset": {"POST": tables.reset},
    "/release": {"GET": releases.releases, "POST": releases.release},
    "/clock": {"GET": releases.clock, "POST": releases.set_clock},
    "/rivals": {"GET": conditions.rivals, "POST": conditions.set_rivals},
    "/guard": {"GET": conditions.guard, "POST": conditions.set_guard},
    "/limits": {"GET": conditions.limits, "POST": conditions.set_limit},
    "/accounts": {"POST": accounts.change_account},
    "/cities": {"POST": listings.fill_city},
    "/listings": {"POST": listings.set_listing},
    "/terms": {"GET": conditions.terms, "POST": conditions.set_terms},
    "/latency": {"POST": behavior.latency},
    "/faults": {"GET": behavior.faults, "POST": behavior.add_fault, "DELETE": behavior.clear_faults},
    "/switches": {"POST": behavior.switches},
    "/keys": {"POST": behavior.keys},
    "/truth": {"GET": records.truth},
    "/bookings": {"GET": records.bookings},
    "/requests/stats": {"GET": records.stats},
    "/watch": {"GET": records.watch},
    "/stripe/state": {"GET": stripe.state},
    "/stripe/webhooks": {"GET": stripe.webhooks, "POST": stripe.set_webhooks},
    "/stripe/forge": {"POST": stripe.forge},
    "/stripe/card": {"POST": stripe.card},
    "/stripe/advance": {"POST": stripe.advance},
    "/stripe/dunning": {"POST": stripe.dunning},
    "/stripe/delete-customer": {"POST": stripe.delete_customer},
    "/stripe/add-item": {"POST": stripe.add_item},
    "/stripe/reset": {"POST": stripe.reset},
}


def app(world: World) -> App:
    return App(world, ROUTES, guard, refusal)
