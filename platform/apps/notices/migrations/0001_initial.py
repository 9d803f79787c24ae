import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='EventCursor',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to=settings.AUTH_USER_MODEL)),
                ('last_seq', models.BigIntegerField(default=0)),
                ('seen_seq', models.BigIntegerField(db_default=0)),
            ],
            options={
                'db_table': 'event_cursor',
            },
        ),
        migrations.CreateModel(
            name='NotificationSettings',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notification_settings', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('muted', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=20), default=list, size=None)),
                ('quiet_start', models.TimeField(null=True)),
                ('quiet_end', models.TimeField(null=True)),
                ('time_zone', models.CharField(blank=True, max_length=64)),
            ],
            options={
                'db_table': 'notification_settings',
            },
        ),
        migrations.CreateModel(
            name='PhoneCode',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='phone_code', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('phone', models.CharField(max_length=20)),
                ('nonce', models.UUIDField()),
                ('code_hash', models.CharField(max_length=64)),
                ('expires_at', models.DateTimeField()),
                ('wrong_tries', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'db_table': 'phone_code',
            },
        ),
        migrations.CreateModel(
            name='DeliveryAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(choices=[('email', 'Email'), ('sms', 'Sms'), ('push', 'Push'), ('chat', 'Chat')], max_length=5)),
                ('app', models.CharField(blank=True, max_length=20)),
                ('label', models.CharField(max_length=120)),
                ('sealed_address', models.TextField()),
                ('fingerprint', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('ready', 'Ready'), ('checking', 'Checking'), ('internal', 'Internal'), ('unknown', 'Unknown')], db_default='ready', default='ready', max_length=8)),
                ('failures', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('rests_until', models.DateTimeField(null=True)),
                ('session', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.session')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='delivery_addresses', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'delivery addresses',
                'db_table': 'delivery_address',
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.BigIntegerField()),
                ('type', models.CharField(max_length=40)),
                ('payload', models.JSONField()),
                ('trace', models.CharField(blank=True, db_default='', default='', max_length=55)),
                ('dedupe_key', models.CharField(max_length=80, null=True)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('published_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'event',
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(choices=[('email', 'Email'), ('sms', 'Sms'), ('push', 'Push'), ('chat', 'Chat')], max_length=5)),
                ('kind', models.CharField(max_length=20)),
                ('facts', models.JSONField(default=dict)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('sending', 'Sending'), ('sent', 'Sent'), ('failed', 'Failed'), ('skipped', 'Skipped')], default='queued', max_length=7)),
                ('reason', models.CharField(blank=True, max_length=40)),
                ('reference', models.CharField(blank=True, max_length=120)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('next_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('taken_at', models.DateTimeField(null=True)),
                ('sent_at', models.DateTimeField(null=True)),
                ('address', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='deliveries', to='notices.deliveryaddress')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='notices.event')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
                'db_table': 'delivery',
            },
        ),
        migrations.AddConstraint('deliveryaddress', models.UniqueConstraint(fields=('user', 'fingerprint'), name='each_address_of_a_user_once')),
        migrations.AddConstraint('deliveryaddress', models.UniqueConstraint(condition=models.Q(('channel', 'push')), fields=('fingerprint',), name='one_user_for_each_device')),
        migrations.AddIndex('event', models.Index(condition=models.Q(('published_at__isnull', True)), fields=['id'], name='event_unpublished')),
        migrations.AddConstraint('event', models.UniqueConstraint(fields=('user', 'seq'), name='dense_event_numbers')),
        migrations.AddConstraint('event', models.UniqueConstraint(fields=('dedupe_key',), name='one_event_for_each_cause')),
        migrations.AddIndex('delivery', models.Index(condition=models.Q(('state', 'queued')), fields=['channel', 'next_at'], name='deliveries_due')),
        migrations.AddIndex('delivery', models.Index(condition=models.Q(('state', 'sending')), fields=['taken_at'], name='deliveries_in_hand')),
        migrations.AddIndex('delivery', models.Index(condition=models.Q(('address__isnull', False)), fields=['address'], name='deliveries_by_address')),
        migrations.AddConstraint('delivery', models.UniqueConstraint(condition=models.Q(('channel__in', ['email', 'sms'])), fields=('event', 'channel'), name='one_mail_and_one_text_for_each_event')),
        migrations.AddConstraint('delivery', models.UniqueConstraint(condition=models.Q(('address__isnull', False)), fields=('event', 'address'), name='one_message_for_each_event_and_address')),
    ]
