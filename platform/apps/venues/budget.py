"""The budget of catalog calls: one instant after the other, for all processes together.

Catalog calls (links, imports, refreshes) share it, apart from the watchers' budget. The instants are kept in PostgreSQL
and compared with its clock, so that two processes cannot use the same second twice, also after a restart.
"""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import connection

# Each call waits a little longer than its share of a second. Otherwise a call that is delayed on its way would arrive
# in the second of the next ones.
MARGIN: Final = timedelta(milliseconds=100)

RESERVE: Final = """
    INSERT INTO catalog_budget AS b (platform, next_at)
    VALUES (%(platform)s, clock_timestamp() + %(interval)s::interval)
    ON CONFLICT (platform) DO UPDATE SET next_at = greatest(b.next_at, clock_timestamp()) + %(interval)s::interval
    WHERE b.next_at <= clock_timestamp() + %(most_wait)s::interval
    RETURNING greatest(0, extract(epoch FROM next_at - %(interval)s::interval - clock_timestamp()))::float
"""


class BudgetExceeded(Exception):
    """So many calls are waiting that another one would have to wait too long."""


def reserve(*, platform: str, most_wait: timedelta) -> float:
    """Reserve the next instant for a call. Return the seconds until then. Raises BudgetExceeded.

    The caller sleeps outside any transaction: the reservation has to be committed before the call.
    """
    interval = timedelta(seconds=1 / settings.CATALOG_BUDGET) + MARGIN
    with connection.cursor() as cursor:
        cursor.execute(
            RESERVE,
            {
                "platform": platform,
                "interval": f"{interval.total_seconds()} seconds",
                "most_wait": f"{most_wait.total_seconds()} seconds",
            },
        )
        row = cursor.fetchone()
    if row is None:
        raise BudgetExceeded
    return float(row[0])
