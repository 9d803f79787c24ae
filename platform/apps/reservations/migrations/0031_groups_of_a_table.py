"""Expand: adds the index that finds the groups of a booked table: those that look for a better one, and swaps.

Locks: SHARE UPDATE EXCLUSIVE on `reservation_group`, which blocks no reads and no writes.
"""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("reservations", "0030_swaps")]

    operations = [
        AddIndexConcurrently(
            model_name="reservationgroup",
            index=models.Index(
                condition=models.Q(("swap_of__isnull", False)), fields=["swap_of"], name="groups_of_a_table"
            ),
        )
    ]
