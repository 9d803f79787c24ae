"""The part of HTTP that all faces share: a parsed call, refusals, and dispatch by path and method.

Handlers are plain functions that never wait, so no other call can run between a handler's check and its change.
Starlette provides headers and responses. Its router and middleware are not used, because they take measurable time.
"""

import ipaddress
import json
import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from .world import World

MAX_BODY = 1_000_000
LIBRARY_AGENT = re.compile(r"(python-httpx|python-requests|python-urllib|aiohttp|python|go-http-client)/", re.I)


class Refused(Exception):
    """Raised by a handler to end the call with `response` as the reply."""

    def __init__(self, response: Response) -> None:
        super().__init__(response.status_code)
        self.response = response


@dataclass(slots=True)
class RequestRecord:
    """The fields of a request's entry in the truth log that are not in the request itself.

    Handlers set the diner (`user_id`) and the poll key; the face sets the fault.
    """

    request: int
    user_id: int | None = None
    key: str | None = None
    fault: str | None = None


class Attributed(Exception):
    """Raised by `Attribution` to end a handler as soon as the handler has set the poll key of its call."""


class Attribution(RequestRecord):
    """A record that finds out the diner and the poll key of a call without performing the call.

    Handlers set `key` before they change anything. Setting `key` of this record raises Attributed, which ends the
    handler, so the call has no effect.
    """

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name == "key" and value is not None:
            raise Attributed


# Routes whose handlers set a poll key. Other handlers (sign-in, waitlist, cards) may change state without setting one.
_KEYED = re.compile(r"/4/find|/3/(details|book|cancel)|/(restaurant|reservation)/|/dapi/fe/gql|make-reservation")


@dataclass(frozen=True, slots=True)
class Call:
    world: World
    record: RequestRecord
    method: str
    path: str
    query: dict[str, str]
    headers: Headers
    body: bytes
    params: dict[str, str] = field(default_factory=dict)

    @property
    def media_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    def form(self) -> dict[str, str]:
        """Return the fields of a urlencoded body. If a field is repeated, the last one counts."""
        return dict(parse_qsl(self.body.decode("utf-8", "replace"), keep_blank_values=True))

    def json_object(self) -> dict[str, Any] | None:
        """Return the JSON object of the body. None if the body is anything else."""
        try:
            value = json.loads(self.body)
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None

    def has_refused_agent(self) -> bool:
        """Return whether the User-Agent is missing or an HTTP library's default.

        A switch of the simulator allows the defaults of libraries.
        """
        agent = self.headers.get("user-agent", "").strip()
        return not agent or (not self.world.switches.library_agents and LIBRARY_AGENT.match(agent) is not None)


Handler = Callable[[Call], Response]
Routes = Mapping[str, Mapping[str, Handler]]
"""Handlers by path and method. `{name}` in a path matches one segment. `/path?opname=X` matches a query with
`opname=X` and takes precedence over `/path`."""


def is_from_this_machine(call: Call) -> bool:
    """Return whether Host, and Origin if present, are loopback addresses or names from the settings.

    A call from a page of another site fails this check, because its Origin is that site.
    """
    addresses = [f"//{call.headers.get('host', '')}"]
    if "origin" in call.headers:
        addresses.append(call.headers["origin"])
    return all(_is_local(address, names=call.world.names) for address in addresses)


def _is_local(address: str, *, names: Collection[str]) -> bool:
    try:
        host = urlsplit(address).hostname or ""
        return host == "localhost" or host in names or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


async def read_body(receive: Receive) -> bytes | None:
    """Return the body, at most one byte more than `MAX_BODY`. None if the client disconnected before its end."""
    body = bytearray()
    while len(body) <= MAX_BODY:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return bytes(body[: MAX_BODY + 1])


@dataclass(slots=True)
class App:
    """An application with a table of routes.

    `guard` may refuse a call before routing. `refusal` makes the face's replies for the statuses 404, 405 and 413.
    """

    world: World
    routes: Routes
    guard: Callable[[Call], None]
    refusal: Callable[[int], Response]
    _patterns: list[tuple[list[str], str]] = field(init=False)

    def __post_init__(self) -> None:
        self._patterns = [(name.split("/"), name) for name in self.routes if "{" in name]

    def find_route(self, scope: Scope) -> tuple[str, dict[str, str]]:
        """Return the name of the route and the path parameters.

        The name is the route's key in `routes`. Faults, service times and request counts use this name. If no route
        matches, the name is the path itself.
        """
        path: str = scope["path"]
        if b"opname=" in scope["query_string"]:
            operation = dict(parse_qsl(scope["query_string"].decode("latin-1"))).get("opname", "")
            if f"{path}?opname={operation}" in self.routes:
                return f"{path}?opname={operation}", {}
        if path in self.routes or not self._patterns:
            return path, {}
        parts = path.split("/")
        for pattern, name in self._patterns:
            if len(pattern) == len(parts) and all(
                want == got or (want.startswith("{") and got) for want, got in zip(pattern, parts, strict=True)
            ):
                held = {want[1:-1]: got for want, got in zip(pattern, parts, strict=True) if want.startswith("{")}
                return name, held
        return path, {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await read_body(receive)
        if body is not None:
            await self.answer(scope, body, RequestRecord(0))(scope, receive, send)

    def attribute(self, scope: Scope, body: bytes, record: RequestRecord) -> None:
        """Set the diner and the poll key in the record of a call whose handler does not run because of a fault.

        The call is not performed.
        """
        if scope["method"] != "GET" and not _KEYED.search(self.find_route(scope)[0]):
            return
        found = Attribution(record.request)
        with suppress(Attributed):
            self.answer(scope, body, found)
        record.user_id, record.key = found.user_id, found.key

    def answer(self, scope: Scope, body: bytes, record: RequestRecord) -> Response:
        self.world.scheduler.run_due()
        if len(body) > MAX_BODY:
            return self.refusal(413)
        query = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
        name, params = self.find_route(scope)
        call = Call(self.world, record, scope["method"], scope["path"], query, Headers(scope=scope), body, params)
        try:
            self.guard(call)
            methods = self.routes.get(name)
            if methods is None:
                return self.refusal(404)
            handler = methods.get(call.method)
            if handler is None:
                response = self.refusal(405)
                response.headers["allow"] = ", ".join(methods)
                return response
            return handler(call)
        except Refused as refused:
            return refused.response


class Json(JSONResponse):
    """Compact JSON with unescaped characters, because restaurants' names have accents."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def warm_up(call: Call) -> Response:
    """Answer `HEAD /`, which clients send to read its Date header and to open a connection."""
    return PlainTextResponse("")
