"""Mails of accounts are jobs of the background worker: encrypted, and tried again while the mail server is away."""

import smtplib

import pytest
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend
from procrastinate.contrib.django.models import ProcrastinateJob
from procrastinate.jobs import Job

from apps.accounts import tasks
from apps.common import mail
from testing.mail_jobs import run_mail_jobs

pytestmark = pytest.mark.django_db
LINK = "https://tablehawk.example/reset-password?token=the-link"


def stored() -> ProcrastinateJob:
    job: ProcrastinateJob = ProcrastinateJob.objects.get(task_name=mail.TASK)
    return job


def fail_with(error: OSError, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: EmailBackend, messages: object) -> int:
        raise error

    monkeypatch.setattr(EmailBackend, "send_messages", fail)


def test_a_mail_is_a_job_whose_content_is_encrypted() -> None:
    mail.send_soon(to="ada@example.org", subject="Hello", body=LINK)
    assert outbox.outbox == []
    job = stored()
    assert job.queue_name == "email"
    for text in ("ada", "Hello", "the-link"):
        assert text not in str(job.args)
    run_mail_jobs()
    (sent,) = outbox.outbox
    assert (sent.to, sent.subject, sent.body) == (["ada@example.org"], "Hello", LINK)


def test_a_repeated_mail_has_the_same_message_id() -> None:
    mail.send_soon(to="ada@example.org", subject="Hello", body=LINK)
    for _ in range(2):
        tasks.send_mail(**stored().args)
    first, second = (dict(sent.extra_headers)["Message-ID"] for sent in outbox.outbox)
    assert first == second


def test_a_job_without_an_address_sends_nothing() -> None:
    mail.send_soon(to="", subject="Hello", body=LINK)
    run_mail_jobs()
    assert outbox.outbox == []


REFUSED = {"ada@example.org": (451, b"later")}
GONE = {"ada@example.org": (550, b"no such user")}


@pytest.mark.parametrize(
    ("error", "is_tried_again"),
    [
        (ConnectionRefusedError("ada@example.org"), True),
        (TimeoutError(), True),
        (smtplib.SMTPServerDisconnected("gone"), True),
        (smtplib.SMTPConnectError(421, b"busy"), True),
        (smtplib.SMTPAuthenticationError(535, b"wrong password"), True),
        (smtplib.SMTPRecipientsRefused(REFUSED), True),
        (smtplib.SMTPDataError(452, b"full"), True),
        (smtplib.SMTPRecipientsRefused(GONE), False),
        (smtplib.SMTPDataError(554, b"spam"), False),
    ],
)
def test_a_mail_is_tried_again_unless_it_is_refused_for_good(
    error: OSError, is_tried_again: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mail.send_soon(to="ada@example.org", subject="Hello", body=LINK)
    fail_with(error, monkeypatch)
    if is_tried_again:
        with pytest.raises(mail.NotSent) as failure:
            tasks.send_mail(**stored().args)
        assert "ada" not in str(failure.value)
        assert failure.value.__cause__ is None
    else:
        tasks.send_mail(**stored().args)
    assert type(error).__name__ in caplog.text
    for secret in ("ada@example.org", "the-link"):
        assert secret not in caplog.text


def test_the_retries_end_while_a_reset_link_is_valid() -> None:
    waited = 0.0
    for attempts in range(tasks.RETRY.max_attempts or 0):
        job = Job(id=1, queue="email", lock=None, queueing_lock=None, task_name=mail.TASK, attempts=attempts)
        decision = tasks.RETRY.get_retry_decision(exception=mail.NotSent(), job=job)
        if decision is not None and decision.retry_at is not None:
            waited += tasks.RETRY.exponential_wait ** (attempts + 1)
    assert 1800 < waited < 3600
