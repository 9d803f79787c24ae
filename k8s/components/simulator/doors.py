"""Forwards ports in the simulator's pod.

The simulator listens on loopback only. For each of its ports, the pod's address has a port that is 10000 higher.
"""

import asyncio
import signal
from functools import partial

PORTS = (9100, 9101, 9102, 9103)
OFFSET = 10_000


async def copy_bytes(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copy bytes until the reader ends."""
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


async def forward(port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Forward one connection in both directions."""
    try:
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        writer.close()
        return
    await asyncio.gather(copy_bytes(reader, inner_writer), copy_bytes(inner_reader, writer))


async def main() -> None:
    """Serve until SIGTERM."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    for port in PORTS:
        await asyncio.start_server(partial(forward, port), "0.0.0.0", port + OFFSET)  # noqa: S104 - the pod's address
    await stop.wait()


if __name__ == "__main__":
    asyncio.run(main())
