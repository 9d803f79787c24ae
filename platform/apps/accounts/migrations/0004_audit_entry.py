import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

REFUSE = """
    CREATE FUNCTION audit_entry_only_added() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'audit entries are only ever added' USING ERRCODE = 'restrict_violation';
    END $$;
    CREATE TRIGGER audit_entry_only_added BEFORE UPDATE OR DELETE ON audit_entry
        FOR EACH ROW EXECUTE FUNCTION audit_entry_only_added();
"""
ALLOW = """
    DROP TRIGGER audit_entry_only_added ON audit_entry;
    DROP FUNCTION audit_entry_only_added();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_throttle_by_end'),
    ]

    operations = [
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
                'indexes': [models.Index(fields=['user', '-at'], name='audit_by_user'), models.Index(fields=['act', '-at'], name='audit_by_act'), models.Index(fields=['-at'], name='audit_by_time')],
            },
        ),
        migrations.RunSQL(REFUSE, ALLOW),
    ]
