"""Runs the jobs that send the e-mails of accounts, as the background worker does."""

from typing import Any

import pytest
from procrastinate.contrib.django.models import ProcrastinateJob

from apps.common import mail


def run_mail_jobs() -> None:
    """Send the mails of all stored jobs, oldest first."""
    for job in ProcrastinateJob.objects.filter(task_name=mail.TASK).order_by("id"):
        mail.send(**job.args)
        # procrastinate's model refuses to delete a single row.
        ProcrastinateJob.objects.filter(pk=job.pk).delete()


@pytest.fixture
def mail_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send each mail as soon as its job is stored."""
    later = mail.send_soon

    def now(**form: Any) -> None:
        later(**form)
        run_mail_jobs()

    monkeypatch.setattr(mail, "send_soon", now)
