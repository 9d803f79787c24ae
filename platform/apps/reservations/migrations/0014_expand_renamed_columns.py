"""Expand: adds the new names of columns (docs/decisions/0100). The old ones exist until the next release."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

from apps.common.renamed_columns import Renamed, add_columns, copy_columns, drop_columns

TABLES = {
    "attempt": [
        Renamed(old="gives_up", new="old_booking_id", kind="varchar(64)", default="''"),
        Renamed(old="gave_up_at", new="old_booking_gone_at", kind="timestamptz"),
        Renamed(old="replaced_told", new="replacement_notified", kind="boolean", default="true"),
    ],
    "outcome": [Renamed(old="told_at", new="notified_at", kind="timestamptz")],
    "venue_watch": [
        Renamed(old="barren", new="failed_starts", kind="integer", default="0"),
        Renamed(old="trouble", new="failure", kind="varchar(16)", default="''"),
        Renamed(old="trouble_at", new="failed_at", kind="timestamptz"),
    ],
}
# The indexes on the old columns stay for the previous release.
INDEXES = {
    "attempt": [
        models.Index(
            fields=["venue_id"],
            name="pending_cancellations_of_venue",
            condition=models.Q(state__in=["booked", "replaced"], old_booking_gone_at__isnull=True)
            & ~models.Q(old_booking_id=""),
        ),
        models.Index(fields=["id"], name="replaced_unpublished", condition=models.Q(replacement_notified=False)),
    ],
    "outcome": [
        models.Index(fields=["created_at"], name="outcomes_unpublished", condition=models.Q(notified_at__isnull=True))
    ],
}


def copy(apps, schema_editor):
    """Copy the values of existing rows from the old to the new columns."""
    with schema_editor.connection.cursor() as cursor:
        for table, columns in TABLES.items():
            copy_columns(cursor, table, columns)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("connections", "0007_expand_attention_notified"),
        ("reservations", "0013_rename_failed_starts"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(add_columns(table, columns), drop_columns(table, columns))
                for table, columns in TABLES.items()
            ],
            state_operations=[
                migrations.RemoveIndex("attempt", "owed_cancellations_of_venue"),
                migrations.RemoveIndex("attempt", "replaced_untold"),
                migrations.RemoveIndex("outcome", "outcomes_untold"),
                migrations.RenameField("attempt", "gives_up", "old_booking_id"),
                migrations.RenameField("attempt", "gave_up_at", "old_booking_gone_at"),
                migrations.RenameField("attempt", "replaced_told", "replacement_notified"),
                migrations.RenameField("outcome", "told_at", "notified_at"),
                migrations.RenameField("venuewatch", "trouble", "failure"),
                migrations.RenameField("venuewatch", "trouble_at", "failed_at"),
                # 0013 renamed the field and kept its column.
                migrations.AlterField("venuewatch", "failed_starts", models.IntegerField(db_default=0, default=0)),
            ],
        ),
        migrations.RunPython(copy, migrations.RunPython.noop),
        *[AddIndexConcurrently(table, index) for table, indexes in INDEXES.items() for index in indexes],
    ]
