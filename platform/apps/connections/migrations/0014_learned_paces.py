"""Expand: adds `learned_pace`, the pace that a platform bears from the egress address of each cell."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('connections', '0013_sign_in_refusals'),
    ]

    operations = [
        migrations.CreateModel(
            name='LearnedPace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('platform', models.CharField(choices=[('resy', 'Resy'), ('opentable', 'Opentable')], max_length=10)),
                ('cell', models.CharField(max_length=40)),
                ('finds_per_minute', models.FloatField()),
                ('window_at', models.DateTimeField()),
                ('window_finds', models.FloatField(db_default=0.0, default=0.0)),
                ('counted_at', models.DateTimeField()),
                ('owed', models.FloatField(db_default=0.0, default=0.0)),
                ('waits', models.BooleanField(db_default=False, default=False)),
                ('refused_pace', models.FloatField(null=True)),
                ('refused_at', models.DateTimeField(null=True)),
                ('locked', models.BooleanField(db_default=False, default=False)),
                ('let_in_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'learned_pace',
                'constraints': [models.UniqueConstraint(fields=('platform', 'cell'), name='one_pace_for_each_address')],
            },
        ),
    ]
