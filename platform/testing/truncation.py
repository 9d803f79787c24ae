"""Lets Django empty all tables after a test that commits transactions."""

from collections.abc import Iterator, Sequence

import pytest
from django.db.backends.postgresql.operations import DatabaseOperations

# Django knows the tables of procrastinate, but leaves them to it.
JOBS = "TRUNCATE procrastinate_jobs, procrastinate_events, procrastinate_periodic_defers, procrastinate_workers"


@pytest.fixture(scope="session", autouse=True)
def allow_truncating_the_audit_log() -> Iterator[None]:
    """Disable the audit log's trigger while Django empties all tables."""
    trigger = "TRIGGER audit_entry_never_emptied"
    flush = DatabaseOperations.execute_sql_flush

    def execute(self: DatabaseOperations, sql_list: Sequence[str]) -> None:
        off, on = (f"ALTER TABLE audit_entry {verb} {trigger};" for verb in ("DISABLE", "ENABLE"))
        flush(self, [off, *sql_list, on, JOBS])

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(DatabaseOperations, "execute_sql_flush", execute)
        yield
