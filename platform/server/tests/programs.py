"""Our programs as separate processes, on a PostgreSQL that tests can stop and start."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings

from testing import forked
from tools.stack import postgres
from tools.stack.postgres import Postgres
from tools.stack.process import Running
from tools.stack.testing import run_process


@dataclass
class Server:
    """A PostgreSQL that tests can stop and start."""

    folder: Path
    database: Postgres
    up: ExitStack = field(default_factory=ExitStack)

    @property
    def url(self) -> str:
        return self.database.url()

    def start(self) -> None:
        self.up.enter_context(
            run_process(
                self.database.command(),
                log=self.folder / "postgres.log",
                ready=self.database.ready,
                stop_signal=postgres.STOP_SIGNAL,
            )
        )

    def stop(self) -> None:
        self.up.close()

    def logs(self) -> str:
        """Return the end of each log in the folder."""
        return "\n".join(f"{log.name}: {log.read_text()[-2000:]}" for log in sorted(self.folder.glob("*.log")))


TIMEOUT_SECONDS = 120.0
MANAGE = [sys.executable, str(settings.ROOT / "platform" / "manage.py")]
SERVE = [sys.executable, "-m", "server.serve"]


@contextmanager
def program(
    server: Server,
    name: str,
    command: list[str],
    *,
    ready: Callable[[], bool],
    inherited: Sequence[int] = (),
    **variables: str,
) -> Iterator[Running]:
    """Run one of our programs on the database of `server`, inside the `with` block.

    `variables` are additional environment variables. The program inherits the file descriptors `inherited`.
    """
    paths = f"{settings.ROOT / 'platform'}:{settings.ROOT}"
    env = {**os.environ, "DATABASE_URL": server.url, "PYTHONPATH": paths, **variables}
    log = server.folder / f"{name}.log"
    options: dict[str, Any] = {"env": env, "timeout": TIMEOUT_SECONDS, "inherited": inherited, "spawn": forked.spawn}
    with run_process(command, log=log, ready=ready, **options) as process:
        yield process


def until(condition: Callable[[], bool], *, show: Callable[[], str] = str) -> None:
    """Wait until the condition is true. If it stays false, the failure contains what `show` returns."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"the condition did not become true: {show()}"
        time.sleep(0.02)
