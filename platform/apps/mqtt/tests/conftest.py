"""A running broker, a Home Assistant that is connected to it, and a clock that tests set."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from .mosquitto import HomeAssistant, Mosquitto


class Clock:
    """The time of the worker, ahead of the clock of the web process, which is real."""

    def __init__(self) -> None:
        self.now = timezone.now() + timedelta(minutes=1)

    def __call__(self) -> datetime:
        return self.now

    def add(self, **parts: float) -> None:
        self.now += timedelta(**parts)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def broker(settings: Settings, tmp_path: Path) -> Mosquitto:
    settings.NOTIFY_LOOPBACK = True
    return Mosquitto(tmp_path)


@pytest.fixture
def home(broker: Mosquitto) -> Iterator[HomeAssistant]:
    with broker.running(), HomeAssistant(broker.port).listening() as made:
        yield made
