"""Compares the clocks of the platforms with ours before releases, so that users learn early of a clock that is wrong or
cannot be read.

In a release, the watcher measures the clock itself, more precisely.
"""

from datetime import datetime, timedelta
from typing import Final

from apps.connections import platforms
from apps.connections.maintenance import health
from apps.connections.models import ClockReading
from snipers.clients.errors import PlatformError

# Open pages have a platform's clock read at most this often, for all users together.
READ_AGAIN: Final = timedelta(seconds=10)


def is_due(*, platform: str, now: datetime, every: timedelta = READ_AGAIN) -> bool:
    """Return whether the platform's clock was never read, or its last reading was tried at least `every` ago."""
    return not ClockReading.objects.filter(platform=platform, tried_at__gt=now - every).exists()


def read_clock(*, platform: str, now: datetime, every: timedelta = READ_AGAIN) -> float:
    """Read the platform's clock once, if a reading is due, and store the comparison.

    Return the number of seconds before the platform may be called again, 0 unless a call failed.
    The platform is not called while its breaker is not healthy or its kill switch is set. If
    several processes call this function at once, one of them reads the clock.
    """
    if platform in health.held_back() or not _claim(platform, now=now, every=every):
        return 0.0
    try:
        sample = platforms.read_clock(platform=platform)
    except (PlatformError, TimeoutError) as error:
        ClockReading.objects.filter(platform=platform).update(failed=True)
        return health.pause_after(error)
    ClockReading.objects.filter(platform=platform).update(
        failed=False,
        read_at=now,
        low_ms=(sample.second - sample.received) * 1000,
        high_ms=(sample.second + 1 - sample.sent) * 1000,
    )
    return 0.0


def _claim(platform: str, *, now: datetime, every: timedelta) -> bool:
    _, created = ClockReading.objects.get_or_create(platform=platform, defaults={"tried_at": now})
    due = ClockReading.objects.filter(platform=platform, tried_at__lte=now - every)
    return created or due.update(tried_at=now) == 1
