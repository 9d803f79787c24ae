"""Expand: adds the table of operator tokens. The previous release does not read it.

Locks: the foreign key takes SHARE ROW EXCLUSIVE on `app_user` for an instant; the new table is empty.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0011_locale'),
    ]

    operations = [
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
    ]
