"""Expand: the day until which a venue is closed for some time."""

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
