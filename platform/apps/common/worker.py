"""The background worker: one process that runs the tasks of every app (procrastinate) until it is stopped.

Each queue has its own procrastinate worker, so that a slow mail server delays no other queue. The workers wake on
PostgreSQL's NOTIFY, and when a job that was scheduled for later is due. They poll every 30 s, in case both fail.
"""

import asyncio
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import structlog
from asgiref.sync import sync_to_async
from django.db import connections
from procrastinate import JobContext, PsycopgConnector
from procrastinate.contrib.django import app, connector_params
from procrastinate.manager import get_channel_for_queues
from procrastinate.middleware import AsyncCallNext
from procrastinate.worker import Worker
from psycopg import sql

from apps.common.liveness import touch_liveness_file
from snipers.domain.backoff import Backoff
from snipers.environment.database import ListeningConnection
from snipers.telemetry.failure_log import FailureLog

log = structlog.get_logger(__name__)

POLL_SECONDS: Final = 30.0
LIVENESS_SECONDS: Final = 5.0
HEARTBEAT_SECONDS: Final = 10.0
# A worker without a heartbeat for this long counts as dead. config/tasks.py then deletes the jobs that it was running.
STALLED_SECONDS: Final = 3 * HEARTBEAT_SECONDS
# After this time without use, a connection beyond the first is closed.
IDLE_SECONDS: Final = 60.0
# A job that runs for this long counts as stuck. No call to a mail server, Twilio, Stripe or a platform takes so long.
STUCK_SECONDS: Final = 120.0
RESTART: Final = Backoff(first=0.5, ceiling=5.0)
# If the worker fails after running for this long, the back-off starts again with its first pause.
STABLE_SECONDS: Final = 30.0
# Includes a job that became due since the last fetch.
NEXT_DUE: Final = """
    select extract(epoch from min(scheduled_at) - clock_timestamp())::float8 as seconds from procrastinate_jobs
    where status = 'todo' and queue_name = any(%(queues)s) and scheduled_at > clock_timestamp() - interval '1 second'
"""
SHORTEST_SECONDS: Final = 0.05


class QueueWorker(Worker):
    """A procrastinate worker that fetches a job as soon as the job is due.

    Only a worker with `defers_periodic_jobs` defers the periodic jobs, which may belong to any queue.
    """

    def __init__(self, *, defers_periodic_jobs: bool, **options: Any) -> None:
        super().__init__(**options)
        self._defers_periodic_jobs = defers_periodic_jobs
        self._notifications = 0

    def wake_up(self) -> None:
        """Fetch jobs now."""
        self._notifications += 1
        self._new_job_event.set()

    async def _fetch_and_process_jobs(self) -> None:
        """Fetch jobs until none is due, and set how long the worker waits for the next one.

        procrastinate forgets a notification that arrives while a fetch runs, so such a fetch is repeated.
        """
        seen, next_due = -1, {"seconds": None}
        while seen != self._notifications and not self._stop_event.is_set():
            seen = self._notifications
            await super()._fetch_and_process_jobs()  # type: ignore[no-untyped-call] # the library's gap
            next_due = await self.app.connector.execute_query_one_async(NEXT_DUE, queues=list(self.queues or ()))
        seconds = POLL_SECONDS if next_due["seconds"] is None else next_due["seconds"]
        self.fetch_job_polling_interval = min(POLL_SECONDS, max(SHORTEST_SECONDS, seconds))

    async def _periodic_deferrer(self) -> None:
        if self._defers_periodic_jobs:
            await super()._periodic_deferrer()  # type: ignore[no-untyped-call] # the library's gap
        else:
            # Never returns: procrastinate stops watching its other side tasks after one of them has ended.
            await asyncio.Event().wait()


class BackgroundWorker:
    """Runs the jobs of `queues`, which maps queue names to the number of jobs that may run at once."""

    def __init__(self, *, queues: Mapping[str, int]) -> None:
        self._queues = queues
        self._stopping = False
        self._main: asyncio.Task[Any] | None = None
        self._failures = FailureLog()
        # The monotonic start time of each running job, by id.
        self._running: dict[int | None, float] = {}

    def stop(self) -> None:
        """Stop fetching jobs. `run` returns when the running jobs have ended. May be called from any thread."""
        if not self._stopping:
            self._stopping = True
            if self._main is not None:
                self._main.get_loop().call_soon_threadsafe(self._main.cancel)

    async def run(self) -> None:
        """Run jobs until `stop` is called. After a failure, such as a restart of PostgreSQL, restart the workers."""
        self._main = asyncio.current_task()
        # Tasks are synchronous; the default executor would have too few threads on a small machine.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(sum(self._queues.values()) + 1))
        liveness = asyncio.create_task(self._report_liveness())
        restarts = 0
        try:
            while not self._stopping:
                started = time.monotonic()
                try:
                    await self._run_queues()
                except Exception as error:
                    if self._failures.failed():
                        log.error("background worker failed, restarting it", exc_info=error)
                    # The periodic deferrer keeps a connection in this thread.
                    await sync_to_async(connections.close_all)()
                    restarts = 1 if time.monotonic() - started > STABLE_SECONDS else restarts + 1
                    await asyncio.sleep(RESTART.delay(failures=restarts))
        except asyncio.CancelledError:
            if not self._stopping:
                raise
        finally:
            liveness.cancel()
            await sync_to_async(connections.close_all)()

    async def _run_queues(self) -> None:
        """Run one procrastinate worker for each queue, until one of them fails or this task is canceled."""
        # Raises at once while PostgreSQL is unavailable; procrastinate's pool would wait with growing pauses.
        await sync_to_async(lambda: connections["default"].ensure_connection())()
        # The process also has one connection for LISTEN, and for running tasks at most WORKER_CONNECTIONS
        # (server/database.py). These are 17 connections in all; k8s/policy counts with this number.
        connector = PsycopgConnector(kwargs=connector_params(), min_size=1, max_size=3, max_idle=IDLE_SECONDS)
        # Only the workers use this app. Tasks defer jobs through the app with Django's connection, so that a deferred
        # job is part of the task's transaction.
        worker_app = app.with_connector(connector)
        async with worker_app.open_async(), asyncio.TaskGroup() as group:
            if self._failures.recovered():
                log.info("background worker runs again")
            worker_app.perform_import_paths()  # type: ignore[no-untyped-call] # the library's gap
            workers = {
                queue: QueueWorker(
                    # Its middleware returns a task's database connection, which may be broken.
                    **worker_app.worker_defaults,
                    app=worker_app,
                    defers_periodic_jobs=number == 0,
                    queues=[queue],
                    name="tablehawk",
                    concurrency=concurrency,
                    listen_notify=False,
                    delete_jobs="successful",
                    install_signal_handlers=False,
                    update_heartbeat_interval=HEARTBEAT_SECONDS,
                    stalled_worker_timeout=STALLED_SECONDS,
                    worker_middleware=[self._track_running],
                )
                for number, (queue, concurrency) in enumerate(self._queues.items())
            }
            group.create_task(_listen(workers))
            for queue, worker in workers.items():
                group.create_task(self._run_queue(worker, queue))

    async def _run_queue(self, worker: QueueWorker, queue: str) -> None:
        await worker.run()  # type: ignore[no-untyped-call] # the library's gap
        # run returns only if its heartbeat or periodic deferrer has failed.
        raise RuntimeError(f"The worker of the queue {queue} stopped.")

    async def _track_running(self, call_next: AsyncCallNext, context: JobContext, worker: Worker) -> Any:
        self._running[context.job.id] = time.monotonic()
        try:
            return await call_next()
        finally:
            del self._running[context.job.id]

    async def _report_liveness(self) -> None:
        """Touch the liveness file while the event loop runs and no job is stuck."""
        while True:
            now = time.monotonic()
            if all(now - started < STUCK_SECONDS for started in self._running.values()):
                touch_liveness_file("worker")
            await asyncio.sleep(LIVENESS_SECONDS)


async def _listen(workers: Mapping[str, QueueWorker]) -> None:
    """Wake each queue's worker when a job is inserted, on one connection for all. Raises psycopg.Error if it breaks."""
    by_channel = {channel: worker for queue, worker in workers.items() for channel in get_channel_for_queues([queue])}
    async with await ListeningConnection.connect(**connector_params(), autocommit=True) as connection:
        for channel in by_channel:
            await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
        # Jobs may have been inserted since the workers' first fetch.
        for worker in workers.values():
            worker.wake_up()
        async for notice in connection.notifies():
            by_channel[notice.channel].wake_up()
    raise RuntimeError("The connection for notifications was closed.")
