"""Expand: adds the index from which the relay reads the release requests that continue as cancel requests.

Locks: SHARE UPDATE EXCLUSIVE on `reservation_group`, which blocks no reads and no writes.
"""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("reservations", "0024_continue_as_cancel")]

    operations = [
        AddIndexConcurrently(
            model_name="reservationgroup",
            index=models.Index(
                condition=models.Q(("continue_as_cancel", True), ("snipe_type", "release")),
                fields=["release_at"],
                name="releases_that_continue",
            ),
        ),
    ]
