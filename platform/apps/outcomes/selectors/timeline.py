"""Reads the timeline of a group: its newest entries and its totals."""

from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, Q, QuerySet, Sum

from apps.accounts.models import User
from apps.common.database.statements import Param, Statement
from apps.common.errors import not_found
from apps.common.formatting import currency_of, format_month_day
from apps.outcomes.rules import timeline_totals
from apps.outcomes.rules.timeline_totals import EntryCount
from apps.outcomes.schemas import EntryOut, OverOut, TimelineOut, TotalsOut
from apps.requests.models import HELD_BACK, Attempt, ReservationGroup, TimelineEntry, WatchState
from apps.requests.rules import reasons

MAX_ENTRIES = 500


def _newest() -> QuerySet[TimelineEntry]:
    entries = TimelineEntry.objects.filter(reservation__group_id=Param("group"))
    return entries.select_related("reservation__venue", "attempt").order_by("-at", "-id")


def _counted() -> QuerySet[TimelineEntry, Any]:
    """Select the entries of each reservation and kind: columns of EntryCount."""
    entries = TimelineEntry.objects.filter(reservation__group_id=Param("group")).values_list("reservation_id", "kind")
    return entries.annotate(Count("pk"), Max("checks"), Count("tables"), Sum("tables")).order_by()


def _attempts() -> QuerySet[Attempt, Any]:
    """Select how many attempts the group has had, how many of them were lost, and how many booked."""
    attempts = Attempt.objects.filter(group_id=Param("group")).exclude(HELD_BACK).order_by().values_list("group_id")
    lost, booked = Q(state__in=["lost", "refused"]), Q(state="booked")
    return attempts.annotate(Count("pk"), lost=Count("pk", filter=lost), booked=Count("pk", filter=booked))


def _watched() -> QuerySet[WatchState, Any]:
    return WatchState.objects.filter(reservation__group_id=Param("group")).values_list("reservation_id", "checks")


OWN: Final[Statement[tuple[int]]] = Statement(
    lambda: ReservationGroup.objects.filter(pk=Param("group"), user=Param("user")).values_list("pk")
)
NEWEST: Final[Statement[TimelineEntry]] = Statement(_newest)
COUNTED: Final = Statement(_counted, row=EntryCount._make)
ATTEMPTS: Final[Statement[tuple[int, int, int, int]]] = Statement(_attempts)
WATCHED: Final[Statement[tuple[int, int]]] = Statement(_watched)


def group_timeline(*, user: User, group_id: int, most: int = MAX_ENTRIES) -> TimelineOut:
    """Return the group's newest `most` entries and its totals. Raises Refusal 404 for another user's group."""
    if not OWN.rows(group=group_id, user=user.pk):
        raise not_found("request")
    newest = NEWEST.rows(page=(most, 0), group=group_id)
    return TimelineOut(
        group_id=group_id, entries=[_entry(entry, locale=user.locale) for entry in newest], totals=_totals(group_id)
    )


def _entry(entry: TimelineEntry, *, locale: str) -> EntryOut:
    venue, held = entry.reservation.venue, entry.attempt if entry.kind == "held_back" else None
    on, reason = "", reasons.explain_stop(code=entry.reason, at=entry.at, closed_at=venue.closed_at)
    if reason:
        on = format_month_day(entry.at.astimezone(ZoneInfo(venue.time_zone)).date(), locale=locale)
    return EntryOut(
        id=entry.pk,
        reservation_id=entry.reservation_id,
        venue_name=venue.venue_name,
        time_zone=venue.time_zone,
        date=entry.reservation.date,
        at=entry.at,
        kind=entry.kind,
        reason=reason or None,
        reason_text=reasons.sentence(code=reason, platform=venue.reservation_source, on=on) or None,
        time=entry.slot_time,
        seating=entry.seating,
        party_size=entry.party_size,
        duration_ms=entry.duration_ms,
        checks=entry.checks,
        tables=entry.tables,
        over=OverOut(**entry.over) if entry.over else None,
        fee_cents=held.fee_cents if held else None,
        held_cancel_fee_cents=held.held_cancel_fee_cents if held else None,
        currency=currency_of(stated=entry.attempt.currency if entry.attempt else "", country=venue.country),
    )


def _totals(group_id: int) -> TotalsOut:
    checks_now = dict(WATCHED.rows(group=group_id))
    totals = timeline_totals.sum_up(COUNTED.rows(group=group_id), checks_now=checks_now)
    _, attempts, lost, booked = next(iter(ATTEMPTS.rows(group=group_id)), (group_id, 0, 0, 0))
    return TotalsOut(checks=totals.checks, seen=totals.seen, attempts=attempts, lost=lost, booked=booked)
