"""Expand: the table of users' MQTT brokers."""

from django.conf import settings
from django.db import migrations, models

USER = {"primary_key": True, "related_name": "mqtt_broker", "serialize": False}
TEXTS = {"username": 100, "off_reason": 8, "reason": 20}
TIMES = ("next_at", "claimed_until", "asked_at", "sent_at", "failing_since", "rests_until")


class Migration(migrations.Migration):
    initial = True
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.CreateModel(
            name="MqttBroker",
            fields=[
                ("user", models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, **USER)),
                ("address", models.CharField(max_length=300)),
                ("sealed_password", models.TextField(blank=True)),
                ("prefix", models.CharField(max_length=60)),
                ("is_removed", models.BooleanField(default=False)),
                ("published", models.JSONField(default=dict)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                *((name, models.CharField(blank=True, max_length=most)) for name, most in TEXTS.items()),
                *((name, models.DateTimeField(null=True)) for name in TIMES),
            ],
            options={"db_table": "mqtt_broker"},
        )
    ]
