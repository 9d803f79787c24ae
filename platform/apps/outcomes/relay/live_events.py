"""Creates the live events for open pages: watch states, started attempts, sightings.

Live events are not stored. A page that has missed events reads the current rows through the API.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Q

from apps.common.database.statements import Param, Statement
from apps.common.schemas import instant_text
from apps.listing import kill_switches
from apps.listing.rules import watch_states
from apps.listing.selectors import card_watches
from apps.requests.models import CALL_OPEN, HELD_BACK, Attempt, Status, TimelineEntry, WatchState
from apps.requests.rules import reasons
from realtime.events import Sighting, Tick, WatchSeen, WatchSightings, WatchTicks

ByUser = Mapping[int, Sequence[Mapping[str, Any]]]

# The most timeline entries that one run pushes, and the most in one event.
MAX_ENTRIES = 200
MAX_IN_EVENT = 50
FROM_WATCHERS = Q(kind__in=["seen", "passed_over"], attempt__isnull=True)

# The events of an attempt precede its outcome by some milliseconds, and an outcome waits for the current step. So these
# reads are statements that Django builds once.
STATES: Final[Statement[WatchState]] = Statement(
    lambda: (
        WatchState.objects.filter(reservation__status=Status.ACTIVE, updated_at__gt=Param("after"))
        .select_related("reservation__group", "reservation__account", "reservation__venue")
        .order_by("updated_at")
    )
)
COUNTS: Final[Statement[tuple[int, int]]] = Statement(
    lambda: (
        Attempt.objects.filter(reservation_id__any_of=Param("reservations"))
        .exclude(HELD_BACK)
        .order_by()
        .values_list("reservation_id")
        .annotate(n=Count("pk"))
    )
)
CALLS: Final[Statement[tuple[int, str]]] = Statement(
    lambda: Attempt.objects.filter(CALL_OPEN, reservation_id__any_of=Param("reservations")).values_list(
        "reservation_id", "state"
    )
)
STARTED: Final[Statement[Attempt]] = Statement(
    lambda: (
        # This condition includes attempts that have no outcome.
        Attempt.objects.filter(pk__any_of=Param("attempts"), outcome__notified_at=None)
        .select_related("reservation__group", "reservation__venue")
        .order_by("id")
    )
)


def run_statements(*, now: datetime) -> None:
    """Run the statements of live events for ids that do not exist, so that the first real event does not wait for their
    preparation (warm_up.py)."""
    STATES.rows(after=now)
    COUNTS.rows(reservations=[0])
    CALLS.rows(reservations=[0])
    STARTED.rows(attempts=[0])


def watch_ticks(*, after: datetime, now: datetime) -> tuple[ByUser, datetime]:
    """Return the watch.ticks events, by user id, about watch states that changed after `after`.

    Also return the instant to pass as `after` in the next call.
    """
    states = STATES.rows(after=after)
    if not states:
        return {}, after
    shown_ids = [state.pk for state in states]
    counts = dict(COUNTS.rows(reservations=shown_ids))
    calls = dict(CALLS.rows(reservations=shown_ids))
    off = kill_switches.read_switched_off()
    by_user: dict[int, list[Tick]] = defaultdict(list)
    for state in states:
        request = state.reservation
        shown = card_watches.shown_state(
            request.group,
            account_status=request.account.status if request.account else None,
            switched_off=off.stops(
                platform=request.venue.reservation_source, venue_id=request.venue_id, account_id=request.account_id
            ),
            closed=request.venue.closed_at is not None,
            written=state.state,
            held=(state.held_fee_cents, state.held_cancel_fee_cents),
            open_attempt=calls.get(state.pk),
            now=now,
        )
        held, timed = shown == "held_back", shown in watch_states.WITH_TIME
        by_user[request.group.user_id].append(
            Tick(
                group_id=request.group_id,
                reservation_id=request.pk,
                state=shown,
                checks=state.checks,
                attempts=counts.get(state.pk, 0),
                last_check_at=instant_text(state.last_check_at) if state.last_check_at else None,
                next_check_at=instant_text(state.next_check_at) if state.next_check_at else None,
                interval_ms=state.interval_ms,
                held_fee_cents=state.held_fee_cents if held else None,
                held_cancel_fee_cents=state.held_cancel_fee_cents if held else None,
                held_time=state.held_time.strftime("%H:%M") if timed and state.held_time else None,
            )
        )
    at = instant_text(now)
    events = {
        user_id: [WatchTicks(type="watch.ticks", at=at, ticks=mine).model_dump()] for user_id, mine in by_user.items()
    }
    return events, states[-1].updated_at


def started_attempts(*, attempt_ids: Sequence[int], now: datetime) -> ByUser:
    """Return a watch.seen event for each of these attempts, by the id of the request's user.

    An attempt whose outcome is already published has no event: the page would show it as still running.
    """
    by_user: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for attempt in STARTED.rows(attempts=list(attempt_ids)):
        event = WatchSeen(
            type="watch.seen",
            at=instant_text(now),
            group_id=attempt.group_id,
            reservation_id=attempt.reservation_id,
            attempt_id=attempt.pk,
            venue_name=attempt.reservation.venue.venue_name,
            time_zone=attempt.reservation.venue.time_zone,
            date=attempt.date.isoformat(),
            time=attempt.slot_time.strftime("%H:%M"),
            seating=attempt.seating,
            party_size=attempt.party_size,
        )
        by_user[attempt.reservation.group.user_id].append(event.model_dump())
    return by_user


def sightings(*, ids: range | None, since: datetime | None, now: datetime) -> tuple[ByUser, range | None]:
    """Return the watch.sightings events, by user id and oldest first, about entries that watchers wrote to timelines.

    The entries are those with an id in `ids` and those written since `since`. At most MAX_ENTRIES are handled. Also
    return the range of ids that is left for the next call, or None.
    """
    named = Q(pk__gte=ids.start, pk__lt=ids.stop) if ids else Q()
    recent = Q(at__gte=since) if since else Q()
    rows = TimelineEntry.objects.filter(FROM_WATCHERS, named | recent if ids and since else named & recent)
    found = list(rows.select_related("reservation__group", "reservation__venue").order_by("id")[: MAX_ENTRIES + 1])
    by_user: dict[int, list[Sighting]] = defaultdict(list)
    for entry in found[:MAX_ENTRIES]:
        by_user[entry.reservation.group.user_id].append(_sighting(entry))
    events = {
        user_id: [
            WatchSightings(type="watch.sightings", sightings=mine[at : at + MAX_IN_EVENT]).model_dump()
            for at in range(0, len(mine), MAX_IN_EVENT)
        ]
        for user_id, mine in by_user.items()
    }
    if len(found) <= MAX_ENTRIES:
        return events, None
    newest = rows.order_by("-id").values_list("pk", flat=True)[:1]
    return events, range(found[MAX_ENTRIES].pk, newest[0] + 1)


def _sighting(entry: TimelineEntry) -> Sighting:
    request = entry.reservation
    return Sighting(
        id=entry.pk,
        at=instant_text(entry.at),
        group_id=request.group_id,
        reservation_id=request.pk,
        venue_name=request.venue.venue_name,
        time_zone=request.venue.time_zone,
        date=request.date.isoformat(),
        kind="passed_over" if entry.kind == "passed_over" else "seen",
        reason=entry.reason or None,
        reason_text=reasons.sentence(code=entry.reason, platform=request.venue.reservation_source) or None,
        time=entry.slot_time.strftime("%H:%M") if entry.slot_time else None,
        seating=entry.seating,
        party_size=entry.party_size,
        tables=entry.tables or 1,
        checks=entry.checks,
    )
