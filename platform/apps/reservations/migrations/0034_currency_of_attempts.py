"""Expand: adds the currency in which a platform states the fees of a table.

The previous release does not write it; then the currency of the restaurant's country counts.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reservations", "0033_weekly_releases"),
    ]

    operations = [
        migrations.AddField(
            model_name="attempt",
            name="currency",
            field=models.CharField(blank=True, db_default="", default="", max_length=3),
        ),
    ]
