"""OpenTable's wire protocols, the app's and the web site's, as public clients use them, over the simulator's world."""

from starlette.responses import PlainTextResponse, Response

from loadtests.simulator.http import Desk, Routes
from loadtests.simulator.world import World

from . import availability, mobile, pages, signin, web
from .gate import fault_reply, guard, refusal

__all__ = ["ROUTES", "app", "fault_reply"]


def warm_up(call: object) -> Response:
    """`HEAD /`, asked for its Date header and to open a connection."""
    return PlainTextResponse("")


ROUTES: Routes = {
    "/": {"HEAD": warm_up, "GET": warm_up},
    "/oauth/consumer/token": {"POST": signin.consumer_token},
    "/api/v1/2fa/start": {"POST": signin.start},
    "/api/v1/2fa/confirm": {"POST": signin.confirm},
    "/api/v3/user": {"GET": mobile.user},
    "/api/v3/user/": {"GET": mobile.user},
    "/api/v3/user/reservations": {"GET": mobile.reservations},
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
    "/dapi/authentication/sendotpfromsignin": {"POST": signin.send_otp},
    "/dapi/authentication/signinwithotp": {"POST": signin.sign_in_with_otp},
    "/dapi/wallet/cards": {"POST": web.add_card},
    "/booking/details": {"GET": pages.booking_details},
    "/user/dining-dashboard": {"GET": pages.dining_dashboard},
}


def app(world: World) -> Desk:
    return Desk(world, ROUTES, guard, refusal)
