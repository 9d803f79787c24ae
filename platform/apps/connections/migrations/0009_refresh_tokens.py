"""Expand: the refresh token of a sign-in, and when it is renewed. The previous release inserts neither."""

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
