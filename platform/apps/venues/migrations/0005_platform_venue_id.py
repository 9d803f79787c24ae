"""Renames the field venue_id of Venue to platform_venue_id, only in Django's state.

The column keeps the name venue_id, which the previous release and the snipers' SQL use.
"""

from django.db import migrations, models

CONSTRAINT = "one_row_for_each_platform_venue"


class Migration(migrations.Migration):
    dependencies = [("venues", "0004_party_sizes")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("venue", CONSTRAINT),
                migrations.RenameField("venue", "venue_id", "platform_venue_id"),
                migrations.AlterField(
                    "venue", "platform_venue_id", models.BigIntegerField("id at the platform", db_column="venue_id")
                ),
                migrations.AddConstraint(
                    "venue",
                    models.UniqueConstraint(fields=["reservation_source", "platform_venue_id"], name=CONSTRAINT),
                ),
            ]
        )
    ]
