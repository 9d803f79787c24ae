"""Expand: the column platform_account.attention_told is renamed to attention_notified. Both columns exist, with the same
values, until the release after this one."""

from django.db import migrations

from apps.common.renamed_columns import Renamed, add_columns, copy_columns, drop_columns

COLUMNS = [Renamed(old="attention_told", new="attention_notified", kind="boolean", default="true")]


def copy(apps, schema_editor):
    """Copy the values of the old column to the new column in existing rows."""
    with schema_editor.connection.cursor() as cursor:
        copy_columns(cursor, "platform_account", COLUMNS)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("connections", "0006_tables_due_at")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(add_columns("platform_account", COLUMNS), drop_columns("platform_account", COLUMNS))
            ],
            state_operations=[migrations.RenameField("platformaccount", "attention_told", "attention_notified")],
        ),
        migrations.RunPython(copy, migrations.RunPython.noop),
    ]
