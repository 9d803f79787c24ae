"""Fixtures of Django's test database.

It is created as a copy of a migrated database, so that not every process of a test run has to migrate.
"""

import os
import time
from collections.abc import Iterator
from typing import cast

import psycopg
import pytest

SESSION_SECONDS = 10.0


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None, migrated_template: str) -> None:
    """Let pytest-django copy its test database from a migrated one, without running migrations."""
    from django.db import connections

    connections["default"].settings_dict["TEST"] |= {"TEMPLATE": migrated_template, "MIGRATE": False}


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Before the test database is dropped, wait until PostgreSQL has ended the sessions of closed connections."""
    yield
    from django.db import connections
    from django.db.backends.postgresql.base import DatabaseWrapper

    name = connections["default"].settings_dict["NAME"]
    connections.close_all()
    # Closed connections are in the pool, whose sessions would not end.
    cast(DatabaseWrapper, connections["default"]).close_pool()
    sessions = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
    deadline = time.monotonic() + SESSION_SECONDS
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as observer:
        while observer.execute(sessions, [name]).fetchone() != (0,) and time.monotonic() < deadline:
            time.sleep(0.1)
