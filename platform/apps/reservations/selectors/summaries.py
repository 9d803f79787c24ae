"""Reads where a user stands: the allotment, the venues they are busy at, and a group's timeline."""

from collections import defaultdict
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, Q, Sum

from apps.accounts.models import User
from apps.common.errors import not_found
from apps.reservations import entitlements
from apps.reservations.models import (
    CALL_OPEN,
    HELD_BACK,
    Attempt,
    Reservation,
    ReservationGroup,
    Status,
    TimelineEntry,
    WatchState,
)
from apps.reservations.rules import changes, reasons, timeline_totals
from apps.reservations.rules.changes import Standing
from apps.reservations.rules.timeline_totals import Tally
from apps.reservations.schemas.requests import (
    CountsOut,
    DatesOut,
    EntryOut,
    ExistingRestaurantOut,
    ExistingRestaurantsOut,
    TimelineOut,
    TotalsOut,
)

TIMELINE_ENTRIES = 500


def counts(*, user: User, now: datetime) -> CountsOut:
    """Return the user's active requests, those that hold a place in the allotment now, and the limit."""
    active = Q(status=Status.ACTIVE)
    # A request whose stop waits is still being booked; so is one whose attempt nobody has settled yet.
    booking = Q(pk__in=Attempt.objects.filter(CALL_OPEN, reservation__group__user=user).values("reservation_id"))
    row = Reservation.objects.filter(group__user=user).aggregate(
        active=Count("pk", filter=active), total=Count("pk", filter=active | booking)
    )
    limit = entitlements.allowed(user=user, now=now).active_limit
    return CountsOut(active_reservations=row["active"], total_reservations=row["total"], limit=limit)


def existing_restaurants(*, user: User, now: datetime) -> ExistingRestaurantsOut:
    """Return every venue where the user has an active task, or a booking that is still ahead, by name."""
    ahead = Q(status=Status.ACTIVE) | Q(status=Status.CONFIRMED, date__gte=now.date() - timedelta(days=1))
    rows = (
        Reservation.objects.filter(ahead, group__user=user)
        .order_by("venue__venue_name", "venue_id", "status", "date")
        .values_list("venue_id", "venue__venue_name", "status", "date")
        .distinct()
    )
    found: dict[tuple[int, str, str], list[date]] = defaultdict(list)
    for venue_id, name, status, day in rows:
        found[venue_id, name, status].append(day)
    return ExistingRestaurantsOut(
        existing_restaurants=[
            ExistingRestaurantOut(
                venue=venue_id,
                venue_name=name,
                why="active_task" if status == Status.ACTIVE else "booking",
                dates=dates,
            )
            for (venue_id, name, status), dates in found.items()
        ]
    )


def closed_dates(*, user: User, group_id: int, now: datetime) -> DatesOut:
    """Return the group's dates that are closed to change: booked, ended or past. 404 for somebody else's group."""
    _check_owner(user=user, group_id=group_id)
    rows = Reservation.objects.filter(group_id=group_id).values_list(
        "pk", "venue_id", "date", "status", "reason", "ends_at"
    )
    group = [
        Standing(id=pk, place=(venue_id, day), status=status, reason=reason, ends_at=ends_at)
        for pk, venue_id, day, status, reason, ends_at in rows
    ]
    return DatesOut(dates=sorted(changes.closed_dates(group, now=now)))


def group_timeline(*, user: User, group_id: int) -> TimelineOut:
    """Return the group's newest lines and its totals. 404 for somebody else's group."""
    _check_owner(user=user, group_id=group_id)
    lines = TimelineEntry.objects.filter(reservation__group_id=group_id)
    newest = lines.select_related("reservation__venue", "attempt").order_by("-at", "-id")[:TIMELINE_ENTRIES]
    return TimelineOut(group_id=group_id, entries=[_entry(line) for line in newest], totals=_totals(group_id=group_id))


def _check_owner(*, user: User, group_id: int) -> None:
    if not ReservationGroup.objects.filter(pk=group_id, user=user).exists():
        raise not_found("request")


def _entry(line: TimelineEntry) -> EntryOut:
    venue = line.reservation.venue
    return EntryOut(
        id=line.pk,
        reservation_id=line.reservation_id,
        venue_name=venue.venue_name,
        date=line.reservation.date,
        at=line.at,
        kind=line.kind,
        reason=line.reason or None,
        reason_text=reasons.sentence(
            code=line.reason, platform=venue.reservation_source, on=line.at.astimezone(ZoneInfo(venue.time_zone)).date()
        )
        or None,
        time=line.slot_time,
        seating=line.seating,
        party_size=line.party_size,
        duration_ms=line.duration_ms,
        checks=line.checks,
        tables=line.tables,
        fee_cents=line.attempt.fee_cents if line.kind == "held_back" and line.attempt else None,
    )


def _totals(*, group_id: int) -> TotalsOut:
    tallies = (
        TimelineEntry.objects.filter(reservation__group_id=group_id)
        .values_list("reservation_id", "kind")
        .annotate(lines=Count("pk"), checks=Max("checks"), counting=Count("tables"), tables=Sum("tables"))
        .order_by()
    )
    story = timeline_totals.fold(
        [
            Tally(reservation_id=pk, kind=kind, lines=lines, checks=checks, tables=tables, counting=counting)
            for pk, kind, lines, checks, counting, tables in tallies
        ],
        checks_now=dict(
            WatchState.objects.filter(reservation__group_id=group_id).values_list("reservation_id", "checks")
        ),
    )
    tries = (
        Attempt.objects.filter(group_id=group_id)
        .exclude(HELD_BACK)
        .aggregate(
            attempts=Count("pk"),
            lost=Count("pk", filter=Q(state__in=["lost", "refused"])),
            booked=Count("pk", filter=Q(state="booked")),
        )
    )
    return TotalsOut(checks=story.checks, seen=story.seen, **tries)
