"""Parses DATABASE_URL as libpq does, keeps all its options, and adds the name of the process."""

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict, make_conninfo


def parameters(url: str, *, process: str = "") -> dict[str, str]:
    """Return the connection parameters of `url`; pg_stat_activity shows the process as `tablehawk-<process>`.

    Raises ValueError with a text that starts with "is"; the caller puts the name of the environment variable before
    this text. The text omits the address, which may contain a password.
    """
    try:
        given = conninfo_to_dict(url)
    except ProgrammingError:
        raise ValueError("is no PostgreSQL address: write postgresql://user:password@host:5432/name.") from None
    named = {name: str(value) for name, value in given.items() if value is not None}
    named.setdefault("dbname", "tablehawk")
    return named | ({"application_name": f"tablehawk-{process}"} if process else {})


def conninfo(url: str, *, process: str) -> str:
    """Return the result of parameters() as one libpq connection string. Raises the same ValueError."""
    return make_conninfo("", **parameters(url, process=process))
