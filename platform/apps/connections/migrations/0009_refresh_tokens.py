"""Expand: add columns for the refresh token of a sign-in and the time of its renewal. Both are optional, because the
previous release inserts rows without them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("connections", "0008_platform_access")]

    operations = [
        migrations.AddField(
            model_name="platformaccount",
            name="sealed_refresh_token",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AddField(
            model_name="platformaccount",
            name="renewal_due_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
