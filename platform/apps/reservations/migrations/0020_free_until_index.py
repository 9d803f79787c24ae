"""Expand: adds the index from which housekeeping reads the tables whose free cancellation ends soon.

Locks: SHARE UPDATE EXCLUSIVE on `attempt`, which blocks no reads and no writes.
"""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("reservations", "0019_calendar_feed")]

    operations = [
        AddIndexConcurrently(
            model_name="attempt",
            index=models.Index(
                condition=models.Q(("free_until__isnull", False), ("state", "booked")),
                fields=["free_until"],
                name="free_cancellations_by_end",
            ),
        ),
    ]
