"""Simulates Resy's API as public clients use it."""

from loadtests.simulator.face import Connections, Face
from loadtests.simulator.http import App, Handler, Routes, warm_up
from loadtests.simulator.world import World

from . import account, availability, booking, code_sign_in, venues, waitlist
from .access import SOURCE, fault_reply, guard, refusal


def _both(handler: Handler) -> dict[str, Handler]:
    return {"GET": handler, "POST": handler}


ROUTES: Routes = {
    "/": {"HEAD": warm_up, "GET": warm_up},
    "/4/find": _both(availability.find),
    "/4/venue/calendar": {"GET": availability.calendar},
    "/3/details": _both(booking.details),
    "/3/book": {"POST": booking.book},
    "/3/cancel": {"POST": booking.cancel},
    "/3/user/reservations": {"GET": booking.reservations},
    "/3/auth/password": {"POST": account.sign_in},
    "/4/auth/password": {"POST": account.sign_in},
    "/3/auth/mobile": {"POST": code_sign_in.mobile},
    "/4/auth/mobile": {"POST": code_sign_in.mobile},
    "/3/auth/email/request": {"POST": code_sign_in.request_email_code},
    "/3/auth/email/verify": {"POST": code_sign_in.verify_email_code},
    "/3/auth/challenge": {"POST": code_sign_in.challenge},
    "/4/auth/challenge": {"POST": code_sign_in.challenge},
    "/3/auth/refresh": {"POST": account.refresh},
    "/2/user": {"GET": account.user},
    "/3/payment_methods": {"POST": account.add_payment_method},
    "/3/notify": {"GET": waitlist.list_requests, "POST": waitlist.bad_gateway},
    "/2/notify": {"POST": waitlist.add_request, "DELETE": waitlist.remove_request},
    "/3/venuesearch/search": {"POST": venues.search},
    "/3/venue": {"GET": venues.venue},
    "/2/config": {"GET": venues.config},
    "/3/location/config": {"GET": venues.locations},
}


def app(world: World) -> App:
    return App(world, ROUTES, guard, refusal)


def face(world: World, connections: Connections) -> Face:
    return Face(app(world), source=SOURCE, connections=connections, fault_reply=fault_reply)
