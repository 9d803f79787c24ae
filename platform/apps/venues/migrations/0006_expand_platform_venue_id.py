"""Expand: the column venue.venue_id, the platform's id, is renamed to platform_venue_id. Both columns exist, with the
same values, until the release after this one."""

from django.db import migrations, models

from apps.common.renamed_columns import Renamed, add_columns, copy_columns, drop_columns

COLUMNS = [Renamed(old="venue_id", new="platform_venue_id", kind="bigint")]
OLD_CONSTRAINT = "one_row_for_each_platform_venue"
CONSTRAINT = "one_row_for_each_venue_of_a_platform"


def copy(apps, schema_editor):
    """Copy the values of the old column to the new column in existing rows."""
    with schema_editor.connection.cursor() as cursor:
        copy_columns(cursor, "venue", COLUMNS)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("venues", "0005_platform_venue_id")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(add_columns("venue", COLUMNS), drop_columns("venue", COLUMNS))],
            state_operations=[
                # The database keeps the constraint on the old column, because the previous release relies on it.
                migrations.RemoveConstraint("venue", OLD_CONSTRAINT),
                migrations.AlterField("venue", "platform_venue_id", models.BigIntegerField("id at the platform")),
            ],
        ),
        migrations.RunPython(copy, migrations.RunPython.noop),
        migrations.RunSQL(
            "ALTER TABLE venue ALTER COLUMN platform_venue_id SET NOT NULL",
            "ALTER TABLE venue ALTER COLUMN platform_venue_id DROP NOT NULL",
        ),
        migrations.RunSQL(
            f"CREATE UNIQUE INDEX CONCURRENTLY {CONSTRAINT} ON venue (reservation_source, platform_venue_id)",
            migrations.RunSQL.noop,
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    f"ALTER TABLE venue ADD CONSTRAINT {CONSTRAINT} UNIQUE USING INDEX {CONSTRAINT}",
                    f"ALTER TABLE venue DROP CONSTRAINT {CONSTRAINT}",
                )
            ],
            state_operations=[
                migrations.AddConstraint(
                    "venue",
                    models.UniqueConstraint(fields=["reservation_source", "platform_venue_id"], name=CONSTRAINT),
                )
            ],
        ),
    ]
