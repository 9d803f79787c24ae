"""Sends e-mail in the background worker, in development to files. A request only stores a job, so that its duration
does not reveal whether a mail was sent, and a mail server that is away loses no mail.

The job's content is encrypted, because mails contain links that sign in. A mail may arrive twice if the connection
breaks at its end; both copies have one Message-ID.
"""

import json
import os
import smtplib
from email.utils import make_msgid
from pathlib import Path
from typing import Any, Final

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.filebased import EmailBackend
from procrastinate.contrib.django import app

from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken

log = structlog.get_logger(__name__)

TASK: Final = "apps.accounts.tasks.send_mail"
QUEUE: Final = "email"
# An SMTP reply code of 500 or more is a final refusal. A lower code asks for a retry.
FINAL: Final = 500


class NotSent(Exception):
    """The mail was not sent now. The text names only the type of the failure."""


def send_soon(*, to: str, subject: str, body: str) -> None:
    """Store a job that sends one mail. With an empty `to`, the job sends nothing, but the request takes as long."""
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip("> ")
    mail = {"to": to, "subject": subject, "body": body, "id": make_msgid(domain=domain)}
    sealed = SealedBox(settings.SEAL_KEYS).seal(json.dumps(mail)).text
    app.configure_task(TASK, queue=QUEUE).defer(sealed=sealed)


def send(*, sealed: str) -> None:
    """Send the mail of a job. Raises NotSent if another try may succeed; a final refusal is only logged."""
    try:
        mail = json.loads(SealedBox(settings.SEAL_KEYS).open(SealedToken(sealed)))
    except BrokenSeal:
        log.error("mail not sent", error="BrokenSeal")
        return
    if not mail["to"]:
        return
    message = EmailMessage(
        subject=mail["subject"], body=mail["body"], to=[mail["to"]], headers={"Message-ID": mail["id"]}
    )
    try:
        message.send()
    except OSError as error:  # refused and broken SMTP connections, full disks; smtplib's own errors are OSErrors too
        name = type(error).__name__
        log.error("mail not sent", subject=message.subject, error=name)
        if not _is_final(error):
            # Without the cause, whose text names the address.
            raise NotSent(name) from None


def _is_final(error: OSError) -> bool:
    """Return whether the mail server refuses this mail for good. A refused sign-in is our fault, so it is not."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return min(code for code, _ in error.recipients.values()) >= FINAL
    if isinstance(error, smtplib.SMTPAuthenticationError) or not isinstance(error, smtplib.SMTPResponseException):
        return False
    return error.smtp_code >= FINAL


class PrivateFiles(EmailBackend):
    """Django's file backend with a folder of mode 0700 and files of mode 0600: some mails contain links that reset
    passwords."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        Path(self.file_path).chmod(0o700)

    def open(self) -> bool:
        if self.stream is not None:
            return False
        handle = os.open(self._get_filename(), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.stream = os.fdopen(handle, "ab")
        return True
