"""The sweep of stalled jobs deletes the jobs of dead workers and no others."""

import asyncio

import pytest
from django.db import connection
from procrastinate import PsycopgConnector
from procrastinate.contrib.django import app, connector_params
from procrastinate.contrib.django.models import ProcrastinateJob
from procrastinate.job_context import JobContext
from procrastinate.jobs import Job

from apps.common.worker import HEARTBEAT_SECONDS, STALLED_SECONDS
from config.tasks import delete_stalled_jobs

pytestmark = pytest.mark.django_db(transaction=True)


def running_job(*, heartbeat_age: float) -> int:
    """Store a running job of a worker whose heartbeat is `heartbeat_age` seconds old. Return the job's id."""
    with connection.cursor() as cursor:
        cursor.execute(
            "insert into procrastinate_workers (last_heartbeat) values (now() - make_interval(secs => %s))"
            " returning id",
            [heartbeat_age],
        )
        worker_id = cursor.fetchone()[0]
        cursor.execute(
            "insert into procrastinate_jobs (queue_name, task_name, status, worker_id)"
            " values ('sweep', 'work', 'doing', %s) returning id",
            [worker_id],
        )
        return int(cursor.fetchone()[0])


def sweep() -> None:
    async def run() -> None:
        async with app.with_connector(PsycopgConnector(kwargs=connector_params())).open_async() as opened:
            job = Job(id=None, queue="sweep", lock=None, queueing_lock=None, task_name="sweep")
            context = JobContext(app=opened, job=job, start_timestamp=0, abort_reason=lambda: None)
            await delete_stalled_jobs(context, timestamp=0)

    asyncio.run(run())


@pytest.mark.parametrize("age", [0, HEARTBEAT_SECONDS, 2 * HEARTBEAT_SECONDS])
def test_the_job_of_a_living_worker_stays(age: float) -> None:
    job = running_job(heartbeat_age=age)
    sweep()
    assert ProcrastinateJob.objects.filter(pk=job, status="doing").exists()


def test_the_job_of_a_dead_worker_is_deleted() -> None:
    job = running_job(heartbeat_age=STALLED_SECONDS + 5)
    sweep()
    assert not ProcrastinateJob.objects.filter(pk=job).exists()
