from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0007_admin_names")]

    operations = [
        migrations.AddField(
            model_name="reservationgroup",
            name="trace",
            field=models.CharField(blank=True, db_default="", default="", max_length=55),
        ),
    ]
