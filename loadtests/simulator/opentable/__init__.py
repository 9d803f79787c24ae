"""Simulates OpenTable's APIs for the app and for the web site, as public clients use them."""

from loadtests.simulator.face import Connections, Face
from loadtests.simulator.http import App, Routes, warm_up
from loadtests.simulator.world import World

from . import availability, mobile, pages, sign_in, web
from .access import SOURCE, fault_reply, guard, refusal

ROUTES: Routes = {
    "/": {"HEAD": warm_up, "GET": warm_up},
    "/oauth/consumer/token": {"POST": sign_in.consumer_token},
    "/api/v1/2fa/start": {"POST": sign_in.start},
    "/api/v1/2fa/confirm": {"POST": sign_in.confirm},
    "/api/v3/user": {"GET": mobile.user},
    "/api/v3/user/": {"GET": mobile.user},
    "/api/v3/restaurant/availability": {"PUT": availability.availability_v1},
    "/api/v3/restaurant/{rid}": {"GET": availability.availability_v2},
    "/api/v1/reservation/{rid}/lock": {"POST": mobile.lock},
    "/api/v1/reservation/{rid}/lock/{lockId}": {"DELETE": mobile.release_lock},
    "/api/v1/reservation/{rid}": {"POST": mobile.make},
    "/api/v3/reservation/{rid}": {"POST": mobile.make},
    "/api/v3/reservation/{rid}/{confirmationNumber}": {"DELETE": mobile.cancel_reservation},
    "/api/v4/personalize/autocompleteInterspersed": {"PUT": mobile.autocomplete},
    "/dapi/fe/gql": {"POST": web.gql},
    **{f"/dapi/fe/gql?opname={operation}": {"POST": web.gql} for operation in web.OPERATIONS},
    "/dapi/booking/make-reservation": {"POST": web.make_reservation},
    "/dapi/authentication/sendotpfromsignin": {"POST": sign_in.send_otp},
    "/dapi/authentication/signinwithotp": {"POST": sign_in.sign_in_with_otp},
    "/dapi/wallet/cards": {"POST": web.add_card},
    "/r/{slug}": {"GET": pages.restaurant_by_slug},
    "/restaurant/profile/{rid}": {"GET": pages.restaurant},
    "/booking/details": {"GET": pages.booking_details},
    "/user/dining-dashboard": {"GET": pages.dining_dashboard},
}


def app(world: World) -> App:
    return App(world, ROUTES, guard, refusal)


def face(world: World, connections: Connections) -> Face:
    return Face(app(world), source=SOURCE, connections=connections, fault_reply=fault_reply)
