"""The background worker wakes on NOTIFY, survives a restart of its database, and reports stuck jobs by an old liveness
file."""

import asyncio
import os
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob
from procrastinate.worker import Worker
from pytest_django import Settings

from apps.common import worker
from apps.common.worker import BackgroundWorker
from testing.worker import terminate_worker_connections, until, worker_thread

pytestmark = pytest.mark.django_db(transaction=True)
runs: list[str] = []


@app.task(queue="test")
def note(word: str) -> None:
    """Record that the job ran."""
    if word == "fail":
        raise ValueError(word)
    runs.append(word)


@pytest.fixture(autouse=True)
def _no_runs() -> None:
    runs.clear()


def jobs() -> list[str]:
    return list(ProcrastinateJob.objects.filter(queue_name="test").values_list("status", flat=True))


def test_a_job_runs_when_its_transaction_commits_and_is_deleted() -> None:
    with worker_thread(test=1):
        note.defer(word="first")
        until(lambda: runs == ["first"] and not jobs())


def test_a_notification_wakes_the_worker_before_its_next_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "POLL_SECONDS", 600.0)

    note.defer(word="waiting")
    with worker_thread(test=1):
        until(lambda: runs == ["waiting"] and not jobs())
        for number in range(20):
            note.defer(word=f"burst {number}")
        until(lambda: len(runs) == 21 and not jobs())


def test_a_job_for_later_runs_when_it_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "POLL_SECONDS", 600.0)
    due = timezone.now() + timedelta(seconds=1.5)
    with worker_thread(test=1):
        note.configure(schedule_at=due).defer(word="later")
        note.configure(schedule_at=due + timedelta(hours=1)).defer(word="much later")
        until(lambda: runs)
    assert runs == ["later"]
    assert timedelta() <= timezone.now() - due < timedelta(seconds=5)


def test_the_worker_of_the_first_queue_alone_defers_periodic_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    deferrers: list[list[str]] = []

    async def record(self: Worker) -> None:
        deferrers.append(list(self.queues or ()))
        await asyncio.Event().wait()

    monkeypatch.setattr(Worker, "_periodic_deferrer", record)
    with worker_thread(test=1, other=1):
        note.defer(word="first")
        until(lambda: runs == ["first"])
    assert deferrers == [["test"]]


def test_a_failed_job_is_kept_and_harms_no_other() -> None:
    with worker_thread(test=1):
        note.defer(word="fail")
        note.defer(word="next")
        until(lambda: runs == ["next"] and jobs() == ["failed"])


def test_the_worker_outlives_its_connections_and_logs_the_failure_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    with worker_thread(test=1):
        note.defer(word="before")
        until(lambda: runs == ["before"])
        until(lambda: terminate_worker_connections() > 0)
        note.defer(word="after")
        until(lambda: runs == ["before", "after"])
    assert caplog.text.count("background worker failed") <= 1


@pytest.mark.parametrize(("seconds", "touched"), [(worker.STUCK_SECONDS - 1, True), (worker.STUCK_SECONDS + 1, False)])
async def test_the_liveness_file_is_touched_unless_a_job_is_stuck(
    settings: Settings, tmp_path: Path, seconds: float, touched: bool
) -> None:
    settings.LIVENESS_FOLDER = str(tmp_path)
    made = BackgroundWorker(queues={})
    made._running[1] = time.monotonic() - seconds
    reporting = asyncio.create_task(made._report_liveness())
    await asyncio.sleep(0)
    reporting.cancel()
    assert os.listdir(tmp_path) == (["worker"] if touched else [])
