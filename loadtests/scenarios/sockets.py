"""Five thousand browsers hold their sockets while events come in, and while every web process is restarted in turn.

Each event is a committed row for one random user. Its delay is from that commit to the browser's socket; the browsers
all live in one process on the same cores. SOCKET_DRAIN_SECONDS says over how long a process that ends moves its sockets
away: 60 in production, 0 here unless it is set.
"""

import argparse
import asyncio
import contextlib
import json
import resource
import signal
import sys
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

import httpx
import psutil

from loadtests import plots
from loadtests.fixtures import manage_environment, wait_until
from loadtests.percentiles import percentile, summarize
from loadtests.report import Section
from loadtests.running import ROOT, RunningStack
from loadtests.users.sockets import Browser, SocketUsers

PREFIX = "socket-crowd"
GOAL_MS = 150.0
BACK_SECONDS = 60.0
SPARE_FILES = 500


@dataclass
class Stream:
    """What was committed: user, number, unix time."""

    sent: list[tuple[int, int, float]] = field(default_factory=list)


async def run(argv: list[str]) -> Section:
    """Run against the running copy."""
    parser = argparse.ArgumentParser(prog="sockets", description=__doc__)
    parser.add_argument("--sockets", type=int, default=5000)
    parser.add_argument("--connects", type=float, default=100, help="new sockets a second")
    parser.add_argument("--rate", type=float, default=50, help="events a second")
    parser.add_argument("--seconds", type=float, default=60, help="how long events are counted in the quiet part")
    options = parser.parse_args(argv)
    running, section = RunningStack.find(), Section(name="sockets", about=str(__doc__))
    room_for(options.sockets)
    crowd = SocketUsers(base_url=running.base_url, browsers=await people(running, count=options.sockets))
    before = memory(running)
    try:
        await come(crowd, options=options, section=section)
        section.figures["memory of all web processes for each socket"] = (
            f"{(memory(running) - before) / options.sockets / 1024:.0f} KB"
        )
        await quiet(crowd, running=running, options=options, section=section)
        await restart(crowd, running=running, options=options, section=section)
    finally:
        await crowd.leave()
    return section


def room_for(sockets: int) -> None:
    """Raise this process's limit of open files as far as it may go."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < sockets + SPARE_FILES:
        sys.exit(f"This system lets a process open {hard} files; {sockets} sockets need {sockets + SPARE_FILES}.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, sockets + SPARE_FILES), hard))


async def people(running: RunningStack, *, count: int) -> list[Browser]:
    """Make the users, signed in."""
    lines = await read_manage_lines(running, "bench_crowd", PREFIX, "--count", str(count))
    users = [json.loads(line) for line in lines]
    last = running.query(
        "select user_id, last_seq from event_cursor where user_id = any(%s)", [one["user_id"] for one in users]
    )
    known = {row["user_id"]: row["last_seq"] for row in last}
    return [
        Browser(user_id=one["user_id"], access=one["access"], last_seq=known.get(one["user_id"], 0)) for one in users
    ]


async def come(crowd: SocketUsers, *, options: argparse.Namespace, section: Section) -> None:
    """Let everybody connect."""
    begun = time.monotonic()
    await crowd.join(rate=options.connects)
    took = await crowd.until_ready(count=options.sockets, seconds=BACK_SECONDS)
    section.figures["sockets connected"] = f"{crowd.ready} of {options.sockets} in {time.monotonic() - begun:.1f} s"
    section.demand(took is not None, f"only {crowd.ready} of {options.sockets} sockets connected")


async def quiet(crowd: SocketUsers, *, running: RunningStack, options: argparse.Namespace, section: Section) -> None:
    """Events to random users while nothing else happens."""
    async with stream(running, rate=options.rate, seconds=options.seconds) as sent:
        pass
    await wait_until(lambda: not missing(crowd, sent), seconds=20, every=0.2)
    late = delays(crowd, sent)
    section.figures["events committed -> at the socket"] = summarize(late, "ms")
    section.figures["events in the quiet part"] = f"{len(sent.sent)}, {len(sent.sent) / options.seconds:.1f} a second"
    section.demand(not missing(crowd, sent), f"{len(missing(crowd, sent))} events did not arrive")
    section.demand(
        bool(late) and percentile(late, 0.95) <= GOAL_MS, f"p95 above {GOAL_MS:.0f} ms from commit to socket"
    )
    section.plots["Event committed to socket"] = plots.cumulative({"quiet": late}, x="ms", goal={"p95": GOAL_MS})


async def restart(crowd: SocketUsers, *, running: RunningStack, options: argparse.Namespace, section: Section) -> None:
    """End each web process in turn, politely, with events going on; the supervisor starts it again."""
    closes, connects = dict(crowd.closes), sum(browser.connects for browser in crowd.browsers)
    least, begun = options.sockets, time.monotonic()
    over = asyncio.Event()
    seconds = 2 * BACK_SECONDS
    async with stream(running, rate=options.rate, seconds=seconds) as sent:
        watching = asyncio.create_task(lowest(crowd, over))
        for name, pid in sorted(running.web_processes().items()):
            psutil.Process(pid).send_signal(signal.SIGTERM)
            away = time.monotonic()
            await wait_until(lambda old=pid: old not in running.web_pids(), seconds=BACK_SECONDS, every=0.2)
            await wait_until(lambda one=name: serves(running, one), seconds=BACK_SECONDS, every=0.2)
            back = await crowd.until_ready(count=options.sockets, seconds=BACK_SECONDS)
            took = time.monotonic() - away
            section.figures[f"{name} ended -> all sockets back"] = f"{took:.1f} s" if back is not None else "never"
            in_time = back is not None and took <= BACK_SECONDS
            section.demand(in_time, f"not all sockets were back {BACK_SECONDS:.0f} s after {name}")
        over.set()
        least = await watching
        seconds = time.monotonic() - begun
        sent.stop()
    await wait_until(lambda: not missing(crowd, sent), seconds=20, every=0.2)
    lost, repeated = missing(crowd, sent), sum(browser.repeated for browser in crowd.browsers)
    how = {word: count - closes.get(word, 0) for word, count in crowd.closes.items() if count > closes.get(word, 0)}
    section.figures |= {
        "rolling restart of all web processes": f"{seconds:.0f} s",
        "sockets connected at the lowest moment": str(least),
        "sockets reconnected": str(sum(browser.connects for browser in crowd.browsers) - connects),
        "how they ended": ", ".join(f"{word} {count}" for word, count in sorted(how.items())) or "not at all",
        "events during the restart: sent, lost, repeated": f"{len(sent.sent)}, {len(lost)}, {repeated}",
        "the same: committed -> at the socket": summarize(delays(crowd, sent), "ms"),
    }
    section.demand(not lost, f"{len(lost)} events were lost in the restart")
    section.demand(not repeated, f"{repeated} events came twice")


def serves(running: RunningStack, name: str) -> bool:
    """Whether one web process takes requests: as a rollout would, ask its port for probes."""
    pid = running.web_processes().get(name)
    try:
        command = psutil.Process(pid).cmdline() if pid else []
        port = next(word.removeprefix("--ops-port=") for word in command if word.startswith("--ops-port="))
        return httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=2).status_code == httpx.codes.OK
    except (psutil.Error, StopIteration, httpx.HTTPError):
        return False


async def lowest(crowd: SocketUsers, over: asyncio.Event) -> int:
    """Return the fewest sockets that were connected at one moment."""
    least = crowd.ready
    while not over.is_set():
        least = min(least, crowd.ready)
        await asyncio.sleep(0.1)
    return least


class Sending(Stream):
    """A stream that is being sent by a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        super().__init__()
        self._process = process

    def stop(self) -> None:
        """End it now."""
        if self._process.returncode is None:
            self._process.terminate()

    async def read(self) -> None:
        """Take down what is committed, until the process ends."""
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            user_id, seq, at = line.split()
            self.sent.append((int(user_id), int(seq), float(at)))


@contextlib.asynccontextmanager
async def stream(running: RunningStack, *, rate: float, seconds: float) -> AsyncIterator[Sending]:
    """Events at a steady rate from a process of its own; leaves once it has ended."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(ROOT / "platform" / "manage.py"), "bench_stream", PREFIX,
        "--rate", str(rate), "--seconds", str(seconds),
        env=manage_environment(running), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    sending = Sending(process)
    reading = asyncio.create_task(sending.read())
    try:
        yield sending
        await reading
    finally:
        sending.stop()
        await process.wait()
        await reading


async def read_manage_lines(running: RunningStack, *words: str) -> list[str]:
    """Run a management command and return its lines."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(ROOT / "platform" / "manage.py"), *words,
        env=manage_environment(running), stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, _ = await process.communicate()
    if process.returncode:
        raise SystemExit(f"manage.py {words[0]} failed")
    return out.decode().split("\n")[:-1]


def delays(crowd: SocketUsers, sent: Stream) -> list[float]:
    """Return the ms from commit to socket of each event that arrived."""
    got = {browser.user_id: browser.got for browser in crowd.browsers}
    return [1000 * max(0.0, got[user][seq] - at) for user, seq, at in sent.sent if seq in got[user]]


def missing(crowd: SocketUsers, sent: Stream) -> Sequence[tuple[int, int]]:
    """Return the events that did not arrive."""
    got = {browser.user_id: browser.got for browser in crowd.browsers}
    return [(user, seq) for user, seq, _ in sent.sent if seq not in got[user]]


def memory(running: RunningStack) -> int:
    """Return the proportional memory of all web processes, in bytes."""
    return sum(psutil.Process(pid).memory_full_info().pss for pid in running.web_pids())
