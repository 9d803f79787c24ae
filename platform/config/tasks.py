"""Periodic tasks that clean the database: stalled and old jobs, expired sessions of the admin."""

from typing import Final

from django.core.management import call_command
from procrastinate import JobContext, builtin_tasks
from procrastinate.contrib.django import app
from procrastinate.jobs import Status

from apps.common.worker import STALLED_SECONDS

KEPT_HOURS: Final = 24 * 7


@app.periodic(cron="* * * * *")
@app.task(queue="sweep", queueing_lock="delete_stalled_jobs", pass_context=True)
async def delete_stalled_jobs(context: JobContext, timestamp: int) -> None:
    """Delete the jobs of workers that have died. A sweep defers new jobs for the same rows, and a periodic job is
    deferred again at its next time."""
    for job in await context.app.job_manager.get_stalled_jobs(seconds_since_heartbeat=STALLED_SECONDS):
        await context.app.job_manager.finish_job(job, status=Status.FAILED, delete_job=True)


@app.periodic(cron="23 * * * *")
@app.task(queue="sweep", queueing_lock="remove_old_jobs", pass_context=True)
async def remove_old_jobs(context: JobContext, timestamp: int) -> None:
    """Delete jobs that failed or were canceled at least a week ago. Successful jobs are deleted when they end."""
    await builtin_tasks.remove_old_jobs(
        context, max_hours=KEPT_HOURS, remove_failed=True, remove_cancelled=True, remove_aborted=True
    )


@app.periodic(cron="17 3 * * *")
@app.task(queue="sweep", queueing_lock="clear_sessions")
def clear_sessions(timestamp: int) -> None:
    call_command("clearsessions")
