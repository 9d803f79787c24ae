"""PostgreSQL NOTIFY: how the web tower wakes processes that wait for a change.

Sent through the current connection, so inside a transaction it leaves on commit and never for a rolled-back one. A
wake-up is a hint: every listener also polls.
"""

from collections.abc import Collection

from django.db import connection


def send(channel: str, payload: str = "") -> None:
    """Notify one channel; delivered when the current transaction commits."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [channel, payload])


def demand_changed(*, venue_id: int) -> None:
    """Notify the snipers that the requests at this venue (our id) changed."""
    demand_changed_at(venue_ids=[venue_id])


def demand_changed_at(*, venue_ids: Collection[int]) -> None:
    """Notify the snipers that the requests at these venues changed, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT notify_demand(id) FROM unnest(%s::bigint[]) id", [sorted(set(venue_ids))])
