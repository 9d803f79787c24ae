"""Sends e-mail in the background, so that response times do not reveal whether a mail was sent.

A mail that fails is logged without its text and not retried, because the user can ask for another link.
"""

from concurrent.futures import Future, ThreadPoolExecutor

import structlog
from django.core.mail import EmailMessage

log = structlog.get_logger(__name__)

_sender = ThreadPoolExecutor(max_workers=2, thread_name_prefix="mail")


def send_soon(*, to: str, subject: str, body: str) -> "Future[None]":
    """Send one mail in another thread. The future ends when the mail server has accepted the mail or sending has
    failed."""
    return _sender.submit(_send, EmailMessage(subject=subject, body=body, to=[to]))


def _send(message: EmailMessage) -> None:
    try:
        message.send()
    except OSError as error:  # refused and broken SMTP connections, full disks; smtplib's own errors are OSErrors too
        log.error("mail not sent", subject=message.subject, error=type(error).__name__)
