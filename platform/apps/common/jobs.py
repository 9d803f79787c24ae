"""Defers jobs of the background worker, in the caller's transaction."""

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db import transaction
from procrastinate.contrib.django import app
from procrastinate.exceptions import AlreadyEnqueued


def defer_each(task: str, *, queue: str, name: str, ids: Collection[int]) -> None:
    """Defer one job for each id, which the task takes as the argument `name`."""
    jobs: list[dict[str, Any]] = [{name: pk} for pk in ids]
    if jobs:
        app.configure_task(task, queue=queue).batch_defer(*jobs)


def defer_once(
    task: str, *, queue: str, key: str, at: datetime | None = None, lock: str | None = None, **arguments: Any
) -> None:
    """Defer a job at `at` (None: now), unless one with the same `key` is already waiting. Jobs with the same `lock` run
    one after the other."""
    job = app.configure_task(task, queue=queue, queueing_lock=key, schedule_at=at, lock=lock)
    with suppress(AlreadyEnqueued), transaction.atomic():
        job.defer(**arguments)
