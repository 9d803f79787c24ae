from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notices", "0004_seen_news")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="trace",
            field=models.CharField(blank=True, db_default="", default="", max_length=55),
        ),
    ]
