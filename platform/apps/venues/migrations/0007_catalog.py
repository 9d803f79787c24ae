"""Expand: add columns for the data of a venue's page at its platform, and a table for the budget of catalog calls.

All new columns are nullable or have a default, because the previous release inserts rows without them.
"""

import django.contrib.postgres.fields
import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('venues', '0006_expand_platform_venue_id'),
    ]

    operations = [
        migrations.CreateModel(
            name='CatalogBudget',
            fields=[
                ('platform', models.CharField(choices=[('resy', 'Resy'), ('opentable', 'Opentable')], max_length=10, primary_key=True, serialize=False)),
                ('next_at', models.DateTimeField()),
            ],
            options={
                'db_table': 'catalog_budget',
            },
        ),
        migrations.AddField(
            model_name='venue',
            name='closed_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='closed'),
        ),
        migrations.AddField(
            model_name='venue',
            name='gates',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('captcha', 'captcha'), ('tock', 'tock'), ('exclusive', 'exclusive'), ('card', 'card'), ('listing', 'listing'), ('experience', 'experience')], max_length=20), blank=True, db_default=[], default=list, size=None),
        ),
        migrations.AddField(
            model_name='venue',
            name='horizon_days',
            field=models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MaxValueValidator(366)], verbose_name='days the book is open'),
        ),
        migrations.AddField(
            model_name='venue',
            name='location_slug',
            field=models.CharField(blank=True, db_default='', default='', max_length=60, verbose_name='city in links'),
        ),
        migrations.AddField(
            model_name='venue',
            name='picture_source_url',
            field=models.CharField(blank=True, db_default='', default='', max_length=500, verbose_name='picture at the platform'),
        ),
        migrations.AddField(
            model_name='venue',
            name='read_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='last read'),
        ),
        migrations.AddField(
            model_name='venue',
            name='url_slug',
            field=models.CharField(blank=True, db_default='', default='', max_length=120, verbose_name='name in links'),
        ),
        migrations.AddIndex(
            model_name='venue',
            index=models.Index(fields=['reservation_source', 'url_slug'], name='venue_by_link'),
        ),
    ]
