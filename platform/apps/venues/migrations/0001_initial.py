import apps.venues.models
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.core.validators
import django.db.models.deletion
from django.db import migrations, models
from django.contrib.postgres.operations import TrigramExtension, UnaccentExtension

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
# Both towers write observations, so the rule that merges two observations of a service date is in the database.
# Merging narrows the interval of a service date. An observation that contradicts it, such as a day that closes again, is
# ignored.
MERGE = """
    CREATE FUNCTION merge_release_observation(
        of_venue bigint, of_date date, new_closed_at timestamptz, new_open_at timestamptz
    ) RETURNS void LANGUAGE sql AS $$
        DELETE FROM release_observation
        WHERE venue_id = of_venue AND coalesce(open_at, closed_at) < clock_timestamp() - interval '120 days';
        INSERT INTO release_observation AS o (venue_id, service_date, closed_at, open_at)
        VALUES (of_venue, of_date, new_closed_at, new_open_at)
        ON CONFLICT (venue_id, service_date) DO UPDATE
        SET closed_at = greatest(o.closed_at, excluded.closed_at), open_at = least(o.open_at, excluded.open_at)
        WHERE coalesce(greatest(o.closed_at, excluded.closed_at) < least(o.open_at, excluded.open_at), true);
    $$;
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = []

    operations = [
        TrigramExtension(),
        UnaccentExtension(),
        migrations.RunSQL(FOLD, "DROP FUNCTION venue_fold(text)"),
        migrations.CreateModel(
            name='Venue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reservation_source', models.CharField(choices=[('resy', 'Resy'), ('opentable', 'Opentable')], max_length=10, verbose_name='platform')),
                ('platform_venue_id', models.BigIntegerField(verbose_name='id at the platform')),
                ('venue_name', models.CharField(max_length=200, verbose_name='name')),
                ('search_name', models.GeneratedField(db_persist=True, expression=apps.venues.models.Fold('venue_name'), output_field=models.TextField())),
                ('cuisine', models.CharField(blank=True, max_length=40)),
                ('neighborhood', models.CharField(blank=True, max_length=100)),
                ('locality', models.CharField(blank=True, max_length=100)),
                ('region', models.CharField(blank=True, max_length=40)),
                ('address1', models.CharField(blank=True, max_length=200, verbose_name='address')),
                ('postal_code', models.CharField(blank=True, max_length=12)),
                ('country', models.CharField(default='US', max_length=2)),
                ('latitude', models.FloatField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(-90), django.core.validators.MaxValueValidator(90)])),
                ('longitude', models.FloatField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(-180), django.core.validators.MaxValueValidator(180)])),
                ('phone_number', models.CharField(blank=True, max_length=30)),
                ('website', models.URLField(blank=True)),
                ('price', models.PositiveSmallIntegerField(default=2, help_text='1 to 4, shown as $ to $$$$.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(4)])),
                ('cover_image_url', models.CharField(blank=True, max_length=200, validators=[django.core.validators.RegexValidator('^/(?!/)[A-Za-z0-9._/-]+\\Z', 'Give the path of a picture of our own, such as /assets/story.jpg.')], verbose_name='picture')),
                ('need_to_know', models.TextField(blank=True)),
                ('seating_types', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), blank=True, default=list, size=None)),
                ('min_party_size', models.PositiveSmallIntegerField(blank=True, help_text='Empty: not known.', null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='smallest party')),
                ('max_party_size', models.PositiveSmallIntegerField(blank=True, help_text='Empty: not known.', null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='largest party')),
                ('time_zone', models.CharField(default='America/New_York', max_length=40, validators=[apps.venues.models.check_time_zone])),
                ('release_days_ahead', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MaxValueValidator(366)], verbose_name='days ahead')),
                ('release_local_time', models.TimeField(blank=True, null=True, verbose_name='time of day there')),
                ('release_source', models.CharField(choices=[('none', 'unknown'), ('venue_page', "the venue's own page"), ('observed', 'observed by our watchers'), ('community', 'reported by diners')], db_default='none', default='none', max_length=10, verbose_name='known from')),
                ('release_confidence', models.CharField(choices=[('low', 'Low'), ('medium', 'Medium'), ('high', 'High')], db_default='low', default='low', max_length=6, verbose_name='confidence')),
                ('release_checked_at', models.DateTimeField(blank=True, null=True, verbose_name='last checked')),
                ('url_slug', models.CharField(blank=True, db_default='', default='', max_length=120, verbose_name='name in links')),
                ('location_slug', models.CharField(blank=True, db_default='', default='', max_length=60, verbose_name='city in links')),
                ('picture_source_url', models.CharField(blank=True, db_default='', default='', max_length=500, verbose_name='picture at the platform')),
                ('gates', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('captcha', 'captcha'), ('tock', 'tock'), ('exclusive', 'exclusive'), ('card', 'card'), ('listing', 'listing'), ('experience', 'experience')], max_length=20), blank=True, db_default=[], default=list, size=None)),
                ('horizon_days', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MaxValueValidator(366)], verbose_name='days the book is open')),
                ('reopens_on', models.DateField(blank=True, null=True, verbose_name='closed until')),
                ('read_at', models.DateTimeField(blank=True, null=True, verbose_name='last read')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('premium', models.BooleanField(default=False, verbose_name='needs Pro')),
                ('featured', models.BooleanField(default=False, verbose_name='top pick')),
                ('opted_out', models.BooleanField(default=False)),
                ('opt_out_reason', models.CharField(blank=True, db_default='', max_length=200, verbose_name='reason')),
                ('opted_out_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'db_table': 'venue',
            },
        ),
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
            },
        ),
        migrations.CreateModel(
            name='ReleaseObservation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('service_date', models.DateField()),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='last seen closed')),
                ('open_at', models.DateTimeField(blank=True, null=True, verbose_name='first seen open')),
            ],
            options={
                'db_table': 'release_observation',
            },
        ),
        migrations.CreateModel(
            name='CalendarRead',
            fields=[
                ('venue', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='calendar_read', serialize=False, to='venues.venue')),
                ('read_at', models.DateTimeField()),
                ('next_at', models.DateTimeField()),
            ],
            options={
                'db_table': 'calendar_read',
            },
        ),
        migrations.AddIndex('venue', django.contrib.postgres.indexes.GinIndex(fields=['search_name'], name='venue_search_trigrams', opclasses=['gin_trgm_ops'])),
        migrations.AddIndex('venue', models.Index(condition=models.Q(('opted_out', False)), fields=['venue_name', 'id'], name='venue_by_name')),
        migrations.AddIndex('venue', models.Index(fields=['neighborhood'], name='venue_neighborhood')),
        migrations.AddIndex('venue', models.Index(fields=['reservation_source', 'url_slug'], name='venue_by_link')),
        migrations.AddConstraint('venue', models.UniqueConstraint(fields=('reservation_source', 'platform_venue_id'), name='one_row_for_each_venue_of_a_platform')),
        migrations.AddConstraint('venue', models.CheckConstraint(condition=models.Q(('price__gte', 1), ('price__lte', 4)), name='price_is_one_to_four')),
        migrations.AddConstraint('venue', models.CheckConstraint(condition=models.Q(models.Q(('release_days_ahead__isnull', True), ('release_local_time__isnull', True)), models.Q(('release_days_ahead__isnull', False), ('release_local_time__isnull', False)), _connector='OR'), name='release_rule_is_whole', violation_error_message='A release rule needs both the days ahead and the time of day.')),
        migrations.AddConstraint('venue', models.CheckConstraint(condition=models.Q(('min_party_size__isnull', True), ('max_party_size__isnull', True), ('max_party_size__gte', models.F('min_party_size')), _connector='OR'), name='largest_party_is_not_below_smallest', violation_error_message='The largest party cannot be smaller than the smallest.')),
        migrations.AddConstraint('cityimport', models.UniqueConstraint(condition=models.Q(('finished_at', None)), fields=('platform', 'city_code'), name='one_running_import_for_each_city')),
        migrations.AddField(
            model_name='releaseobservation',
            name='venue',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='release_observations', to='venues.venue'),
        ),
        migrations.AddConstraint('releaseobservation', models.UniqueConstraint(fields=('venue', 'service_date'), name='one_observation_for_each_service_date')),
        migrations.AddConstraint('releaseobservation', models.CheckConstraint(condition=models.Q(('closed_at__isnull', True), ('open_at__isnull', True), ('open_at__gt', models.F('closed_at')), _connector='OR'), name='a_day_is_closed_before_it_is_open')),
        migrations.RunSQL(MERGE, "DROP FUNCTION merge_release_observation(bigint, date, timestamptz, timestamptz)"),
    ]
