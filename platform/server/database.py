"""The web tower's connection pool, which works again soon after an outage of PostgreSQL.

By default, psycopg_pool retries a failed connect after 1, 2, 4, ... seconds, and detects a broken idle connection only
when a request has used it. Requests would therefore fail long after PostgreSQL is back. This module retries a failed
connect after RETRY_SECONDS, and replaces all broken idle connections when the first one is detected.
"""

import sys
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper
from psycopg import Connection
from psycopg_pool import ConnectionPool

from snipers.environment.database import parameters

RETRY_SECONDS: Final = 0.25
CONNECT_SECONDS: Final = 3
# Requests served at once by one process, each on a thread with a connection; others queue.
REQUEST_THREADS: Final = 12
# Four more than requests need: for probes and sockets.
MOST_CONNECTIONS: Final = REQUEST_THREADS + 4
# Of the background worker, which opens four more for its queues (apps/common/worker.py). It has more slots for jobs,
# but calls to servers that users choose hold no connection.
WORKER_CONNECTIONS: Final = MOST_CONNECTIONS - 3
WAIT_SECONDS: Final = 5.0
# Longer than a request with several calls to a platform takes, and shorter than the minute after which proxies give up.
REQUEST_SECONDS: Final = 45.0
LOOP_IDLE_SECONDS: Final = 60.0

# The long-running commands of manage.py, each with its process name; every other command is named "jobs".
LOOPS: Final = {"relay_outcomes": "relay", "run_worker": "worker", "run_background": "background"}


def process_name(role: str) -> str:
    """Return the name of this process, such as "web" or "relay", from its command line and WEB_ROLE (`role`)."""
    if Path(sys.argv[0]).name == "manage.py":
        return LOOPS.get(sys.argv[1] if len(sys.argv) > 1 else "", "jobs")
    return "realtime" if role == "realtime" else "web"


def rename_connections() -> None:
    """Name the database connections of a forked process after its command line, and configure its connection pool.

    The command line of a fork differs from that with which Django was set up. The process must not have opened a
    connection.
    """
    process = process_name(settings.WEB_ROLE)
    options = settings.DATABASES["default"]["OPTIONS"]
    options |= {"application_name": f"tablehawk-{process}", "pool": _pool_options(process)}


def settings_for(url: str, *, process: str) -> dict[str, Any]:
    """Convert DATABASE_URL to the dictionary of one database in Django's DATABASES.

    pg_stat_activity shows the connections as `tablehawk-<process>`. Parameters of the URL for which Django has no
    setting (TLS, target_session_attrs) become OPTIONS. Raises ValueError for an invalid URL.
    """
    given = parameters(url, process=process)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": given.pop("dbname"),
        "USER": given.pop("user", ""),
        "PASSWORD": given.pop("password", ""),
        "HOST": given.pop("host", ""),
        "PORT": given.pop("port", ""),
        # With a check in each request, the pool would pause after each broken connection. renew_broken avoids that.
        "CONN_HEALTH_CHECKS": False,
        "OPTIONS": {
            "connect_timeout": CONNECT_SECONDS,
            # Prepare a statement at its first execution. This affects only apps/common/database/statements.py, because
            # Django's own cursors prepare nothing.
            "prepare_threshold": 0,
            **given,
            "pool": _pool_options(process),
        },
    }


def _pool_options(process: str) -> dict[str, Any]:
    options = {
        "min_size": 1,
        "max_size": WORKER_CONNECTIONS if process == LOOPS["run_worker"] else MOST_CONNECTIONS,
        "timeout": WAIT_SECONDS,
        "reconnect_timeout": RETRY_SECONDS,
        "reconnect_failed": try_again,
    }
    # Background processes close idle connections soon: a burst of jobs opens many, and they are not needed before the
    # next burst.
    return options | ({"max_idle": LOOP_IDLE_SECONDS} if process in LOOPS.values() else {})


def try_again(pool: ConnectionPool[Any]) -> None:
    """Start another attempt to connect. The pool calls this when it has failed to connect for RETRY_SECONDS."""
    pool.check()


def renew_broken() -> None:
    """Replace all broken idle connections of the pool if this thread's connection is broken.

    Error handlers call this after a failed query.
    """
    wrapper = connections["default"]
    used = wrapper.connection
    if isinstance(wrapper, DatabaseWrapper) and isinstance(used, Connection) and used.broken and wrapper.pool:
        wrapper.pool.check()
