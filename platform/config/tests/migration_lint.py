"""Finds statements of a migration that would disturb the previous release, which still runs during a deployment.

A migration's docstring begins with "Expand:" or "Contract:". An expanding migration may neither change what the
previous release reads and inserts, nor hold a lock while PostgreSQL reads or writes a whole table. A contracting
migration removes what no running release uses. Every migration must be reversible, except for what a contracting
migration removes.
"""

import re
import sys
from collections.abc import Iterator, Sequence

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import RunPython, RunSQL
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.operations.base import Operation

MARK = re.compile(r"(Expand|Contract)s?\b")
_CREATED = re.compile(r'CREATE TABLE "?(\w+)"?', re.IGNORECASE)
_TABLE = re.compile(r'(?:ALTER TABLE|INDEX .*? ON|UPDATE)\s+(?:ONLY\s+)?"?(\w+)"?', re.IGNORECASE | re.DOTALL)
_ADDED = re.compile(r'ADD COLUMN "?(\w+)"? .*NOT NULL', re.IGNORECASE)
# The pattern of a statement, and what the statement does to the previous release or to the table.
_REMOVED = (
    (r"\bDROP (?:COLUMN|TABLE)\b", "removes what the release before uses"),
    (r"\bRENAME\b", "renames what the release before uses"),
)
_BLOCKING = (
    (r"\bALTER COLUMN \S+ TYPE\b", "may write the whole table under an exclusive lock"),
    (r"\bALTER COLUMN \S+ SET NOT NULL\b", "refuses rows of the release before, and reads the table under a lock"),
    (r"^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)", "blocks writes while it reads the table: AddIndexConcurrently"),
    (
        r"\bADD CONSTRAINT \S+ (?:CHECK|FOREIGN KEY)(?!.*NOT VALID)",
        "reads the table under a lock: add it NOT VALID",
    ),
    (
        r"\bADD CONSTRAINT \S+ (?:UNIQUE|EXCLUDE)(?!.*USING INDEX)",
        "builds an index under a lock: USING INDEX",
    ),
)


def mark(migration: Migration) -> str:
    """Return "Expand" or "Contract", or "" if the docstring has neither."""
    found = MARK.match(sys.modules[type(migration).__module__].__doc__ or "")
    return found[1] if found else ""


def statements(migration: Migration, connection: BaseDatabaseWrapper) -> list[str]:
    """Return the migration's SQL, as `manage.py sqlmigrate` prints it."""
    loader = MigrationLoader(connection, replace_migrations=False)
    lines = loader.collect_sql([(migration, False)])
    text = "\n".join(line for line in lines if not line.startswith("--"))
    return [one.strip() for one in text.split(";\n") if one.strip()]


def findings(*, kind: str, sql: Sequence[str], operations: Sequence[Operation]) -> list[str]:
    """Return a sentence for each violation in a migration of this kind ("Expand" or "Contract")."""
    if not kind:
        return ['the docstring begins with neither "Expand:" nor "Contract:"']
    return [*_wrong_statements(sql, kind=kind), *_irreversible(operations)]


def _wrong_statements(sql: Sequence[str], *, kind: str) -> Iterator[str]:
    created = {name for one in sql for name in _CREATED.findall(one)}
    for one in sql:
        table = _TABLE.search(one)
        # Nobody uses a table that the same migration creates.
        if table and table[1] in created:
            continue
        for pattern, why in _BLOCKING + (_REMOVED if kind == "Expand" else ()):
            if re.search(pattern, one, re.IGNORECASE | re.DOTALL):
                yield f"{one[:120]}: {why}"
        added = _ADDED.search(one)
        if added and (" DEFAULT " not in one or _loses_default(sql, added[1])):
            yield f"{one[:120]}: the release before inserts rows without it: null=True or db_default"


def _loses_default(sql: Sequence[str], column: str) -> bool:
    """Return whether a later statement drops the column's default, as Django does without db_default."""
    return any(re.search(rf'ALTER COLUMN "?{column}"? DROP DEFAULT', one, re.IGNORECASE) for one in sql)


def _irreversible(operations: Sequence[Operation]) -> Iterator[str]:
    for one in operations:
        if isinstance(one, RunPython | RunSQL) and not one.reversible:
            yield f"{type(one).__name__} has no reverse: pass noop if there is nothing to undo"
