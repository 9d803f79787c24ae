import django.contrib.postgres.indexes
import django.core.validators
from django.contrib.postgres.operations import UnaccentExtension
from django.db import migrations, models

import apps.venues.models

# PostgreSQL declares unaccent() as stable and not immutable, because its dictionary can be changed. We never change the
# dictionary, so this function is declared immutable, and a generated column may use it. The function names the schema of
# unaccent(), because pg_restore runs with an empty search_path.
FOLD = r"""
create function venue_fold(name text) returns text language sql immutable strict parallel safe as $$
    select btrim(regexp_replace(
        regexp_replace(lower(public.unaccent('public.unaccent', name)), '[''.]', '', 'g'),
        '[\s!-/:-@\[-`{-~]+', ' ', 'g'
    ))
$$
"""


class Migration(migrations.Migration):

    dependencies = [
        ('venues', '0001_initial'),
    ]

    operations = [
        UnaccentExtension(),
        migrations.RunSQL(FOLD, "drop function venue_fold(text)"),
        migrations.RemoveIndex(
            model_name='venue',
            name='venue_name_trigrams',
        ),
        migrations.AddField(
            model_name='venue',
            name='opt_out_reason',
            field=models.CharField(blank=True, db_default='', max_length=200, verbose_name='reason'),
        ),
        migrations.AddField(
            model_name='venue',
            name='opted_out_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='venue',
            name='release_checked_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='last checked'),
        ),
        migrations.AddField(
            model_name='venue',
            name='release_confidence',
            field=models.CharField(choices=[('low', 'Low'), ('medium', 'Medium'), ('high', 'High')], db_default='low', default='low', max_length=6, verbose_name='confidence'),
        ),
        migrations.AddField(
            model_name='venue',
            name='release_source',
            field=models.CharField(choices=[('none', 'unknown'), ('venue_page', "the venue's own page"), ('observed', 'observed by our watchers'), ('community', 'reported by diners')], db_default='none', default='none', max_length=10, verbose_name='known from'),
        ),
        migrations.AddField(
            model_name='venue',
            name='search_name',
            field=models.GeneratedField(db_persist=True, expression=apps.venues.models.Fold('venue_name'), output_field=models.TextField()),
        ),
        migrations.AlterField(
            model_name='venue',
            name='address1',
            field=models.CharField(blank=True, max_length=200, verbose_name='address'),
        ),
        migrations.AlterField(
            model_name='venue',
            name='featured',
            field=models.BooleanField(default=False, verbose_name='top pick'),
        ),
        migrations.AlterField(
            model_name='venue',
            name='latitude',
            field=models.FloatField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(-90), django.core.validators.MaxValueValidator(90)]),
        ),
        migrations.AlterField(
            model_name='venue',
            name='longitude',
            field=models.FloatField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(-180), django.core.validators.MaxValueValidator(180)]),
        ),
        migrations.AlterField(
            model_name='venue',
            name='premium',
            field=models.BooleanField(default=False, verbose_name='needs Pro'),
        ),
        migrations.AlterField(
            model_name='venue',
            name='price',
            field=models.PositiveSmallIntegerField(default=2, help_text='1 to 4, shown as $ to $$$$.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(4)]),
        ),
        migrations.AlterField(
            model_name='venue',
            name='release_days_ahead',
            field=models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MaxValueValidator(366)], verbose_name='days ahead'),
        ),
        migrations.AlterField(
            model_name='venue',
            name='release_local_time',
            field=models.TimeField(blank=True, null=True, verbose_name='time of day there'),
        ),
        migrations.AlterField(
            model_name='venue',
            name='reservation_source',
            field=models.CharField(choices=[('resy', 'Resy'), ('opentable', 'Opentable')], max_length=10, verbose_name='platform'),
        ),
        migrations.AlterField(
            model_name='venue',
            name='time_zone',
            field=models.CharField(default='America/New_York', max_length=40, validators=[apps.venues.models.check_time_zone]),
        ),
        migrations.AlterField(
            model_name='venue',
            name='venue_id',
            field=models.BigIntegerField(verbose_name='id at the platform'),
        ),
        migrations.AlterField(
            model_name='venue',
            name='venue_name',
            field=models.CharField(max_length=200, verbose_name='name'),
        ),
        migrations.AddIndex(
            model_name='venue',
            index=django.contrib.postgres.indexes.GinIndex(fields=['search_name'], name='venue_search_trigrams', opclasses=['gin_trgm_ops']),
        ),
        migrations.AddIndex(
            model_name='venue',
            index=models.Index(condition=models.Q(('opted_out', False)), fields=['venue_name', 'id'], name='venue_by_name'),
        ),
        migrations.AddConstraint(
            model_name='venue',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('release_days_ahead__isnull', True), ('release_local_time__isnull', True)), models.Q(('release_days_ahead__isnull', False), ('release_local_time__isnull', False)), _connector='OR'), name='release_rule_is_whole', violation_error_message='A release rule needs both the days ahead and the time of day.'),
        ),
    ]
