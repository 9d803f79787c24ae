"""Limits the rate of catalog calls to each platform, for all processes together. Each call reserves an instant.

Catalog calls are the calls for pasted links, imports, refreshes, calendar reads and operators'
probes. Their budget (CATALOG_BUDGET calls per second) is separate from the watchers' budget.
PostgreSQL stores the next free instant and supplies the clock, so two processes never reserve the
same instant, even after a restart.
"""

from datetime import timedelta
from typing import Final

from django.conf import settings

from apps.common.database.statements import fetch_all

# Added to the interval between two calls. Otherwise, a call that is delayed in the network could arrive together with
# the next call, and the platform would count too many calls in one second.
MARGIN: Final = timedelta(milliseconds=100)

RESERVE: Final = """
    INSERT INTO catalog_budget AS b (platform, next_at)
    VALUES (%(platform)s, clock_timestamp() + %(interval)s::interval)
    ON CONFLICT (platform) DO UPDATE SET next_at = greatest(b.next_at, clock_timestamp()) + %(interval)s::interval
    WHERE b.next_at <= clock_timestamp() + %(most_wait)s::interval
    RETURNING greatest(0, extract(epoch FROM next_at - %(interval)s::interval - clock_timestamp()))::float
"""


class BudgetExceeded(Exception):
    """So many calls are waiting that another call would have to wait longer than `most_wait`."""


def reserve(*, platform: str, most_wait: timedelta) -> float:
    """Reserve the next free instant for a call to the platform. Return the number of seconds until this instant.

    The caller must not be in a transaction while it waits, because the reservation has to be committed before the call.
    Raises BudgetExceeded if the wait would be longer than `most_wait`.
    """
    interval = timedelta(seconds=1 / settings.CATALOG_BUDGET) + MARGIN
    seconds = fetch_all(RESERVE, {"platform": platform, "interval": interval, "most_wait": most_wait})
    if not seconds:
        raise BudgetExceeded
    return float(seconds[0][0])
