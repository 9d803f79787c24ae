"""The clocks of the machine and of the platforms, and text forms of days and instants.

Only this module reads the machine's clocks. The other modules receive a `Clock`.
"""

import time as machine
from datetime import UTC, date, datetime, time


class Clock:
    """Wall and monotonic time in ms. The monotonic time is comparable between processes of one machine."""

    def wall_ms(self) -> float:
        return machine.time_ns() / 1e6

    def monotonic_ms(self) -> float:
        return machine.monotonic_ns() / 1e6

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.wall_ms() / 1000, UTC)


class PlatformClock(Clock):
    """A platform's clock. It is `skew_ms` ahead of the machine's, or behind if negative.

    The Date header, cut-offs and booking windows use this clock. Its monotonic time is the machine's.
    """

    def __init__(self, machine_clock: Clock) -> None:
        self._machine = machine_clock
        self.skew_ms = 0.0

    def wall_ms(self) -> float:
        return self._machine.wall_ms() + self.skew_ms

    def monotonic_ms(self) -> float:
        return self._machine.monotonic_ms()

    def machine_ms(self, wall_ms: float) -> float:
        """Return the machine's wall clock at the moment when this clock shows `wall_ms`."""
        return wall_ms - self.skew_ms


def iso_ms(wall_ms: float) -> str:
    """Format an instant as `2026-11-20T12:00:00.123Z`."""
    moment = datetime.fromtimestamp(wall_ms / 1000, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def iso_seconds(moment: datetime) -> str:
    """Format an instant as `2026-11-20T12:00:00Z`, as platforms write cut-offs."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def parse_instant(text: object) -> float:
    """Parse `2026-11-20T17:00:00.250Z` (with any offset) as ms of the epoch. Raises ValueError."""
    if not isinstance(text, str):
        raise ValueError("not an instant")
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("an instant needs a zone")
    return moment.timestamp() * 1000


def parse_day(text: object) -> date:
    """Parse `2026-11-27`. Raises ValueError for any other form."""
    if not isinstance(text, str) or len(text) != 10:
        raise ValueError("not a day")
    return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).date()


def parse_time(text: object, form: str = "%H:%M") -> time:
    """Parse `19:30`, or `19:30:00` with the format `%H:%M:%S`. Raises ValueError."""
    if not isinstance(text, str) or len(text) != (5 if form == "%H:%M" else 8):
        raise ValueError("not a time of day")
    return datetime.strptime(text, form).replace(tzinfo=UTC).time()
