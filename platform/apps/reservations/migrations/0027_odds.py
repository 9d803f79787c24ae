"""Expand: adds the tables from which odds are computed and in which they are recorded: `seen_opening`, `watched_time`,
`odds_baseline` and `odds_prediction`.

The previous release neither reads nor writes them.

Locks: the foreign keys take SHARE ROW EXCLUSIVE on `venue` and `reservation_group` for an instant; the new tables are
empty.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('reservations', '0026_weekly_rules'),
        ('venues', '0011_release_observation'),
    ]

    operations = [
        migrations.CreateModel(
            name='OddsBaseline',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('parameters', models.JSONField()),
                ('venues', models.PositiveIntegerField()),
                ('fitted_at', models.DateTimeField()),
            ],
            options={
                'db_table': 'odds_baseline',
            },
        ),
        migrations.CreateModel(
            name='OddsPrediction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('filed_at', models.DateTimeField()),
                ('deadline', models.DateTimeField()),
                ('probability', models.FloatField(blank=True, null=True)),
                ('sightings', models.PositiveIntegerField(default=0)),
                ('obtained', models.BooleanField(blank=True, null=True)),
                ('void', models.CharField(blank=True, db_default='', default='', max_length=12)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('group', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='odds_prediction', to='reservations.reservationgroup')),
            ],
            options={
                'db_table': 'odds_prediction',
                'indexes': [models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['id'], name='odds_unscored'), models.Index(condition=models.Q(('obtained__isnull', False)), fields=['closed_at'], name='odds_scored')],
                'constraints': [models.CheckConstraint(condition=models.Q(('probability__isnull', True), models.Q(('probability__gte', 0), ('probability__lte', 1)), _connector='OR'), name='a_probability_is_from_0_to_1')],
            },
        ),
        migrations.CreateModel(
            name='SeenOpening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('service_date', models.DateField()),
                ('party_size', models.PositiveSmallIntegerField()),
                ('seen_at', models.DateTimeField()),
                ('lead', models.SmallIntegerField()),
                ('part', models.SmallIntegerField()),
                ('slots', models.JSONField()),
                ('venue', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seen_openings', to='venues.venue')),
            ],
            options={
                'db_table': 'seen_opening',
                'indexes': [models.Index(fields=['venue', '-seen_at'], name='seen_openings_of_venue')],
                'constraints': [models.UniqueConstraint(fields=('venue', 'service_date', 'party_size', 'seen_at'), name='one_row_for_each_answer_with_openings')],
            },
        ),
        migrations.CreateModel(
            name='WatchedTime',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('service_date', models.DateField()),
                ('party_size', models.PositiveSmallIntegerField()),
                ('lead', models.SmallIntegerField()),
                ('part', models.SmallIntegerField()),
                ('seconds', models.FloatField()),
                ('venue', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='watched_times', to='venues.venue')),
            ],
            options={
                'db_table': 'watched_time',
                'constraints': [models.UniqueConstraint(fields=('venue', 'service_date', 'party_size', 'lead', 'part'), name='one_row_for_each_watched_time')],
            },
        ),
    ]
