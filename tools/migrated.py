"""Creates migrated databases for tests. The first process migrates and stores a dump; later processes restore the dump,
which takes about a second.

The name of a dump is a hash of everything that determines the result of `migrate`, so no outdated dump is used.
"""

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tools.stack import postgres
from tools.stack.settings import ROOT

DUMPS = ROOT / ".pytest_cache" / "migrated"
# Tables whose rows are written by migrations and by Django's `post_migrate`. They are not emptied between tests.
KEPT = ("auth_permission", "django_content_type", "django_migrations")
# Empties the database. A test fills few tables, and deleting their rows takes less time than truncating all tables.
# Tables whose file is empty have no rows; to open each of them would take most of the time. A table may also be empty
# because another transaction that writes to it has only begun. Triggers are disabled (session_replication_role),
# because foreign keys would require an order of the tables and the audit log refuses DELETE. The locks wait for
# transactions that a test left open. A process that ends late may read two of the tables in another order; then
# PostgreSQL ends one of the two transactions, and the block begins again.
EMPTY_TABLES = f"""
    DO $$
    DECLARE
        name text;
        filled boolean;
    BEGIN
        FOR attempt IN 1..5 LOOP
            BEGIN
                SET LOCAL session_replication_role = replica;
                FOR name IN
                    SELECT relname FROM pg_class
                    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT IN {KEPT!r}
                      AND ((pg_stat_file(pg_relation_filepath(oid), true)).size > 0
                           OR oid IN (SELECT relation FROM pg_locks WHERE mode = 'RowExclusiveLock'))
                LOOP
                    EXECUTE format('LOCK TABLE %I', name);
                    EXECUTE format('SELECT EXISTS (SELECT FROM %I)', name) INTO filled;
                    IF filled THEN
                        EXECUTE format('DELETE FROM %I', name);
                    END IF;
                END LOOP;
                EXIT;
            EXCEPTION WHEN deadlock_detected THEN
                IF attempt = 5 THEN
                    RAISE;
                END IF;
            END;
        END LOOP;
    END $$
"""  # noqa: S608 - constants


@contextmanager
def scratch_database(server_url: str, name: str, *, template: str = "") -> Iterator[str]:
    """Create a migrated database on the server at `server_url`, and drop it at the end of the `with` block. Yield its
    URL.

    `template` is a migrated database without connections. A copy of it takes a tenth of a second.
    """
    url = urlunsplit(urlsplit(server_url)._replace(path=f"/{name}"))
    with psycopg.connect(server_url, autocommit=True) as server:
        copied = sql.SQL("create database {} template {}")
        server.execute(copied.format(sql.Identifier(name), sql.Identifier(template or "template1")))
        try:
            if not template:
                migrate(url)
            yield url
        finally:
            server.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


def migrate(url: str, *, dumps: Path = DUMPS) -> None:
    """Create all tables in the empty database at `url`, from the dump in `dumps` if there is a current one, otherwise
    with `manage.py migrate`."""
    binaries = postgres.find_binaries()
    with _exclusive_lock(dumps):
        dump = dumps / f"{digest(binaries)}.sql"
        if not dump.exists():
            command = [sys.executable, str(ROOT / "platform" / "manage.py"), "migrate", "--no-input", "--verbosity=0"]
            subprocess.run(command, env={**os.environ, "DATABASE_URL": url}, check=True)
            for other in dumps.glob("*.sql"):
                other.unlink()
            unfinished = dump.with_suffix(".unfinished")
            options = ["--no-owner", "--no-privileges", f"--file={unfinished}", f"--dbname={url}"]
            subprocess.run([binaries / "pg_dump", *options], check=True)
            unfinished.rename(dump)
            return
        statements = dump.read_bytes()
    options = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", f"--dbname={url}"]
    subprocess.run([binaries / "psql", *options], input=statements, stdout=subprocess.DEVNULL, check=True)


@contextmanager
def _exclusive_lock(folder: Path) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def digest(binaries: Path, *, tree: Path = ROOT) -> str:
    """Return a hash of the web tower's sources, the pinned packages and the path of PostgreSQL's programs."""
    web = tree / "platform"
    sources = [path for folder in ("apps", "config") for path in (web / folder).rglob("*") if path.is_file()]
    read = [path for path in sources if path.suffix in (".py", ".sql") and "tests" not in path.parts]
    read += (tree / "requirements").iterdir()
    found = hashlib.sha256(str(binaries).encode())
    for path in sorted(read):
        found.update(str(path.relative_to(tree)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:32]
