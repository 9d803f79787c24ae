"""Fixtures of the tests of accounts."""

import pytest


@pytest.fixture(autouse=True)
def _mails(mail_at_once: None) -> None:
    """Send each mail at once, so that the outbox is complete."""
