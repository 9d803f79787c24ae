"""Context managers that run real services for tests and benchmarks in a temporary folder: PostgreSQL, Valkey, Ray, or
the whole stack."""

import os
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psutil

from tools.stack import folders, ports, postgres, process, valkey
from tools.stack.errors import StackError
from tools.stack.ray_head import RayHead
from tools.stack.settings import OUTSIDE_SERVICES, PORT_VARIABLES, ROOT
from tools.stack.state import read_environment, write_private


@contextmanager
def run_process(
    command: list[str],
    *,
    log: Path,
    ready: Callable[[], bool],
    env: dict[str, str] | None = None,
    stop_signal: int = 15,
    timeout: float = 30.0,
    inherited: Sequence[int] = (),
    spawn: Callable[..., process.Running] = process.spawn,
) -> Iterator[process.Running]:
    """Run a process during the `with` block. Raises StackError, with the end of the log, if the process does not get
    ready within `timeout` seconds."""
    env = dict(os.environ) if env is None else env
    child = spawn(command, env=env, log=log, death_signal=stop_signal, inherited=inherited)
    try:
        deadline = time.monotonic() + timeout
        while not ready():
            if child.poll() is not None or time.monotonic() > deadline:
                tail = log.read_text(errors="replace").strip()[-800:]
                raise StackError(f"{Path(command[0]).name} did not get ready: {tail}")
            time.sleep(0.02)
        yield child
    finally:
        process.stop(child, signum=stop_signal, stop_timeout=10)


def started_since(before: Collection[int]) -> set[process.Identity]:
    """Return the running children of this process whose pids are not in `before` (process.direct_children), with their
    descendants.

    New descendants of older children are left out: a PostgreSQL that runs for all tests may start an autovacuum worker
    at any time.
    """
    new = [pid for pid in process.direct_children() if pid not in before]
    children = {found for pid in new if (found := process.identify(pid))}
    return children.union(*(process.descendants(pid) for pid in new))


def processes_by_name(processes: Iterable[process.Identity]) -> dict[str, psutil.Process]:
    """Return {name: process} with one running process for each program name. Processes that have exited are left
    out."""
    found: dict[str, psutil.Process] = {}
    for one in processes:
        with suppress(psutil.NoSuchProcess):
            living = psutil.Process(one.pid)
            found.setdefault(living.name(), living)
    return found


@contextmanager
def services(folder: Path | None = None) -> Iterator[dict[str, str]]:
    """Run PostgreSQL and Valkey during the `with` block, in `folder` or, by default, in a temporary folder.

    The servers are faster but may lose data in a crash. Yields {"DATABASE_URL", "REDIS_URL"} and does not change
    os.environ. The start takes less than a second.
    """
    with ExitStack() as cleanup:
        folder = folder or cleanup.enter_context(_temporary_folder())
        sockets = folders.socket_folder(folder)
        if sockets.parent != folder:
            cleanup.callback(shutil.rmtree, sockets, ignore_errors=True)
        cache = valkey.Valkey(data=folder / "valkey", sockets=sockets, durable=False)
        cache.prepare()
        cleanup.enter_context(run_process(cache.command(), log=folder / "valkey.log", ready=cache.ready))
        database = postgres.Postgres(data=folder / "postgres", sockets=sockets, durable=False)
        database.prepare()
        cleanup.enter_context(
            run_process(
                database.command(),
                log=folder / "postgres.log",
                ready=database.ready,
                stop_signal=postgres.STOP_SIGNAL,
            )
        )
        yield {"DATABASE_URL": database.url(), "REDIS_URL": cache.url()}


@contextmanager
def ray_head(environment: dict[str, str] | None = None) -> Iterator[dict[str, str]]:
    """Run a Ray head with its own ports and folder during the `with` block.

    Ray's workers inherit `environment` (default: os.environ). Yields the environment variables that a driver needs
    (RAY_ADDRESS, RAY_AUTH_MODE, RAY_AUTH_TOKEN_PATH, ...) and does not change os.environ. The start takes about 6 s of
    CPU time, so tests should share one head per session.
    """
    with _temporary_folder() as folder:
        write_private(folder / "token", secrets.token_hex(32))
        head = RayHead(folder=folder / "ray", token=folder / "token")
        head.prepare()
        env = {**(os.environ if environment is None else environment), **head.environment()}
        with run_process(head.command(), log=folder / "ray.log", ready=head.ready, env=env, timeout=60) as child:
            yield head.client_environment()
            below = process.descendants(child.pid)
        process.kill_all(process.wait_gone(below, timeout=5))


@contextmanager
def whole_stack(folder: Path | None = None, **variables: str) -> Iterator[dict[str, str]]:
    """Run the whole stack (`make up`) on free ports during the `with` block, in `folder` or in a temporary folder.

    `variables` are environment variables for the stack. Its output goes to stderr. Yields the contents of run/env.json.
    Raises StackError if the stack does not start.
    """
    given = OUTSIDE_SERVICES | {"DATABASE_URL", "REDIS_URL", "RAY_ADDRESS", "PUBLIC_URL"}
    kept = {name: value for name, value in os.environ.items() if name not in given}
    taken = {name: str(ports.find_free_port()) for name in PORT_VARIABLES}
    with ExitStack() as cleanup:
        state = folder or cleanup.enter_context(_temporary_folder()) / "state"
        cleanup.callback(shutil.rmtree, folders.scratch_folder(state), ignore_errors=True)
        own = {"TABLEHAWK_STATE": str(state), "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}"}
        child = process.spawn(
            [sys.executable, "-m", "tools.stack", "up"],
            env={**kept, **taken, **variables, **own},
            log=Path("/dev/stderr"),
        )
        cleanup.callback(process.stop, child, stop_timeout=60)
        while not (state / "run" / "ready").exists():
            if child.poll() is not None:
                raise StackError("The stack did not start; see its output above.")
            time.sleep(0.1)
        yield read_environment(state)


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="tablehawk-test-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)
