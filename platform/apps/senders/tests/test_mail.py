"""Sending e-mail: "certainly not sent" is distinguished from "possibly sent"."""

from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default

import pytest
from django.core import mail as django_mail
from pytest_django import Settings

from apps.senders import mail
from apps.senders.base import Answer, Mail, Verdict
from apps.senders.tests.outside import MailServer, running_mail_server

MAIL = Mail(
    to="ada@example.org",
    subject="Booked: Café Noir",
    text="Hello Ada,\n\nCafé Noir.\n",
    html="<p>Café Noir</p>",
    message_id="<event-7@tablehawk.example>",
    calendar="BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
)


@pytest.fixture
def server(settings: Settings) -> Iterator[MailServer]:
    with running_mail_server() as running:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", running.port, False
        yield running


def test_a_mail_has_text_html_and_the_id_of_its_event(server: MailServer) -> None:
    assert mail.send(MAIL) == Answer(verdict=Verdict.SENT, reference=MAIL.message_id)
    (raw,) = server.mails
    arrived = message_from_bytes(raw, policy=default)
    assert (arrived["To"], arrived["Subject"], arrived["Message-ID"]) == (MAIL.to, MAIL.subject, MAIL.message_id)
    assert arrived["Auto-Submitted"] == "auto-generated"
    forms = {part.get_content_type(): part.get_content() for part in arrived.walk() if not part.is_multipart()}
    assert "Café Noir." in forms["text/plain"]
    assert "<p>Café Noir</p>" in forms["text/html"]
    assert "END:VCALENDAR" in forms["text/calendar"]


@pytest.mark.parametrize(
    ("command", "reply", "verdict", "reason", "taken"),
    [
        ("CONNECT", "421 busy", Verdict.LATER, "no_connection", 0),
        ("MAIL", "451 later", Verdict.LATER, "smtp_451", 0),
        ("RCPT", "450 greylisted", Verdict.LATER, "smtp_450", 0),
        ("RCPT", "550 nobody here", Verdict.REFUSED, "smtp_550", 0),
        ("DATA", "554 no", Verdict.REFUSED, "smtp_554", 0),
        ("END", "452 full", Verdict.LATER, "smtp_452", 1),
        ("END", "", Verdict.UNKNOWN, "outcome_unknown", 1),
        ("QUIT", "", Verdict.SENT, "", 1),
    ],
)
def test_the_smtp_code_decides_whether_a_mail_is_repeated(
    server: MailServer, command: str, reply: str, verdict: Verdict, reason: str, taken: int
) -> None:
    server.replies = {command: reply}
    answer = mail.send(MAIL)
    assert (answer.verdict, answer.reason) == (verdict, reason)
    assert len(server.mails) == taken


def test_an_unreachable_server_means_later(settings: Settings) -> None:
    with running_mail_server() as gone:
        pass
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", gone.port, False
    assert mail.send(MAIL) == Answer(verdict=Verdict.LATER, reason="no_connection")


def test_the_backend_of_the_settings_is_used() -> None:
    assert mail.send(MAIL).verdict is Verdict.SENT
    assert [sent.subject for sent in django_mail.outbox] == [MAIL.subject]
