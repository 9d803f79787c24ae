"""Expand: adds `reset_at` to the states of platforms: when an operator last reset the breaker."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("connections", "0011_payment_methods"),
    ]

    operations = [
        migrations.AddField(
            model_name="sourcestate",
            name="reset_at",
            field=models.DateTimeField(null=True),
        ),
    ]
