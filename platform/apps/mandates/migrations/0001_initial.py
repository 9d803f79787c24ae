"""Expand: the tables of mandates and of the requests that were filed within them."""

from django.conf import settings
from django.db import migrations, models

ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
STATES = [("draft", "Draft"), ("approved", "Approved"), ("declined", "Declined"), ("revoked", "Revoked")]


class Migration(migrations.Migration):
    initial = True
    dependencies = [("accounts", "0002_cancel_fee_per_guest"), ("reservations", "0006_attempt_reply")]
    operations = [
        migrations.CreateModel(
            name="Mandate",
            fields=[
                ID,
                ("client_id", models.CharField(max_length=255)),
                ("program_name", models.CharField(blank=True, max_length=255)),
                ("program_domain", models.CharField(blank=True, max_length=255)),
                ("state", models.CharField(choices=STATES, default="draft", max_length=8)),
                ("terms", models.JSONField()),
                ("currency", models.CharField(blank=True, max_length=3)),
                ("created_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(null=True)),
                ("user", models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mandates")),
            ],
            options={"db_table": "mandate"},
        ),
        migrations.CreateModel(
            name="MandateRequest",
            fields=[
                ID,
                ("group", models.OneToOneField("reservations.reservationgroup", models.CASCADE, related_name="filed_within")),
                ("mandate", models.ForeignKey("mandates.mandate", models.CASCADE, related_name="requests")),
            ],
            options={"db_table": "mandate_request"},
        ),
    ]
