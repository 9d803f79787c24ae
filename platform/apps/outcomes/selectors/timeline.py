"""Reads the timeline of a group: its newest entries and its totals."""

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, Q, Sum

from apps.accounts.models import User
from apps.common.errors import not_found
from apps.common.formatting import currency_of, format_month_day
from apps.outcomes.rules import timeline_totals
from apps.outcomes.rules.timeline_totals import EntryCount
from apps.outcomes.schemas import EntryOut, OverOut, TimelineOut, TotalsOut
from apps.requests.models import HELD_BACK, Attempt, ReservationGroup, TimelineEntry, WatchState
from apps.requests.rules import reasons

MAX_ENTRIES = 500


def group_timeline(*, user: User, group_id: int, most: int = MAX_ENTRIES) -> TimelineOut:
    """Return the group's newest `most` entries and its totals. Raises Refusal 404 for another user's group."""
    if not ReservationGroup.objects.filter(pk=group_id, user=user).exists():
        raise not_found("request")
    entries = TimelineEntry.objects.filter(reservation__group_id=group_id)
    newest = entries.select_related("reservation__venue", "attempt").order_by("-at", "-id")[:most]
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
        over=_over(entry.over) if entry.over else None,
        fee_cents=held.fee_cents if held else None,
        held_cancel_fee_cents=held.held_cancel_fee_cents if held else None,
        currency=currency_of(stated=entry.attempt.currency if entry.attempt else "", country=venue.country),
    )


def _over(stored: Mapping[str, Any]) -> OverOut:
    """Convert the column `over` of a timeline entry, which record.sql of the sniper tower writes."""
    return OverOut(**stored)


def _totals(group_id: int) -> TotalsOut:
    entries = TimelineEntry.objects.filter(reservation__group_id=group_id).values_list("reservation_id", "kind")
    counted = entries.annotate(Count("pk"), Max("checks"), Count("tables"), Sum("tables")).order_by()
    watched = WatchState.objects.filter(reservation__group_id=group_id)
    totals = timeline_totals.sum_up(
        [EntryCount(*row) for row in counted], checks_now=dict(watched.values_list("reservation_id", "checks"))
    )
    attempts = Attempt.objects.filter(group_id=group_id).exclude(HELD_BACK)
    return TotalsOut(
        checks=totals.checks,
        seen=totals.seen,
        **attempts.aggregate(
            attempts=Count("pk"),
            lost=Count("pk", filter=Q(state__in=["lost", "refused"])),
            booked=Count("pk", filter=Q(state="booked")),
        ),
    )
