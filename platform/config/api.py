"""The REST API: its routers, and the error handlers that turn every failure into {message, code, errors?}."""

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.operation import Operation

from apps.common.errors import Refusal
from apps.common.platform_wire import USER_FIELDS
from config import scopes
from server.answers import RENDERER, answer, refusal_for, refusal_of
from server.parser import JsonParser, invalid, too_big


class RestApi(NinjaAPI):
    """Ninja's API with an operationId that names no module: the endpoint's function, such as create_request."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__


api = RestApi(title="Tablehawk", version="1", parser=JsonParser(), renderer=RENDERER, docs_url=None, openapi_url=None)


@api.exception_handler(Refusal)
def _refused(request: HttpRequest, exc: Refusal) -> HttpResponse:
    return answer(request, exc)


@api.exception_handler(HttpError)
def _http_error(request: HttpRequest, exc: HttpError) -> HttpResponse:
    # Ninja wraps an exception of the body parser in an HttpError.
    if isinstance(exc.__cause__, Refusal):
        return answer(request, exc.__cause__)
    return answer(request, refusal_for(exc.status_code))


@api.exception_handler(Http404)
def _missing(request: HttpRequest, exc: Http404) -> HttpResponse:
    return answer(request, refusal_for(404))


@api.exception_handler(RequestDataTooBig)
def _too_big(request: HttpRequest, exc: RequestDataTooBig) -> HttpResponse:
    return answer(request, too_big())


@api.exception_handler(ValidationError)
def _does_not_parse(request: HttpRequest, exc: ValidationError) -> HttpResponse:
    return answer(request, invalid([(_field(one["loc"]), one["type"], one["msg"]) for one in exc.errors]))


@api.exception_handler(Exception)
def _unhandled(request: HttpRequest, exc: Exception) -> HttpResponse:
    return answer(request, refusal_of(exc, path=request.path))


def _field(location: tuple[str | int, ...]) -> str:
    """Convert Ninja's location of a field to the field's name in the request, such as "reservation.dates.0".

    The location starts with the source (body or query) and, for a body, the name of the endpoint's parameter. Both are
    left out.
    """
    return ".".join(str(part) for part in location[2 if location[0] == "body" else 1 :])


for prefix, router in {
    "/users": "apps.accounts.api.router",
    "/users/phone": "apps.phones.api.router",
    "/keys": "apps.keys.api.router",
    "/passkeys": "apps.passkeys.api.router",
    "/oauth": "apps.oauth.api.router",
    "/mandates": "apps.mandates.api.router",
    "/platforms": "apps.connections.api.platforms.router",
    **{f"/{platform}": f"apps.connections.api.wire.{platform}" for platform in USER_FIELDS},
    "/stripe-integration": "apps.billing.api.router",
    "/venues": "apps.venues.api.router",
    "/public": "apps.public.api.router",
    "/public/table": "apps.public.api.tables",
    "/reservations": "apps.reservations.api.router",
    "/weekly-rules": "apps.weekly.api.router",
    "/calendar": "apps.calendar.api.router",
    "/cancel-table": "apps.outcomes.api.router",
    "/swaps": "apps.swaps.api.router",
    "/clients": "apps.clients.api.router",
    "/events": "apps.notices.api.router",
    "/notices": "apps.listing.api.router",
    "/webhooks": "apps.webhooks.api.router",
    "/mqtt": "apps.mqtt.api.router",
    "/notification-settings": "apps.notices.settings.api.router",
    "/blog": "apps.blog.api.router",
}.items():
    api.add_router(prefix, router, tags=[prefix.split("/")[1]])
# For operators; not part of the public document.
api.add_router("/ops", "config.operations_api.router")
scopes.require_scopes(api)
