"""`python -m server.tests.suite_process tablehawk|suite ARGUMENTS...`: a web process for MCP's conformance suite.

The suite's client sends no key, so each request gets the one in SUITE_KEY. With `suite`, /mcp serves the tools that the
suite calls.
"""

import os
import sys
from collections.abc import Sequence
from typing import Any

# This import must come first, because it chooses Twisted's reactor.
from server import serve  # isort:skip


def main(argv: Sequence[str]) -> None:
    """Serve until a signal."""
    from config import asgi

    if argv[0] == "suite":
        from server import mcp_server
        from server.tests.suite_server import SuiteServer

        # This process serves the tools of the suite in place of ours; the class has the same interface.
        mcp_server.McpServer = SuiteServer  # type: ignore[misc]
    application, key = asgi.application, (b"authorization", f"Bearer {os.environ['SUITE_KEY']}".encode())

    async def signed_in(scope: Any, receive: Any, send: Any) -> None:
        await application({**scope, "headers": [*scope["headers"], key]}, receive, send)

    asgi.application = signed_in
    serve.main(argv[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
