"""Expand: adds the table `clock_reading`, which the previous release neither reads nor writes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("connections", "0009_refresh_tokens"),
    ]

    operations = [
        migrations.CreateModel(
            name="ClockReading",
            fields=[
                (
                    "platform",
                    models.CharField(
                        choices=[("resy", "Resy"), ("opentable", "Opentable")],
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("tried_at", models.DateTimeField()),
                ("failed", models.BooleanField(default=False)),
                ("read_at", models.DateTimeField(null=True)),
                ("low_ms", models.FloatField(null=True)),
                ("high_ms", models.FloatField(null=True)),
            ],
            options={
                "db_table": "clock_reading",
            },
        ),
    ]
