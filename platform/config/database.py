"""The web tower's connection pool, and how it comes back after PostgreSQL was away.

psycopg_pool alone tries again after 1, 2, 4, ... seconds, and hands out each broken idle connection once; so a restart
of the server would be felt for many seconds after it is over. Here a failed try is followed by the next one within
RETRY_SECONDS, and the first broken connection that is met renews all idle ones.
"""

from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper
from psycopg import Connection
from psycopg_pool import ConnectionPool

RETRY_SECONDS: Final = 0.25
CONNECT_SECONDS: Final = 3
# So many requests are served at once by one process, each on a thread with a connection; more of them wait in line.
REQUEST_THREADS: Final = 12
# Some are left for probes and sockets.
MOST_CONNECTIONS: Final = REQUEST_THREADS + 4
WAIT_SECONDS: Final = 5.0


def settings_for(url: str) -> dict[str, Any]:
    """Turn postgresql://user:password@host:port/name?host=/socket/dir into Django's form."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")) or "tablehawk",
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.get("host", parts.hostname or ""),
        "PORT": str(parts.port or query.get("port", "")),
        # A check for each request would make the pool sleep after every broken connection: renew_broken does better.
        "CONN_HEALTH_CHECKS": False,
        "OPTIONS": {
            "connect_timeout": CONNECT_SECONDS,
            "pool": {
                "min_size": 1,
                "max_size": MOST_CONNECTIONS,
                "timeout": WAIT_SECONDS,
                "reconnect_timeout": RETRY_SECONDS,
                "reconnect_failed": try_again,
            },
        },
    }


def try_again(pool: ConnectionPool[Any]) -> None:
    """A try to connect was given up: start the next one, so that whoever waits gets a connection when there is one."""
    pool.check()


def renew_broken() -> None:
    """After a query that failed: if this thread's connection is broken, replace every idle one that is broken too."""
    wrapper = connections["default"]
    used = wrapper.connection
    if isinstance(wrapper, DatabaseWrapper) and isinstance(used, Connection) and used.broken and wrapper.pool:
        wrapper.pool.check()
