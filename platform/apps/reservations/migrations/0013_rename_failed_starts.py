"""Rename the field in Django's state only; 0014 adds the column of that name and keeps the old one until its contract step."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0012_sightings")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("venuewatch", "barren", "failed_starts"),
                migrations.AlterField(
                    "venuewatch",
                    "failed_starts",
                    models.IntegerField(db_column="barren", db_default=0, default=0),
                ),
            ]
        )
    ]
