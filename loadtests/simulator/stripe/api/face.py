"""Stripe's port: authentication, routes, faults with Stripe's messages, and the log of every request.

If two concurrent calls have the same idempotency key, the second gets 409.
"""

import json
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope

from loadtests.simulator.face import Connections, Face, plain_fault_reply
from loadtests.simulator.faults import Fault
from loadtests.simulator.http import App, Call, Json, Refused, RequestRecord, Routes
from loadtests.simulator.stripe_ledger.account import API_VERSION
from loadtests.simulator.stripe_ledger.errors import BadRequest
from loadtests.simulator.world import World

from . import catalog, checkout, customers, pages, portal_page, subscriptions, webhook_endpoints
from .encoding import decode
from .endpoint import fingerprint, remember

SOURCE = "stripe"
FAULTS = ("429", "401", "409", "500-short", "403-html", "503-html", "slow", "hang", "cut-after-commit")
TEST_KEY = "sk_test_"

ROUTES: Routes = {
    **customers.ROUTES,
    **catalog.ROUTES,
    **subscriptions.ROUTES,
    **checkout.ROUTES,
    **webhook_endpoints.ROUTES,
    **pages.ROUTES,
    **portal_page.ROUTES,
    "/": {"HEAD": lambda call: Response()},
}


def face(world: World, connections: Connections) -> "StripeFace":
    app = App(world, ROUTES, guard, refusal)
    return StripeFace(app, source=SOURCE, connections=connections, fault_reply=fault_reply)


def _error(status: int, message: str, *, type: str = "invalid_request_error", code: str | None = None) -> Response:
    error = {"type": type, "message": message} | ({"code": code} if code else {})
    return Json({"error": error}, status, {"stripe-version": API_VERSION})


def refusal(status: int) -> Response:
    if status == 413:
        return _error(413, "Request entity too large")
    return _error(
        404, "Unrecognized request URL. See https://stripe.com/docs or the simulator's README for what it plays."
    )


def guard(call: Call) -> None:
    """Refuse API calls without a test key, and calls to the hosted pages from other machines or sites."""
    if not call.path.startswith("/v1/"):
        pages.guard(call)
        return
    kind, _, key = call.headers.get("authorization", "").partition(" ")
    if not key or kind.lower() != "bearer":
        raise Refused(
            _error(
                401,
                "You did not provide an API key. You need to provide your API key in the Authorization header, using "
                "Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
            )
        )
    if key.startswith(("sk_live_", "rk_live_")):
        raise Refused(_error(401, "This is the simulator: never send a live key here. Treat it as exposed."))
    if not key.startswith(TEST_KEY):
        raise Refused(_error(401, f"Invalid API Key provided: {key[:3]}****"))
    version = call.headers.get("stripe-version", API_VERSION)
    if version != API_VERSION:
        raise Refused(_error(400, f"Invalid Stripe API version: {version[:40]}. The simulator speaks {API_VERSION}."))


def fault_reply(fault: Fault, incident: int) -> Response | None:
    """Return the reply of a fault that replaces the endpoint's reply. None for other kinds of faults."""
    match fault.kind:
        case "429":
            return _error(429, "Request rate limit exceeded.", code="rate_limit")
        case "401":
            return _error(401, "Invalid API Key provided: sk_test_****")
        case "409":
            return _error(
                409,
                "This object cannot be accessed right now because another API request is accessing it.",
                code="lock_timeout",
            )
        case "500-short":
            # As at Stripe, a repeated call with the same idempotency key gets the same 500 again.
            response = _error(500, "An unknown error occurred", type="api_error")
            response.headers["stripe-should-retry"] = "false"
            return response
    return plain_fault_reply(fault, incident)


class StripeFace(Face):
    """A face that tracks the idempotency keys in progress and logs every API request."""

    def __init__(self, app: App, **more: Any) -> None:
        super().__init__(app, **more)
        self._in_progress: set[str] = set()

    async def _serve(
        self, fault: Fault | None, record: RequestRecord, scope: Scope, body: bytes, receive: Receive
    ) -> Response | None:
        key = Headers(scope=scope).get("idempotency-key") if scope["method"] == "POST" else None
        if key is not None and key in self._in_progress:
            conflict = _error(
                409,
                "There is currently another in-progress request using this Stripe idempotent key (that probably means "
                "you submitted twice, and the other request is still going through). Please try again later.",
                code="idempotency_key_in_use",
                type="idempotency_error",
            )
            self._log(scope, body, key, conflict, record)
            return conflict
        if key is not None:
            self._in_progress.add(key)
        response = None
        try:
            response = await super()._serve(fault, record, scope, body, receive)
            if response is not None and fault is not None and fault.kind == "500-short" and key is not None:
                print_of = fingerprint(scope["method"], scope["path"], _fields(body))
                reply = json.loads(bytes(response.body))
                remember(self.world.stripe, key, print_of, scope["path"], response.status_code, reply)
            return response
        finally:
            self._in_progress.discard(key or "")
            self._log(scope, body, key, response, record)

    def _log(
        self, scope: Scope, body: bytes, key: str | None, response: Response | None, record: RequestRecord
    ) -> None:
        if not scope["path"].startswith("/v1/"):
            return
        headers = response.headers if response is not None else {}
        self.world.stripe.log_request(
            {
                "request": record.request,
                "at_ms": self.world.clock.wall_ms(),
                "id": headers.get("request-id"),
                "method": scope["method"],
                "path": scope["path"],
                "params": _fields(body or scope["query_string"]),
                "idempotency_key": key,
                "status": response.status_code if response is not None else None,
                "replayed": "idempotent-replayed" in headers,
                "fault": record.fault,
            }
        )


def _fields(form: bytes) -> dict[str, Any]:
    """Return the parameters of a form, or an empty dict if the form is malformed."""
    try:
        return decode(form)
    except BadRequest:
        return {}
