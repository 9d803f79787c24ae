"""Expand: adds the tables `weekly_rule` and `weekly_occurrence`, which the previous release neither reads nor writes.

Locks: the foreign keys take SHARE ROW EXCLUSIVE on `app_user` and `reservation_group` for an instant.
"""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('reservations', '0025_releases_that_continue'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='WeeklyRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('for_client', models.BooleanField(default=False)),
                ('status', models.CharField(choices=[('active', 'Active'), ('paused', 'Paused'), ('ended', 'Ended')], default='active', max_length=6)),
                ('weekdays', django.contrib.postgres.fields.ArrayField(base_field=models.SmallIntegerField(), size=None)),
                ('first_week', models.DateField()),
                ('until', models.DateField()),
                ('venues', models.JSONField()),
                ('account_ids', models.JSONField()),
                ('card_ids', models.JSONField(default=dict)),
                ('party_size', models.PositiveSmallIntegerField()),
                ('start_time', models.TimeField()),
                ('end_time', models.TimeField()),
                ('final_days_before', models.SmallIntegerField(null=True)),
                ('override_reservations', models.BooleanField(default=False)),
                ('fee_ceiling_cents', models.PositiveIntegerField(default=0)),
                ('notify_only', models.BooleanField(default=False)),
                ('one_table', models.BooleanField(default=False)),
                ('next_week', models.DateField(null=True)),
                ('due_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('client', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='weekly_rules', to='reservations.client')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='weekly_rules', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'weekly_rule',
            },
        ),
        migrations.CreateModel(
            name='WeeklyOccurrence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('week', models.DateField()),
                ('status', models.CharField(choices=[('filed', 'Filed'), ('refused', 'Refused')], max_length=7)),
                ('code', models.CharField(blank=True, max_length=40)),
                ('message', models.CharField(blank=True, max_length=300)),
                ('at', models.DateTimeField()),
                ('group', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='weekly_occurrence', to='reservations.reservationgroup')),
                ('rule', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='occurrences', to='reservations.weeklyrule')),
            ],
            options={
                'db_table': 'weekly_occurrence',
            },
        ),
        migrations.AddIndex(
            model_name='weeklyrule',
            index=models.Index(condition=models.Q(('status', 'active')), fields=['due_at'], name='weekly_rules_due'),
        ),
        migrations.AddConstraint(
            model_name='weeklyoccurrence',
            constraint=models.UniqueConstraint(fields=('rule', 'week'), name='one_request_for_each_rule_and_week'),
        ),
    ]
