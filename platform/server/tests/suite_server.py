"""The tools, prompts and resources that MCP's conformance suite calls, served by our server layer.

The suite describes them in `conformance list`, and in the descriptions of its scenarios.
"""

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, PromptsListChanged, ToolsListChanged
from mcp.shared.exceptions import MCPError

from server.handler import PooledHandler
from server.mcp_server import McpServer

PNG: Final = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
WAV: Final = base64.b64encode(
    b"RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0@\x1f\0\0\x80>\0\0\2\0\x10\0data\2\0\0\0\0\0"
).decode()
PAUSE: Final = 0.05
EVENTS: Final = InMemorySubscriptionBus()

Result = types.CallToolResult | types.InputRequiredResult
Run = Callable[[Any, Any], Awaitable[Result]]
TOOLS: Final[dict[str, Run]] = {}
# The arguments of the tools that have some.
SCHEMAS: Final[dict[str, dict[str, Any]]] = {
    "test_custom_header": {"region": {"type": "string", "x-mcp-header": "Region"}},
}


def text(words: str) -> types.TextContent:
    return types.TextContent(type="text", text=words)


def image() -> types.ImageContent:
    return types.ImageContent(type="image", data=PNG, mime_type="image/png")


def embedded(uri: str, mime_type: str, words: str) -> types.EmbeddedResource:
    resource = types.TextResourceContents(uri=uri, mime_type=mime_type, text=words)
    return types.EmbeddedResource(type="resource", resource=resource)


def done(*content: Any, is_error: bool = False) -> types.CallToolResult:
    return types.CallToolResult(content=list(content), is_error=is_error)


def fixed(name: str, *content: Any, is_error: bool = False) -> None:
    """Register a tool that always returns the same."""

    async def run(ctx: Any, params: Any) -> Result:
        return done(*content, is_error=is_error)

    TOOLS[name] = run


def tool(run: Run) -> Run:
    """Register a function as the tool of its name."""
    TOOLS[run.__name__] = run
    return run


def ask(message: str, **properties: str) -> types.ElicitRequest:
    """Return a question to the user, for a form with these properties and their types."""
    shape = {name: {"type": kind} for name, kind in properties.items()}
    schema = {"type": "object", "properties": shape, "required": list(shape)}
    return types.ElicitRequest(params=types.ElicitRequestFormParams(message=message, requested_schema=schema))


def sample(words: str) -> types.CreateMessageRequest:
    message = types.SamplingMessage(role="user", content=text(words))
    return types.CreateMessageRequest(params=types.CreateMessageRequestParams(messages=[message], max_tokens=100))


def required(state: str | None = None, **requests: Any) -> types.InputRequiredResult:
    return types.InputRequiredResult(input_requests=requests, request_state=state)


fixed("test_simple_text", text("This is a simple text response for testing."))
fixed("test_image_content", image())
fixed("test_audio_content", types.AudioContent(type="audio", data=WAV, mime_type="audio/wav"))
fixed(
    "test_embedded_resource",
    embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),
)
fixed(
    "test_multiple_content_types",
    text("Multiple content types test:"),
    image(),
    embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
)
fixed("test_error_handling", text("This tool intentionally returns an error for testing"), is_error=True)
fixed("test_custom_header", text("ok"))


@tool
async def test_tool_with_progress(ctx: Any, params: Any) -> Result:
    for progress in (0, 50, 100):
        await ctx.session.report_progress(progress, 100)
        await asyncio.sleep(PAUSE)
    return done(text("done"))


@tool
async def test_logging_tool(ctx: Any, params: Any) -> Result:
    await ctx.session.send_log_message("info", "This is sent only to a client that asks for it.")
    return done(text("logged"))


@tool
async def test_missing_capability(ctx: Any, params: Any) -> Result:
    needed = types.ClientCapabilities(sampling=types.SamplingCapability())
    if not ctx.session.check_client_capability(needed):
        data: dict[str, Any] = {"requiredCapabilities": {"sampling": {}}}
        raise MCPError(code=types.MISSING_REQUIRED_CLIENT_CAPABILITY, message="Sampling is needed", data=data)
    return done(text("ok"))


@tool
async def test_trigger_tool_change(ctx: Any, params: Any) -> Result:
    await EVENTS.publish(ToolsListChanged())
    return done(text("changed"))


@tool
async def test_trigger_prompt_change(ctx: Any, params: Any) -> Result:
    await EVENTS.publish(PromptsListChanged())
    return done(text("changed"))


@tool
async def test_streaming_elicitation(ctx: Any, params: Any) -> Result:
    return required(answer=ask("What now?", answer="string"))


@tool
async def test_input_required_result_elicitation(ctx: Any, params: Any) -> Result:
    given = (params.input_responses or {}).get("user_name")
    if given is None:
        return required(user_name=ask("What is your name?", name="string"))
    return done(text(f"Hello, {given.content['name']}!"))


@tool
async def test_input_required_result_sampling(ctx: Any, params: Any) -> Result:
    given = (params.input_responses or {}).get("capital_question")
    if given is None:
        return required(capital_question=sample("What is the capital of France?"))
    return done(given.content)


@tool
async def test_input_required_result_list_roots(ctx: Any, params: Any) -> Result:
    given = (params.input_responses or {}).get("client_roots")
    if given is None:
        return required(client_roots=types.ListRootsRequest())
    return done(text(", ".join(str(root.uri) for root in given.roots)))


@tool
async def test_input_required_result_request_state(ctx: Any, params: Any) -> Result:
    if params.request_state is None:
        return required("asked", confirm=ask("Please confirm", ok="boolean"))
    return done(text("state-ok" if params.request_state == "asked" else "state-wrong"))


TOOLS["test_input_required_result_tampered_state"] = test_input_required_result_request_state


@tool
async def test_input_required_result_multiple_inputs(ctx: Any, params: Any) -> Result:
    wanted = {
        "user_name": ask("What is your name?", name="string"),
        "greeting": sample("Generate a greeting"),
        "client_roots": types.ListRootsRequest(),
    }
    missing = {name: one for name, one in wanted.items() if name not in (params.input_responses or {})}
    return required("asked", **missing) if missing else done(text("all there"))


@tool
async def test_input_required_result_multi_round(ctx: Any, params: Any) -> Result:
    given = params.input_responses or {}
    if params.request_state is None:
        return required("1", step1=ask("Step 1: What is your name?", name="string"))
    if params.request_state == "1":
        state = f"2 {given['step1'].content['name']}"
        return required(state, step2=ask("Step 2: What is your favorite color?", color="string"))
    return done(text(f"{params.request_state[2:]} likes {given['step2'].content['color']}"))


@tool
async def test_input_required_result_capabilities(ctx: Any, params: Any) -> Result:
    has = ctx.session.client_capabilities
    requests = {
        "question": ask("What is your name?", name="string") if has and has.elicitation else None,
        "greeting": sample("Generate a greeting") if has and has.sampling else None,
    }
    return types.InputRequiredResult(input_requests={name: one for name, one in requests.items() if one})


def says(*content: Any) -> types.GetPromptResult:
    return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=one) for one in content])


PROMPTS: Final[dict[str, tuple[str, ...]]] = {
    "test_simple_prompt": (),
    "test_prompt_with_arguments": ("arg1", "arg2"),
    "test_prompt_with_embedded_resource": ("resourceUri",),
    "test_prompt_with_image": (),
    "test_input_required_result_prompt": (),
}


async def get_prompt(ctx: Any, params: Any) -> types.GetPromptResult | types.InputRequiredResult:
    given = params.arguments or {}
    match params.name:
        case "test_simple_prompt":
            return says(text("This is a simple prompt for testing."))
        case "test_prompt_with_arguments":
            return says(text(f"Prompt with arguments: arg1='{given['arg1']}', arg2='{given['arg2']}'"))
        case "test_prompt_with_embedded_resource":
            words = "Embedded resource content for testing."
            resource = embedded(given["resourceUri"], "text/plain", words)
            return says(resource, text("Please process the embedded resource above."))
        case "test_prompt_with_image":
            return says(image(), text("Please analyze the image above."))
        case "test_input_required_result_prompt":
            answer = (params.input_responses or {}).get("user_context")
            if answer is None:
                return required(user_context=ask("What context should the prompt use?", context="string"))
            return says(text(answer.content["context"]))
    raise MCPError(code=types.INVALID_PARAMS, message="Unknown prompt")


async def list_prompts(ctx: Any, params: Any) -> types.ListPromptsResult:
    prompts = [
        types.Prompt(
            name=name,
            description=f"The prompt {name}",
            arguments=[types.PromptArgument(name=one, description=one, required=True) for one in arguments],
        )
        for name, arguments in PROMPTS.items()
    ]
    return types.ListPromptsResult(prompts=prompts)


async def complete(ctx: Any, params: Any) -> types.CompleteResult:
    return types.CompleteResult(completion=types.Completion(values=[], total=0, has_more=False))


async def list_resources(ctx: Any, params: Any) -> types.ListResourcesResult:
    names = ("text", "binary")
    return types.ListResourcesResult(resources=[types.Resource(uri=f"test://static-{one}", name=one) for one in names])


async def list_templates(ctx: Any, params: Any) -> types.ListResourceTemplatesResult:
    template = types.ResourceTemplate(uri_template="test://template/{id}/data", name="template")
    return types.ListResourceTemplatesResult(resource_templates=[template])


async def read_resource(ctx: Any, params: Any) -> types.ReadResourceResult:
    uri = str(params.uri)
    content: types.TextResourceContents | types.BlobResourceContents
    if uri == "test://static-text":
        words = "This is the content of the static text resource."
        content = types.TextResourceContents(uri=uri, mime_type="text/plain", text=words)
    elif uri == "test://static-binary":
        content = types.BlobResourceContents(uri=uri, mime_type="image/png", blob=PNG)
    elif uri.startswith("test://template/"):
        which = uri.split("/")[3]
        words = json.dumps({"id": which, "templateTest": True, "data": f"Data for ID: {which}"})
        content = types.TextResourceContents(uri=uri, mime_type="application/json", text=words)
    else:
        raise MCPError(code=types.INVALID_PARAMS, message="Unknown resource", data={"uri": uri})
    return types.ReadResourceResult(contents=[content])


async def list_tools(ctx: Any, params: Any) -> types.ListToolsResult:
    tools = [
        types.Tool(
            name=name,
            description=f"The tool {name}",
            input_schema={"type": "object", "properties": SCHEMAS.get(name, {})},
        )
        for name in TOOLS
    ]
    return types.ListToolsResult(tools=tools)


async def call_tool(ctx: Any, params: Any) -> Result:
    if params.name not in TOOLS:
        raise MCPError(code=types.INVALID_PARAMS, message="Unknown tool")
    return await TOOLS[params.name](ctx, params)


class SuiteServer(McpServer):
    """Our server layer with the suite's tools. It streams, because tools of the suite send progress."""

    json_response = False

    def __init__(self, pool: PooledHandler) -> None:
        super().__init__(pool)
        self._server = Server(
            "suite",
            version="1",
            on_list_tools=list_tools,
            on_call_tool=call_tool,
            on_list_prompts=list_prompts,
            on_get_prompt=get_prompt,
            on_completion=complete,
            on_list_resources=list_resources,
            on_list_resource_templates=list_templates,
            on_read_resource=read_resource,
            on_subscriptions_listen=ListenHandler(EVENTS),
        )
        security = RequestStateSecurity.ephemeral()
        self._server.middleware.append(RequestStateBoundary(security, default_audience=None))
