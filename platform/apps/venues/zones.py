"""Finds the IANA time zone of a venue."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

# Each zone represents those with the same clock. The first of two zones with equal names of the clock wins: a POSIX
# name does not distinguish Denver from Boise, whose clocks agree.
CITIES: Final = (
    "America/New_York America/Chicago America/Denver America/Los_Angeles America/Anchorage Pacific/Honolulu"
    " America/Adak America/Phoenix America/Halifax America/St_Johns America/Puerto_Rico America/Panama"
    " America/Costa_Rica America/Mexico_City America/Bogota America/Havana America/Sao_Paulo"
    " America/Argentina/Buenos_Aires America/Santiago America/Caracas America/Nuuk Atlantic/Azores"
    " Europe/London Europe/Dublin Europe/Lisbon Europe/Paris Europe/Athens Europe/Moscow Europe/Istanbul"
    " Africa/Abidjan Africa/Lagos Africa/Johannesburg Africa/Nairobi Africa/Cairo Asia/Jerusalem Asia/Beirut Asia/Dubai"
    " Asia/Tehran Asia/Karachi Asia/Kolkata Asia/Kathmandu Asia/Dhaka Asia/Bangkok Asia/Jakarta Asia/Singapore"
    " Asia/Shanghai Asia/Hong_Kong Asia/Manila Asia/Tokyo Asia/Seoul Australia/Perth Australia/Darwin"
    " Australia/Adelaide Australia/Brisbane Australia/Sydney Pacific/Auckland Pacific/Fiji Pacific/Tongatapu"
).split()
# Short names of IANA that mean one clock only. "EST" and "MST" are written for zones with and without summer time.
SHORT_NAMES: Final = {
    "CET": "Europe/Paris",
    "MET": "Europe/Paris",
    "EET": "Europe/Athens",
    "WET": "Europe/Lisbon",
    "HST": "Pacific/Honolulu",
}
# Names of IANA that name no place, so that they are no zone of a venue.
NO_PLACE: Final = re.compile(r"Etc/.*|U(TC|CT)|GMT.*|Universal|Zulu|Greenwich|Factory|localtime|posixrules|[A-Z]{3}")
# "PST8PDT", "GMT0BST", "<-03>3", "NST3:30NDT,M3.2.0,M11.1.0": the offset counts west of Greenwich as positive.
_NAME: Final = r"(?:<([^>]{1,12})>|([A-Za-z]{3,6}))"
POSIX: Final = re.compile(rf"{_NAME}([+-]?\d{{1,2}})(?::(\d\d))?(?:{_NAME}(?:[+-]?\d{{1,2}}(?::\d\d)?)?)?(?:,.*)?")


def zone_of(*, latitude: float | None, longitude: float | None, named: str) -> str | None:
    """Return the IANA time zone at the coordinates, otherwise the zone that the platform's name means, otherwise None.

    `named` is also used if the coordinates are at sea, where no country's zone applies. Borders on the map are within
    111 m of the exact ones.
    """
    if latitude is not None and longitude is not None:
        # The map takes 40 MB, which most processes never need.
        from tzfpy import get_tz

        found = get_tz(longitude, latitude)
        if not found.startswith("Etc/") and found in available_timezones():
            return found
    return zone_named(named)


def zone_named(name: str) -> str | None:
    """Return the IANA zone that an IANA or POSIX name means, None if it means none or several.

    "PST8PDT" is "America/Los_Angeles".
    """
    name = name.strip()
    if name in SHORT_NAMES:
        return SHORT_NAMES[name]
    if (parsed := POSIX.fullmatch(name)) is not None and name not in ("GMT0", "GMT+0", "GMT-0"):
        return _by_posix(parsed)
    return name if name in available_timezones() and not NO_PLACE.fullmatch(name) else None


def _by_posix(parsed: re.Match[str]) -> str | None:
    quoted, plain, hours, minutes, summer_quoted, summer_plain = parsed.groups()
    west = abs(int(hours)) * 60 + int(minutes or 0)
    offset = timedelta(minutes=west if hours.startswith("-") else -west)
    summer = summer_quoted or summer_plain
    clock = (quoted or plain).upper(), offset, summer.upper() if summer else None
    clocks = _clocks()
    if clock in clocks or summer:
        return clocks.get(clock)
    # Without summer time, every zone with this offset has the same clock.
    return next((zone for (_, at, its_summer), zone in clocks.items() if at == offset and its_summer is None), None)


@lru_cache(maxsize=1)
def _clocks() -> dict[tuple[str, timedelta, str | None], str]:
    """Return the zones of CITIES by the name and offset of their standard time and the name of their summer time."""
    found: dict[tuple[str, timedelta, str | None], str] = {}
    for zone in CITIES:
        for clock in _names_of_clock(ZoneInfo(zone)):
            found.setdefault(clock, zone)
    return found


def _names_of_clock(zone: ZoneInfo) -> Iterator[tuple[str, timedelta, str | None]]:
    halves = [datetime(2026, month, 1, 12, tzinfo=zone) for month in (1, 7)]
    (offset, name), (later, summer) = sorted(
        (at.utcoffset() or timedelta(), (at.tzname() or "").upper()) for at in halves
    )
    if offset == later:
        yield name, offset, None
    else:
        yield name, offset, summer
        # Ireland's law calls its summer time the standard one: IST-1GMT0.
        yield summer, later, name
