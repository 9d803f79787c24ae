"""A fake Twilio server, and settings that point to it."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from apps.notices.tests.outside import ACCOUNT, SENDER, TOKEN, FakeTwilio, running_twilio


@pytest.fixture
def twilio(settings: Settings) -> Iterator[FakeTwilio]:
    with running_twilio() as fake:
        settings.TWILIO_API_BASE, settings.TWILIO_FROM = fake.url, SENDER
        settings.TWILIO_ACCOUNT_SID, settings.TWILIO_AUTH_TOKEN = ACCOUNT, TOKEN
        yield fake
        fake.go_on.set()
