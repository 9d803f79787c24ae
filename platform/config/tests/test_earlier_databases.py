"""A database of before 0.1.0 is recognized, refused by `migrate`, and adopted once."""

from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config import earlier_databases
from config.earlier_databases import LAST

OLD_COLUMNS = {
    "attempt": ("gives_up", "gave_up_at", "replaced_told"),
    "outcome": ("told_at",),
    "platform_account": ("attention_told",),
    "venue": ("venue_id",),
    "venue_watch": ("barren", "trouble", "trouble_at"),
}
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def earlier() -> Iterator[None]:
    """Give the database the old columns, a trigger function for each table that had one, and the old records.

    Migrations after the initial ones are undone before and done again after the test.
    """
    for app, name in LAST.items():
        call_command("migrate", app, "0001_initial", verbosity=0)
        for number in range(2, int(name[:4])):
            record(app, f"{number:04d}_earlier")
        record(app, name)
    with connection.cursor() as cursor:
        for table, columns in OLD_COLUMNS.items():
            cursor.execute(
                f"CREATE FUNCTION {table}_renamed_columns() RETURNS trigger LANGUAGE plpgsql AS"
                " $$ BEGIN RETURN NEW; END $$;"
                f" CREATE TRIGGER {table}_renamed_columns BEFORE UPDATE ON {table}"
                f" FOR EACH ROW EXECUTE FUNCTION {table}_renamed_columns();"
            )
            for column in columns:
                cursor.execute(f"ALTER TABLE {table} ADD COLUMN {column} text")
    yield
    earlier_databases.adopt()
    call_command("migrate", verbosity=0)


def record(app: str, name: str) -> None:
    MigrationRecorder(connection).record_applied(app, name)


def columns_of(table: str) -> set[str]:
    with connection.cursor() as cursor:
        return {column.name for column in connection.introspection.get_table_description(cursor, table)}


@pytest.mark.usefixtures("earlier")
def test_an_earlier_database_is_adopted_once(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemCheckError, match="run `make adopt`"):
        call_command("migrate", skip_checks=False, verbosity=0)
    # A database that lacks a migration in the middle is refused.
    MigrationRecorder(connection).record_unapplied("reservations", "0020_earlier")
    with pytest.raises(CommandError, match=r"doesn't know: "):
        call_command("adopt_database")
    assert "told_at" in columns_of("outcome")
    record("reservations", "0020_earlier")
    capsys.readouterr()

    call_command("adopt_database")
    call_command("adopt_database")

    assert capsys.readouterr().out.splitlines() == ["Adopted: this is now a database of 0.1.0.", "Nothing to adopt."]
    recorded = MigrationRecorder.Migration.objects.filter(app__in=LAST).values_list("app", "name")
    assert sorted(recorded) == [(app, "0001_initial") for app in sorted(LAST)]
    for table, columns in OLD_COLUMNS.items():
        assert columns_of(table).isdisjoint(columns)
    call_command("migrate", skip_checks=False, verbosity=0)
    assert "submission" in columns_of("weekly_rule"), "the migrations after 0.1.0's first follow"


def test_a_database_between_two_commits_is_refused_and_unchanged() -> None:
    record("reservations", "0036_zone_of_weekly_releases")
    with pytest.raises(CommandError, match=r"doesn't know: reservations\.0036_zone_of_weekly_releases"):
        call_command("adopt_database")
    assert earlier_databases.unknown_migrations() == [("reservations", "0036_zone_of_weekly_releases")]
    with pytest.raises(SystemCheckError, match=r"doesn't know: reservations\.0036_zone_of_weekly_releases"):
        call_command("migrate", skip_checks=False, verbosity=0)
    MigrationRecorder(connection).record_unapplied("reservations", "0036_zone_of_weekly_releases")
