"""Fixtures of the tests of accounts."""

import pytest

from apps.common import mail


@pytest.fixture(autouse=True)
def mail_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send each mail at once, so that the outbox is complete and contains none of an earlier test."""
    later = mail.send_soon

    def now(*, to: str, subject: str, body: str) -> None:
        later(to=to, subject=subject, body=body).result(timeout=60)

    monkeypatch.setattr(mail, "send_soon", now)
