"""Runs the scenario's programs on its own database and Ray head, and measures what they and PostgreSQL use."""

import asyncio
import math
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import psutil
import psycopg

from loadtests.fixtures import wait_until
from loadtests.process_tree import Key, Reading, add_up, measure_footprints, name_processes, read_tree
from loadtests.running import ROOT, RunningStack
from loadtests.scenarios.fleet import wire
from loadtests.scenarios.fleet.rows import FIRST_NEW, file_requests
from snipers.store.base import LEASE_SECONDS
from tools.stack import process

START_SECONDS = 60.0
_COMMITTED = "select xact_commit + xact_rollback from pg_stat_database where datname = current_database()"
_CONNECTIONS = """
select count(*) filter (where datname = current_database()), count(*)
from pg_stat_activity where backend_type = 'client backend'
"""
_EXPIRED = """
select venue_id from venue_watch
where started_at >= %s and heartbeat_at < clock_timestamp() - %s * interval '1 second'
"""
_WATCHED = """
select count(*) from venue_watch
where started_at >= %s and heartbeat_at >= clock_timestamp() - %s * interval '1 second'
"""


@dataclass(slots=True, kw_only=True)
class Phase:
    """What was measured in `seconds`.

    `steps` are the CPU seconds and the seconds of each step of the controller. `cpu` has the CPU in percent of a core
    by process name. `connections` are the most connections to the scenario's database and to the whole server.
    `expired` are the venues whose lease expired. `nudged` are the seconds from the controller's post to the watcher,
    `in_roster` those from the commit of each new request to the watcher's roster. `filed` is the number of new
    requests, `pool_timeouts` the number of statements that got no connection. `idle` is the idle share of the machine.
    """

    seconds: float
    steps: Sequence[tuple[float, float]] = ()
    cpu: Mapping[str, float] = field(default_factory=dict)
    statements: float = 0.0
    connections: tuple[int, int] = (0, 0)
    expired: frozenset[int] = frozenset()
    nudged: Sequence[float] = ()
    in_roster: Sequence[float] = ()
    filed: int = 0
    pool_timeouts: int = 0
    idle: float = 1.0


class Programs:
    """The controller of one step, and the processes with its stub watchers, if any."""

    def __init__(self, *, running: RunningStack, url: str, folder: Path, parts: dict[str, int]) -> None:
        """`url` is the database's address for its owner."""
        self._running = running
        self._folder = folder
        self._parts = parts
        self._database: psycopg.Connection[Any] = psycopg.connect(url, autocommit=True)
        self._database.execute("set application_name = 'fleet scenario'")
        self._since = self._value("select clock_timestamp()")
        self._next_request = 1 + max(FIRST_NEW, self._value("select max(id) from reservation"))

    @property
    def controller(self) -> Path:
        """The controller's socket."""
        return self._folder / "controller"

    @property
    def hosts(self) -> list[Path]:
        """The sockets of the processes with stub watchers."""
        return [self._folder / name for name in self._parts if name.startswith("watchers-")]

    async def wait_until_listening(self) -> None:
        """Wait until every program answers."""
        sockets = [self.controller, *self.hosts]
        if not await wait_until(lambda: all(one.exists() for one in sockets), seconds=START_SECONDS, every=0.1):
            raise SystemExit(f"A program of the scenario did not start:\n{read_logs(self._folder)}")

    async def launch(self, venues: Sequence[int], *, seconds: float) -> float:
        """Start these watchers at one moment. Return the seconds until all watchers have a lease, at most `seconds`."""
        started, wanted = time.monotonic(), self.count_watched() + len(venues)
        await wire.ask(self.controller, op="launch", venues=list(venues))
        await wait_until(lambda: self.count_watched() >= wanted, seconds=seconds, every=0.5)
        return time.monotonic() - started

    def count_watched(self) -> int:
        """Return how many venues have a watcher of this step with a valid lease."""
        return int(self._value(_WATCHED, self._since, LEASE_SECONDS))

    async def measure(self, seconds: float, *, changes: float = 0.0, venues: int = 0) -> Phase:
        """Return what the programs measured since the last call, if `seconds` is 0. Otherwise measure for `seconds`,
        and file `changes` requests a second at the venues from 1 to `venues`."""
        if seconds:
            await self._read_programs()
        before, started = self._read(), time.monotonic()
        committed, machine = self._value(_COMMITTED), psutil.cpu_times()
        most, expired, filed_at = (0, 0), set[int](), dict[int, float]()
        while (passed := time.monotonic() - started) < seconds:
            most = max(most, self._row(_CONNECTIONS), key=lambda row: row[1])
            expired |= {row[0] for row in self._database.execute(_EXPIRED, (self._since, LEASE_SECONDS)).fetchall()}
            if count := math.floor(changes * (passed + 0.5)) - len(filed_at):
                new, self._next_request = self._next_request, self._next_request + count
                chosen = [1 + (new + one) * 7919 % venues for one in range(count)]
                file_requests(self._database, first=new, venues=chosen)
                filed_at |= dict.fromkeys(range(new, new + count), time.monotonic())
            await asyncio.sleep(0.5)
        after, passed = self._read(), time.monotonic() - started
        committed, machine_after = self._value(_COMMITTED) - committed, psutil.cpu_times()
        # The last new requests are on their way.
        await asyncio.sleep(2.0 if filed_at else 0.0)
        controller, seen = await self._read_programs()
        rosters = {int(one): at for host in seen for one, at in host["rosters"].items()}
        return Phase(
            seconds=passed,
            steps=controller["steps"],
            cpu=self._cpu(before, after, seconds=passed),
            statements=committed / max(passed, 1e-3),
            connections=most,
            expired=frozenset(expired),
            nudged=match_nudges(controller["posted"], [tuple(one) for host in seen for one in host["nudges"]]),
            in_roster=[rosters[one] - at for one, at in filed_at.items() if one in rosters],
            filed=len(filed_at),
            pool_timeouts=sum(host["pool_timeouts"] for host in seen),
            idle=(machine_after.idle - machine.idle) / max(sum(machine_after) - sum(machine), 1e-3),
        )

    def end_new_requests(self) -> None:
        """Cancel the requests that were filed during a measurement."""
        self._database.execute("update reservation set status = 'canceled' where id >= %s", (FIRST_NEW,))

    def server_connections(self) -> int:
        """Return the connections that the server accepts from programs like ours."""
        return int(self._value("show max_connections")) - int(self._value("show superuser_reserved_connections"))

    def close(self) -> None:
        """Close this object's connection."""
        self._database.close()

    async def _read_programs(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return what the controller and the hosts measured since the last call."""
        controller = await wire.ask(self.controller, op="measured")
        return controller, [await wire.ask(host, op="seen") for host in self.hosts]

    def _read(self) -> tuple[dict[Key, Reading], dict[Key, Reading]]:
        return read_tree(os.getpid()), read_tree(self._running.pid("postgres"))

    def _cpu(
        self,
        before: tuple[dict[Key, Reading], dict[Key, Reading]],
        after: tuple[dict[Key, Reading], dict[Key, Reading]],
        *,
        seconds: float,
    ) -> dict[str, float]:
        """Return the CPU in percent of a core by the name of the process. All of PostgreSQL has one name."""
        head = [key.pid for key, one in after[0].items() if any("ray_node.py" in word for word in one.command)]
        parts = self._parts | dict(zip(["ray"], head, strict=False))
        names = name_processes(after[0], root=os.getpid(), parts=parts, applications={})
        nothing = dict.fromkeys([*after[0], *after[1]], 0.0)
        ours = measure_footprints(before[0], after[0], names=names, pss=nothing, seconds=seconds)
        server = dict.fromkeys(after[1], "PostgreSQL")
        postgres = measure_footprints(before[1], after[1], names=server, pss=nothing, seconds=seconds)
        return {name: one.cpu for name, one in {**ours, "PostgreSQL": add_up(postgres)}.items()}

    def _row(self, statement: str, *params: Any) -> Any:
        return self._database.execute(statement.encode(), params).fetchone()

    def _value(self, statement: str, *params: Any) -> Any:
        return self._row(statement, *params)[0]


@contextmanager
def programs(
    *,
    running: RunningStack,
    url: str,
    environment: Mapping[str, str],
    venues: int,
    node_size: int,
    watchers_each: int,
    mode: Literal["ray", "direct", "imagined"],
) -> Iterator[Programs]:
    """Run the controller during the `with` block, and stub watchers in processes of `watchers_each`.

    Watchers and controller call the agents by Ray or, with `direct`, in the watchers' processes. With `imagined`, there
    are no watchers.
    """
    with TemporaryDirectory(prefix="fleet-", ignore_cleanup_errors=True) as name:
        folder, children = Path(name), []
        count = -(-venues // watchers_each) if mode != "imagined" else 0
        sockets = [folder / f"watchers-{number}" for number in range(count)]
        own = [str(node_size), str(venues), mode, *map(str, sockets)]
        commands = {socket.name: ["host", str(socket), mode] for socket in sockets}
        commands["controller"] = ["controller", str(folder / "controller"), *own]
        try:
            parts = {}
            for part, (program, *arguments) in commands.items():
                command = [sys.executable, "-m", f"loadtests.scenarios.fleet.{program}", *arguments]
                child = process.spawn(command, env=environment, log=folder / f"{part}.log", cwd=ROOT)
                children.append(child)
                parts[part] = child.pid
            found = Programs(running=running, url=url, folder=folder, parts=parts)
            yield found
            found.close()
        finally:
            # Killed, because Ray would log a SIGTERM as an error. The programs keep nothing.
            for child in children:
                child.kill()
                child.wait()
            if logged := read_logs(folder):
                print(logged)


def match_nudges(posted: Sequence[tuple[int, float]], nudged: Sequence[tuple[int, float]]) -> list[float]:
    """Return the seconds from each post of a nudge to the first nudge of that venue's watcher after it.

    Both arguments are venues and times. A post without a nudge after it has no value.
    """
    times: dict[int, list[float]] = {}
    for venue_id, at in sorted(nudged, key=lambda one: one[1]):
        times.setdefault(venue_id, []).append(at)
    delays = ((at, next((one for one in times.get(venue_id, ()) if one >= at), None)) for venue_id, at in posted)
    return [received - at for at, received in delays if received is not None]


def read_logs(folder: Path) -> str:
    """Return the last lines of each program's log that is not empty."""
    logs = {one.name: one.read_text(errors="replace").splitlines()[-3:] for one in sorted(folder.glob("*.log"))}
    return "\n".join(f"{name}: {line}" for name, lines in logs.items() for line in lines)
