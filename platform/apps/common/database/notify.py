"""PostgreSQL NOTIFY, which wakes processes that wait for a change.

PostgreSQL delivers a notification when the transaction commits. Listeners also poll, so a lost notification only causes
a delay.
"""

from collections.abc import Collection

from django.db import connection


def send(channel: str, payload: str = "") -> None:
    """Send a notification with this payload on one channel, when the transaction commits."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [channel, payload])


def demand_changed_at(*, venue_ids: Collection[int]) -> None:
    """Notify the snipers, in one statement, that the requests at these venues (our ids) changed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT notify_demand(id) FROM unnest(%s::bigint[]) id", [sorted(set(venue_ids))])
