"""Finds the IANA time zone of a venue."""

from functools import cache
from typing import Any, Final
from zoneinfo import available_timezones

# Resy writes zones in the POSIX style, which does not tell Phoenix from Denver. So coordinates come first.
POSIX_NAMES: Final = {
    "EST5EDT": "America/New_York",
    "CST6CDT": "America/Chicago",
    "MST7MDT": "America/Denver",
    "PST8PDT": "America/Los_Angeles",
    "HST10": "Pacific/Honolulu",
}
DEFAULT: Final = "America/New_York"


def zone_of(*, latitude: float | None, longitude: float | None, named: str) -> str:
    """Return the zone at the coordinates, otherwise the zone that the platform names, otherwise New York's.

    At sea the coordinates have no zone of a country, and the platform's name counts.
    """
    if latitude is not None and longitude is not None:
        found: str | None = _finder().timezone_at(lat=latitude, lng=longitude)
        if found is not None and not found.startswith("Etc/") and found in available_timezones():
            return found
    named = POSIX_NAMES.get(named, named)
    return named if named in available_timezones() and "/" in named else DEFAULT


@cache
def _finder() -> Any:
    # numpy and the map take 40 MB, which most processes never need.
    from timezonefinder import TimezoneFinder

    return TimezoneFinder()
