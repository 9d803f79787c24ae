import django.contrib.postgres.functions
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.datetime
import django.db.models.functions.text
import uuid
from django.conf import settings
from django.db import migrations, models

# Only additions to the audit log: the database refuses UPDATE, DELETE and TRUNCATE.
AUDIT = """
    CREATE FUNCTION audit_entry_only_added() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'audit entries are only ever added' USING ERRCODE = 'restrict_violation';
    END $$;
    CREATE TRIGGER audit_entry_only_added BEFORE UPDATE OR DELETE ON audit_entry
        FOR EACH ROW EXECUTE FUNCTION audit_entry_only_added();
    CREATE TRIGGER audit_entry_never_emptied BEFORE TRUNCATE ON audit_entry
        FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_only_added();
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('email', models.EmailField(max_length=254, unique=True)),
                ('email_confirmed_at', models.DateTimeField(blank=True, help_text='When a link sent there was opened. Until then only such links are mailed.', null=True)),
                ('pending_email', models.CharField(blank=True, db_default='', default='', help_text='Becomes the address when its link is opened.', max_length=254)),
                ('first_name', models.CharField(max_length=100)),
                ('last_name', models.CharField(max_length=100)),
                ('phone', models.CharField(blank=True, help_text='Country code and ten digits, +12125550123.', max_length=20)),
                ('phone_confirmed_at', models.DateTimeField(blank=True, help_text='When a code sent there was entered. Until then no other text is sent.', null=True)),
                ('tier', models.CharField(choices=[('none', 'None'), ('standard', 'Standard'), ('premium', 'Premium')], default='none', max_length=8)),
                ('trial_ends_at', models.DateTimeField(blank=True, null=True)),
                ('has_had_free_trial', models.BooleanField(default=False)),
                ('is_vip', models.BooleanField(default=False)),
                ('is_concierge', models.BooleanField(default=False)),
                ('is_staff', models.BooleanField(default=False)),
                ('is_active', models.BooleanField(default=True)),
                ('email_notifications', models.BooleanField(default=True)),
                ('phone_notifications', models.BooleanField(default=False)),
                ('referral_code', models.CharField(db_default=django.db.models.functions.text.Upper(django.db.models.functions.text.Left(django.db.models.functions.text.MD5(django.db.models.functions.comparison.Cast(django.contrib.postgres.functions.RandomUUID(), models.CharField())), 12)), help_text="The user's own code, for inviting others.", max_length=12, unique=True)),
                ('referred_with', models.CharField(blank=True, db_default='', help_text='The code entered at sign-up, also if unknown.', max_length=64)),
                ('referral_link', models.CharField(blank=True, help_text='The invitation link used at sign-up.', max_length=300)),
                ('locale', models.CharField(db_default='en-US', default='en-US', help_text="Locale of dates, times and money: the browser's language at the last log-in, such as en-GB.", max_length=16)),
                ('date_joined', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('referred_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='referred', to=settings.AUTH_USER_MODEL)),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'db_table': 'app_user',
                'permissions': [('grant_entitlements', 'Can give tiers, VIP and concierge to users')],
            },
        ),
        migrations.CreateModel(
            name='EmailConfirmation',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='email_confirmation', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('email', models.CharField(blank=True, max_length=254)),
                ('nonce', models.UUIDField(default=uuid.uuid4)),
                ('session_id', models.UUIDField(null=True)),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'email_confirmation',
            },
        ),
        migrations.CreateModel(
            name='PasswordReset',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='password_reset', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('nonce', models.UUIDField(default=uuid.uuid4)),
                ('expires_at', models.DateTimeField()),
            ],
            options={
                'db_table': 'password_reset',
            },
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('act', models.CharField(max_length=40)),
                ('address', models.CharField(blank=True, max_length=64)),
                ('facts', models.JSONField(default=dict)),
                ('by', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='audit_entries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'audit entries',
                'db_table': 'audit_entry',
            },
        ),
        migrations.CreateModel(
            name='EmailRevert',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.CharField(blank=True, max_length=254)),
                ('nonce', models.UUIDField(default=uuid.uuid4)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='email_reverts', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'email_revert',
            },
        ),
        migrations.CreateModel(
            name='OperatorToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text='Where it is used.', max_length=60)),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('may_write', models.BooleanField(db_default=False, default=False)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='operator_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'operator_token',
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('current_hash', models.CharField(max_length=64)),
                ('previous_hash', models.CharField(blank=True, max_length=64)),
                ('rotated_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('last_used_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('expires_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('user_agent', models.CharField(blank=True, max_length=300)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'session',
            },
        ),
        migrations.CreateModel(
            name='Throttle',
            fields=[
                ('key', models.CharField(max_length=200, primary_key=True, serialize=False)),
                ('window_ends_at', models.DateTimeField()),
                ('failures', models.PositiveIntegerField(default=0)),
            ],
            options={
                'db_table': 'throttle',
                'indexes': [models.Index(fields=['window_ends_at'], name='throttle_by_end')],
            },
        ),
        migrations.AddConstraint('user', models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='one_user_for_each_email')),
        migrations.AddConstraint('user', models.CheckConstraint(condition=models.Q(('referred_by', models.F('id')), _negated=True), name='nobody_refers_themselves')),
        migrations.AddIndex('auditentry', models.Index(fields=['user', '-at'], name='audit_by_user')),
        migrations.AddIndex('auditentry', models.Index(fields=['act', '-at'], name='audit_by_act')),
        migrations.AddIndex('auditentry', models.Index(fields=['-at'], name='audit_by_time')),
        migrations.AddIndex('emailrevert', models.Index(fields=['email'], name='email_revert_by_email')),
        migrations.RunSQL(AUDIT, "DROP FUNCTION audit_entry_only_added() CASCADE"),
    ]
