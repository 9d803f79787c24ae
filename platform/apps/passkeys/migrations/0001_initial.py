"""Expand: the table of passkeys."""

from django.conf import settings
from django.db import migrations, models

ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


class Migration(migrations.Migration):
    initial = True
    dependencies = [("accounts", "0002_cancel_fee_per_guest")]
    operations = [
        migrations.CreateModel(
            name="Passkey",
            fields=[
                ID,
                ("name", models.CharField(max_length=60)),
                ("credential_id", models.CharField(max_length=1400, unique=True)),
                ("public_key", models.BinaryField()),
                ("sign_count", models.BigIntegerField()),
                ("last_used_at", models.DateTimeField(null=True)),
                ("user", models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="passkeys")),
            ],
            options={"db_table": "passkey"},
        ),
    ]
