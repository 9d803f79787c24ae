"""Expand: add what a user's new requests accept for each guest if nobody comes, empty until chosen."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField(
            "user",
            "cancel_fee_per_guest_cents",
            models.PositiveIntegerField(
                blank=True,
                help_text="What new requests accept for each guest if nobody comes; empty until chosen.",
                null=True,
            ),
        )
    ]
