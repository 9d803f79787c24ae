"""Tasks of the background worker: housekeeping, reads of calendars, weekly requests, the fit of the odds, the
cancellation of a table on the diner's request, and the calls of readiness and rehearsals."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.exceptions import AlreadyEnqueued

from apps.odds import fitting
from apps.outcomes import requested_cancellations, table_reads
from apps.readiness import calls as readiness_calls
from apps.readiness import rehearsals
from apps.requests.models import Reservation, Status
from apps.venues.catalog import calendar_reading
from apps.weekly import filing
from snipers.clients import registry

from .housekeeping import ROUND_SECONDS, Housekeeping

# How long one job reads calendars. Short jobs do not delay other jobs of the queue.
READING: Final = timedelta(seconds=20)

_housekeeping: Final = Housekeeping(clock=timezone.now)


@app.periodic(cron="* * * * *")
@app.task(queue="housekeeping", queueing_lock="housekeeping")
def run_housekeeping(timestamp: int) -> None:
    """Run housekeeping once. If the next run is due within a minute, defer a job for it."""
    pause = _housekeeping.run_once()
    if pause < ROUND_SECONDS:
        with suppress(AlreadyEnqueued):
            run_housekeeping.configure(schedule_at=timezone.now() + timedelta(seconds=pause)).defer(timestamp=timestamp)


@app.periodic(cron="* * * * *")
@app.task(queue="sweep", queueing_lock="read_calendars")
def read_calendars(timestamp: int) -> None:
    """Read the ends of books that are due, at venues with active requests, for about 20 seconds."""
    started = timezone.now()
    active = Reservation.objects.filter(status=Status.ACTIVE, stop="")
    watched = set(active.values_list("venue_id", flat=True))
    platforms = list(registry.keys())
    while platforms and timezone.now() - started < READING:
        # In turns, so that no platform uses up the time.
        platforms = [
            platform
            for platform in platforms
            if calendar_reading.read_next(platform=platform, venue_ids=watched, now=timezone.now())
        ]


@app.periodic(cron="* * * * *")
@app.task(queue="sweep", queueing_lock="file_weekly_requests")
def file_weekly_requests(timestamp: int) -> None:
    """File the requests of weekly rules that are due."""
    filing.file_due(now=timezone.now())


@app.periodic(cron="23 * * * *")
@app.task(queue="sweep", queueing_lock="fit_odds")
def fit_odds(timestamp: int) -> None:
    """Fit the baseline of the odds: the parameters that all venues have in common."""
    fitting.fit_baseline(now=timezone.now())


@app.task(queue="cancellations")
def cancel_table(attempt_id: int) -> None:
    """Ask the platform to cancel a table. While the result is unknown, defer a job for the next try."""
    requested_cancellations.run_next(attempt_id=attempt_id, now=timezone.now())
    again_at = requested_cancellations.due_at(attempt_id=attempt_id)
    if again_at is not None:
        cancel_table.configure(schedule_at=again_at).defer(attempt_id=attempt_id)


@app.task(queue="cancellations")
def renew_readiness(group_id: int) -> None:
    """Renew the facts of a request's readiness: those of lines that are not ready and, shortly before its release,
    those whose reading is old."""
    readiness_calls.renew(group_id=group_id, now=timezone.now())


@app.task(queue="cancellations")
def rehearse(group_id: int, requested_at: str) -> None:
    """Make the calls of a booking for a request, without the booking call. `requested_at` is an ISO instant."""
    rehearsals.run(group_id=group_id, requested_at=datetime.fromisoformat(requested_at), now=timezone.now())


@app.task(queue="cancellations")
def read_tables(account_id: int, again: bool) -> None:
    """Read the list of an account whose user asks about a booked table. `again`: permit a second reading after it."""
    table_reads.read_account(account_id=account_id, now=timezone.now(), again=again)
