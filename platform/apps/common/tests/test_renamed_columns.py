from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper

from apps.common.renamed_columns import Renamed, add_columns, copy_columns, drop_columns

COLUMNS = [
    Renamed(old="old_at", new="new_at", kind="timestamptz"),
    Renamed(old="old_count", new="new_count", kind="integer", default="0"),
]
ROWS = "SELECT old_at IS NULL, old_count, new_at IS NULL, new_count FROM thing ORDER BY id"


@pytest.fixture
def table(db: None) -> Iterator[CursorWrapper]:
    """A table with one row, whose columns are renamed."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE thing (id serial, other text, old_at timestamptz, old_count int NOT NULL DEFAULT 0)"
        )
        cursor.execute("INSERT INTO thing (old_at, old_count) VALUES (now(), 3)")
        cursor.execute(add_columns("thing", COLUMNS))
        yield cursor


def rows(cursor: CursorWrapper) -> list[tuple[bool, int, bool, int]]:
    cursor.execute(ROWS)
    return list(cursor.fetchall())


def test_existing_rows_are_copied(table: CursorWrapper) -> None:
    assert rows(table) == [(False, 3, True, 0)]
    copy_columns(table, "thing", COLUMNS)
    assert rows(table) == [(False, 3, False, 3)]


@pytest.mark.parametrize(("at", "number"), [("old_at", "old_count"), ("new_at", "new_count")])
def test_a_write_under_one_name_is_seen_under_both(table: CursorWrapper, at: str, number: str) -> None:
    table.execute(f"DELETE FROM thing; INSERT INTO thing ({at}, {number}) VALUES (now(), 5)")  # noqa: S608 - names of this test
    assert rows(table) == [(False, 5, False, 5)]
    table.execute(f"UPDATE thing SET {number} = {number} + 1, {at} = NULL")  # noqa: S608 - names of this test
    assert rows(table) == [(True, 6, True, 6)]
    table.execute(f"UPDATE thing SET {number} = 0")  # noqa: S608 - names of this test
    assert rows(table) == [(True, 0, True, 0)]


def test_an_insert_of_defaults_keeps_them(table: CursorWrapper) -> None:
    table.execute("DELETE FROM thing; INSERT INTO thing (other) VALUES ('x')")
    assert rows(table) == [(True, 0, True, 0)]


def test_the_expand_step_can_be_undone(table: CursorWrapper) -> None:
    copy_columns(table, "thing", COLUMNS)
    table.execute("UPDATE thing SET new_count = 9, new_at = NULL")
    table.execute(drop_columns("thing", COLUMNS))
    table.execute("UPDATE thing SET other = 'y'")
    table.execute("SELECT old_at, old_count FROM thing")
    assert table.fetchall() == [(None, 9)]
