"""Fixture that empties all tables after each test that commits transactions (TransactionTestCase).

Django's own `flush` truncates every table and then creates permissions and content types again, which takes longer than
most tests. A test fills only a few tables, and deleting their rows is faster.
"""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import TransactionTestCase

from tools.migrated import EMPTY_TABLES


@pytest.fixture(scope="session", autouse=True)
def empty_tables() -> Iterator[None]:
    """Replace Django's cleanup after a TransactionTestCase by a statement that deletes the rows of all tables."""

    def delete_rows(self: TransactionTestCase) -> None:
        with connection.cursor() as cursor:
            cursor.execute(EMPTY_TABLES)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TransactionTestCase, "_fixture_teardown", delete_rows)
        yield
