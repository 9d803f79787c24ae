"""Date arithmetic of billing periods. Times are seconds of the epoch, and days are UTC days, as at Stripe."""

import calendar
from datetime import UTC, datetime, timedelta
from typing import Any

DAY = 86_400
_DAYS = {"day": 1, "week": 7}


def after(anchor: int, recurring: dict[str, Any], count: int) -> int:
    """Return the instant `count` billing intervals of `recurring` after the anchor.

    If the month has no such day, the instant is on the last day of the month.
    """
    interval, steps = recurring["interval"], recurring["interval_count"] * count
    start = datetime.fromtimestamp(anchor, UTC)
    if interval in _DAYS:
        return int((start + timedelta(days=_DAYS[interval] * steps)).timestamp())
    months = start.year * 12 + start.month - 1 + steps * (12 if interval == "year" else 1)
    year, month = divmod(months, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return int(start.replace(year=year, month=month + 1, day=min(start.day, last)).timestamp())


def next_boundary(anchor: int, recurring: dict[str, Any], moment: int) -> int:
    """Return the first boundary of a billing period after `moment`. The periods are counted from the anchor."""
    if anchor > moment:
        return anchor
    count = 1
    while (boundary := after(anchor, recurring, count)) <= moment:
        count += 1
    return boundary


def unused(amount: int, *, start: int, end: int, moment: int) -> int:
    """Return the part of a period's `amount` that is for the time after `moment`, in cents. Rounds half a cent up."""
    left = end - min(end, max(moment, start))
    return (2 * amount * left + (end - start)) // (2 * (end - start))
