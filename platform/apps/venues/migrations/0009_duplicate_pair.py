"""Expand: add the table of pairs of venues that may be one restaurant."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('venues', '0008_city_import'),
    ]

    operations = [
        migrations.CreateModel(
            name='DuplicatePair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('similarity', models.PositiveSmallIntegerField(verbose_name='similarity of the names')),
                ('distance_m', models.PositiveIntegerField(verbose_name='distance in meters')),
                ('decision', models.CharField(choices=[('proposed', 'Proposed'), ('same', 'the same restaurant'), ('different', 'different restaurants')], default='proposed', max_length=10)),
                ('proposed_at', models.DateTimeField()),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('opentable', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='venues.venue')),
                ('resy', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='venues.venue')),
            ],
            options={
                'db_table': 'duplicate_pair',
                'constraints': [models.UniqueConstraint(fields=('resy', 'opentable'), name='one_row_for_each_pair')],
            },
        ),
    ]
