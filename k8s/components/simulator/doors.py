"""Doors into the simulator's pod: the simulator listens on loopback only, by contract, so each of its ports gets one
on the pod's own address, 10000 above. The Service leads there; the NetworkPolicy says who may come.
"""

import asyncio
import signal
from functools import partial

PORTS = (9100, 9101, 9102, 9103)
OFFSET = 10_000


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass bytes on until the reader's side ends."""
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


async def through(port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One caller: both ways at once."""
    try:
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        writer.close()
        return
    await asyncio.gather(carry(reader, inner_writer), carry(inner_reader, writer))


async def main() -> None:
    """Serve until SIGTERM."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    for port in PORTS:
        await asyncio.start_server(partial(through, port), "0.0.0.0", port + OFFSET)  # noqa: S104 - the pod's address
    await stop.wait()


if __name__ == "__main__":
    asyncio.run(main())
