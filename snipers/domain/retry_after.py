"""Reads the header Retry-After, for all services. Pure.

RFC 9110 allows whole seconds and an HTTP date. Servers also send fractions of seconds, durations with a unit ("500ms",
"PT30S"), ISO instants, and the Unix time at which the pause ends, in seconds or thousandths, millionths and so on.
"""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

# A longer pause is nobody's intention: the value has a unit that we do not know, or a wrong clock made it.
MOST_SECONDS = 86_400.0
# The pause for such a value.
NONSENSE_SECONDS = 3_600.0
# Unix times from 2001 to 2286 have ten digits before the decimal point.
UNIX_TIMES = (1e9, 1e10)
UNIX_UNITS = (1.0, 1e3, 1e6, 1e9)
UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3_600.0, "d": 86_400.0}
LONGEST_TEXT = 100

_NUMBER = re.compile(r"\+?\d+(\.\d*)?", re.ASCII)
_PART = re.compile(
    r"(\d+(?:\.\d+)?)\s*(ms|milli(?:second)?s?|s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?)"
    r"(?![a-z])t?\s*",
    re.ASCII,
)


def retry_after_seconds(*, text: str | None, now: datetime) -> float | None:
    """Return the pause that a Retry-After demands, in seconds; None if it is missing or says nothing that we can read.

    A pause that nobody can have meant is NONSENSE_SECONDS. An end that has passed is 0. Of several values, as a proxy
    joins them, the longest counts.
    """
    value = (text or "").strip().strip("\"'").strip()
    if not value or len(value) > LONGEST_TEXT:
        return None
    found = _pause(value, now)
    if found is None and "," in value:
        found = max((one for part in value.split(",") if (one := _pause(part.strip(), now)) is not None), default=None)
    if found is None:
        return None
    return found if found <= MOST_SECONDS else NONSENSE_SECONDS


def _pause(value: str, now: datetime) -> float | None:
    if _NUMBER.fullmatch(value):
        return _number(float(value), now)
    duration = _duration(value.lower())
    if duration is not None:
        return duration
    at = _instant(value)
    return None if at is None else _until(at, now)


def _number(number: float, now: datetime) -> float:
    """Read a number without a unit: a Unix time if it can be one, otherwise seconds."""
    for unit in UNIX_UNITS:
        if UNIX_TIMES[0] <= number / unit < UNIX_TIMES[1]:
            return _until(datetime.fromtimestamp(number / unit, UTC), now)
    return number


def _until(at: datetime, now: datetime) -> float:
    return max(0.0, (at - now).total_seconds())


def _duration(value: str) -> float | None:
    """Read a duration with units, such as "90s", "1 min 30 s" or the ISO form "PT1M30S"."""
    rest = re.sub(r"^pt?(?=\d)", "", value)
    parts = list(_PART.finditer(rest))
    if not parts or "".join(part.group(0) for part in parts) != rest:
        return None
    return sum(float(part.group(1)) * UNITS[_unit(part.group(2))] for part in parts)


def _unit(name: str) -> str:
    return "ms" if name.startswith(("ms", "milli")) else name[0]


def _instant(value: str) -> datetime | None:
    for read in (parsedate_to_datetime, datetime.fromisoformat):
        try:
            at = read(value)
        except (ValueError, OverflowError, IndexError, TypeError):
            # The email package raises the last two for some malformed dates.
            continue
        return at if at.tzinfo else at.replace(tzinfo=UTC)
    return None
