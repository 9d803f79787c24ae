"""Expand: the table of confirmations that a write has used."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="SpentConfirmation",
            fields=[
                ("nonce", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("spent_at", models.DateTimeField(db_index=True)),
            ],
            options={"db_table": "spent_confirmation"},
        )
    ]
