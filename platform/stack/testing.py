"""The embedded services for tests and benches: real servers on a throw-away folder, gone when the block ends."""

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psutil

from stack import folders, ports, postgres, process, valkey
from stack.errors import StackError
from stack.ray_head import RayHead
from stack.settings import PORT_VARIABLES, ROOT
from stack.state import read_environment, write_private


@contextmanager
def running(
    command: list[str],
    *,
    log: Path,
    ready: Callable[[], bool],
    env: dict[str, str] | None = None,
    stop_signal: int = 15,
    timeout: float = 30.0,
    inherited: Sequence[int] = (),
) -> Iterator[subprocess.Popen[bytes]]:
    """One process for the length of the block. Raises StackError with the end of its log if it does not get ready."""
    env = dict(os.environ) if env is None else env
    child = process.spawn(command, env=env, log=log, death_signal=stop_signal, inherited=inherited)
    try:
        deadline = time.monotonic() + timeout
        while not ready():
            if child.poll() is not None or time.monotonic() > deadline:
                tail = log.read_text(errors="replace").strip()[-800:]
                raise StackError(f"{Path(command[0]).name} did not get ready: {tail}")
            time.sleep(0.02)
        yield child
    finally:
        process.stop(child, signum=stop_signal, grace=10)


def by_name(processes: Iterable[process.Identity]) -> dict[str, psutil.Process]:
    """Those that live, one for each name. A server's helpers may end while they are looked at."""
    found: dict[str, psutil.Process] = {}
    for one in processes:
        with suppress(psutil.NoSuchProcess):
            living = psutil.Process(one.pid)
            found.setdefault(living.name(), living)
    return found


@contextmanager
def services(folder: Path | None = None) -> Iterator[dict[str, str]]:
    """PostgreSQL and Valkey on `folder` (default: a fresh one that is removed afterwards).

    Yields {"DATABASE_URL", "REDIS_URL"}; does not touch os.environ. Starts in well under a second and gives up
    crash safety for speed.
    """
    with ExitStack() as cleanup:
        folder = folder or cleanup.enter_context(_throw_away())
        sockets = folders.for_sockets(folder)
        if sockets.parent != folder:
            cleanup.callback(shutil.rmtree, sockets, ignore_errors=True)
        cache = valkey.Valkey(data=folder / "valkey", sockets=sockets, durable=False)
        cache.prepare()
        cleanup.enter_context(running(cache.command(), log=folder / "valkey.log", ready=cache.ready))
        database = postgres.Postgres(data=folder / "postgres", sockets=sockets, durable=False)
        database.prepare()
        cleanup.enter_context(
            running(
                database.command(),
                log=folder / "postgres.log",
                ready=database.ready,
                stop_signal=postgres.STOP_SIGNAL,
            )
        )
        yield {"DATABASE_URL": database.url(), "REDIS_URL": cache.url()}


@contextmanager
def ray_head(environment: dict[str, str] | None = None) -> Iterator[dict[str, str]]:
    """A lean Ray head on ports and a folder of its own. Takes about 6 s of processor time: one for a session.

    Its workers inherit `environment` (default: os.environ). Yields what a driver needs: RAY_ADDRESS, RAY_AUTH_MODE,
    RAY_AUTH_TOKEN_PATH and so on; does not touch os.environ.
    """
    with _throw_away() as folder:
        write_private(folder / "token", secrets.token_hex(32))
        head = RayHead(folder=folder / "ray", token=folder / "token")
        head.prepare()
        env = {**(os.environ if environment is None else environment), **head.environment()}
        with running(head.command(), log=folder / "ray.log", ready=head.ready, env=env, timeout=60) as child:
            yield head.client_environment()
            below = process.descendants(child.pid)
        process.kill_all(process.wait_gone(below, timeout=5))


@contextmanager
def whole_stack(folder: Path | None = None, **chosen: str) -> Iterator[dict[str, str]]:
    """`make up` on free ports over `folder` (default: a fresh one), up when the block begins and gone when it ends.

    `chosen` are environment variables for it. Yields what run/env.json says. Its output goes to stderr.
    """
    given = ("DATABASE_URL", "REDIS_URL", "RAY_ADDRESS", "RESY_BASE_URL", "PUBLIC_URL", "SIM_CONTROL_URL")
    kept = {name: value for name, value in os.environ.items() if name not in given}
    taken = {name: str(ports.free()) for name in PORT_VARIABLES}
    with ExitStack() as cleanup:
        state = folder or cleanup.enter_context(_throw_away()) / "state"
        cleanup.callback(shutil.rmtree, folders.scratch(state), ignore_errors=True)
        own = {"TABLEHAWK_STATE": str(state), "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}"}
        child = process.spawn(
            [sys.executable, "-m", "stack", "up"],
            env={**kept, **taken, **chosen, **own},
            log=Path("/dev/stderr"),
        )
        cleanup.callback(process.stop, child, grace=60)
        while not (state / "run" / "ready").exists():
            if child.poll() is not None:
                raise StackError("The stack did not come up; what it said is above.")
            time.sleep(0.1)
        yield read_environment(state)


@contextmanager
def _throw_away() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="tablehawk-test-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)
