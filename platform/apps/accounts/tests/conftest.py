"""What the tests of accounts share."""

import pytest

from apps.common import mail


@pytest.fixture(autouse=True)
def mail_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for each mail, so that the outbox can be read and holds nothing of an earlier test."""
    later = mail.send_soon

    def now(*, to: str, subject: str, body: str) -> None:
        later(to=to, subject=subject, body=body).result(timeout=10)

    monkeypatch.setattr(mail, "send_soon", now)
