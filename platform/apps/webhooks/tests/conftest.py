"""A user's server, and a clock that tests set."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
import standardwebhooks.webhooks
from django.utils import timezone
from pytest_django import Settings

from .receiver import Receiver


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """A server that listens."""
    settings.NOTIFY_LOOPBACK = True
    made = Receiver()
    with made.listening():
        yield made


@dataclass
class Clock:
    """The time of the sender and of the receiver."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now

    def add(self, **parts: float) -> datetime:
        """Move the clock, and return its new time."""
        self.now += timedelta(**parts)
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock. The public library, which refuses old signatures, reads it too."""
    made = Clock(timezone.now())

    class Now(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return made.now

    monkeypatch.setattr(standardwebhooks.webhooks, "datetime", Now)
    return made
