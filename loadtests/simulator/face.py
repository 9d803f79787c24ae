"""A platform's face: measures and logs each request, and applies service times, guards, limits and faults.

A face wraps the platform's application (`http.App`), which performs the request.
"""

import asyncio
import contextlib
from collections.abc import Callable
from email.utils import formatdate
from typing import Protocol

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import Message, Receive, Scope, Send

from . import odd_slots
from .clock import Clock, PlatformClock
from .drift import drifted
from .faults import Fault
from .http import App, RequestRecord, read_body

SHORT_500 = "Internal Server Error"
BLOCKED_PAGE = (
    "<html><head><title>{title}</title></head><body><h1>{title}</h1>"
    "<p>Request unsuccessful. Incident ID: 0-{incident}</p></body></html>"
)
FaultReply = Callable[[Fault, int], Response | None]
"""Makes the reply of a fault that replaces the application's reply. Takes the fault and a number to show in the page.
Returns None for a kind of fault that does not replace the reply."""


def plain_fault_reply(fault: Fault, incident: int) -> Response | None:
    """Return the reply of a fault that is the same for all platforms, None for other kinds of faults.

    `incident` is the number that the HTML pages show. 500-edge is the page with which Imperva refused sign-ins alone,
    card-declined the sentence of a payment processor, not-allowed the refusal of a cancellation by its policy.
    """
    match fault.kind:
        case "429":
            headers = {} if fault.retry_after is None else {"retry-after": str(fault.retry_after)}
            return PlainTextResponse("Too Many Requests", 429, headers)
        case "500-short":
            return PlainTextResponse(SHORT_500, 500)
        case "500-edge":
            page = BLOCKED_PAGE.format(title="Error", incident=incident)
            return HTMLResponse(
                page, 500, {"x-iinfo": f"8-{incident}-0 PNNN RT(1785600000000 0) q(0 -1 -1 -1) r(0 -1)"}
            )
        case "card-declined":
            return JSONResponse({"status": 403, "message": "Your card was declined."}, 403)
        case "not-allowed":
            return JSONResponse({"status": 412, "message": "This reservation can no longer be cancelled."}, 412)
        case "403-html":
            return HTMLResponse(BLOCKED_PAGE.format(title="Access denied", incident=incident), 403)
        case "503-html":
            return HTMLResponse(BLOCKED_PAGE.format(title="Service unavailable", incident=incident), 503)
    return None


class Connections(Protocol):
    """The open connections of a face."""

    def cut(self, scope: Scope) -> None:
        """End the request's connection without a reply."""

    def alive(self, scope: Scope) -> bool:
        """Return whether the request's client is still connected, as far as the server can tell."""


class Face:
    """Wraps a platform's application.

    The face reads the whole body before the service time starts. So a booking is still made if the client disconnects
    during the service time.
    """

    def __init__(self, app: App, *, source: str, connections: Connections, fault_reply: FaultReply) -> None:
        self.app = app
        self.world = app.world
        self.source = source
        self.connections = connections
        self.fault_reply = fault_reply

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        world, clock, (path, _) = self.world, self.world.clock, self.app.find_route(scope)
        received_ms, received_monotonic_ms = clock.wall_ms(), clock.monotonic_ms()
        platform = world.clocks[self.source]
        platform_ms = platform.wall_ms()
        world.requests_seen += 1
        record = RequestRecord(world.requests_seen)
        reply = _Reply(send, clock, platform)
        fault = world.faults.draw(source=self.source, path=path, monotonic_ms=received_monotonic_ms, rng=world.rng)
        world.in_flight += 1
        try:
            body = await read_body(receive)
            if body is not None:
                response = await self._serve(fault, record, scope, body, receive)
                if response is not None and self.connections.alive(scope):
                    await response(scope, receive, reply)
        finally:
            world.in_flight -= 1
            world.truth.record(
                "request",
                request=record.request,
                source=self.source,
                method=scope["method"],
                path=path,
                status=reply.status,
                received_ms=received_ms,
                platform_ms=platform_ms,
                replied_ms=reply.replied_ms,
                received_monotonic_ms=received_monotonic_ms,
                replied_monotonic_ms=reply.replied_monotonic_ms,
                user_id=record.user_id,
                key=record.key,
                fault=record.fault,
                agent=Headers(scope=scope).get("user-agent", ""),
            )

    async def _serve(
        self, fault: Fault | None, record: RequestRecord, scope: Scope, body: bytes, receive: Receive
    ) -> Response | None:
        """Apply limits, the fault and the service time, and return the reply. None if the connection was cut."""
        caller = self.source, scope["client"][0], self.world.clock.monotonic_ms()
        # The platforms' edge servers reply at once and give no reason.
        if not self.world.guard.admit(*caller):
            record.fault = "guard"
            return PlainTextResponse(SHORT_500, 500)
        if not self.world.limits.admit(*caller):
            record.fault = "limit"
            return PlainTextResponse(SHORT_500, 500)
        latency, path = self.world.latency[self.source], self.app.find_route(scope)[0]
        service_time = latency.seconds(path, self.world.rng)
        if fault is None:
            before = service_time * latency.read_share(path, self.world.rng)
            await asyncio.sleep(before)
            response = self.app.answer(scope, body, record)
            if before < service_time:
                await asyncio.sleep(service_time - before)
            return response
        record.fault = fault.kind
        instead = self.fault_reply(fault, record.request)
        if instead is not None or fault.kind == "hang":
            self.app.attribute(scope, body, record)
        if instead is not None:
            return instead
        if fault.kind == "hang":
            left_ms = fault.until_ms - self.world.clock.monotonic_ms()
            await _wait_for_disconnect(receive, max(0.0, left_ms) / 1000)
            self.connections.cut(scope)
            return None
        await asyncio.sleep(service_time + (fault.delay_ms / 1000 if fault.kind == "slow" else 0))
        # The handlers apply faults such as empty and expire-token themselves: they read `record.fault`.
        response = self.app.answer(scope, body, record)
        if fault.kind == "schema-drift":
            return drifted(response)
        if fault.kind in odd_slots.KINDS:
            return odd_slots.changed(fault.kind, response)
        if fault.kind == "cut-after-commit":
            self.connections.cut(scope)
            return None
        return response


class _Reply:
    """An ASGI `send` that adds a Date header with the platform's time and stores the reply's status and send time."""

    def __init__(self, send: Send, clock: Clock, platform: PlatformClock) -> None:
        self._send = send
        self._clock = clock
        self._platform = platform
        self.status: int | None = None
        self.replied_ms: float | None = None
        self.replied_monotonic_ms: float | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.replied_ms = self._clock.wall_ms()
            self.replied_monotonic_ms = self._clock.monotonic_ms()
            # uvicorn's own Date is up to a second late, which makes it useless for calibrating a clock.
            date = formatdate(self._platform.wall_ms() // 1000, usegmt=True).encode()
            message["headers"] = [*message.get("headers", []), (b"date", date)]
        await self._send(message)


async def _wait_for_disconnect(receive: Receive, seconds: float) -> None:
    async def disconnected() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(disconnected(), seconds)
