"""Empties all tables after a test that commits transactions.

Django's own `flush` truncates every table and then creates permissions and content types again, which takes longer than
most of these tests. A test fills few tables, and their rows can be deleted.
"""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import TransactionTestCase

from stack.migrated import EMPTY_TABLES


@pytest.fixture(scope="session", autouse=True)
def empty_tables() -> Iterator[None]:
    """Delete rows instead of truncating tables."""

    def delete_rows(self: TransactionTestCase) -> None:
        with connection.cursor() as cursor:
            cursor.execute(EMPTY_TABLES)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TransactionTestCase, "_fixture_teardown", delete_rows)
        yield
