"""Expand: add the nonce of the link with which a booked table is shared with guests."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0004_cancel_fee_ceiling")]

    operations = [migrations.AddField("attempt", "share_nonce", models.UUIDField(null=True))]
