"""200 connections request probes and metrics without a pause. The liveness probe must still be answered in time.

The connections load the probe port of one web process first, then the public port. Meanwhile one user sends REST calls,
and the scenario requests `/healthz` as the kubelet does, on a new connection each time.
"""

import argparse
import asyncio
import sys
import time
from contextlib import suppress
from urllib.parse import urlsplit

from loadtests.clients import Diner
from loadtests.fixtures import register_diner
from loadtests.percentiles import percentile, summarize
from loadtests.processes import probe_port
from loadtests.report import Section
from loadtests.running import ROOT, RunningStack
from loadtests.users.rest import RestCall, call_rest_api

PATHS = ("/readyz", "/healthz", "/metrics")
PROBE_INTERVAL_SECONDS = 0.05
MAX_LIVENESS_MS = 100.0


def parse_options(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="probes", description=__doc__)
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0, help="duration at each port")
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    options, running = parse_options(argv), RunningStack.find()
    section = Section(name="probes", about=str(__doc__))
    diner = await register_diner(running, name="probes")
    probes = loads = 0
    probe, public = probe_port(running, "web"), urlsplit(running.base_url).port or 80
    try:
        for name, port in (("no load", 0), ("load at the probe port", probe), ("load at the public port", public)):
            sent, replies = await measure_liveness(
                name, probe, load_port=port, diner=diner, section=section, options=options
            )
            probes, loads = probes + sent, loads + (replies > 0)
        section.saw("probes", probes, of=3 * options.seconds / PROBE_INTERVAL_SECONDS)
        section.saw("loads with replies", loads, of=2)
    finally:
        await diner.close()
    return section


async def measure_liveness(
    name: str, probe: int, *, load_port: int, diner: Diner, section: Section, options: argparse.Namespace
) -> tuple[int, int]:
    """Measure liveness probes and REST calls while the connections load `load_port`, and add the result to the section.

    `probe` is the port of the probes. With `load_port` 0 there is no load. Return the number of probes, and of the
    load's replies per second.
    """
    calls: list[RestCall] = []
    times: list[float] = []
    load = None
    if load_port:
        # The load runs in its own process, so that it does not delay the probes that this process sends and measures.
        command = ("-m", "loadtests.scenarios.probes", str(load_port), str(options.connections), str(options.seconds))
        load = await asyncio.create_subprocess_exec(sys.executable, *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    over = time.monotonic() + options.seconds
    async with call_rest_api(diner, calls):
        while time.monotonic() < over:
            times.append(await request_liveness(probe))
            await asyncio.sleep(PROBE_INTERVAL_SECONDS)
    section.metrics[f"{name}: liveness probe"] = summarize(times, "ms")
    section.metrics[f"{name}: REST calls"] = summarize([call.ms for call in calls], "ms")
    section.require(
        percentile(times, 0.99) <= MAX_LIVENESS_MS, f"{name}: liveness probe p99 above {MAX_LIVENESS_MS:.0f} ms"
    )
    if load is not None:
        printed, _ = await load.communicate()
        section.metrics[f"{name}: replies"] = printed.decode().strip()
        return len(times), int(printed.split()[0])
    return len(times), 0


async def request_liveness(port: int) -> float:
    """Send one liveness probe on a new connection. Return its duration in ms."""
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    reply = await asyncio.wait_for(reader.read(), 20)
    took = (time.perf_counter() - began) * 1000
    writer.close()
    if not reply.startswith(b"HTTP/1.1 200"):
        raise SystemExit(f"The liveness probe answered {reply[:40]!r}.")
    return took


async def load_connection(port: int, path: str, over: float, statuses: list[int]) -> None:
    """Send requests on one connection without a pause until `over` (monotonic). Append their statuses to `statuses`.

    Reconnect when the server closes the connection.
    """
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    while time.monotonic() < over:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            while time.monotonic() < over:
                writer.write(request)
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                await reader.readexactly(int(head.partition(b"content-length:")[2].split()[0]))
                statuses.append(int(head[9:12]))
            writer.close()


async def load_connections(port: int, connections: int, seconds: float) -> None:
    """Send requests to `port` on all connections without a pause for `seconds`, and print the rate of replies."""
    over, statuses = time.monotonic() + seconds, list[int]()
    await asyncio.gather(*(load_connection(port, PATHS[n % 3], over, statuses) for n in range(connections)))
    print(f"{len(statuses) / seconds:.0f} per second")


if __name__ == "__main__":
    asyncio.run(load_connections(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
