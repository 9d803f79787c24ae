"""Expand: the tables of webhooks and of the events that are sent to them."""

import uuid

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models

ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
OFF = [("by_user", "By User"), ("failing", "Failing"), ("gone", "Gone")]
STATES = [("queued", "Queued"), ("sending", "Sending"), ("accepted", "Accepted"), ("given_up", "Given Up")]
IS_OPEN = models.Q(("state__in", ["queued", "sending"]))


class Migration(migrations.Migration):
    initial = True
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ID,
                ("label", models.CharField(max_length=120)),
                ("sealed_url", models.TextField()),
                ("sealed_secret", models.TextField()),
                ("sealed_old_secret", models.TextField(blank=True)),
                ("rotates_until", models.DateTimeField(null=True)),
                ("events", ArrayField(base_field=models.CharField(max_length=40), size=None)),
                ("off_reason", models.CharField(blank=True, choices=OFF, max_length=8)),
                ("created_at", models.DateTimeField()),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("failing_since", models.DateTimeField(null=True)),
                ("rests_until", models.DateTimeField(null=True)),
                ("user", models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")),
            ],
            options={"db_table": "webhook"},
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                ID,
                ("uuid", models.UUIDField(default=uuid.uuid4)),
                ("type", models.CharField(max_length=40)),
                ("ordering_key", models.CharField(blank=True, max_length=40)),
                ("payload", models.JSONField()),
                ("state", models.CharField(choices=STATES, default="queued", max_length=8)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("created_at", models.DateTimeField(db_index=True)),
                ("next_at", models.DateTimeField()),
                ("gives_up_at", models.DateTimeField()),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("answer", models.TextField(blank=True)),
                ("duration_ms", models.PositiveIntegerField(null=True)),
                ("reason", models.CharField(blank=True, max_length=20)),
                (
                    "webhook",
                    models.ForeignKey(
                        "webhooks.webhook", models.CASCADE, db_index=False, related_name="deliveries"
                    ),
                ),
            ],
            options={
                "db_table": "webhook_delivery",
                "indexes": [
                    models.Index(fields=["webhook", "id"], name="webhook_log"),
                    models.Index(
                        condition=IS_OPEN, fields=["webhook", "ordering_key", "id"], name="webhook_deliveries_open"
                    ),
                ],
            },
        ),
    ]
