"""The one place that reads the machine's clocks, and the forms in which days and instants are written.

Everything else is handed a `Clock`.
"""

import time as machine
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo


class Clock:
    """Wall and monotonic time in milliseconds; the monotonic one is comparable between processes of one machine."""

    def wall_ms(self) -> float:
        return machine.time_ns() / 1e6

    def monotonic_ms(self) -> float:
        return machine.monotonic_ns() / 1e6

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.wall_ms() / 1000, UTC)

    def local(self, zone: str) -> datetime:
        """The wall clock that hangs in a venue of that zone."""
        return self.now().astimezone(ZoneInfo(zone))


def iso_ms(wall_ms: float) -> str:
    """`2026-11-20T12:00:00.123Z`"""
    moment = datetime.fromtimestamp(wall_ms / 1000, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def iso_seconds(moment: datetime) -> str:
    """`2026-11-20T12:00:00Z`, the form of the platforms' cut-off instants."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def parse_day(text: object) -> date:
    """`2026-11-27` and nothing else; ValueError otherwise."""
    if not isinstance(text, str) or len(text) != 10:
        raise ValueError("not a day")
    return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).date()


def parse_time(text: object, form: str = "%H:%M") -> time:
    """`19:30`, or with `%H:%M:%S` `19:30:00`; ValueError otherwise."""
    if not isinstance(text, str) or len(text) != (5 if form == "%H:%M" else 8):
        raise ValueError("not a time of day")
    return datetime.strptime(text, form).replace(tzinfo=UTC).time()
