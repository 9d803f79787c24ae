"""Reads which tables reservations saw. It uses two queries for any number of reservations, none without any."""

from collections.abc import Collection, Mapping
from datetime import time
from typing import Final, NamedTuple

from django.db.models import Count, Q, Sum

from apps.reservations.models import TimelineEntry

KINDS: Final = ("seen", "passed_over", "held_back")


class Seen(NamedTuple):
    """The number of tables that fitted a reservation, with the time and seating of the newest."""

    tables: int
    time: time | None
    seating: str


NOTHING: Final = Seen(tables=0, time=None, seating="")


def read_seen(reservation_ids: Collection[int]) -> Mapping[int, Seen]:
    """Return what each of these reservations saw. Those that saw nothing are missing."""
    if not reservation_ids:
        return {}
    entries = TimelineEntry.objects.filter(reservation_id__in=reservation_ids, kind__in=KINDS)
    # As in rules/timeline_totals: an entry without a number is about one table, and only "seen" entries count then.
    # Counted before the newest are read: entries are only added, so each counted request has a newest one.
    counted = list(
        entries.values_list("reservation_id")
        .annotate(Sum("tables"), single=Count("pk", filter=Q(kind="seen", tables=None)))
        .order_by()
    )
    newest = entries.order_by("reservation_id", "-at", "-id").distinct("reservation_id")
    slots = {row[0]: row[1:] for row in newest.values_list("reservation_id", "slot_time", "seating")}
    return {request_id: Seen((tables or 0) + single, *slots[request_id]) for request_id, tables, single in counted}
