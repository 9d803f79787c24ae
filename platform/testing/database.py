"""Fixtures of Django's test database.

It is created as a copy of a migrated database, so that not every process of a test run has to migrate.
"""

import os
import time
from collections.abc import Iterator

import psycopg
import pytest

from stack.migrated import scratch_database

SESSION_SECONDS = 10.0


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> Iterator[None]:
    """Create a migrated database, and make it the template of pytest-django's test database. Django's `migrate` then
    has nothing to do."""
    from django.db import connections

    with scratch_database(os.environ["DATABASE_URL"], template := f"template_{os.getpid()}"):
        connections["default"].settings_dict["TEST"]["TEMPLATE"] = template
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Before the test database is dropped, wait until PostgreSQL has ended the sessions of closed connections."""
    yield
    from django.db import connections

    name = connections["default"].settings_dict["NAME"]
    connections.close_all()
    sessions = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
    deadline = time.monotonic() + SESSION_SECONDS
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as observer:
        while observer.execute(sessions, [name]).fetchone() != (0,) and time.monotonic() < deadline:
            time.sleep(0.1)
