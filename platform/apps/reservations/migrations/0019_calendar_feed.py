"""Expand: adds the table `calendar_feed`, which the previous release neither reads nor writes.

Locks: the foreign key takes SHARE ROW EXCLUSIVE on `app_user` for an instant; the new table is empty, so no row is
read.
"""

import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_locale"), ("reservations", "0018_notify_only")]

    operations = [
        migrations.CreateModel(
            name="CalendarFeed",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="calendar_feed",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("nonce", models.UUIDField(default=uuid.uuid4)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={"db_table": "calendar_feed"},
        ),
    ]
