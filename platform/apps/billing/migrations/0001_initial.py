import django.db.models.deletion
import django.db.models.functions.datetime
import uuid
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
            name='Subscription',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='subscription', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('customer_id', models.CharField(blank=True, max_length=255, null=True, unique=True)),
                ('subscription_id', models.CharField(blank=True, max_length=255)),
                ('status', models.CharField(blank=True, max_length=20)),
                ('plan', models.CharField(choices=[('none', 'None'), ('standard', 'Standard'), ('premium', 'Premium')], default='none', max_length=8)),
                ('granted', models.CharField(choices=[('none', 'None'), ('standard', 'Standard'), ('premium', 'Premium')], default='none', max_length=8)),
                ('will_cancel', models.BooleanField(default=False)),
                ('cancels_on', models.DateTimeField(blank=True, null=True)),
                ('current_period_end', models.DateTimeField(blank=True, null=True)),
                ('trial_ends_at', models.DateTimeField(blank=True, null=True)),
                ('version', models.PositiveIntegerField(default=0)),
                ('synced_at', models.DateTimeField(blank=True, null=True)),
                ('look_again_at', models.DateTimeField(blank=True, null=True)),
                ('closing', models.BooleanField(default=False, help_text='The account is closed: its subscriptions are ended.')),
            ],
            options={
                'db_table': 'billing_subscription',
                'indexes': [models.Index(fields=['look_again_at'], name='subscription_look_again')],
            },
        ),
        migrations.CreateModel(
            name='UsedTrial',
            fields=[
                ('mark', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='used_trials', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'billing_used_trial',
            },
        ),
        migrations.CreateModel(
            name='WebhookEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event_id', models.CharField(max_length=255, unique=True)),
                ('type', models.CharField(max_length=100)),
                ('customer_id', models.CharField(blank=True, max_length=255)),
                ('created', models.DateTimeField(help_text="By Stripe's clock.")),
                ('received_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('applied_at', models.DateTimeField(blank=True, null=True)),
                ('tries', models.PositiveIntegerField(default=0)),
                ('next_try_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'db_table': 'billing_webhook_event',
                'indexes': [models.Index(condition=models.Q(('applied_at__isnull', True)), fields=['customer_id'], name='webhook_event_unapplied')],
            },
        ),
        migrations.CreateModel(
            name='Command',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('customer', 'Customer'), ('checkout', 'Checkout'), ('expire', 'Expire'), ('update', 'Update'), ('portal', 'Portal')], max_length=10)),
                ('key', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('request', models.JSONField()),
                ('state', models.CharField(choices=[('open', 'Open'), ('done', 'Done'), ('refused', 'Refused'), ('dropped', 'Dropped')], default='open', max_length=8)),
                ('result_id', models.CharField(blank=True, max_length=255)),
                ('created_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='billing_commands', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'billing_command',
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('user', 'kind'), name='one_open_command_of_each_kind')],
            },
        ),
    ]
