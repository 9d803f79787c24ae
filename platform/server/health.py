"""Liveness, readiness and metrics of a web process.

Background tasks compute the state and probes only read it, so a probe runs no query. A process is ready if the database
answers, all migrations are applied and no shutdown has begun. Whether Valkey answers is only a
metric and does not affect readiness, because the process works without it: then rate limits are not
counted, and browsers get their events from the event table within two seconds.
"""

import asyncio
import hmac
import ipaddress
import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import structlog
from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.openmetrics import exposition as openmetrics
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from server import messages
from server.backlog import Backlog
from server.database import renew_broken
from server.graceful_shutdown import state
from server.metrics import VALKEY_UP
from server.pool_metrics import PoolMetrics
from snipers.environment.version import VERSION
from snipers.telemetry.failure_log import FailureLog

log = structlog.get_logger(__name__)

CHECK_SECONDS: Final = 2.0
# A database that has not answered within this time counts as unavailable; the check itself continues.
TIMEOUT_SECONDS: Final = 3.0
VALKEY_TIMEOUT_SECONDS: Final = 1.0
# An event loop that has not run for this long counts as blocked, and the process should be restarted. In normal
# operation the event loop is never blocked this long.
STUCK_SECONDS: Final = 30.0
# The metrics (tens of kilobytes) are rendered at most once in METRICS_SECONDS, and each text is sent at most
# METRICS_ANSWERS times. Prometheus scrapes every 15 s.
METRICS_SECONDS: Final = 1.0
METRICS_ANSWERS: Final = 20

# All metrics. The default registry would read the pool and the database when they are registered.
METRICS: Final = CollectorRegistry()
for part in (REGISTRY, PoolMetrics(), Backlog()):
    METRICS.register(part)

Checks = dict[str, bool]


@dataclass
class _Rendering:
    """The last metrics in one format: their text, when it was made (`at`, monotonic seconds), and how often it was
    sent.
    """

    text: "Future[bytes] | None" = None
    at: float = 0.0
    answers: int = 0


class Answer(NamedTuple):
    status: int
    content_type: str
    body: bytes


def json_answer(status: int, body: dict[str, Any]) -> Answer:
    return Answer(status, "application/json", json.dumps(body).encode())


ALIVE: Final = json_answer(200, {"status": "ok", "version": VERSION})
STUCK: Final = json_answer(503, {"code": "not_alive", "message": "The event loop of this process is blocked."})
TOO_FAST: Final = json_answer(
    429, {"code": "too_fast", "message": "Metrics are for one scraper. Ask again in a second."}
)
NOT_ALLOWED: Final = json_answer(403, {"code": "not_allowed", "message": messages.NOT_ALLOWED})


class DatabaseCheck:
    """Checks that the database answers and that all migrations are applied.

    After a check has found all migrations applied, later checks do not look at them again.
    """

    def __init__(self) -> None:
        self._migrated = False

    def __call__(self) -> Checks:
        """Return {"database": whether it answers, "migrations": whether all are applied}.

        The calling thread keeps its database connection open unless the check fails.
        """
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            self._migrated = self._migrated or not _unapplied()
        except DatabaseError:
            renew_broken()
            connection.close()
            return {"database": False, "migrations": False}
        return {"database": True, "migrations": self._migrated}


def _unapplied() -> bool:
    """Return whether a migration is not applied. This builds the graph of all migrations: about 15 ms of CPU time."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


class Health:
    """The state that probes read, and the background tasks that update it.

    The tasks run on the main event loop. Probes may be answered from another thread.
    """

    def __init__(
        self,
        *,
        check: Callable[[], Checks] | None = None,
        every: float = CHECK_SECONDS,
        timeout: float = TIMEOUT_SECONDS,
        stuck_after: float = STUCK_SECONDS,
    ) -> None:
        self._check = check or DatabaseCheck()
        self._every = every
        self._timeout = timeout
        self._stuck_after = stuck_after
        self._beat_at: float | None = None
        self._checks: Checks = {"database": False, "migrations": False}
        self._check_thread = ThreadPoolExecutor(1, thread_name_prefix="health")
        self._metrics_thread = ThreadPoolExecutor(1, thread_name_prefix="metrics")
        self._checking: asyncio.Future[Checks] | None = None
        self._metrics_lock = threading.Lock()
        self._metrics = {False: _Rendering(), True: _Rendering()}
        self._tasks: list[asyncio.Task[None]] = []
        self._ended = False

    def begin(self) -> None:
        """Start the background tasks on the running event loop."""
        tasks = (self._beat(), self._watch_database(), self._watch_valkey())
        self._tasks = [asyncio.create_task(task) for task in tasks]

    def end(self) -> bool:
        """Stop the background tasks. Return whether no thread is still checking the database or rendering metrics."""
        self._ended = True
        for task in self._tasks:
            task.cancel()
        return all(
            running is None or running.done()
            for running in (self._checking, *(one.text for one in self._metrics.values()))
        )

    def liveness(self) -> Answer:
        """Return 200. Return 503 if the main event loop has not run for `stuck_after` seconds."""
        if self._beat_at is not None and time.monotonic() - self._beat_at > self._stuck_after:
            return STUCK
        return ALIVE

    def readiness(self) -> Answer:
        """Return 200, or 503 with a sentence that names what is missing. During a shutdown, return 503."""
        checks = {"staying": False} if state.shutting_down else self._checks
        missing = ", ".join(name for name, good in checks.items() if not good)
        if missing:
            return json_answer(503, {"message": f"Not ready: {missing}.", "code": "not_ready", "checks": checks})
        return json_answer(200, {"status": "ok", "checks": checks})

    async def metrics(self, *, authorization: str, address: str, accept: str = "") -> Answer:
        """Return the metrics to a client that sends METRICS_TOKEN.

        Clients whose `accept` permits OpenMetrics, as Prometheus does, get this format, because only it has exemplars
        (trace ids). Outside production, if no token is set, return the metrics to any client on this machine. Other
        clients get 403, and clients that ask too often get 429.
        """
        if not _may_read(authorization=authorization, address=address):
            return NOT_ALLOWED
        with_exemplars = "application/openmetrics-text" in accept
        text = self._recent_metrics(now=time.monotonic(), with_exemplars=with_exemplars)
        if text is None:
            return TOO_FAST
        content_type = openmetrics.CONTENT_TYPE_LATEST if with_exemplars else CONTENT_TYPE_LATEST
        return Answer(200, content_type, await asyncio.shield(asyncio.wrap_future(text)))

    def _recent_metrics(self, *, now: float, with_exemplars: bool) -> "Future[bytes] | None":
        """Return metrics that are at most METRICS_SECONDS old.

        Return None after METRICS_ANSWERS calls with the same metrics.
        """
        with self._metrics_lock:
            last = self._metrics[with_exemplars]
            if last.text is None or (last.text.done() and now - last.at > METRICS_SECONDS):
                last.at, last.answers = now, 0
                last.text = self._metrics_thread.submit(_metrics_in_thread, with_exemplars=with_exemplars)
            last.answers += 1
            return None if last.answers > METRICS_ANSWERS else last.text

    async def _beat(self) -> None:
        while True:
            self._beat_at = time.monotonic()
            await asyncio.sleep(self._every)

    async def _watch_database(self) -> None:
        """Check the database periodically. A new check starts only when the previous one has ended."""
        loop = asyncio.get_running_loop()
        while True:
            self._checking = loop.run_in_executor(self._check_thread, self._check)
            done, _ = await asyncio.wait([self._checking], timeout=self._timeout)
            if not done:
                self._checks = {"database": False, "migrations": False}
            try:
                # Shielded: a canceled future would not show whether its thread has ended.
                self._checks = await asyncio.shield(self._checking)
            except Exception:
                log.exception("readiness could not be checked")
                self._checks = {"database": False, "migrations": False}
            await asyncio.sleep(self._every)

    async def _watch_valkey(self) -> None:
        """Ping Valkey. Log once when it becomes unavailable and once when it answers again."""
        seconds = VALKEY_TIMEOUT_SECONDS
        client = Redis.from_url(
            settings.REDIS_URL, socket_timeout=seconds, socket_connect_timeout=seconds, retry=Retry(NoBackoff(), 0)
        )
        failures = FailureLog()
        async with client:
            # Not `while True`: redis-py may swallow a cancellation while it connects.
            while not self._ended:
                up = await _answers(client, within=seconds)
                VALKEY_UP.set(up)
                if up and failures.recovered():
                    log.warning("valkey answers again")
                elif not up and failures.failed():
                    log.warning("valkey is unavailable: browsers get events from the log")
                if not self._ended:
                    await asyncio.sleep(self._every)


async def _answers(client: "Redis", *, within: float) -> bool:
    """Return whether Valkey answers a ping within this number of seconds."""
    try:
        async with asyncio.timeout(within):
            await client.ping()  # type: ignore[misc]  # typed together with the synchronous client
    except (RedisError, OSError):
        return False
    return True


def metrics_text(*, with_exemplars: bool = False) -> bytes:
    """Return the metrics of this process, its pool and the database in Prometheus' format.

    With exemplars, the format is OpenMetrics.
    """
    if with_exemplars:
        return openmetrics.generate_latest(METRICS)  # type: ignore[no-any-return,no-untyped-call] # the library's gap
    return generate_latest(METRICS)


def _metrics_in_thread(*, with_exemplars: bool) -> bytes:
    try:
        return metrics_text(with_exemplars=with_exemplars)
    finally:
        # Return the connection to the small pool; this thread needs none until the next scrape.
        connections.close_all()


def _may_read(*, authorization: str, address: str) -> bool:
    if settings.METRICS_TOKEN:
        given = authorization.removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), settings.METRICS_TOKEN.encode())
    # Behind a proxy on the same host every address is loopback, so production needs the token.
    return not settings.PRODUCTION and _is_loopback(address)


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


health: Final = Health()
