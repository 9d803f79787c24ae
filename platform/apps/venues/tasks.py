"""Tasks of the background worker: the nightly refresh of venues."""

from contextlib import suppress
from datetime import timedelta
from typing import Final

from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.exceptions import AlreadyEnqueued

from . import duplicates, refreshing

# A task of a few seconds does not delay the others of its queue; the next one goes on.
BATCH: Final = timedelta(seconds=20)
# Early enough that the refresh does not meet the releases of the morning.
NIGHT: Final = timedelta(hours=4)


@app.periodic(cron="11 6 * * *")
@app.task(queue="sweep", queueing_lock="refresh_venues")
def refresh_venues(timestamp: int) -> None:
    """Refresh stale venues for some seconds, and defer the next batch until none is stale or the night is over."""
    started = timezone.now()
    more = True
    while more and timezone.now() - started < BATCH:
        more = refreshing.refresh_next(now=timezone.now())
    if more and started.timestamp() - timestamp < NIGHT.total_seconds():
        with suppress(AlreadyEnqueued):
            refresh_venues.configure(schedule_at=timezone.now() + timedelta(seconds=1)).defer(timestamp=timestamp)


@app.periodic(cron="7 11 * * *")
@app.task(queue="sweep", queueing_lock="propose_duplicates")
def propose_duplicates(timestamp: int) -> None:
    """After the refresh, propose pairs of venues that may be one restaurant."""
    duplicates.propose_pairs(now=timezone.now())
