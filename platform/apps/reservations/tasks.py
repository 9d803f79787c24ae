"""Tasks of the background worker: housekeeping."""

from contextlib import suppress
from datetime import timedelta
from typing import Final

from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.exceptions import AlreadyEnqueued

from .housekeeping import ROUND_SECONDS, Housekeeping

_housekeeping: Final = Housekeeping(clock=timezone.now)


@app.periodic(cron="* * * * *")
@app.task(queue="housekeeping", queueing_lock="housekeeping")
def run_housekeeping(timestamp: int) -> None:
    """Run one step, and defer the next if it is due before the next minute."""
    pause = _housekeeping.run_once()
    if pause < ROUND_SECONDS:
        with suppress(AlreadyEnqueued):
            run_housekeeping.configure(schedule_at=timezone.now() + timedelta(seconds=pause)).defer(timestamp=timestamp)
