"""/mcp: the tools of apps/mcp over the Model Context Protocol, for assistants that act for a user.

The library `mcp` speaks the protocol, the stateless one of 2026-07-28 and the older ones. This module connects it to
the web process: a program is authenticated (server/key_auth.py), its calls are counted (server/rates.py), and all that
needs the database runs on the threads of server/handler.py, so a shutdown waits for it as for other requests.

Everything is stateless, so each request has a session manager of its own. Its tasks end with the request.
"""

import json
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

from django.conf import settings
from django.utils import timezone
from mcp import types
from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError
from starlette.responses import JSONResponse, Response

from apps.accounts.security.throttle import network_of
from apps.common.errors import Refusal
from apps.keys.programs import Program, scope_missing
from apps.mcp import messages
from apps.mcp.schemas import Answer
from apps.mcp.tools import TOOLS, Tool, shown
from server import key_auth, rates
from server.answers import BUSY, NO_ANSWER, headers_of, refusal_for, refusal_of
from server.handler import PooledHandler, Unanswered, closing_headers
from server.mcp_path import PATH
from server.messages import NOT_STORABLE
from server.middleware import recorded
from server.parser import invalid, not_json, storable
from snipers.environment.version import VERSION

# In the scope of a request: its program and what it has left, the tool that it calls, and why it is refused.
PROGRAM: Final = "tablehawk.program"
TOOL: Final = "tablehawk.tool"
USAGE: Final = "tablehawk.usage"
REFUSED: Final = "tablehawk.refused"
IDS: Final = {"given_id": b"x-request-id", "traceparent": b"traceparent"}
# A page for the apps of assistants (MCP Apps), which draws the request of an answer.
TICKET: Final = "ui://tablehawk/ticket.html"
TICKET_HTML: Final = (settings.ROOT / "platform" / "apps" / "mcp" / "ticket.html").read_text()
HEADERS: Final = [(b"Cache-Control", b"no-store"), (b"X-Content-Type-Options", b"nosniff")]

T = TypeVar("T")


class McpServer:
    """The ASGI application of PATH. It uses the threads of `pool`."""

    # No tool of ours sends anything before its answer.
    json_response = True

    def __init__(self, pool: PooledHandler) -> None:
        self._pool = pool
        self._server: Server[Any] = Server(
            "tablehawk",
            title="Tablehawk",
            version=VERSION,
            website_url=settings.PUBLIC_URL,
            instructions=messages.INSTRUCTIONS,
            # Otherwise the library lists all tools in each call, to read the schema of one.
            get_tool_input_schema=SCHEMAS.get,
            on_list_tools=_list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=_list_resources,
            on_list_resource_templates=_list_templates,
            on_read_resource=_read_resource,
        )
        self._server.extensions[EXTENSION_ID] = {}
        self._security = TransportSecuritySettings(
            allowed_hosts=[name for host in settings.ALLOWED_HOSTS for name in (host, f"{host}:*")],
            allowed_origins=settings.ALLOWED_ORIGINS,
        )

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        given = dict(scope["headers"])
        ids = {name: given.get(header, b"").decode("latin-1") for name, header in IDS.items()}
        with recorded(method=scope["method"], path=PATH, **ids) as exchange:

            async def answer(message: Any) -> None:
                if message["type"] == "http.response.start":
                    exchange.status = scope[REFUSED].status if REFUSED in scope else message["status"]
                    ours = {"X-Request-ID": exchange.request_id, **scope.get(USAGE, rates.NOT_COUNTED).headers()}
                    ours |= headers_of(scope[REFUSED], resource=PATH) if REFUSED in scope else {}
                    encoded = [(name.encode(), value.encode()) for name, value in ours.items()]
                    headers = [*message["headers"], *encoded, *HEADERS, *closing_headers()]
                    message = {**message, "status": exchange.status, "headers": headers}
                await send(message)

            await self._speak(scope, receive, answer)
            tool = scope.get(TOOL)
            exchange.route = f"mcp/{tool}" if tool else "mcp"
            exchange.user_id = scope[PROGRAM].user.pk if PROGRAM in scope else None

    async def _speak(self, scope: Any, receive: Any, send: Any) -> None:
        """Let the library answer a request of a known program. There are no streams to open with GET."""
        refusal = await self._on_thread(partial(_admit, scope))
        if refusal is not None:
            scope[REFUSED] = refusal
            await JSONResponse(refusal.body())(scope, receive, send)
            return
        if scope["method"] != "POST":
            await Response(status_code=405, headers={"Allow": "POST"})(scope, receive, send)
            return
        manager = StreamableHTTPSessionManager(
            self._server,
            json_response=self.json_response,
            stateless=True,
            security_settings=self._security,
            max_request_body_size=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        )
        async with manager.run():
            await manager.handle_request(scope, receive, send)

    async def _call_tool(self, ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = TOOLS.get(params.name)
        if tool is None:
            raise MCPError(code=types.INVALID_PARAMS, message=f"Unknown tool: {params.name}")
        scope = ctx.request.scope
        scope[TOOL] = tool.name
        found = await self._on_thread(partial(_serve, tool, scope, params.arguments or {}))
        if isinstance(found, Refusal) and found.challenge and not scope[PROGRAM].client_id.startswith("key:"):
            scope[REFUSED] = found
        document = shown(found)
        data = document.get("data", document.get("error"))
        return types.CallToolResult(
            content=[
                types.TextContent(type="text", text=document["next_step"]),
                types.TextContent(type="text", text=f"{messages.DATA_NOTE}\n{json.dumps(data, ensure_ascii=False)}"),
            ],
            structured_content=document,
            is_error=isinstance(found, Refusal),
        )

    async def _on_thread(self, call: Callable[[], T]) -> T | Refusal:
        """Return what `call` returns on a thread with a database connection, or the refusal for what it raises."""
        try:
            return await self._pool.run(partial(_outcome, call))
        except TimeoutError as error:
            return NO_ANSWER if isinstance(error, Unanswered) else BUSY


def _outcome(call: Callable[[], T]) -> T | Refusal:
    try:
        return call()
    except Exception as error:  # noqa: BLE001 - becomes a refusal, and is logged
        return refusal_of(error, path=PATH)


def _admit(scope: Any) -> None:
    """Find the program of a request, and count the call. Raises Refusal: 401 without a program, 429 over a limit."""
    scheme, _, text = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1").partition(" ")
    address = network_of(scope["client"][0] if scope.get("client") else "")
    text = text if scheme.lower() == "bearer" else ""
    program = key_auth.admit(text, resource=PATH, address=address, now=timezone.now())
    user = None if program is None else program.user.pk
    usage = rates.count(rates.user_counter(user, address=address), now=time.time())
    if program is not None:
        scope |= {PROGRAM: program, USAGE: usage}
    if usage.wait:
        raise rates.too_fast(seconds=usage.wait)
    if program is None:
        raise refusal_for(401)


def _serve(tool: Tool, scope: Any, arguments: dict[str, Any]) -> Answer:
    """Call a tool. Raises Refusal without its scope, for arguments that do not parse, and as the tool does."""
    program: Program = scope[PROGRAM]
    if tool.scope not in program.scopes:
        raise scope_missing(tool.scope)
    if not storable(arguments):
        raise not_json(NOT_STORABLE)
    try:
        given = tool.arguments.model_validate(arguments)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        raise invalid([(".".join(map(str, one["loc"])), one["type"], one["msg"]) for one in found]) from None
    if tool.files:
        filings = rates.count(rates.filing_counter(program.user.pk), now=time.time())
        scope[USAGE] = filings._replace(left=scope[USAGE].left + filings.left)
        if filings.wait:
            raise rates.too_fast(seconds=filings.wait)
    return tool.run(program, given, timezone.now())


def _describe(tool: Tool) -> types.Tool:
    """Return a tool as the protocol lists it. All tools are idempotent: a confirmation counts once."""
    title = tool.name.replace("_", " ").capitalize()
    return types.Tool(
        name=tool.name,
        title=title,
        description=tool.text,
        input_schema=tool.arguments.model_json_schema(by_alias=True),
        annotations=types.ToolAnnotations(
            title=title,
            read_only_hint=tool.reads,
            destructive_hint=tool.destroys,
            idempotent_hint=True,
            open_world_hint=tool.leaves,
        ),
        _meta={"tablehawk/scope": tool.scope, **({"ui": {"resourceUri": TICKET}} if tool.ticket else {})},
    )


async def _list_tools(ctx: Any, params: Any) -> types.ListToolsResult:
    return types.ListToolsResult(tools=LISTED)


async def _list_resources(ctx: Any, params: Any) -> types.ListResourcesResult:
    ticket = types.Resource(uri=TICKET, name="ticket", title="The ticket of a request", mime_type=APP_MIME_TYPE)
    return types.ListResourcesResult(resources=[ticket])


async def _list_templates(ctx: Any, params: Any) -> types.ListResourceTemplatesResult:
    return types.ListResourceTemplatesResult(resource_templates=[])


async def _read_resource(ctx: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    if str(params.uri) != TICKET:
        raise MCPError(code=types.INVALID_PARAMS, message="Unknown resource", data={"uri": str(params.uri)})
    page = types.TextResourceContents(uri=TICKET, text=TICKET_HTML, mime_type=APP_MIME_TYPE)
    return types.ReadResourceResult(contents=[page])


LISTED: Final = [_describe(tool) for tool in TOOLS.values()]
SCHEMAS: Final = {tool.name: tool.input_schema for tool in LISTED}
