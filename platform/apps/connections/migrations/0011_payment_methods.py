"""Expand: adds the cards on file to accounts, with a default in the database for the previous release."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("connections", "0010_clock_readings"),
    ]

    operations = [
        migrations.AddField(
            model_name="platformaccount",
            name="payment_methods",
            field=models.JSONField(blank=True, db_default=[], default=list),
        ),
    ]
