"""The names of time zones that users and staff may choose."""

from functools import lru_cache
from typing import Final
from zoneinfo import available_timezones

# Names in the zone database that stand for the clock of a machine, or for no clock.
_NO_ZONES: Final = frozenset({"localtime", "Factory", "posixrules"})


@lru_cache(maxsize=1)
def time_zones() -> frozenset[str]:
    """Return the IANA names of all time zones."""
    return frozenset(available_timezones() - _NO_ZONES)


def is_time_zone(name: str) -> bool:
    """Return whether `name` is the IANA name of a time zone."""
    return name in time_zones()
