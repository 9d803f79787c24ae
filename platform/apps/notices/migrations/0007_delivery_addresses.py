"""Expand: adds the devices and chat apps that get messages, and each user's choices.

The previous release knows neither, and its messages have no address. Two partial unique indexes replace the constraint
on event and channel, because an event may have one message for each device. They are built concurrently, so writes go
on.

Locks: ACCESS EXCLUSIVE on `delivery` for the column and the removal of the constraint, without reading the table.
"""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


def unique_index(*, name, fields, columns, condition, where):
    """Return the operation that adds a conditional unique constraint with an index that is built concurrently."""
    return migrations.SeparateDatabaseAndState(
        state_operations=[
            migrations.AddConstraint(
                model_name="delivery",
                constraint=models.UniqueConstraint(fields=fields, condition=condition, name=name),
            )
        ],
        database_operations=[
            migrations.RunSQL(
                f'CREATE UNIQUE INDEX CONCURRENTLY "{name}" ON "delivery" ({columns}) WHERE {where}',
                f'DROP INDEX IF EXISTS "{name}"',
            )
        ],
    )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("accounts", "0011_locale"),
        ("notices", "0006_phone_code"),
    ]

    operations = [
        migrations.CreateModel(
            name="NotificationSettings",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="notification_settings",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "muted",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=20), default=list, size=None
                    ),
                ),
                ("quiet_start", models.TimeField(null=True)),
                ("quiet_end", models.TimeField(null=True)),
                ("time_zone", models.CharField(blank=True, max_length=64)),
            ],
            options={"db_table": "notification_settings"},
        ),
        migrations.CreateModel(
            name="DeliveryAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "channel",
                    models.CharField(
                        choices=[("email", "Email"), ("sms", "Sms"), ("push", "Push"), ("chat", "Chat")], max_length=5
                    ),
                ),
                ("app", models.CharField(blank=True, max_length=20)),
                ("label", models.CharField(max_length=120)),
                ("sealed_address", models.TextField()),
                ("fingerprint", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField()),
                (
                    "session",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.session",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="delivery_addresses",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "delivery_address",
                "verbose_name_plural": "delivery addresses",
                "constraints": [
                    models.UniqueConstraint(fields=("user", "fingerprint"), name="each_address_of_a_user_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("channel", "push")),
                        fields=("fingerprint",),
                        name="one_user_for_each_device",
                    ),
                ],
            },
        ),
        migrations.AlterField(
            model_name="delivery",
            name="channel",
            field=models.CharField(
                choices=[("email", "Email"), ("sms", "Sms"), ("push", "Push"), ("chat", "Chat")], max_length=5
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="address",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="deliveries",
                to="notices.deliveryaddress",
            ),
        ),
        unique_index(
            name="one_mail_and_one_text_for_each_event",
            fields=["event", "channel"],
            columns='"event_id", "channel"',
            condition=models.Q(("channel__in", ["email", "sms"])),
            where="channel IN ('email', 'sms')",
        ),
        unique_index(
            name="one_message_for_each_event_and_address",
            fields=["event", "address"],
            columns='"event_id", "address_id"',
            condition=models.Q(("address__isnull", False)),
            where="address_id IS NOT NULL",
        ),
        AddIndexConcurrently(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("address__isnull", False)), fields=["address"], name="deliveries_by_address"
            ),
        ),
        migrations.RemoveConstraint(model_name="delivery", name="one_message_for_each_event_and_channel"),
    ]
