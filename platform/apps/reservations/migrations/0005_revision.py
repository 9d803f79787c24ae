"""Adds `revision`, the number of the version of a reservation. A claim names the version that its watcher has read."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the column with a constant default, for which PostgreSQL rewrites no row."""

    dependencies = [("reservations", "0004_one_call_for_each_line_of_a_list")]

    operations = [
        migrations.AddField(
            model_name="reservation", name="revision", field=models.IntegerField(db_default=1, default=1)
        )
    ]
