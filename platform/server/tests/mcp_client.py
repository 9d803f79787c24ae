"""A web process on the tests' own database, and the MCP library's client, for tests of /mcp."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
import httpx2
from asgiref.sync import async_to_sync
from django.db import connection
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from server.tests.programs import SERVE, program
from tools.stack import ports
from tools.stack.process import Running

# The protocol of 2026-07-28, and the newest older one with its handshake.
MODES = ("2026-07-28", "legacy")
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}


class Web(NamedTuple):
    """A web process with its address."""

    process: Running
    url: str

    def post(self, text: str | None, body: Any = LIST, **headers: str) -> httpx.Response:
        """Send one message of the older protocol, with a bearer text."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        signed = {} if text is None else {"Authorization": f"Bearer {text}"}
        # The address is plain HTTP. Loading the CA bundle takes longer than the call.
        # Over plain HTTP to this machine: a list of certificates would only be loaded.
        return httpx.post(self.url, content=content, headers={**sent, **signed, **headers}, timeout=60, verify=False)  # noqa: S501

    def tool(self, text: str, name: str, /, **arguments: Any) -> dict[str, Any]:
        """Call a tool by one message of the older protocol. Return its document."""
        reply = self.post(text, {**LIST, "method": "tools/call", "params": {"name": name, "arguments": arguments}})
        found: dict[str, Any] = reply.raise_for_status().json()["result"]["structuredContent"]
        return found


class Folder(NamedTuple):
    """Where a program logs, and its database."""

    folder: Path
    url: str


@contextmanager
def running_web(folder: Path, *module: str, **variables: str) -> Iterator[Web]:
    """Run a web process on the tests' own database inside the `with` block.

    `module` is another module than server.serve, with its first arguments. A variable may contain {port}.
    """
    port = ports.find_free_port()
    server: Any = Folder(folder, database_url())
    given = {name: text.format(port=port) for name, text in variables.items()}
    options: dict[str, Any] = {"ready": ports.connection_probe(port), **given}
    command = [*SERVE[:-1], *(module or SERVE[-1:]), f"--port={port}"]
    with program(server, f"web-{port}", command, **options) as process:
        yield Web(process, f"http://{ports.LOOPBACK}:{port}/mcp")


def database_url() -> str:
    """Return the address of the database of this test run."""
    name = connection.settings_dict["NAME"]
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


@async_to_sync
async def use(url: str, text: str, mode: str, *calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """Connect the library's client. Return its protocol version, the listed tools and resources, and the results of
    the tools that it calls."""
    headers = {"Authorization": f"Bearer {text}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60, trust_env=False) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        tools = (await client.list_tools()).tools
        pages = [await client.read_resource(one.uri) for one in (await client.list_resources()).resources]
        results = [await client.call_tool(name, arguments) for name, arguments in calls]
        return [client.protocol_version, tools, pages, *results]
