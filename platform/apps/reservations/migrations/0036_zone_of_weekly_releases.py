"""Expand: adds the time zone of the release that a weekly rule repeats.

The rules that exist, and those of the previous release, state it in New York's time.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reservations", "0035_confirmation_numbers_of_venues"),
    ]

    operations = [
        migrations.AddField(
            model_name="weeklyrule",
            name="release_zone",
            field=models.CharField(db_default="America/New_York", default="America/New_York", max_length=40),
        ),
    ]
