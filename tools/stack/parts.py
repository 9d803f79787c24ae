"""Defines the parts of one stack: their programs, their environment variables and the order in which they start.

The commands of all parts that run the project's own programs are in this module. A service whose
address the user has set, for example in DATABASE_URL, is not a part of the stack.
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

from tools.stack import folders, ports, postgres
from tools.stack.errors import StackError
from tools.stack.fork_server import ForkServer
from tools.stack.postgres import Postgres
from tools.stack.ray_head import RayHead, link_logs
from tools.stack.settings import Settings, without_terminal
from tools.stack.state import State
from tools.stack.supervisor import Part
from tools.stack.valkey import Valkey


@dataclass
class Plan:
    """The parts that `make up` starts, and the environment of their programs (`shared`), which `stack run` uses too.

    `fork_server` is the process from which forked parts are forked, None without one.
    """

    parts: list[Part] = field(default_factory=list)
    shared: dict[str, str] = field(default_factory=dict)
    fork_server: ForkServer | None = None


def plan(settings: Settings, state: State) -> Plan:
    """Return the parts of a stack without starting them. Raises StackError if a program is not found."""
    generated: dict[str, str] = dict(state.load_secrets())
    services: list[Part] = []
    sockets = folders.socket_folder(settings.state)
    if not settings.environ.get("DATABASE_URL"):
        database = Postgres(data=settings.state / "postgres", sockets=sockets)
        generated["DATABASE_URL"] = database.url()
        services.append(_postgres(settings, database))
    if not settings.environ.get("REDIS_URL"):
        cache = Valkey(data=settings.state / "valkey", sockets=sockets)
        generated["REDIS_URL"] = cache.url()
        services.append(_valkey(settings, cache))
    if not settings.environ.get("RAY_ADDRESS"):
        head = RayHead(folder=folders.scratch_folder(settings.state) / "ray", token=state.ray_token())
        generated |= head.client_environment()
        services.append(_ray(settings, head, {**settings.environ, **settings.shared_environment(**generated)}))
    shared = settings.shared_environment(**generated)
    # Only the loops of the background process use this folder. All programs get the variable, because forks of one
    # process have the same environment.
    environment = {**settings.environ, **shared, "LIVENESS_FOLDER": str(settings.run / "liveness")}
    return Plan(
        parts=services + _programs(settings, environment),
        # Only what a program gets here reaches the same services and accounts as the parts.
        shared=without_terminal(environment),
        fork_server=_fork_server(settings, environment) if sys.platform == "linux" else None,
    )


def check_external_services(environ: Mapping[str, str]) -> None:
    """Check that the database and the Redis whose addresses the user has set answer. Raises StackError if not.

    The error's text contains no passwords.
    """
    if url := environ.get("DATABASE_URL"):
        try:
            psycopg.connect(url, connect_timeout=5).close()
        except psycopg.Error as error:
            raise StackError("The database in DATABASE_URL does not answer: start it or unset the variable.") from error
    if url := environ.get("REDIS_URL"):
        parts = urlsplit(url)
        try:
            if parts.scheme == "unix":
                with socket.socket(socket.AF_UNIX) as local:
                    local.connect(parts.path)
            else:
                socket.create_connection((parts.hostname or ports.LOOPBACK, parts.port or 6379), timeout=5).close()
        except OSError as error:
            raise StackError("The Redis in REDIS_URL does not answer: start it or unset the variable.") from error


def require_free_ports(settings: Settings) -> None:
    """Check that all ports of this stack are free. Raises StackError for the first port that is taken."""
    ports.require_free_port(settings.ports.web, variable="PORT")
    if settings.uses_simulator:
        for variable, port in settings.simulator_ports().items():
            ports.require_free_port(port, variable=variable)


def _postgres(settings: Settings, database: Postgres) -> Part:
    return Part(
        name="postgres",
        title=f"PostgreSQL {database.version()}",
        command=database.command(),
        env=settings.environ,
        prepare=database.prepare,
        ready=database.ready,
        stop_stage=3,
        stop_signal=postgres.STOP_SIGNAL,
        stop_timeout=15,
    )


def _valkey(settings: Settings, cache: Valkey) -> Part:
    return Part(
        name="valkey",
        title="Valkey",
        command=cache.command(),
        env=settings.environ,
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
        frozen=head.is_frozen,
        after=("web",),  # Ray uses both cores for seconds, so the page starts first
        stop_stage=1,
        stop_timeout=10,
    )


def _fork_server(settings: Settings, environment: Mapping[str, str]) -> ForkServer:
    return ForkServer(
        command=(sys.executable, "-m", "server.fork_server"),
        env=environment,
        cwd=settings.root,
        log=settings.logs / "fork-server.log",
    )


def _programs(settings: Settings, environment: Mapping[str, str]) -> list[Part]:
    """Return the parts that run the project's own programs."""
    program = partial(Part, env=environment, cwd=settings.root)
    manage = (sys.executable, str(settings.root / "platform" / "manage.py"))
    module = (sys.executable, "-m")
    parts = [
        program(
            name="migrate",
            title="Database tables",
            command=(*manage, "migrate", "--no-input"),
            forked=True,
            after=_STORES,
            one_shot=True,
        ),
        *_web(settings, environment),
        program(
            name="background",
            title="Outcome relay and background worker",
            command=(*manage, "run_background"),
            forked=True,
            after=("migrate", "valkey"),
            stop_timeout=12,  # time for running jobs
            **_liveness(settings, "relay", "worker"),
        ),
        program(
            name="controller",
            title="Sniper controller",
            command=(*module, "snipers.runtime.main"),
            after=("migrate", "ray", "simulator"),
        ),
    ]
    if settings.uses_simulator:
        parts += [
            program(
                name="simulator",
                title="Simulator",
                command=(*module, "loadtests.simulator"),
                env={**environment, **_stripe_webhook_environment(settings, environment)},
                ready=_simulator_probe(settings),
            ),
            program(
                name="seed",
                title="Demo data",
                command=(*manage, "seed_demo"),
                forked=True,
                after=("migrate", "simulator"),
                one_shot=True,
                required=False,
                show_output=True,
            ),
        ]
    else:
        parts.append(
            program(
                name="missing-setup",
                title="Set-up",
                command=(*manage, "missing_setup"),
                forked=True,
                after=("web", "background", "controller"),  # its output is the last before the addresses
                one_shot=True,
                required=False,
                show_output=True,
            )
        )
    return parts


_STORES = ("postgres", "valkey")


def _web(settings: Settings, environment: Mapping[str, str]) -> list[Part]:
    """Return the web processes. They share one listening socket; each has its own port for probes."""
    listener = ports.SharedListener(settings.ports.web)
    # At the first start, a page would ask for tables that do not exist yet. Later starts need not wait for migrations.
    first = _STORES if (settings.state / "postgres" / "PG_VERSION").exists() else ("migrate", "valkey")
    parts = []
    for number in range(1, settings.web_processes + 1):
        own = ports.find_free_port()
        parts.append(
            Part(
                name="web" if number == 1 else f"web-{number}",
                title="Web" if number == 1 else f"Web {number}",
                command=(sys.executable, "-m", "server.serve", f"--ops-port={own}"),
                forked=True,
                env=environment,
                cwd=settings.root,
                listener=listener,
                # One web process is enough to open the page, so the others start after it.
                after=first if number == 1 else ("web",),
                ready=page_probe(own),
                stop_timeout=10,  # time for running requests and sockets
            )
        )
    return parts


def _liveness(settings: Settings, *loops: str) -> dict[str, Any]:
    """Return the fields `prepare` and `ready` of a part that listens on no port.

    Such a part is ready when each of its loops (`loops`) has touched its liveness file.
    """
    folder = settings.run / "liveness"

    def remove_files() -> None:
        for name in loops:
            (folder / name).unlink(missing_ok=True)

    return {
        "prepare": remove_files,
        "ready": lambda: all((folder / name).exists() for name in loops),
    }


def _stripe_webhook_environment(settings: Settings, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment variables with the URL and the secret of the webhooks that the simulated Stripe sends."""
    return {
        "SIM_STRIPE_WEBHOOK_SECRET": environment["STRIPE_WEBHOOK_SECRET"],
        "SIM_STRIPE_WEBHOOK_URL": f"{settings.public_url}/api/stripe-integration/webhook/",
    }


def page_probe(port: int) -> Callable[[], bool]:
    """Return a function that returns True if GET /readyz on the port answers 200, or 404 for a program without this
    path."""

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


def _simulator_probe(settings: Settings) -> Callable[[], bool]:
    probes = [ports.connection_probe(port) for port in settings.simulator_ports().values()]
    return lambda: all(probe() for probe in probes)
