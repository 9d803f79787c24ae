from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notices', '0003_admin_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='eventcursor',
            name='seen_seq',
            field=models.BigIntegerField(db_default=0),
        ),
    ]
