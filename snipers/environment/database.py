"""Parses DATABASE_URL as libpq does, keeps all its options, and adds the name of the process."""

from typing import Any, TypeVar

from psycopg import AsyncConnection, ProgrammingError
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo

LISTEN_WAKE_SECONDS = 60.0
# End a call about 25 s after the database's host has vanished. Without them, the kernel waits for a quarter of an hour,
# because a host that loses power or its network closes no connection.
TCP_TIMEOUTS = {
    "tcp_user_timeout": "15000",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
}

T = TypeVar("T")


class ListeningConnection(AsyncConnection[Any]):
    """A connection for LISTEN, which wakes only once a minute while it waits. psycopg's AsyncConnection wakes ten times
    a second, which asyncio does not need."""

    async def wait(self, gen: PQGen[T], interval: float = LISTEN_WAKE_SECONDS, timeout: float | None = None) -> T:
        """Wait for the server. A notification, a reply or the timeout ends the wait at once."""
        return await super().wait(gen, interval, timeout)


def parameters(url: str, *, process: str = "") -> dict[str, str]:
    """Return the connection parameters of `url`; pg_stat_activity shows the process as `tablehawk-<process>`.

    Raises ValueError with a text that starts with "is"; the caller puts the name of the environment variable before
    this text. The text omits the address, which may contain a password.
    """
    try:
        given = conninfo_to_dict(url)
    except ProgrammingError:
        raise ValueError("is no PostgreSQL address: write postgresql://user:password@host:5432/name.") from None
    named = TCP_TIMEOUTS | {name: str(value) for name, value in given.items() if value is not None}
    named.setdefault("dbname", "tablehawk")
    # In a database with the encoding SQL_ASCII, psycopg would return bytes for text.
    named.setdefault("client_encoding", "UTF8")
    return named | ({"application_name": f"tablehawk-{process}"} if process else {})


def conninfo(url: str, *, process: str) -> str:
    """Return the result of parameters() as one libpq connection string. Raises the same ValueError."""
    return make_conninfo("", **parameters(url, process=process))
