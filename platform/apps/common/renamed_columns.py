"""SQL for the expand step of a column rename, after which the previous release uses the old column and this release the
new one.

The contract step, one release later, drops the trigger, its function and the old columns (docs/decisions/0100).
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

BATCH = 5_000
# The pause before the next try while other transactions lock all rows that are left to copy.
PAUSE_SECONDS = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """One renamed column. `kind` is its SQL type and `default` its default as SQL. A column whose default is "null" is
    nullable; the others are NOT NULL."""

    old: str
    new: str
    kind: str
    default: str = "null"


def add_columns(table: str, columns: Sequence[Renamed]) -> str:
    """Return SQL that adds the new columns, and a trigger that copies each write from one name to the other.

    A statement writes one of the two columns. The trigger detects which one: the other column still has its default
    (INSERT) or its previous value (UPDATE).
    """
    added = ", ".join(f"ADD COLUMN {one.new} {_definition(one)}" for one in columns)
    differ = " OR ".join(f"NEW.{one.new} IS DISTINCT FROM NEW.{one.old}" for one in columns)
    return f"""
    ALTER TABLE {table} {added};
    CREATE FUNCTION {table}_renamed_columns() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'INSERT' THEN
            {_copy(columns, lambda one: one.default)}
        ELSE
            {_copy(columns, lambda one: f"OLD.{one.new}")}
        END IF;
        RETURN NEW;
    END $$;
    CREATE TRIGGER {table}_renamed_columns BEFORE INSERT OR UPDATE ON {table}
        FOR EACH ROW WHEN ({differ}) EXECUTE FUNCTION {table}_renamed_columns();
    """


def drop_columns(table: str, columns: Sequence[Renamed]) -> str:
    """Return SQL that reverses add_columns: it removes the trigger and the new columns.

    No data is lost, because the old columns have all values.
    """
    dropped = ", ".join(f"DROP COLUMN {one.new}" for one in columns)
    return f"""
    DROP TRIGGER {table}_renamed_columns ON {table};
    DROP FUNCTION {table}_renamed_columns();
    ALTER TABLE {table} {dropped};
    """


def copy_columns(cursor: Any, table: str, columns: Sequence[Renamed]) -> None:
    """Copy the values of existing rows from the old to the new columns, in batches. Return when all rows are copied.

    Rows that another transaction has locked are tried again later. The connection must be in autocommit mode, so that
    each batch is a transaction of its own.
    """
    old, new = (", ".join(getattr(one, name) for one in columns) for name in ("old", "new"))
    differ = f"({new}) IS DISTINCT FROM ({old})"
    while True:
        cursor.execute(
            f"UPDATE {table} SET ({new}) = ROW ({old}) WHERE ctid = ANY (ARRAY("  # noqa: S608 - names of ours
            f"SELECT ctid FROM {table} WHERE {differ} LIMIT {BATCH} FOR NO KEY UPDATE SKIP LOCKED))"
        )
        if cursor.rowcount == 0:
            cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {table} WHERE {differ})")  # noqa: S608 - names of ours
            if not cursor.fetchone()[0]:
                return
            time.sleep(PAUSE_SECONDS)


def _definition(column: Renamed) -> str:
    return column.kind if column.default == "null" else f"{column.kind} NOT NULL DEFAULT {column.default}"


def _copy(columns: Sequence[Renamed], before: Callable[[Renamed], str]) -> str:
    return "\n            ".join(
        f"IF NEW.{one.new} IS DISTINCT FROM {before(one)} THEN NEW.{one.old} := NEW.{one.new}; "
        f"ELSE NEW.{one.new} := NEW.{one.old}; END IF;"
        for one in columns
    )
