"""Expand: adds release requests to weekly rules: the type of the requests, the days before the date and the time of the
release that the user stated, and `continue_as_cancel`.

The previous release creates rules of cancel requests. Its worker files a week of a release rule as a cancel request.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reservations", "0032_time_windows"),
    ]

    operations = [
        migrations.AddField(
            model_name="weeklyrule",
            name="snipe_type",
            field=models.CharField(
                choices=[("cancel", "Cancel"), ("release", "Release")],
                db_default="cancel",
                default="cancel",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="weeklyrule",
            name="continue_as_cancel",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="weeklyrule",
            name="release_days_before",
            field=models.SmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="weeklyrule",
            name="release_time",
            field=models.TimeField(null=True),
        ),
    ]
