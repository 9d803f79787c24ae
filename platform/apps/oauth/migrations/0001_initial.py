"""Expand: the table of connected programs."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models
from django.db.models.deletion import CASCADE


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("accounts", "0002_cancel_fee_per_guest"),
        ("oauth2_provider", "0022_refreshtoken_token_family_index"),
    ]

    operations = [
        migrations.CreateModel(
            name="ConnectedProgram",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("scopes", ArrayField(base_field=models.CharField(max_length=20), size=None)),
                ("created_at", models.DateTimeField()),
                ("last_used_at", models.DateTimeField(null=True)),
                ("client", models.ForeignKey("oauth2_provider.application", CASCADE, related_name="connected")),
                ("user", models.ForeignKey(settings.AUTH_USER_MODEL, CASCADE, related_name="connected_programs")),
            ],
            options={
                "db_table": "connected_program",
                "constraints": [
                    models.UniqueConstraint(fields=("user", "client"), name="one_row_for_each_connected_program")
                ],
            },
        )
    ]
