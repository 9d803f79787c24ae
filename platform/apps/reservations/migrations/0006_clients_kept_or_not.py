from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('reservations', '0005_revision'),
    ]

    operations = [
        migrations.AddField(
            model_name='client',
            name='saved',
            field=models.BooleanField(db_default=True, default=True),
        ),
    ]
