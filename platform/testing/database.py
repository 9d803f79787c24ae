"""Django's test database: a copy of a migrated database, so that not every process of a test run migrates."""

import os
from collections.abc import Iterator

import pytest

from stack.migrated import scratch_database


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> Iterator[None]:
    """Let pytest-django clone the migrated database. Its own `migrate` then has nothing to do."""
    from django.db import connections

    with scratch_database(os.environ["DATABASE_URL"], template := f"template_{os.getpid()}"):
        connections["default"].settings_dict["TEST"]["TEMPLATE"] = template
        yield
