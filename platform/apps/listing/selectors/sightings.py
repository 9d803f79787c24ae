"""Reads how many tables reservations saw, and the newest one. It uses two queries for any number of reservations."""

from collections.abc import Collection, Mapping
from datetime import time
from typing import Any, Final, NamedTuple

from django.db.models import Count, Q, QuerySet, Sum

from apps.common.database.statements import Param, Statement
from apps.requests.models import TimelineEntry

KINDS: Final = ("seen", "passed_over", "held_back", "opened")


class Seen(NamedTuple):
    """The number of tables that fitted a reservation, with the time and seating of the newest."""

    tables: int
    time: time | None
    seating: str


NOTHING: Final = Seen(tables=0, time=None, seating="")


def _entries() -> QuerySet[TimelineEntry]:
    return TimelineEntry.objects.filter(reservation_id__any_of=Param("reservations"), kind__in=KINDS)


def _counted() -> QuerySet[TimelineEntry, Any]:
    # As in apps/outcomes/rules/timeline_totals.py: an entry without a number of tables is about one table, and of these
    # entries only the kind "seen" counts.
    single = Count("pk", filter=Q(kind="seen", tables=None))
    return _entries().values_list("reservation_id").annotate(Sum("tables"), single=single).order_by()


def _newest() -> QuerySet[TimelineEntry, Any]:
    newest = _entries().order_by("reservation_id", "-at", "-id").distinct("reservation_id")
    return newest.values_list("reservation_id", "slot_time", "seating")


COUNTED: Final[Statement[tuple[int, int | None, int]]] = Statement(_counted)
NEWEST: Final[Statement[tuple[int, time | None, str]]] = Statement(_newest)


def read_seen(reservation_ids: Collection[int]) -> Mapping[int, Seen]:
    """Return the tables that these reservations saw, by reservation id. A reservation that saw none has no entry."""
    if not reservation_ids:
        return {}
    ids = list(reservation_ids)
    # The counts are read first. Entries are never deleted, so each counted reservation also has a newest entry.
    counted = COUNTED.rows(reservations=ids)
    slots = {request_id: (at, seating) for request_id, at, seating in NEWEST.rows(reservations=ids)}
    return {request_id: Seen((tables or 0) + single, *slots[request_id]) for request_id, tables, single in counted}
