"""Migrations cover every change of a model, and the previous release works with the tables after each of them."""

from importlib import import_module
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection, migrations
from django.db.migrations.loader import MigrationLoader

from config.earlier_databases import LAST as OURS
from config.tests.migration_lint import findings, mark, statements

# Creates all tables of an app. No release used the database before.
INITIAL = "0001_initial"


@pytest.mark.django_db
def test_every_model_change_has_a_migration() -> None:
    report = StringIO()
    try:
        call_command("makemigrations", check_changes=True, dry_run=True, stdout=report)
    except SystemExit:
        pytest.fail(f"Run `make migrations` for:\n{report.getvalue()}")


# Without a transaction, because an index that is built concurrently cannot be in one, not even as printed SQL.
@pytest.mark.django_db(transaction=True)
def test_the_release_before_survives_each_migration() -> None:
    """This test only reads the SQL of each migration. `make upgrade` runs both releases on one database."""
    wrong = []
    for (app, name), migration in sorted(MigrationLoader(connection).disk_migrations.items()):
        if app in OURS and name != INITIAL:
            kind, sql = mark(migration), statements(migration, connection)
            found = findings(kind=kind, sql=sql, operations=migration.operations)
            wrong += [f"{app}/{name}: {what}" for what in found]
    assert wrong == []


@pytest.mark.parametrize(
    ("kind", "sql", "message"),
    [
        ("", [], 'begins with neither "Expand:" nor "Contract:"'),
        ("Expand", ['ALTER TABLE "venue" DROP COLUMN "name" CASCADE'], "removes what the release before uses"),
        ("Expand", ['DROP TABLE "venue" CASCADE'], "removes what the release before uses"),
        ("Expand", ['ALTER TABLE "venue" RENAME COLUMN "a" TO "b"'], "renames what the release before uses"),
        ("Expand", ['ALTER TABLE "venue" ADD COLUMN "a" integer NOT NULL'], "inserts rows without it"),
        (
            "Expand",
            [
                'ALTER TABLE "venue" ADD COLUMN "a" integer DEFAULT 0 NOT NULL',
                'ALTER TABLE "venue" ALTER COLUMN "a" DROP DEFAULT',
            ],
            "inserts rows without it",
        ),
        ("Contract", ['ALTER TABLE "venue" ALTER COLUMN "a" SET NOT NULL'], "reads the table under a lock"),
        ("Expand", ['ALTER TABLE "venue" ALTER COLUMN "a" TYPE bigint USING "a"::bigint'], "write the whole table"),
        ("Expand", ['CREATE INDEX "i" ON "venue" ("name")'], "blocks writes while it reads the table"),
        ("Expand", ['CREATE UNIQUE INDEX "i" ON "venue" ("name")'], "blocks writes while it reads the table"),
        ("Expand", ['ALTER TABLE "venue" ADD CONSTRAINT "c" CHECK ("a" > 0)'], "under a lock: add it NOT VALID"),
        ("Expand", ['ALTER TABLE "venue" ADD CONSTRAINT "c" UNIQUE ("a")'], "builds an index under a lock"),
    ],
)
def test_harmful_migration_is_found(kind: str, sql: list[str], message: str) -> None:
    assert any(message in one for one in findings(kind=kind, sql=sql, operations=[]))


@pytest.mark.parametrize(
    ("kind", "sql"),
    [
        ("Expand", ['ALTER TABLE "venue" ADD COLUMN "a" integer NULL']),
        ("Expand", ['ALTER TABLE "venue" ADD COLUMN "a" integer DEFAULT 0 NOT NULL']),
        ("Expand", ['CREATE INDEX CONCURRENTLY "i" ON "venue" ("name")']),
        ("Expand", ['CREATE TABLE "t" ("a" integer NOT NULL)', 'CREATE INDEX "i" ON "t" ("a")']),
        ("Expand", ['ALTER TABLE "venue" ADD CONSTRAINT "c" CHECK ("a" > 0) NOT VALID']),
        ("Contract", ['ALTER TABLE "venue" DROP COLUMN "name" CASCADE']),
    ],
)
def test_harmless_migration_passes(kind: str, sql: list[str]) -> None:
    assert findings(kind=kind, sql=sql, operations=[]) == []


def test_migration_that_cannot_be_undone_is_found() -> None:
    operations = [migrations.RunSQL("select 1"), migrations.RunSQL("select 1", migrations.RunSQL.noop)]
    assert findings(kind="Expand", sql=[], operations=operations) == [
        "RunSQL has no reverse: pass noop if there is nothing to undo"
    ]


@pytest.mark.django_db
def test_a_table_that_is_no_longer_created_refuses_no_deletion() -> None:
    sql = import_module("apps.reservations.migrations.0007_unused_tables").DROP_FOREIGN_KEYS
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE duplicate_pair (resy_id bigint REFERENCES venue, opentable_id bigint REFERENCES venue);"
            "CREATE TABLE odds_prediction (group_id bigint UNIQUE REFERENCES reservation_group)"
        )
        cursor.execute(sql)
        cursor.execute(
            "SELECT contype FROM pg_constraint"
            " WHERE conrelid IN ('duplicate_pair'::regclass, 'odds_prediction'::regclass)"
        )
        assert cursor.fetchall() == [("u",)]
