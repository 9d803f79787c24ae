"""Serves a record of `ops verify` as a platform, so that tests can run a client against it."""

import json
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web


@asynccontextmanager
async def replayed(exchanges: Sequence[Mapping[str, Any]]) -> AsyncIterator[str]:
    """Serve the replies on a free port of the loopback interface, and yield the base URL.

    A request gets the replies to its method and path in their order; the last one is repeated. A body that is a text is
    sent as a page. Any other request gets a 404.
    """
    left: defaultdict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for one in exchanges:
        left[one["method"], one["path"]].append(one)

    async def answer(request: web.Request) -> web.Response:
        replies = left.get((request.method, request.path))
        if not replies:
            return web.json_response({"message": "not in the record"}, status=404)
        reply = replies.pop(0) if len(replies) > 1 else replies[0]
        if isinstance(reply["body"], str):
            return web.Response(text=reply["body"], status=reply["status"], content_type="text/html")
        text = json.dumps(reply["body"])
        if reply.get("is_page"):
            text = f"<script>window.__INITIAL_STATE__ = {text};</script>"
        kind = "text/html" if reply.get("is_page") else "application/json"
        return web.Response(text=text, status=reply["status"], content_type=kind)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
