"""Expand: adds the unique index that permits one live attempt for a group with `one_table`.

Locks: SHARE UPDATE EXCLUSIVE on `attempt`, which blocks no reads and no writes.
"""

from django.db import migrations, models

NAME = "one_table_for_each_one_table_group"
CREATE = f"""
    CREATE UNIQUE INDEX CONCURRENTLY {NAME} ON attempt (group_id)
        WHERE one_table AND state IN ('claimed', 'unknown', 'booked')
"""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("reservations", "0021_one_table")]

    operations = [
        migrations.RunSQL(
            CREATE,
            f"DROP INDEX CONCURRENTLY IF EXISTS {NAME}",
            state_operations=[
                migrations.AddConstraint(
                    model_name="attempt",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("state__in", ["claimed", "unknown", "booked"]), ("one_table", True)),
                        fields=("group_id",),
                        name=NAME,
                    ),
                )
            ],
        )
    ]
