import pytest
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend

from apps.common import mail


def test_mail_is_sent_in_the_background() -> None:
    mail.send_soon(to="ada@example.org", subject="Hello", body="Text").result(timeout=60)
    assert [(sent.to, sent.subject) for sent in outbox.outbox] == [(["ada@example.org"], "Hello")]


def test_failed_mail_is_logged_without_its_text(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(self: EmailBackend, messages: object) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    mail.send_soon(to="ada@example.org", subject="Hello", body="the-link").result(timeout=60)
    assert "ConnectionRefusedError" in caplog.text
    assert "the-link" not in caplog.text
