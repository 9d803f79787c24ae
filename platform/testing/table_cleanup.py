"""Empties all tables after a test that commits transactions.

Django's own `flush` truncates every table and then creates permissions and content types again, which takes longer than
most of these tests. A test fills few tables, and their rows can be deleted.
"""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import TransactionTestCase

# Rows of the migrations and of Django's `post_migrate`.
KEPT = ("auth_permission", "django_content_type", "django_migrations")
# Without triggers: foreign keys would prescribe an order, and the audit log refuses. The locks wait for transactions
# that a test left open.
EMPTY = f"""
    DO $$
    DECLARE
        name text;
        filled boolean;
    BEGIN
        SET LOCAL session_replication_role = replica;
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN {KEPT!r} LOOP
            EXECUTE format('LOCK TABLE %I', name);
            EXECUTE format('SELECT EXISTS (SELECT FROM %I)', name) INTO filled;
            IF filled THEN
                EXECUTE format('DELETE FROM %I', name);
            END IF;
        END LOOP;
    END $$
"""  # noqa: S608 - constants


@pytest.fixture(scope="session", autouse=True)
def empty_tables() -> Iterator[None]:
    """Delete rows instead of truncating tables."""

    def delete_rows(self: TransactionTestCase) -> None:
        with connection.cursor() as cursor:
            cursor.execute(EMPTY)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TransactionTestCase, "_fixture_teardown", delete_rows)
        yield
