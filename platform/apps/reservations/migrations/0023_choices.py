"""Expand: adds the user's order of venues, dates and seatings to reservations, and the table `candidate`.

The previous release inserts reservations without the new columns, and reads neither these columns nor the table.

Locks: the foreign key takes SHARE ROW EXCLUSIVE on `reservation` for an instant; the new table is empty.
"""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('reservations', '0022_one_table_index'),
    ]

    operations = [
        migrations.AddField(
            model_name='reservation',
            name='choice',
            field=models.SmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='reservation',
            name='table_types',
            field=models.JSONField(db_default=[], default=list),
        ),
        migrations.AddField(
            model_name='timelineentry',
            name='over',
            field=models.JSONField(null=True),
        ),
        migrations.CreateModel(
            name='Candidate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('group_id', models.BigIntegerField()),
                ('slot_key', models.CharField(max_length=200)),
                ('slot_time', models.TimeField()),
                ('seating', models.CharField(blank=True, max_length=100)),
                ('level', models.IntegerField()),
                ('seen_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('reservation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='reservations.reservation')),
            ],
            options={
                'db_table': 'candidate',
                'indexes': [models.Index(fields=['group_id'], name='candidates_of_group')],
                'constraints': [models.UniqueConstraint(fields=('reservation', 'slot_key'), name='one_candidate_for_each_request_and_slot')],
            },
        ),
    ]
