"""Adds `revision`, the version of a request that a watcher has read."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """The default is constant, so PostgreSQL rewrites no row."""

    dependencies = [("reservations", "0004_one_call_for_each_line_of_a_list")]

    operations = [
        migrations.AddField(
            model_name="reservation", name="revision", field=models.IntegerField(db_default=1, default=1)
        )
    ]
