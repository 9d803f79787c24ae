"""Two hundred connections that ask for probes and metrics without a pause: is liveness answered in time?

First at the port for probes of one web process, then at the public port; meanwhile a user reads and a kubelet asks
`/healthz` over a connection of its own each time. Prints what the kubelet and the user saw.
"""

import argparse
import asyncio
import sys
import time
from contextlib import suppress
from urllib.parse import urlsplit

import psutil

from loadtests.clients import Diner
from loadtests.fixtures import register_diner
from loadtests.percentiles import percentile, summarize
from loadtests.report import Section
from loadtests.running import ROOT, RunningStack
from loadtests.scenarios.chaos import valkey_stop

PATHS = ("/readyz", "/healthz", "/metrics")
KUBELET_SECONDS = 0.05
GOAL_MS = 100.0


def arguments(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="probes", description=__doc__)
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0, help="at each port")
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run against the running copy."""
    options, running = arguments(argv), RunningStack.find()
    section = Section(name="probes", about=str(__doc__))
    diner = await register_diner(running, name="probes")
    ops = ops_port(running, "web")
    try:
        await phase("nobody asks", ops, port=0, diner=diner, section=section, options=options)
        await phase("at the port for probes", ops, port=ops, diner=diner, section=section, options=options)
        public = urlsplit(running.base_url).port or 80
        await phase("at the public port", ops, port=public, diner=diner, section=section, options=options)
    finally:
        await diner.close()
    return section


def ops_port(running: RunningStack, name: str) -> int:
    """Return the port for probes of one web process, from its command line."""
    command = psutil.Process(running.pid(name)).cmdline()
    return int(next(word.removeprefix("--ops-port=") for word in command if word.startswith("--ops-port=")))


async def phase(name: str, ops: int, *, port: int, diner: Diner, section: Section, options: argparse.Namespace) -> None:
    """Measure while the crowd asks at `port`; with port 0 there is no crowd."""
    story, times = valkey_stop.Story(), []
    crowd = None
    if port:
        # A process of its own: what it waits for itself must not count as the server's time.
        command = "-m", "loadtests.scenarios.probes", str(port), str(options.connections), str(options.seconds)
        crowd = await asyncio.create_subprocess_exec(sys.executable, *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    over = time.monotonic() + options.seconds
    async with valkey_stop.asking(diner, story):
        while time.monotonic() < over:
            times.append(await liveness(ops))
            await asyncio.sleep(KUBELET_SECONDS)
    section.figures[f"{name}: liveness"] = summarize(times, "ms")
    section.figures[f"{name}: REST calls"] = summarize([one.ms for one in story.asked], "ms")
    section.demand(percentile(times, 0.99) <= GOAL_MS, f"{name}: liveness p99 above {GOAL_MS:.0f} ms")
    if crowd is not None:
        said, _ = await crowd.communicate()
        section.figures[f"{name}: answers to the crowd"] = said.decode().strip()


async def liveness(port: int) -> float:
    """Ask as the kubelet does: one connection, one answer; returns milliseconds."""
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    answer = await asyncio.wait_for(reader.read(), 20)
    took = (time.perf_counter() - began) * 1000
    writer.close()
    if not answer.startswith(b"HTTP/1.1 200"):
        raise SystemExit(f"Liveness answered {answer[:40]!r}.")
    return took


async def ask_for_ever(port: int, path: str, over: float, counts: list[int]) -> None:
    """One connection of the crowd; a new one when the server ends it."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    while time.monotonic() < over:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            while time.monotonic() < over:
                writer.write(request)
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                await reader.readexactly(int(head.partition(b"content-length:")[2].split()[0]))
                counts.append(int(head[9:12]))
            writer.close()


async def crowd(port: int, connections: int, seconds: float) -> None:
    """Ask on all connections, print how many answers came."""
    over, counts = time.monotonic() + seconds, list[int]()
    await asyncio.gather(*(ask_for_ever(port, PATHS[n % 3], over, counts) for n in range(connections)))
    print(f"{len(counts) / seconds:.0f} a second")


if __name__ == "__main__":
    asyncio.run(crowd(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
