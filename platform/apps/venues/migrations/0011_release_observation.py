"""Expand: adds the tables of release observations and calendar reads, and the function that merges observations.

Both towers write observations, so the rule that merges two observations of a service date is in the database.
"""

import django.db.models.deletion
from django.db import migrations, models

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
FORGET = "DROP FUNCTION merge_release_observation(bigint, date, timestamptz, timestamptz);"


class Migration(migrations.Migration):

    dependencies = [
        ('venues', '0010_reopens_on'),
    ]

    operations = [
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
        migrations.CreateModel(
            name='ReleaseObservation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('service_date', models.DateField()),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='last seen closed')),
                ('open_at', models.DateTimeField(blank=True, null=True, verbose_name='first seen open')),
                ('venue', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='release_observations', to='venues.venue')),
            ],
            options={
                'db_table': 'release_observation',
                'constraints': [models.UniqueConstraint(fields=('venue', 'service_date'), name='one_observation_for_each_service_date'), models.CheckConstraint(condition=models.Q(('closed_at__isnull', True), ('open_at__isnull', True), ('open_at__gt', models.F('closed_at')), _connector='OR'), name='a_day_is_closed_before_it_is_open')],
            },
        ),
        migrations.RunSQL(MERGE, FORGET),
    ]
