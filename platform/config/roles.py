"""What one web process serves: everything, or, where requests and sockets are workloads of their own, one of the two.

Who asks the wrong workload is told so at once, instead of working until that workload is scaled for something else.
"""

from typing import Any, Final

from config.handler import PROBES

ELSEWHERE: Final = b'{"code": "elsewhere", "message": "This server only keeps live connections."}'


def served(role: str, *, http: Any, sockets: Any) -> dict[str, Any]:
    """ASGI applications by protocol for a WEB_ROLE: all, web or realtime."""
    return {
        "http": _ProbesOnly(http) if role == "realtime" else http,
        "websocket": _refuse if role == "web" else sockets,
    }


class _ProbesOnly:
    """HTTP of a process for sockets: health and metrics, 421 for the rest."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] in PROBES:
            await self.application(scope, receive, send)
            return
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(ELSEWHERE)).encode())]
        await send({"type": "http.response.start", "status": 421, "headers": headers})
        await send({"type": "http.response.body", "body": ELSEWHERE})


async def _refuse(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.close"})
