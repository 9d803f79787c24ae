"""Expand: add the platform's answer that lost a table, for operators."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0005_share_nonce")]

    operations = [
        migrations.AddField("attempt", "reply", models.CharField(blank=True, db_default="", default="", max_length=80))
    ]
