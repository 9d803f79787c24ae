"""Expand: adds the chosen card to reservations: null, which means the default card, for the previous release."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reservations", "0028_rehearsals"),
    ]

    operations = [
        migrations.AddField(
            model_name="reservation",
            name="payment_method_id",
            field=models.CharField(blank=True, max_length=64, null=True),
        ),
    ]
