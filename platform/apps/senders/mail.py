"""Sends e-mail through Django's mail backend. Connecting and sending are separate steps, so that "certainly not sent"
and "possibly sent" can be distinguished."""

import smtplib
from contextlib import suppress
from typing import Final

from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from .base import Answer, Mail, Verdict

# An SMTP reply code of 500 or more is a final refusal. A lower code asks for a retry.
FINAL: Final = 500


def send(mail: Mail) -> Answer:
    """Send one mail. Failures of the mail server or the network are returned as answers, not raised."""
    backend: BaseEmailBackend = get_connection()
    try:
        backend.open()
    except OSError:  # no connection, no sign-in, a full disk; smtplib's errors are OSErrors
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
        # A failure to close does not change the result.
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
