"""Makes the calls with which operators check whether a platform answers us.

The calls only read, and need no diner's token.
"""

import time
from collections.abc import Awaitable, Callable

from snipers.clients.base import BeforeCall, ProbeAnswer
from snipers.clients.errors import PlatformError


async def probe_call(
    name: str, call: Callable[[], Awaitable[tuple[bool, str]]], *, before_call: BeforeCall
) -> ProbeAnswer:
    """Make one call after `before_call`, and return its answer with its duration.

    `call` returns whether the answer is as expected and a description of it. If it raises
    PlatformError, the error is the answer, and `ok` is False.
    """
    await before_call()
    started = time.monotonic()
    try:
        ok, answer = await call()
    except PlatformError as error:
        ok, answer = False, f"{type(error).__name__}: {error}"
    return ProbeAnswer(call=name, ok=ok, answer=answer, milliseconds=round((time.monotonic() - started) * 1000, 1))
