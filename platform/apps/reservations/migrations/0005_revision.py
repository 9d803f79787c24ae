"""Edits: which wording of a request a watcher has read."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A constant default: no row is rewritten."""

    dependencies = [("reservations", "0004_one_call_for_each_line_of_a_list")]

    operations = [
        migrations.AddField(
            model_name="reservation", name="revision", field=models.IntegerField(db_default=1, default=1)
        )
    ]
