"""Runs the background worker in tests: as a thread, or as a process that tests may kill. Both use the tests'
database."""

import asyncio
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from django.conf import settings
from django.db import connection

from apps.common.worker import BackgroundWorker
from testing import forked
from tools.stack.process import Running

TIMEOUT_SECONDS = 120.0


@contextmanager
def worker_thread(**queues: int) -> Iterator[BackgroundWorker]:
    """Run a background worker in a thread during the `with` block.

    `queues` are the names of queues, each with the number of jobs that run at the same time, as in
    worker_thread(billing=1).
    """
    worker = BackgroundWorker(queues=queues)
    thread = Thread(target=asyncio.run, args=[worker.run()])
    thread.start()
    try:
        yield worker
    finally:
        worker.stop()
        thread.join(TIMEOUT_SECONDS)
        if thread.is_alive():
            raise TimeoutError("The worker does not stop.")


@contextmanager
def worker_process(**variables: str) -> Iterator[Running]:
    """Run `manage.py run_worker` on the tests' database during the `with` block, and kill it at the end.

    `variables` are additional environment variables of the process.
    """
    database = connection.settings_dict
    env = {
        **os.environ,
        "DATABASE_URL": f"postgresql://{database['USER']}@/{database['NAME']}?host={database['HOST']}",
        "PYTHONPATH": os.pathsep.join(filter(None, [str(settings.ROOT), os.environ.get("PYTHONPATH")])),
        **variables,
    }
    # Django's checks would import every page and build the API's schema, which is half of the start's processor time.
    command = [sys.executable, str(settings.ROOT / "platform" / "manage.py"), "run_worker", "--skip-checks"]
    process = forked.spawn(command, env=env, log=Path(os.devnull))
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def terminate_worker_connections() -> int:
    """Close the database connections with which a worker thread receives jobs. Return the number of connections."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(pg_terminate_backend(pid)) from pg_stat_activity where pid <> pg_backend_pid()"
            " and (query like 'LISTEN%' or query like '%procrastinate_fetch_job%')"
        )
        return int(cursor.fetchone()[0])


def until(condition: Callable[[], object]) -> None:
    """Wait until `condition` returns a true value. Raises TimeoutError after 120 s."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError("The condition did not become true.")
        time.sleep(0.02)
