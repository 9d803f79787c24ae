import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ClockReading',
            fields=[
                ('platform', models.CharField(choices=[('resy', 'Resy'), ('opentable', 'Opentable')], max_length=10, primary_key=True, serialize=False)),
                ('tried_at', models.DateTimeField()),
                ('failed', models.BooleanField(default=False)),
                ('read_at', models.DateTimeField(null=True)),
                ('low_ms', models.FloatField(null=True)),
                ('high_ms', models.FloatField(null=True)),
            ],
            options={
                'db_table': 'clock_reading',
            },
        ),
        migrations.CreateModel(
            name='PlatformAccess',
            fields=[
                ('platform', models.CharField(choices=[('resy', 'Resy'), ('opentable', 'Opentable')], max_length=10, primary_key=True, serialize=False)),
                ('application_id', models.CharField(blank=True, db_default='', max_length=300)),
                ('sealed_secret', models.TextField(blank=True, db_default='')),
                ('user_agent', models.CharField(blank=True, db_default='', max_length=300)),
                ('sign_in_paths', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=300), blank=True, db_default=[], default=list, size=None)),
                ('changed_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('changed_by', models.CharField(db_default='', max_length=100)),
            ],
            options={
                'verbose_name_plural': 'platform access',
                'db_table': 'platform_access',
            },
        ),
        migrations.CreateModel(
            name='SignInRefusal',
            fields=[
                ('platform', models.CharField(choices=[('resy', 'Resy'), ('opentable', 'Opentable')], max_length=10, primary_key=True, serialize=False)),
                ('since', models.DateTimeField()),
                ('last_at', models.DateTimeField()),
            ],
            options={
                'db_table': 'sign_in_refusal',
            },
        ),
        migrations.CreateModel(
            name='SourceState',
            fields=[
                ('platform', models.CharField(choices=[('resy', 'Resy'), ('opentable', 'Opentable')], max_length=10, primary_key=True, serialize=False)),
                ('state', models.CharField(max_length=10)),
                ('reason', models.CharField(blank=True, max_length=40)),
                ('since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('until', models.DateTimeField(null=True)),
                ('factor', models.FloatField(db_default=1.0, default=1.0)),
                ('updated_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('reset_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'source_state',
            },
        ),
        migrations.CreateModel(
            name='KillSwitch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('scope', models.CharField(choices=[('platform', 'Platform'), ('venue', 'Venue'), ('account', 'Account')], max_length=8)),
                ('key', models.CharField(max_length=40)),
                ('reason', models.CharField(max_length=200)),
                ('created_by', models.CharField(max_length=100)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'verbose_name_plural': 'kill switches',
                'db_table': 'kill_switch',
                'constraints': [models.UniqueConstraint(fields=('scope', 'key'), name='one_switch_for_each_key')],
            },
        ),
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
        migrations.CreateModel(
            name='PlatformAccount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('platform', models.CharField(choices=[('resy', 'Resy'), ('opentable', 'Opentable')], max_length=10)),
                ('username', models.CharField(max_length=254)),
                ('display_name', models.CharField(blank=True, max_length=200)),
                ('platform_user_id', models.CharField(blank=True, max_length=64)),
                ('payment_method_id', models.CharField(blank=True, max_length=64, null=True)),
                ('payment_methods', models.JSONField(blank=True, db_default=[], default=list)),
                ('sealed_token', models.TextField(blank=True)),
                ('sealed_refresh_token', models.TextField(blank=True, db_default='', default='')),
                ('renewal_due_at', models.DateTimeField(blank=True, null=True)),
                ('token_expires_at', models.DateTimeField(blank=True, help_text='As the token says; empty: not known.', null=True)),
                ('status', models.CharField(choices=[('connected', 'Connected'), ('needs_reconnect', 'Needs Reconnect'), ('disconnected', 'Disconnected')], default='connected', max_length=16)),
                ('attention_reason', models.CharField(blank=True, max_length=40)),
                ('attention_notified', models.BooleanField(db_default=True, default=True)),
                ('is_concierge', models.BooleanField(default=False)),
                ('known_reservations', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), blank=True, default=list, size=None)),
                ('known_at', models.DateTimeField(blank=True, null=True)),
                ('connected_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('verified_at', models.DateTimeField(blank=True, null=True)),
                ('checked_at', models.DateTimeField(blank=True, null=True)),
                ('tables_due_at', models.DateTimeField(blank=True, null=True)),
                ('disconnected_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='platform_accounts', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'platform_account',
                'constraints': [models.UniqueConstraint(condition=models.Q(models.Q(('platform_user_id', ''), _negated=True), models.Q(('status', 'disconnected'), _negated=True)), fields=('user', 'platform', 'platform_user_id'), name='one_live_row_for_each_platform_account')],
            },
        ),
    ]
