"""A fake Twilio server, a fake push service and a fake ntfy, and settings that allow or name them."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from apps.senders.tests.outside import ACCOUNT, SENDER, TOKEN, FakeTwilio, running_twilio
from apps.senders.tests.push_services import Browser, FakeService, running_service


@pytest.fixture
def twilio(settings: Settings) -> Iterator[FakeTwilio]:
    with running_twilio() as fake:
        settings.TWILIO_API_BASE, settings.TWILIO_FROM = fake.url, SENDER
        settings.TWILIO_ACCOUNT_SID, settings.TWILIO_AUTH_TOKEN = ACCOUNT, TOKEN
        yield fake
        fake.go_on.set()


@pytest.fixture
def push_service(settings: Settings) -> Iterator[FakeService]:
    settings.NOTIFY_LOOPBACK = True
    with running_service() as fake:
        yield fake


@pytest.fixture
def ntfy(settings: Settings) -> Iterator[FakeService]:
    settings.NOTIFY_LOOPBACK = True
    with running_service(status=200) as fake:
        yield fake


@pytest.fixture
def browser(push_service: FakeService) -> Browser:
    return Browser(push_service)
