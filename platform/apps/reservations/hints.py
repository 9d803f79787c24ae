"""Passing news for the screen: how the watches go, and tables that are being tried for. Never stored, never truth."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Count

from apps.common.schemas import instant_text
from apps.connections.models import AccountStatus
from realtime.events import Tick, WatchSeen, WatchTicks

from . import switches
from .models import CALL_OPEN, Attempt, Status, WatchState
from .rules import watching
from .switches import Off

ByUser = Mapping[int, Sequence[Mapping[str, Any]]]


def ticks(*, after: datetime, now: datetime) -> tuple[ByUser, datetime]:
    """Return one watch.ticks event for each user whose watches were written about after `after`, and the new cursor."""
    rows = WatchState.objects.filter(reservation__status=Status.ACTIVE, updated_at__gt=after)
    joined = rows.select_related("reservation__group", "reservation__account", "reservation__venue")
    states = list(joined.order_by("updated_at"))
    if not states:
        return {}, after
    ids = [state.pk for state in states]
    attempts = Attempt.objects.filter(reservation_id__in=ids)
    tries = dict(attempts.values_list("reservation_id").annotate(n=Count("pk")).order_by())
    calls = dict(attempts.filter(CALL_OPEN).values_list("reservation_id", "state"))
    off = switches.read()
    by_user: dict[int, list[Tick]] = {}
    for state in states:
        tick = _tick(state, tries=tries.get(state.pk, 0), call=calls.get(state.pk), off=off, now=now)
        by_user.setdefault(state.reservation.group.user_id, []).append(tick)
    at = instant_text(now)
    events = {
        user_id: [WatchTicks(type="watch.ticks", at=at, ticks=mine).model_dump()] for user_id, mine in by_user.items()
    }
    return events, states[-1].updated_at


def sightings(*, attempt_ids: Sequence[int], now: datetime) -> ByUser:
    """Return a watch.seen event for each attempt that has begun, by the user whom it is made for."""
    begun = Attempt.objects.filter(pk__in=attempt_ids).select_related("reservation__group", "reservation__venue")
    by_user: dict[int, list[dict[str, Any]]] = {}
    for attempt in begun.order_by("id"):
        event = WatchSeen(
            type="watch.seen",
            at=instant_text(now),
            group_id=attempt.group_id,
            reservation_id=attempt.reservation_id,
            attempt_id=attempt.pk,
            venue_name=attempt.reservation.venue.venue_name,
            time=attempt.slot_time.strftime("%H:%M"),
            seating=attempt.seating,
            party_size=attempt.party_size,
        )
        by_user.setdefault(attempt.reservation.group.user_id, []).append(event.model_dump())
    return by_user


def _tick(state: WatchState, *, tries: int, call: str | None, off: Off, now: datetime) -> Tick:
    request = state.reservation
    return Tick(
        group_id=request.group_id,
        reservation_id=request.pk,
        state=watching.shown_state(
            written=state.state,
            open_attempt=call,
            account_usable=request.account is not None and request.account.status == AccountStatus.CONNECTED,
            switched_off=off.stops(request),
            release_ahead=request.group.release_at is not None and request.group.release_at > now,
        ),
        checks=state.checks,
        attempts=tries,
        last_check_at=instant_text(state.last_check_at) if state.last_check_at else None,
        next_check_at=instant_text(state.next_check_at) if state.next_check_at else None,
        interval_ms=state.interval_ms,
    )
