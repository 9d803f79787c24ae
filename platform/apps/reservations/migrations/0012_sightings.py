from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0011_canceled_at_the_platform")]

    operations = [
        migrations.AddField(model_name="attempt", name="fee_cents", field=models.IntegerField(null=True)),
        migrations.AddField(model_name="timelineentry", name="tables", field=models.IntegerField(null=True)),
        migrations.AddField(model_name="watchstate", name="held_fee_cents", field=models.IntegerField(null=True)),
        migrations.AddField(model_name="watchstate", name="held_time", field=models.TimeField(null=True)),
    ]
