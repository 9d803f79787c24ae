"""Expand: add the note to the restaurant, which goes with a booking where the platform takes one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0002_weekly_submission")]

    operations = [
        migrations.AddField(
            "reservationgroup",
            "note_to_restaurant",
            models.CharField(blank=True, db_default="", default="", max_length=140),
        )
    ]
