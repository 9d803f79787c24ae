"""Expand: the table of users' MQTT brokers."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="MqttBroker",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="mqtt_broker", serialize=False
                    ),
                ),
                ("address", models.CharField(max_length=300)),
                ("username", models.CharField(blank=True, max_length=100)),
                ("sealed_password", models.TextField(blank=True)),
                ("prefix", models.CharField(max_length=60)),
                ("off_reason", models.CharField(blank=True, max_length=8)),
                ("is_removed", models.BooleanField(default=False)),
                ("published", models.JSONField(default=dict)),
                *((f"{name}_at", models.DateTimeField(null=True)) for name in ("asked", "sent")),
                ("next_at", models.DateTimeField(db_index=True, null=True)),
                ("claimed_until", models.DateTimeField(null=True)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("failing_since", models.DateTimeField(null=True)),
                ("rests_until", models.DateTimeField(null=True)),
                ("reason", models.CharField(blank=True, max_length=20)),
            ],
            options={"db_table": "mqtt_broker"},
        )
    ]
