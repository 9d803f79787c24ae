"""Fixture that creates Django's test database as a copy of a migrated database, so that not every process of a test run
has to migrate."""

import os
from collections.abc import Iterator

import pytest

from stack.migrated import scratch_database


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> Iterator[None]:
    """Create a migrated database, and make it the template of pytest-django's test database. Django's `migrate` then
    has nothing to do."""
    from django.db import connections

    with scratch_database(os.environ["DATABASE_URL"], template := f"template_{os.getpid()}"):
        connections["default"].settings_dict["TEST"]["TEMPLATE"] = template
        yield
