"""Contract: permits one confirmation number at several restaurants. OpenTable numbers bookings for each restaurant.

The new index gets the old one's name, by which the snipers recognize the error. Locks: SHARE UPDATE EXCLUSIVE on
`attempt`, which blocks no reads and no writes; the renaming of the index takes no lock on the table.
"""

from django.db import migrations, models

NAME = "one_attempt_for_each_platform_booking"
CREATE = """
    CREATE UNIQUE INDEX CONCURRENTLY {name} ON attempt ({fields})
        WHERE platform_reservation_id IS NOT NULL AND NOT (state = 'replaced')
"""
OLD = CREATE.format(name=f"{NAME}_old", fields="platform, platform_reservation_id")
NEW = CREATE.format(name=f"{NAME}_new", fields="platform, platform_reservation_id, platform_venue_id")


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("reservations", "0034_currency_of_attempts")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                # A run that was killed may have left an invalid index.
                migrations.RunSQL(f"DROP INDEX CONCURRENTLY IF EXISTS {NAME}_new", migrations.RunSQL.noop),
                migrations.RunSQL(NEW, f"ALTER INDEX {NAME}_old RENAME TO {NAME}"),
                migrations.RunSQL(f"DROP INDEX CONCURRENTLY IF EXISTS {NAME}", OLD),
                migrations.RunSQL(
                    f"ALTER INDEX {NAME}_new RENAME TO {NAME}", f"DROP INDEX CONCURRENTLY IF EXISTS {NAME}"
                ),
            ],
            state_operations=[
                migrations.RemoveConstraint(model_name="attempt", name=NAME),
                migrations.AddConstraint(
                    model_name="attempt",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(
                            ("platform_reservation_id__isnull", False), models.Q(("state", "replaced"), _negated=True)
                        ),
                        fields=("platform", "platform_reservation_id", "platform_venue_id"),
                        name=NAME,
                    ),
                ),
            ],
        )
    ]
