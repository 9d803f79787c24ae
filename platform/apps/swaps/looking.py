"""The search for a better table than a booked one: a notify-only group that belongs to the booked table.

A search is polled like any notify-only request and cannot book. apps/outcomes/relay/openings.py turns the tables that
it sees into offers (offers.py). A search ends with the booked table.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final, Literal

from django.db import transaction

from apps.accounts.selectors import current_entitlements
from apps.common.errors import Refusal, require_row
from apps.listing.rules.better_choices import Better, better_choices
from apps.requests import change_records
from apps.requests.fields import NO_BOOKING
from apps.requests.locks import lock_user
from apps.requests.models import Attempt, AttemptState, Reservation, ReservationGroup, Status
from apps.requests.rules import changes, schedule, time_windows
from apps.requests.rules.reasons import SEARCH_OVER
from apps.requests.services import plan_checks
from apps.swaps import messages

from .groups import file_group

BATCH: Final = 200
# How a search or a swap ends: its status, the name of the change, and the reason.
End = tuple[Status, Literal["canceled", "ended"], str]
OVER: Final[End] = (Status.CANCELED, "canceled", SEARCH_OVER)


@transaction.atomic
def start(*, user_id: int, group_id: int, reservation_id: int, now: datetime) -> int:
    """File the group that searches for a better table than the booked one, and return its id. Idempotent.

    Raises Refusal: 402 without a plan that includes the restaurants; 404 for another user's request; 409 without a
    booked table, without a better choice, or above the plan's limit of active reservations.
    """
    user = lock_user(user_id)
    mine = Reservation.objects.filter(pk=reservation_id, group_id=group_id, group__user=user)
    member = require_row(mine.select_related("group", "venue").select_for_update(no_key=True, of=("self",)), "request")
    # A separate statement after the lock, so that it sees a cancellation that committed meanwhile.
    table = Attempt.objects.filter(reservation=member, state=AttemptState.BOOKED, cancel_requested_at=None).first()
    if table is None:
        raise Refusal("no_table", 409, messages.NO_TABLE_TO_SWAP)
    looking = Reservation.objects.filter(group__swap_of=table.pk, group__notify_only=True, status__in=changes.OPEN)
    if (known := looking.values_list("group_id", flat=True).first()) is not None:
        return known
    wanted = _ahead(member, table, now=now)
    if not wanted:
        raise Refusal("no_better", 409, messages.NOTHING_BETTER)
    allowed = current_entitlements(user=user, now=now)
    plan_checks.check_swap(allowed=allowed, venues=[one.venue for one in wanted], replaces=False)
    plan_checks.check_room(user=user, allowed=allowed, wanted=len(wanted))
    return _file(member.group, table, wanted, now=now)


def _ahead(member: Reservation, table: Attempt, *, now: datetime) -> list[Reservation]:
    """Return the reservations to file for a search: the better choices of the group whose time is not over."""
    group = member.group
    own = list(Reservation.objects.filter(group=group).select_related("venue", "account").order_by("id"))
    better = better_choices(
        own,
        booked=member,
        seated=table.seating,
        window=time_windows.place_of(time_windows.windows_of(group), table.slot_time) or 0,
        one_table=group.one_table,
        withdrawn=changes.WITHDRAWN,
    )
    by_place = {(one.venue_id, one.date): one for one in own}
    found = [_reservation(by_place[one.venue_id, one.date], one) for one in better]
    return [one for one in found if one.ends_at > now]


def _reservation(source: Reservation, better: Better) -> Reservation:
    return Reservation(
        venue=source.venue,
        account=source.account,
        payment_method_id=source.payment_method_id,
        date=better.date,
        choice=better.choice,
        table_type=better.seatings[0],
        table_types=list(better.seatings),
        ends_at=schedule.ends_at(
            day=better.date,
            start=time_windows.last_start(time_windows.windows_of(source.group)),
            zone=source.venue.time_zone,
        ),
        status=Status.ACTIVE,
    )


def _file(source: ReservationGroup, table: Attempt, wanted: list[Reservation], *, now: datetime) -> int:
    group = file_group(source, table, time_windows=source.time_windows, notify_only=True, **NO_BOOKING)
    for one in wanted:
        one.group = group
    filed = Reservation.objects.bulk_create(wanted)
    change_records.record_change(filed, user_id=source.user_id, group_id=group.pk, what="filed", now=now)
    return group.pk


def end_searches(*, now: datetime) -> int:
    """End the searches that have no booked table any more to improve. Return the number of ended groups."""
    booked = Attempt.objects.filter(state=AttemptState.BOOKED)
    over = Reservation.objects.filter(status__in=changes.OPEN, group__notify_only=True, group__swap_of__isnull=False)
    over = over.exclude(group__swap_of__in=booked.values("pk"))
    groups = list(over.order_by("group_id").values_list("group_id", "group__user_id").distinct()[:BATCH])
    return sum(end(group_id=group_id, user_id=user_id, now=now) for group_id, user_id in groups)


@transaction.atomic
def end(*, group_id: int, user_id: int, now: datetime, how: End = OVER) -> bool:
    """End one search or swap. Return False if it had ended already."""
    status, what, reason = how
    rows = Reservation.objects.filter(group_id=group_id, status__in=changes.OPEN)
    members: Collection[Reservation] = list(rows.select_for_update(no_key=True).order_by("id"))
    if not members:
        return False
    Reservation.objects.filter(pk__in=[member.pk for member in members]).update(
        status=status, reason=reason, stop="", status_changed_at=now
    )
    change_records.record_change(members, user_id=user_id, group_id=group_id, what=what, now=now, reason=reason)
    return True
