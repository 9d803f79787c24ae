"""E-mail through Django's mail backend, in three steps, so that "it never left" can be told from "it may have left"."""

import smtplib
from contextlib import suppress
from typing import Final

from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from .base import Answer, Mail, Verdict

# From here on an SMTP answer is final; below it the server asks to be tried again.
FINAL: Final = 500


def send(mail: Mail) -> Answer:
    """Hand one mail over. Never raises for what a mail server or a network does: that is an answer."""
    backend: BaseEmailBackend = get_connection()
    try:
        backend.open()
    except OSError:  # no connection, no sign-in, a full disk; smtplib's own errors are OSErrors too
        return Answer(verdict=Verdict.LATER, reason="no_connection")
    try:
        backend.send_messages([_message(mail)])
    except smtplib.SMTPRecipientsRefused as error:
        return _refused(max(code for code, _ in error.recipients.values()))
    except smtplib.SMTPResponseException as error:
        return _refused(error.smtp_code)
    except OSError:
        return Answer(verdict=Verdict.UNKNOWN, reason="outcome_unknown")
    finally:
        # Whether the mail left is settled by now.
        with suppress(OSError):
            backend.close()
    return Answer(verdict=Verdict.SENT, reference=mail.message_id)


def _message(mail: Mail) -> EmailMultiAlternatives:
    message = EmailMultiAlternatives(
        subject=mail.subject,
        body=mail.text,
        to=[mail.to],
        headers={"Message-ID": mail.message_id, "Auto-Submitted": "auto-generated"},
    )
    message.attach_alternative(mail.html, "text/html")
    if mail.calendar:
        message.attach("table.ics", mail.calendar, "text/calendar")
    return message


def _refused(code: int) -> Answer:
    if code < FINAL:
        return Answer(verdict=Verdict.LATER, reason=f"smtp_{code}")
    return Answer(verdict=Verdict.REFUSED, reason=f"smtp_{code}")
