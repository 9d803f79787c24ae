"""Expand: add the table of city imports."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('venues', '0007_catalog'),
    ]

    operations = [
        migrations.CreateModel(
            name='CityImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('platform', models.CharField(choices=[('resy', 'Resy'), ('opentable', 'Opentable')], max_length=10)),
                ('city_code', models.CharField(max_length=60, verbose_name='city')),
                ('city_name', models.CharField(max_length=100, verbose_name='name')),
                ('venue_limit', models.PositiveIntegerField(verbose_name='most venues')),
                ('next_page', models.PositiveIntegerField(default=1)),
                ('pages', models.PositiveIntegerField(blank=True, null=True)),
                ('total', models.PositiveIntegerField(blank=True, null=True, verbose_name='venues found')),
                ('created', models.PositiveIntegerField(default=0, verbose_name='new')),
                ('updated', models.PositiveIntegerField(default=0, verbose_name='changed')),
                ('unchanged', models.PositiveIntegerField(default=0)),
                ('unreadable', models.PositiveIntegerField(default=0)),
                ('changed_fields', models.JSONField(blank=True, default=dict)),
                ('started_at', models.DateTimeField()),
                ('updated_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'db_table': 'city_import',
                'constraints': [models.UniqueConstraint(condition=models.Q(('finished_at', None)), fields=('platform', 'city_code'), name='one_running_import_for_each_city')],
            },
        ),
    ]
