"""Expand: adds the state of an address's host, and the rest of an address whose calls fail.

The previous release checks a host before it stores the address, so its rows are `ready`.

Locks: ACCESS EXCLUSIVE on `delivery_address` for three columns, without reading the table.
"""

from django.db import migrations, models

STATES = [("ready", "Ready"), ("checking", "Checking"), ("internal", "Internal"), ("unknown", "Unknown")]


class Migration(migrations.Migration):
    dependencies = [("notices", "0007_delivery_addresses")]

    operations = [
        migrations.AddField(
            model_name="deliveryaddress",
            name="failures",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="deliveryaddress", name="rests_until", field=models.DateTimeField(null=True)
        ),
        migrations.AddField(
            model_name="deliveryaddress",
            name="state",
            field=models.CharField(choices=STATES, db_default="ready", default="ready", max_length=8),
        ),
    ]
