"""Expand: the table of calls with an Idempotency-Key."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("keys", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="IdempotentCall",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key_hash", models.CharField(max_length=64)),
                ("sent_hash", models.CharField(max_length=64)),
                ("called_at", models.DateTimeField(db_index=True)),
                ("status", models.SmallIntegerField(default=0)),
                ("answer", models.JSONField(default=dict)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "db_table": "idempotent_call",
                "constraints": [models.UniqueConstraint(fields=("user", "key_hash"), name="one_call_for_each_key")],
            },
        )
    ]
