"""Expand: add the column for the day on which a temporarily closed venue opens again."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('venues', '0009_duplicate_pair'),
    ]

    operations = [
        migrations.AddField(
            model_name='venue',
            name='reopens_on',
            field=models.DateField(blank=True, null=True, verbose_name='closed until'),
        ),
    ]
