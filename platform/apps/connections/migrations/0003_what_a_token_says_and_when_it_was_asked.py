from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('connections', '0002_payment_ids_as_text_switches_sources'),
    ]

    operations = [
        migrations.AddField(
            model_name='platformaccount',
            name='token_expires_at',
            field=models.DateTimeField(blank=True, help_text='As the token says; empty: not known.', null=True),
        ),
        migrations.AddField(
            model_name='platformaccount',
            name='checked_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
