"""Reads what happened to one user in 24 hours, from all tables that record it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from apps.accounts.models import AuditEntry, User
from apps.connections.models import PlatformAccount
from apps.notices.models import Delivery, Event
from apps.requests.models import Attempt, Reservation, ReservationGroup
from snipers.telemetry import trace

USER_DAY: Final = timedelta(hours=24)
# The largest number of rows of each kind.
MOST_ROWS: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class DayEntry:
    """One entry of a user's day. `trace_id` finds the log records of both towers, "" if it is not known."""

    at: datetime
    what: str
    about: str = ""
    result: str = ""
    trace_id: str = ""


def read_user_day(user: User, *, now: datetime) -> list[DayEntry]:
    """Return what happened to a user in the last 24 hours, newest first, from all tables that record it."""
    since = now - USER_DAY
    kinds: tuple[Callable[[User, datetime], Iterable[DayEntry]], ...] = (
        _audit_entries,
        _groups,
        _changes,
        _attempts,
        _events,
        _deliveries,
        _accounts,
    )
    entries = [entry for kind in kinds for entry in kind(user, since)]
    return sorted(entries, key=lambda entry: entry.at, reverse=True)


def _audit_entries(user: User, since: datetime) -> Iterator[DayEntry]:
    for row in AuditEntry.objects.filter(user=user, at__gte=since).order_by("-at")[:MOST_ROWS]:
        facts = ", ".join(f"{name}: {value}" for name, value in row.facts.items())
        yield DayEntry(at=row.at, what="account", about=row.act, result=facts)


def _groups(user: User, since: datetime) -> Iterator[DayEntry]:
    for row in ReservationGroup.objects.filter(user=user, created_at__gte=since).order_by("-pk")[:MOST_ROWS]:
        yield DayEntry(
            at=row.created_at,
            what="request submitted",
            about=f"group {row.pk}",
            result=f"{row.snipe_type}, {row.party_size} guests",
            trace_id=trace.id_of(row.trace),
        )


def _changes(user: User, since: datetime) -> Iterator[DayEntry]:
    rows: QuerySet[Reservation] = Reservation.objects.filter(group__user=user, status_changed_at__gte=since)
    for row in rows.select_related("venue", "group").order_by("-status_changed_at")[:MOST_ROWS]:
        yield DayEntry(
            at=row.status_changed_at,
            what=f"request is {row.status}",
            about=f"{row.venue.venue_name}, {row.date}",
            result=row.reason,
            trace_id=trace.id_of(row.group.trace),
        )


def _attempts(user: User, since: datetime) -> Iterator[DayEntry]:
    rows = Attempt.objects.filter(reservation__group__user=user, claimed_at__gte=since)
    for row in rows.select_related("reservation__venue", "reservation__group").order_by("-claimed_at")[:MOST_ROWS]:
        at = datetime.combine(row.date, row.slot_time).isoformat(" ", "minutes")
        yield DayEntry(
            at=row.claimed_at,
            what="attempt to book",
            about=f"{row.reservation.venue.venue_name}, {at}",
            result=f"{row.state} {row.reason}".strip(),
            trace_id=trace.id_of(row.reservation.group.trace),
        )


def _events(user: User, since: datetime) -> Iterator[DayEntry]:
    for row in Event.objects.filter(user=user, created_at__gte=since).order_by("-pk")[:MOST_ROWS]:
        result = "published" if row.published_at else "not published yet"
        trace_id = trace.id_of(row.trace)
        yield DayEntry(at=row.created_at, what="event", about=f"{row.type} {row.pk}", result=result, trace_id=trace_id)


def _deliveries(user: User, since: datetime) -> Iterator[DayEntry]:
    rows = Delivery.objects.filter(event__user=user, event__created_at__gte=since).select_related("event")
    for row in rows.order_by("-pk")[:MOST_ROWS]:
        at = row.sent_at or row.event.created_at
        tried = f", tried {row.attempts} times" if row.attempts > 1 else ""
        yield DayEntry(
            at=at,
            what="message",
            about=f"{row.kind} by {row.channel}",
            result=f"{row.state} {row.reason}{tried}".strip(),
        )


def _accounts(user: User, since: datetime) -> Iterator[DayEntry]:
    rows = PlatformAccount.objects.filter(user=user, checked_at__gte=since)
    for row in rows.order_by("-checked_at")[:MOST_ROWS]:
        if row.checked_at is not None:
            result = f"{row.status} {row.attention_reason}".strip()
            yield DayEntry(at=row.checked_at, what="account checked", about=row.platform, result=result)
