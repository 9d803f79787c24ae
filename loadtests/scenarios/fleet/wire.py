"""Calls between the scenario and its programs: one line of JSON each way on a unix socket."""

import asyncio
import base64
import json
import pickle
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

_MOST_BYTES = 2**26


def pack(value: Any) -> str:
    """Return any value as text for a call."""
    return base64.b64encode(pickle.dumps(value)).decode()


def unpack(text: str) -> Any:
    """Return the value of a text of pack()."""
    return pickle.loads(base64.b64decode(text))  # noqa: S301 - sent by our own program


async def serve(path: Path, handle: Callable[[dict[str, Any]], Awaitable[Any]]) -> asyncio.Server:
    """Answer each call at the socket `path` with the result of `handle`."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            reply = {"result": await handle(json.loads(await reader.readline()))}
        except Exception as error:  # noqa: BLE001 - the caller raises it
            reply = {"error": repr(error)}
        writer.write(json.dumps(reply).encode() + b"\n")
        await writer.drain()
        writer.close()

    return await asyncio.start_unix_server(answer, path, limit=_MOST_BYTES)


async def ask(path: Path, **message: Any) -> Any:
    """Send one call to the program at the socket `path` and return its result. Raises RuntimeError if it fails."""
    reader, writer = await asyncio.open_unix_connection(path, limit=_MOST_BYTES)
    writer.write(json.dumps(message).encode() + b"\n")
    try:
        reply = json.loads(await reader.readline())
    finally:
        writer.close()
    if "error" in reply:
        raise RuntimeError(f"{path.name}: {reply['error']}")
    return reply["result"]
