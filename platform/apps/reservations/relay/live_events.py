"""Passing news for the screen: how the watches go, and tables that are being tried for. Never stored, never truth."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Count, Q

from apps.common.schemas import instant_text
from apps.connections.models import AccountStatus
from apps.reservations import kill_switches
from apps.reservations.kill_switches import SwitchedOff
from apps.reservations.models import CALL_OPEN, HELD_BACK, Attempt, Status, TimelineEntry, WatchState
from apps.reservations.rules import reasons, watch_states
from realtime.events import Sighting, Tick, WatchSeen, WatchSightings, WatchTicks

ByUser = Mapping[int, Sequence[Mapping[str, Any]]]

# One round of the relay pushes so many timeline lines, and one event carries so many.
MOST_LINES = 200
MOST_IN_EVENT = 50
TOLD_BY_WATCHERS = Q(kind__in=["seen", "passed_over"], attempt__isnull=True)


def ticks(*, after: datetime, now: datetime) -> tuple[ByUser, datetime]:
    """Return one watch.ticks event for each user whose watches were written about after `after`, and the new cursor."""
    rows = WatchState.objects.filter(reservation__status=Status.ACTIVE, updated_at__gt=after)
    joined = rows.select_related("reservation__group", "reservation__account", "reservation__venue")
    states = list(joined.order_by("updated_at"))
    if not states:
        return {}, after
    ids = [state.pk for state in states]
    attempts = Attempt.objects.filter(reservation_id__in=ids)
    tries = dict(attempts.exclude(HELD_BACK).values_list("reservation_id").annotate(n=Count("pk")).order_by())
    calls = dict(attempts.filter(CALL_OPEN).values_list("reservation_id", "state"))
    off = kill_switches.read()
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


def timeline_lines(*, lines: range | None, since: datetime | None, now: datetime) -> tuple[ByUser, range | None]:
    """Return watch.sightings events for lines about tables: those with an id in `lines`, those written since `since`.

    By user, oldest first; and the ids that are left for the next round, None when nothing is.
    """
    ids = Q(pk__gte=lines.start, pk__lt=lines.stop) if lines else Q()
    recent = Q(at__gte=since) if since else Q()
    wanted = ids | recent if lines and since else ids & recent
    rows = TimelineEntry.objects.filter(TOLD_BY_WATCHERS, wanted).select_related(
        "reservation__group", "reservation__venue"
    )
    found = list(rows.order_by("id")[: MOST_LINES + 1])
    by_user: dict[int, list[Sighting]] = {}
    for line in found[:MOST_LINES]:
        by_user.setdefault(line.reservation.group.user_id, []).append(_sighting(line))
    events = {
        user_id: [
            WatchSightings(type="watch.sightings", sightings=mine[at : at + MOST_IN_EVENT]).model_dump()
            for at in range(0, len(mine), MOST_IN_EVENT)
        ]
        for user_id, mine in by_user.items()
    }
    if len(found) <= MOST_LINES:
        return events, None
    newest = rows.order_by("-id").values_list("pk", flat=True)[:1]
    return events, range(found[MOST_LINES].pk, newest[0] + 1)


def _sighting(line: TimelineEntry) -> Sighting:
    request = line.reservation
    return Sighting(
        id=line.pk,
        at=instant_text(line.at),
        group_id=request.group_id,
        reservation_id=request.pk,
        venue_name=request.venue.venue_name,
        date=request.date.isoformat(),
        kind="passed_over" if line.kind == "passed_over" else "seen",
        reason=line.reason or None,
        reason_text=reasons.sentence(code=line.reason, platform=request.venue.reservation_source) or None,
        time=line.slot_time.strftime("%H:%M") if line.slot_time else None,
        seating=line.seating,
        party_size=line.party_size,
        tables=line.tables or 1,
        checks=line.checks,
    )


def _tick(state: WatchState, *, tries: int, call: str | None, off: SwitchedOff, now: datetime) -> Tick:
    request = state.reservation
    word = watch_states.shown_state(
        written=state.state,
        open_attempt=call,
        account_usable=request.account is not None and request.account.status == AccountStatus.CONNECTED,
        switched_off=off.stops(request),
        release_ahead=request.group.release_at is not None and request.group.release_at > now,
        fee_accepted=request.group.fee_ceiling_cents >= (state.held_fee_cents or 0),
    )
    held = word == "held_back"
    return Tick(
        group_id=request.group_id,
        reservation_id=request.pk,
        state=word,
        checks=state.checks,
        attempts=tries,
        last_check_at=instant_text(state.last_check_at) if state.last_check_at else None,
        next_check_at=instant_text(state.next_check_at) if state.next_check_at else None,
        interval_ms=state.interval_ms,
        held_fee_cents=state.held_fee_cents if held else None,
        held_time=state.held_time.strftime("%H:%M") if held and state.held_time else None,
    )
