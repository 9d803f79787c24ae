"""The front door of a platform: times each request, makes it wait, lets faults happen, and logs it.

What a request means is left to the platform's own application behind it.
"""

import asyncio
import contextlib
from collections.abc import Callable
from email.utils import formatdate
from typing import Protocol

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import Message, Receive, Scope, Send

from .clock import Clock, PlatformClock
from .drift import drifted
from .faults import Fault
from .http import Desk, Json, Visit, read_body

SHORT_500 = "Internal Server Error"
BLOCKED_PAGE = (
    "<html><head><title>{title}</title></head><body><h1>{title}</h1>"
    "<p>Request unsuccessful. Incident ID: 0-{incident}</p></body></html>"
)


def _error(status: int, message: str) -> Response:
    return Json({"status": status, "code": None, "message": message, "data": {}}, status)


def fault_reply(fault: Fault, incident: int) -> Response | None:
    """The reply of a fault that answers in the application's stead; None for the other kinds."""
    match fault.kind:
        case "429":
            headers = {} if fault.retry_after is None else {"retry-after": str(fault.retry_after)}
            return PlainTextResponse("Too Many Requests", 429, headers)
        case "401" | "419":
            return _error(int(fault.kind), "Unauthorized")
        case "409":
            return _error(409, "Your account has been deactivated.")
        case "captcha":
            return _error(403, "captcha required")
        case "payment-required":
            return _error(402, "Payment Required")
        case "500-short":
            return PlainTextResponse(SHORT_500, 500)
        case "403-html":
            return HTMLResponse(BLOCKED_PAGE.format(title="Access denied", incident=incident), 403)
        case "503-html":
            return HTMLResponse(BLOCKED_PAGE.format(title="Service unavailable", incident=incident), 503)
    return None


class Connections(Protocol):
    """What a face must know of the sockets beneath it."""

    def cut(self, scope: Scope) -> None:
        """End the connection of that request without a reply."""

    def alive(self, scope: Scope) -> bool:
        """Whether its client is still there, as far as this side knows."""


class Face:
    """Wraps one platform's application. The body is read before the call has to wait: a client that dies
    meanwhile has still asked, and its booking still happens. `fault_reply` words the faults that answer in the
    application's stead."""

    def __init__(
        self,
        desk: Desk,
        *,
        source: str,
        connections: Connections,
        fault_reply: Callable[[Fault, int], Response | None] = fault_reply,
    ) -> None:
        self.desk = desk
        self.world = desk.world
        self.source = source
        self.connections = connections
        self.fault_reply = fault_reply

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        world, clock, (path, _) = self.world, self.world.clock, self.desk.find_route(scope)
        received_ms, received_monotonic_ms = clock.wall_ms(), clock.monotonic_ms()
        platform = world.clocks[self.source]
        platform_ms = platform.wall_ms()
        world.requests_seen += 1
        visit = Visit(world.requests_seen)
        reply = _Reply(send, clock, platform)
        fault = world.faults.draw(source=self.source, path=path, monotonic_ms=received_monotonic_ms, rng=world.rng)
        world.in_flight += 1
        try:
            body = await read_body(receive)
            if body is not None:
                response = await self._serve(fault, visit, scope, body, receive)
                if response is not None and self.connections.alive(scope):
                    await response(scope, receive, reply)
        finally:
            world.in_flight -= 1
            world.truth.record(
                "request",
                request=visit.request,
                source=self.source,
                method=scope["method"],
                path=path,
                status=reply.status,
                received_ms=received_ms,
                platform_ms=platform_ms,
                replied_ms=reply.replied_ms,
                received_monotonic_ms=received_monotonic_ms,
                replied_monotonic_ms=reply.replied_monotonic_ms,
                user_id=visit.user_id,
                key=visit.key,
                fault=visit.fault,
                agent=Headers(scope=scope).get("user-agent", ""),
            )

    async def _serve(
        self, fault: Fault | None, visit: Visit, scope: Scope, body: bytes, receive: Receive
    ) -> Response | None:
        """The reply, after the time that it takes; None when the connection was cut instead."""
        if not self.world.limits.admit(self.source, scope["client"][0], self.world.clock.monotonic_ms()):
            # As the platforms' edges do: no service time, and nothing that names the reason.
            visit.fault = "limit"
            return PlainTextResponse(SHORT_500, 500)
        service_time = self.world.latency[self.source].seconds(self.desk.find_route(scope)[0], self.world.rng)
        if fault is None:
            await asyncio.sleep(service_time)
            return self.desk.answer(scope, body, visit)
        visit.fault = fault.kind
        instead = self.fault_reply(fault, visit.request)
        if instead is not None or fault.kind == "hang":
            self.desk.attribute(scope, body, visit)
        if instead is not None:
            return instead
        if fault.kind == "hang":
            left_ms = fault.until_ms - self.world.clock.monotonic_ms()
            await _until_gone(receive, max(0.0, left_ms) / 1000)
            self.connections.cut(scope)
            return None
        await asyncio.sleep(service_time + (fault.delay_ms / 1000 if fault.kind == "slow" else 0))
        # The application answers; empty and expire-token it knows from the visit.
        response = self.desk.answer(scope, body, visit)
        if fault.kind == "schema-drift":
            return drifted(response)
        if fault.kind == "cut-after-commit":
            self.connections.cut(scope)
            return None
        return response


class _Reply:
    """`send` that adds an exact Date header, by the platform's clock, and remembers what left and when."""

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
            # uvicorn refreshes its own Date once a second, up to a second late: useless for learning a clock.
            date = formatdate(self._platform.wall_ms() // 1000, usegmt=True).encode()
            message["headers"] = [*message.get("headers", []), (b"date", date)]
        await self._send(message)


async def _until_gone(receive: Receive, seconds: float) -> None:
    """Wait until the client leaves, at most `seconds`."""

    async def gone() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(gone(), seconds)
