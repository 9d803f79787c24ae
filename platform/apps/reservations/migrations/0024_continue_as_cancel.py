"""Expand: adds `continue_as_cancel` to groups.

The previous release files groups without it and leaves it as it is in an edit. Its relay does not turn such a release
request into a cancel request; the snipers look for tables until its end anyway.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0023_choices")]

    operations = [
        migrations.AddField(
            model_name="reservationgroup",
            name="continue_as_cancel",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
