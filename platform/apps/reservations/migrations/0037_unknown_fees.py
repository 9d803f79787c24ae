"""Expand: adds whether a request accepts a fee that the platform does not state. The previous release leaves it false."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0036_zone_of_weekly_releases")]

    operations = [
        migrations.AddField(
            model_name="reservationgroup",
            name="accepts_unknown_fee",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
