"""The branch /mcp of the ASGI application.

The MCP library takes a second to import and 37 MB of memory, so a process imports it at its first call of /mcp.
"""

import asyncio
from importlib import import_module
from typing import Any, Final

from django.conf import settings

from server.handler import PooledHandler

PATH: Final = "/mcp"


class McpPath:
    """Passes requests to PATH to server/mcp_server.py, and all others to the application `http`."""

    def __init__(self, http: PooledHandler) -> None:
        self._http = http
        self._server: Any = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        # Django answers plain HTTP in production, with a redirect to HTTPS.
        if scope["path"].rstrip("/") != PATH or (settings.SECURE_SSL_REDIRECT and scope["scheme"] != "https"):
            await self._http(scope, receive, send)
            return
        with self._http.counted():
            if self._server is None:
                loaded = await asyncio.to_thread(import_module, "server.mcp_server")
                self._server = loaded.McpServer(self._http)
            await self._server(scope, receive, send)
