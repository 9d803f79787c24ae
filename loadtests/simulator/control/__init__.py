"""The control and truth face: what a test, a bench or a newcomer does to the inventory, and what really happened.

JSON in, JSON out, this machine only. Every refusal carries `{"message": "<sentence>"}`. Calls here are not
part of the truth log's requests: that log is about the platforms.
"""

from functools import cache
from pathlib import Path

from starlette.responses import HTMLResponse, Response

from loadtests.simulator.http import Call, Desk, Json, Routes, is_from_this_machine
from loadtests.simulator.world import World

from . import house, manners, records, releases, stripe, tables
from .fields import refused

MESSAGES = {
    404: "There is no such call; GET / shows a page and loadtests/simulator/README.md lists the calls.",
    405: "That call exists, but not with this method.",
    413: "The body is larger than 1 MB.",
}


def refusal(status: int) -> Response:
    return Json({"message": MESSAGES[status]}, status)


def guard(call: Call) -> None:
    """A page of another site, opened in this machine's browser, must not be able to move tables."""
    if not is_from_this_machine(call):
        raise refused("The control face serves this machine only.", 403)


def page(call: Call) -> Response:
    return HTMLResponse(_page_text())


@cache
def _page_text() -> str:
    """The page with its style and script inside, so that it asks for nothing else."""
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
    "/release": {"GET": releases.releases, "POST": releases.release},
    "/clock": {"GET": releases.clock, "POST": releases.set_clock},
    "/rivals": {"GET": house.rivals, "POST": house.send_rivals},
    "/limits": {"GET": house.limits, "POST": house.set_limit},
    "/terms": {"GET": house.terms, "POST": house.set_terms},
    "/reset": {"POST": tables.reset},
    "/latency": {"POST": manners.latency},
    "/faults": {"GET": manners.faults, "POST": manners.add_fault, "DELETE": manners.clear_faults},
    "/switches": {"POST": manners.switches},
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
    "/stripe/reset": {"POST": stripe.reset},
}


def app(world: World) -> Desk:
    return Desk(world, ROUTES, guard, refusal)
