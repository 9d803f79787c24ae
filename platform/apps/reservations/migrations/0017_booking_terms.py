"""Expand: adds the terms of a booking to `attempt`. The previous release leaves them null."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0016_cancel_requested_at")]

    operations = [
        migrations.AddField(model_name="attempt", name="cancel_fee_cents", field=models.IntegerField(null=True)),
        migrations.AddField(model_name="attempt", name="deposit_cents", field=models.IntegerField(null=True)),
        migrations.AddField(model_name="attempt", name="free_until", field=models.DateTimeField(null=True)),
    ]
