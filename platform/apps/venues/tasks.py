"""The nightly task of the background worker: the refresh of venues."""

from contextlib import suppress
from datetime import timedelta
from typing import Final

from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.exceptions import AlreadyEnqueued

from .catalog import refreshing

# How long one job of the refresh runs before it defers the next job. Short jobs do not delay other jobs of the queue.
BATCH: Final = timedelta(seconds=20)
# The refresh ends this long after its start (06:11 UTC), before the releases of the morning.
NIGHT: Final = timedelta(hours=4)


@app.periodic(cron="11 6 * * *")
@app.task(queue="sweep", queueing_lock="refresh_venues")
def refresh_venues(timestamp: int) -> None:
    """Refresh stale venues for about 20 seconds, then defer the next job. The series of jobs ends
    when refresh_next() returns False (for example, when no venue is stale) or four hours have
    passed."""
    started = timezone.now()
    more = True
    while more and timezone.now() - started < BATCH:
        more = refreshing.refresh_next(now=timezone.now())
    if more and started.timestamp() - timestamp < NIGHT.total_seconds():
        with suppress(AlreadyEnqueued):
            refresh_venues.configure(schedule_at=timezone.now() + timedelta(seconds=1)).defer(timestamp=timestamp)
