"""Expand: adds the platforms whose firewall refuses sign-ins from our address."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('connections', '0012_breaker_reset'),
    ]

    operations = [
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
    ]
