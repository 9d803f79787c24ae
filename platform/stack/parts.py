"""The parts of one stack: which programs run, with what environment, in what order.

The only module that knows the other folders' commands. A service whose address the person gave has no part here.
"""

import http.client
import socket
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import psycopg

from stack import folders, ports, postgres
from stack.children import Part
from stack.errors import StackError
from stack.postgres import Postgres
from stack.ray_head import RayHead, link_logs
from stack.settings import Settings
from stack.state import State
from stack.valkey import Valkey


@dataclass
class Plan:
    """What `make up` starts, and the variables by which its parts find each other."""

    parts: list[Part] = field(default_factory=list)
    shared: dict[str, str] = field(default_factory=dict)


def plan(settings: Settings, state: State) -> Plan:
    """Find the programs and lay out the parts. Starts nothing; StackError when something needed is missing."""
    made: dict[str, str] = dict(state.keys())
    services: list[Part] = []
    sockets = folders.for_sockets(settings.state)
    if not settings.chosen.get("DATABASE_URL"):
        database = Postgres(data=settings.state / "postgres", sockets=sockets)
        made["DATABASE_URL"] = database.url()
        services.append(_postgres(settings, database))
    if not settings.chosen.get("REDIS_URL"):
        cache = Valkey(data=settings.state / "valkey", sockets=sockets)
        made["REDIS_URL"] = cache.url()
        services.append(_valkey(settings, cache))
    if not settings.chosen.get("RAY_ADDRESS"):
        head = RayHead(folder=folders.scratch(settings.state) / "ray", token=state.ray_token())
        made |= head.client_environment()
        services.append(_ray(settings, head, {**settings.chosen, **settings.shared(**made)}))
    shared = settings.shared(**made)
    return Plan(parts=services + _programs(settings, {**settings.chosen, **shared}), shared=shared)


def check_given_services(chosen: Mapping[str, str]) -> None:
    """StackError when a database or Redis whose address the person gave does not answer. Names no password."""
    if url := chosen.get("DATABASE_URL"):
        try:
            psycopg.connect(url, connect_timeout=5).close()
        except psycopg.Error as error:
            raise StackError("The database in DATABASE_URL does not answer: start it or unset the variable.") from error
    if url := chosen.get("REDIS_URL"):
        parts = urlsplit(url)
        try:
            if parts.scheme == "unix":
                with socket.socket(socket.AF_UNIX) as local:
                    local.connect(parts.path)
            else:
                socket.create_connection((parts.hostname or ports.LOOPBACK, parts.port or 6379), timeout=5).close()
        except OSError as error:
            raise StackError("The Redis in REDIS_URL does not answer: start it or unset the variable.") from error


def demand_ports(settings: Settings) -> None:
    """StackError when a port that this stack will listen on is taken."""
    ports.demand(settings.ports.web, variable="PORT")
    if settings.simulated:
        ports.demand(settings.ports.control, variable="SIM_CONTROL_PORT")
        ports.demand(settings.ports.resy, variable="SIM_RESY_PORT")
        ports.demand(settings.ports.opentable, variable="SIM_OPENTABLE_PORT")
        ports.demand(settings.ports.stripe, variable="SIM_STRIPE_PORT")


def _postgres(settings: Settings, database: Postgres) -> Part:
    return Part(
        name="postgres",
        title=f"PostgreSQL {database.version()}",
        command=database.command(),
        env=settings.chosen,
        prepare=database.prepare,
        ready=database.ready,
        stop_stage=3,
        stop_signal=postgres.STOP_SIGNAL,
        grace=15,
    )


def _valkey(settings: Settings, cache: Valkey) -> Part:
    return Part(
        name="valkey",
        title="Valkey",
        command=cache.command(),
        env=settings.chosen,
        prepare=cache.prepare,
        ready=cache.ready,
        stop_stage=2,
    )


def _ray(settings: Settings, head: RayHead, environment: Mapping[str, str]) -> Part:
    def prepare() -> None:
        head.prepare()
        link_logs(folder=head.folder, logs=settings.logs)

    return Part(
        name="ray",
        title="Ray",
        command=head.command(),
        env={**environment, **head.environment()},
        cwd=settings.root,
        prepare=prepare,
        ready=head.ready,
        frozen=head.frozen,
        after=("web",),  # the page comes first: Ray takes seconds of both cores
        stop_stage=1,
        grace=10,
    )


def _programs(settings: Settings, environment: Mapping[str, str]) -> list[Part]:
    """Our own programs."""
    program = partial(Part, env=environment, cwd=settings.root)
    manage = (sys.executable, str(settings.root / "platform" / "manage.py"))
    module = (sys.executable, "-m")
    parts = [
        program(
            name="migrate",
            title="Database tables",
            command=(*manage, "migrate", "--no-input"),
            after=_STORES,
            once=True,
        ),
        *_web(settings, environment),
        program(
            name="relay",
            title="Outcome relay",
            command=(*manage, "relay_outcomes"),
            after=("migrate", "valkey"),
            **_liveness(settings, environment, "relay"),
        ),
        program(
            name="worker",
            title="Background worker",
            command=(*manage, "run_worker"),
            after=("migrate",),
            grace=12,  # running jobs end first
            **_liveness(settings, environment, "worker"),
        ),
        program(
            name="controller",
            title="Sniper controller",
            command=(*module, "snipers.runtime.main"),
            after=("migrate", "ray", "simulator"),
        ),
    ]
    if settings.simulated:
        parts += [
            program(
                name="simulator",
                title="Simulator",
                command=(*module, "loadtests.simulator"),
                env={**environment, **_stripe_calls(settings, environment)},
                ready=_simulator_answers(settings),
            ),
            program(
                name="seed",
                title="Demo data",
                command=(*manage, "seed_demo"),
                after=("migrate", "simulator"),
                once=True,
                vital=False,
                shown=True,
            ),
        ]
    return parts


_STORES = ("postgres", "valkey")


def _web(settings: Settings, environment: Mapping[str, str]) -> list[Part]:
    """The web processes: one door for all, and for each a port for probes, where it alone says whether it is ready."""
    door = ports.Door(settings.ports.web)
    parts = []
    for number in range(1, settings.web_processes + 1):
        own = ports.free()
        parts.append(
            Part(
                name="web" if number == 1 else f"web-{number}",
                title="Web" if number == 1 else f"Web {number}",
                command=(sys.executable, "-m", "config.serve", f"--ops-port={own}"),
                env=environment,
                cwd=settings.root,
                door=door,
                # The page needs one of them; the others start when it is open.
                after=_STORES if number == 1 else ("web",),
                ready=page_answers(own),
                grace=10,  # requests at hand and sockets are brought to their end
            )
        )
    return parts


def _liveness(settings: Settings, environment: Mapping[str, str], name: str) -> dict[str, Any]:
    """Of a part without a door: it is ready when its loop has begun a round, which it notes in a file."""
    folder = settings.run / "liveness"

    def forget() -> None:
        for file in folder.glob(f"{name}*"):
            file.unlink(missing_ok=True)

    return {
        "env": {**environment, "LIVENESS_FOLDER": str(folder)},
        "prepare": forget,
        "ready": lambda: any(folder.glob(f"{name}*")),
    }


def _stripe_calls(settings: Settings, environment: Mapping[str, str]) -> dict[str, str]:
    """Where the simulator's Stripe face sends webhooks, and the secret it signs them with."""
    return {
        "SIM_STRIPE_WEBHOOK_SECRET": environment["STRIPE_WEBHOOK_SECRET"],
        "SIM_STRIPE_WEBHOOK_URL": f"{settings.public_url}/api/stripe-integration/webhook/",
    }


def page_answers(port: int) -> Callable[[], bool]:
    """Ready when /readyz says so (database and migrations); without that path, when the port answers."""

    def probe() -> bool:
        connection = http.client.HTTPConnection(ports.LOOPBACK, port, timeout=2)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status in (200, 404)
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    return probe


def _simulator_answers(settings: Settings) -> Callable[[], bool]:
    listening = (settings.ports.control, settings.ports.resy, settings.ports.opentable, settings.ports.stripe)
    doors = [ports.answers(port) for port in listening]
    return lambda: all(door() for door in doors)
