"""What answers at a platform, for operators. A probe only reads, and needs no diner's token."""

import time
from collections.abc import Awaitable, Callable

from snipers.clients.base import ProbeAnswer
from snipers.clients.errors import PlatformError


async def probe_call(name: str, call: Callable[[], Awaitable[tuple[bool, str]]]) -> ProbeAnswer:
    """Make one call and describe its answer. The call returns `ok` and a description, or raises PlatformError."""
    started = time.monotonic()
    try:
        ok, answer = await call()
    except PlatformError as error:
        ok, answer = False, f"{type(error).__name__}: {error}"
    return ProbeAnswer(call=name, ok=ok, answer=answer, milliseconds=round((time.monotonic() - started) * 1000, 1))
