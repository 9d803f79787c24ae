"""States the odds of a filed request and of a draft, with the changes that would raise them."""

from collections.abc import Collection, Mapping
from datetime import date, datetime
from zoneinfo import ZoneInfo

from apps.accounts.models import User
from apps.common.errors import require_row
from apps.requests.models import Reservation, ReservationGroup, SnipeType, Status
from apps.requests.rules import schedule, time_windows
from apps.requests.rules.submission import Draft
from apps.requests.rules.time_windows import TimeWindow
from apps.venues.models import Venue
from snipers.domain.odds.estimate import VenueRates, Wanted, Watch, estimate

from . import evidence
from .rules import what_if
from .rules.what_if import Gain
from .schemas.odds import ChangeOut, OddsOut, StatedOddsOut

HIDDEN = OddsOut(odds=None)


def of_group(*, user: User, group_id: int, now: datetime) -> OddsOut:
    """Return the odds that the active part of a user's request still has. Raises Refusal 404 for an unknown group.

    The odds are null for a release request, and before the first opening anywhere.
    """
    group = require_row(ReservationGroup.objects.filter(user=user, pk=group_id), "request")
    if group.snipe_type != SnipeType.CANCEL:
        return HIDDEN
    active = Reservation.objects.filter(group=group, status=Status.ACTIVE, ends_at__gt=now).select_related("venue")
    members = list(active.order_by("date", "pk"))
    wanted = wanted_by(group, members, now=now)
    return _stated(wanted, deadline=max((one.ends_at for one in members), default=now), now=now)


def of_draft(*, draft: Draft, now: datetime) -> OddsOut:
    """Return the odds that a submission would have if it were filed now.

    The odds are null for a release request, while the form is incomplete or invalid, and before the first opening
    anywhere.
    """
    complete = draft.venues and draft.dates and draft.party_size and draft.start_time and draft.end_time
    if not complete or draft.snipe_type != SnipeType.CANCEL:
        return HIDDEN
    venues = Venue.objects.in_bulk([choice.id for choice in draft.venues])
    start, end, party_size = draft.start_time, draft.end_time, draft.party_size
    if start is None or end is None or party_size is None or len(venues) < len(draft.venues):
        return HIDDEN
    windows = draft.time_windows or (TimeWindow(start, end),)
    if time_windows.mistake(windows):
        return HIDDEN
    last_start = time_windows.last_start(windows)
    watches, ends = [], []
    for choice in draft.venues:
        zone = venues[choice.id].time_zone
        for day in draft.dates:
            ends_at = schedule.ends_at(day=day, start=last_start, zone=zone, final_snipe_date=draft.final_snipe_date)
            if ends_at > now:
                ends.append(ends_at)
                watches.append(_watch(choice.id, day, zone=zone, start=now, end=ends_at))
    wanted = Wanted(
        watches=watches,
        windows=windows,
        party_size=party_size,
        seatings={choice.id: _seatings(choice.seatings) for choice in draft.venues},
        notify_only=bool(draft.notify_only),
    )
    return _stated(wanted, deadline=max(ends, default=now), now=now)


def wanted_by(group: ReservationGroup, members: Collection[Reservation], *, now: datetime) -> Wanted:
    """Return the conditions that a table for these reservations of a group has to meet. Each reservation is watched
    from `now` to its end."""
    return Wanted(
        watches=[
            _watch(one.venue_id, one.date, zone=one.venue.time_zone, start=now, end=one.ends_at) for one in members
        ],
        windows=time_windows.windows_of(group),
        party_size=group.party_size,
        seatings={one.venue_id: _seatings(one.table_types or [one.table_type]) for one in members},
        notify_only=group.notify_only,
    )


def _stated(wanted: Wanted, *, deadline: datetime, now: datetime) -> OddsOut:
    venues = {watch.venue_id for watch in wanted.watches}
    rates = evidence.rates_of(venues, until=now) if venues else {}
    odds = estimate(wanted, venues=rates)
    if odds is None:
        return HIDDEN
    # The changes of a rough estimate would differ by less than its bounds.
    stated = _gains(wanted, rates) if odds.bounds is None else []
    gains = what_if.best_of_each(stated, probability=odds.probability)
    return OddsOut(
        odds=StatedOddsOut(
            probability=round(odds.probability, 3),
            sightings=odds.sightings,
            bounds=None if odds.bounds is None else [round(one, 3) for one in odds.bounds],
            deadline=deadline,
            changes=[_change_out(gain) for gain in gains],
        )
    )


def _gains(wanted: Wanted, rates: Mapping[int, VenueRates]) -> list[Gain]:
    stated = [(change, estimate(change.wanted, venues=rates)) for change in what_if.changes(wanted)]
    return [
        Gain(change=change, probability=odds.probability)
        for change, odds in stated
        if odds is not None and odds.bounds is None
    ]


def _change_out(gain: Gain) -> ChangeOut:
    change = gain.change
    times = change.kind == "times"
    return ChangeOut(
        kind=change.kind,
        start_time=change.wanted.windows[0][0] if times else None,
        end_time=change.wanted.windows[0][1] if times else None,
        date=change.day,
        party_size=change.party_size,
        probability=round(gain.probability, 3),
    )


def _watch(venue_id: int, day: date, *, zone: str, start: datetime, end: datetime) -> Watch:
    local = ZoneInfo(zone)
    return Watch(
        venue_id=venue_id,
        date=day,
        start=start.astimezone(local).replace(tzinfo=None),
        end=end.astimezone(local).replace(tzinfo=None),
    )


def _seatings(wanted: Collection[str]) -> tuple[str, ...]:
    """Return the wanted seatings in lower case, () if any seating will do."""
    return () if "" in wanted else tuple(name.lower() for name in wanted)
