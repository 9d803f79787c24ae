"""Finds the IANA time zone of a venue."""

from typing import Final
from zoneinfo import available_timezones

# IANA names of the POSIX zone names that Resy sends. A POSIX name does not distinguish Phoenix from Denver, so a
# venue's coordinates are used if they are known.
POSIX_NAMES: Final = {
    "EST5EDT": "America/New_York",
    "CST6CDT": "America/Chicago",
    "MST7MDT": "America/Denver",
    "PST8PDT": "America/Los_Angeles",
    "HST10": "Pacific/Honolulu",
}
DEFAULT: Final = "America/New_York"


def zone_of(*, latitude: float | None, longitude: float | None, named: str) -> str:
    """Return the IANA time zone at the coordinates, otherwise the zone `named` by the platform, otherwise New York's.

    `named` is also used if the coordinates are at sea, where no country's zone applies. Borders on the map are within
    111 m of the exact ones.
    """
    if latitude is not None and longitude is not None:
        # The map takes 40 MB, which most processes never need.
        from tzfpy import get_tz

        found = get_tz(longitude, latitude)
        if not found.startswith("Etc/") and found in available_timezones():
            return found
    named = POSIX_NAMES.get(named, named)
    return named if named in available_timezones() and "/" in named else DEFAULT
