"""5,000 sockets receive events, first without other load, then while every web process is restarted in turn.

Each event is a committed row for one random user. Its delay is the time from the commit to its arrival at the user's
socket. All sockets are in one process on the same machine. A web process that is stopped asks its sockets to reconnect
elsewhere within SOCKET_DRAIN_SECONDS: 60 s in production, and 0 s here unless the variable is set.
"""

import argparse
import asyncio
import contextlib
import signal
import sys
import time
from collections.abc import AsyncIterator, Sequence

import httpx
import psutil

from loadtests import plots
from loadtests.fixtures import wait_until
from loadtests.management import MANAGE, manage_environment
from loadtests.percentiles import percentile, summarize
from loadtests.processes import probe_port
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.users.sockets import PREFIX, SocketUsers, make_socket_users, raise_file_limit

MAX_DELAY_MS = 150.0
RECONNECT_SECONDS = 60.0


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    parser = argparse.ArgumentParser(prog="sockets", description=__doc__)
    parser.add_argument("--sockets", type=int, default=5000)
    parser.add_argument("--connects", type=float, default=100, help="new sockets per second")
    parser.add_argument("--rate", type=float, default=50, help="events per second")
    parser.add_argument("--seconds", type=float, default=60, help="duration of the part without restarts")
    options = parser.parse_args(argv)
    running, section = RunningStack.find(), Section(name="sockets", about=str(__doc__))
    raise_file_limit(options.sockets)
    users = SocketUsers(base_url=running.base_url, users=await make_socket_users(running, count=options.sockets))
    before = measure_web_memory(running)
    try:
        await connect_all(users, options=options, section=section)
        used = (measure_web_memory(running) - before) / options.sockets / 1024
        section.metrics["memory of all web processes per socket"] = f"{used:.0f} KB"
        await measure_delivery(users, running=running, options=options, section=section)
        await restart_web_processes(users, running=running, options=options, section=section)
    finally:
        await users.close()
    return section


async def connect_all(users: SocketUsers, *, options: argparse.Namespace, section: Section) -> None:
    """Connect every socket and add the duration to the section."""
    begun = time.monotonic()
    await users.connect(rate=options.connects)
    took = await users.wait_until_ready(count=options.sockets, seconds=RECONNECT_SECONDS)
    section.metrics["sockets connected"] = f"{users.ready} of {options.sockets} in {time.monotonic() - begun:.1f} s"
    section.saw("sockets connected", users.ready, of=options.sockets)
    section.require(took is not None, f"only {users.ready} of {options.sockets} sockets connected")


async def measure_delivery(
    users: SocketUsers, *, running: RunningStack, options: argparse.Namespace, section: Section
) -> None:
    """Measure the delay of events without other load, and add it to the section."""
    async with stream_events(running, rate=options.rate, seconds=options.seconds) as stream:
        pass
    await wait_until(lambda: not find_missing(users, stream), seconds=20, every=0.2)
    delays, missing = measure_delays(users, stream), find_missing(users, stream)
    rate = len(stream.sent) / options.seconds
    section.metrics["event committed -> at the socket"] = summarize(delays, "ms")
    section.metrics["events without restarts"] = f"{len(stream.sent)}, {rate:.1f} per second"
    section.saw("events", len(stream.sent), of=options.rate * options.seconds)
    section.require(not missing, f"{len(missing)} events did not arrive")
    section.require(
        bool(delays) and percentile(delays, 0.95) <= MAX_DELAY_MS,
        f"p95 above {MAX_DELAY_MS:.0f} ms from commit to socket",
    )
    section.plots["Event committed to socket"] = plots.cumulative(
        {"without restarts": delays}, x="ms", goal={"p95": MAX_DELAY_MS}
    )


async def restart_web_processes(
    users: SocketUsers, *, running: RunningStack, options: argparse.Namespace, section: Section
) -> None:
    """Restart each web process in turn while events are sent, and add the result to the section.

    Each process gets SIGTERM; the supervisor starts a new one.
    """
    restarted, processes = 0, sorted(running.web_processes().items())
    closes, connects = dict(users.closes), sum(user.connects for user in users.users)
    begun, over = time.monotonic(), asyncio.Event()
    async with stream_events(running, rate=options.rate, seconds=2 * RECONNECT_SECONDS) as stream:
        counting = asyncio.create_task(count_fewest(users, over))
        for name, pid in processes:
            took = await restart_web_process(users, name, pid, running=running)
            section.metrics[f"{name} ended -> all sockets reconnected"] = f"{took:.1f} s" if took else "never"
            restarted += took is not None
            in_time = took is not None and took <= RECONNECT_SECONDS
            section.require(in_time, f"not all sockets reconnected within {RECONNECT_SECONDS:.0f} s after {name}")
        over.set()
        fewest = await counting
        seconds = time.monotonic() - begun
        stream.stop()
    await wait_until(lambda: not find_missing(users, stream), seconds=20, every=0.2)
    lost, repeated = find_missing(users, stream), sum(user.repeated for user in users.users)
    reasons = {name: count - closes.get(name, 0) for name, count in users.closes.items() if count > closes.get(name, 0)}
    section.metrics |= {
        "rolling restart of all web processes": f"{seconds:.0f} s",
        "fewest sockets connected at one moment": str(fewest),
        "sockets reconnected": str(sum(user.connects for user in users.users) - connects),
        "reasons of the closes": ", ".join(f"{name} {count}" for name, count in sorted(reasons.items())) or "none",
        "events during the restart: sent, lost, repeated": f"{len(stream.sent)}, {len(lost)}, {repeated}",
        "event committed -> at the socket, during the restart": summarize(measure_delays(users, stream), "ms"),
    }
    section.saw("web processes restarted", restarted, of=len(processes))
    section.saw("events during restarts", len(stream.sent), of=options.rate * seconds)
    section.require(not lost, f"{len(lost)} events were lost in the restart")
    section.require(not repeated, f"{repeated} events arrived twice")


async def restart_web_process(users: SocketUsers, name: str, pid: int, *, running: RunningStack) -> float | None:
    """Stop one web process. Return the seconds until all sockets are connected again, or None on a timeout."""
    count = len(users.users)
    psutil.Process(pid).send_signal(signal.SIGTERM)
    ended = time.monotonic()
    await wait_until(lambda: pid not in running.web_processes().values(), seconds=RECONNECT_SECONDS, every=0.2)
    await wait_until(lambda: is_ready(running, name), seconds=RECONNECT_SECONDS, every=0.2)
    ready = await users.wait_until_ready(count=count, seconds=RECONNECT_SECONDS)
    return None if ready is None else time.monotonic() - ended


def is_ready(running: RunningStack, name: str) -> bool:
    """Return whether the readiness probe of a web process succeeds."""
    try:
        url = f"http://127.0.0.1:{probe_port(running, name)}/readyz"
        return httpx.get(url, timeout=2).status_code == httpx.codes.OK
    except (psutil.Error, StopIteration, httpx.HTTPError):
        return False


async def count_fewest(users: SocketUsers, over: asyncio.Event) -> int:
    """Return the smallest number of sockets that were connected at any moment until the event `over` is set."""
    fewest = users.ready
    while not over.is_set():
        fewest = min(fewest, users.ready)
        await asyncio.sleep(0.1)
    return fewest


class EventStream:
    """The events that a separate process commits. `sent` has (user id, event number, unix time of the commit)."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.sent: list[tuple[int, int, float]] = []
        self._process = process

    def stop(self) -> None:
        """End the process."""
        if self._process.returncode is None:
            self._process.terminate()

    async def read(self) -> None:
        """Record the committed events until the process ends."""
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            user_id, seq, at = line.split()
            self.sent.append((int(user_id), int(seq), float(at)))


@contextlib.asynccontextmanager
async def stream_events(running: RunningStack, *, rate: float, seconds: float) -> AsyncIterator[EventStream]:
    """Start a process that commits `rate` events per second for `seconds`. The end of the block waits for its end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, MANAGE, "bench_stream", PREFIX, "--rate", str(rate), "--seconds", str(seconds),
        env=manage_environment(running), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    stream = EventStream(process)
    reading = asyncio.create_task(stream.read())
    try:
        yield stream
        await reading
    finally:
        stream.stop()
        await process.wait()
        await reading


def measure_delays(users: SocketUsers, stream: EventStream) -> list[float]:
    """Return the ms from the commit to the socket, for each event that arrived."""
    received = {user.user_id: user.received for user in users.users}
    return [1000 * max(0.0, received[user][seq] - at) for user, seq, at in stream.sent if seq in received[user]]


def find_missing(users: SocketUsers, stream: EventStream) -> Sequence[tuple[int, int]]:
    """Return the events that did not arrive, as (user id, event number)."""
    received = {user.user_id: user.received for user in users.users}
    return [(user, seq) for user, seq, _ in stream.sent if seq not in received[user]]


def measure_web_memory(running: RunningStack) -> int:
    """Return the PSS of all web processes in bytes."""
    return sum(psutil.Process(pid).memory_full_info().pss for pid in running.web_processes().values())
