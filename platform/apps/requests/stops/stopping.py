"""Stops requests: a user pauses or deletes them, or the system pauses them after a disconnected account, a smaller plan
or a restore.

A stop and a claim lock the same row, so the later one of the two sees the result of the earlier one. A reservation
without an open attempt is stopped at once, and no claim can start afterwards. While a booking call is in flight, the
stop is only stored (`Reservation.stop`), and the process that closes the attempt performs it. A user's stop waits for
that up to 3 s.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.db.models import Q

from apps.common.database import notify
from apps.common.errors import Refusal, not_found
from apps.requests import change_records, messages
from apps.requests.models import CALL_OPEN, Attempt, Reservation, ReservationGroup, Status

from .call_deadline import CallDeadline


class Stop(StrEnum):
    """The user's action, as stored in `Reservation.stop`."""

    PAUSE = "pause"
    DELETE = "delete"


class Answer(StrEnum):
    """The result of a stop for one group.

    STOPPING means that a booking call is still in flight, ALREADY_BOOKED that a table was booked before the stop, and
    OVER that the group had ended in another way.
    """

    STOPPED = "stopped"
    STOPPING = "stopping"
    ALREADY_BOOKED = "already_booked"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class StopResult:
    """The ids of the stopped reservations, and the ids of those that will stop when their booking call ends."""

    stopped: Sequence[int] = ()
    in_flight: Sequence[int] = ()


SENTENCES = {
    (Stop.PAUSE, Answer.STOPPED): messages.PAUSED,
    (Stop.DELETE, Answer.STOPPED): messages.CANCELED,
    (Stop.PAUSE, Answer.STOPPING): messages.stopping(verb="pause"),
    (Stop.DELETE, Answer.STOPPING): messages.stopping(verb="cancel"),
    **{(stop, Answer.ALREADY_BOOKED): messages.TOO_LATE_TO_STOP for stop in Stop},
    **{(stop, Answer.OVER): messages.OVER for stop in Stop},
}
REASON = {Stop.PAUSE: "", Stop.DELETE: "canceled_by_you"}
STOPPED_AS = {Stop.PAUSE: Status.PAUSED, Stop.DELETE: Status.CANCELED}
STOPPABLE = {Stop.PAUSE: [Status.ACTIVE], Stop.DELETE: [Status.ACTIVE, Status.PAUSED]}


def stop_group(
    *, user_id: int, group_id: int, stop: Stop, now: datetime, deadline: CallDeadline | None = None
) -> Answer:
    """Pause or delete a group's reservations, and return the result. Waits up to 3 s for a booking call in flight.

    Idempotent: a second call returns the same answer. Raises Refusal 404 for another user's group.
    """
    answers = stop_groups(user_id=user_id, group_ids=[group_id], stop=stop, now=now, deadline=deadline)
    if group_id not in answers:
        raise not_found("request")
    return answers[group_id]


def stop_groups(
    *, user_id: int, group_ids: Collection[int], stop: Stop, now: datetime, deadline: CallDeadline | None = None
) -> Mapping[int, Answer]:
    """Pause or delete groups, each in its own transaction. Return the answer by group id, only for the user's own
    groups.

    After the last group, wait once, up to 3 s, for all booking calls in flight together.
    """
    deadline = deadline or CallDeadline()
    mine = ReservationGroup.objects.filter(pk__in=group_ids, user_id=user_id).order_by("id")
    results = {
        group_id: stop_members(user_id=user_id, group_id=group_id, stop=stop, now=now)
        for group_id in list(mine.values_list("pk", flat=True))
    }
    in_flight = [request_id for result in results.values() for request_id in result.in_flight]
    if in_flight:
        deadline.wait_until(lambda: _read_answer(in_flight) is not Answer.STOPPING)
    return {group_id: _answer(group_id, result, stop=stop) for group_id, result in results.items()}


def _answer(group_id: int, result: StopResult, *, stop: Stop) -> Answer:
    if result.in_flight:
        return _read_answer(result.in_flight)
    if result.stopped:
        return Answer.STOPPED
    status = change_records.group_status_of(group_id)
    if status == STOPPED_AS[stop]:
        return Answer.STOPPED
    return Answer.ALREADY_BOOKED if status == Status.CONFIRMED else Answer.OVER


def _read_answer(reservation_ids: Collection[int]) -> Answer:
    rows = list(Reservation.objects.filter(pk__in=reservation_ids).values_list("status", "stop"))
    if any(stop for _, stop in rows):
        return Answer.STOPPING
    return Answer.ALREADY_BOOKED if Status.CONFIRMED in {status for status, _ in rows} else Answer.STOPPED


def pause_for_account(*, account_id: int, now: datetime, **_: Any) -> None:
    """Pause every active reservation of a disconnected account. Does not wait for calls in flight.

    It is called after the disconnect was committed. Claims read the account, so no new call starts from then on.
    """
    groups = (
        Reservation.objects.filter(account_id=account_id, status=Status.ACTIVE, stop="")
        .values_list("group_id", "group__user_id")
        .distinct()
    )
    for group_id, user_id in list(groups.order_by("group_id")):
        pause_members(
            user_id=user_id, group_id=group_id, only=Q(account_id=account_id), reason="account_disconnected", now=now
        )


def pause_members(*, user_id: int, group_id: int, reason: str, now: datetime, only: Q | None = None) -> int:
    """Pause the active reservations of a group (only those that match `only`, if given) for the reason code `reason`.

    Return the number of reservations that were paused at once. Does not wait for booking calls in flight.
    """
    result = stop_members(user_id=user_id, group_id=group_id, stop=Stop.PAUSE, now=now, only=only, reason=reason)
    return len(result.stopped)


def lock_open_groups(*, user_id: int) -> list[int]:
    """Lock the groups and reservations, active or paused, of a user who closes the account. Return the groups' ids.

    The caller's transaction has locked the user. Raises Refusal 409 while a booking call is in flight, because a table
    that the call books would have no owner.
    """
    open_requests = Reservation.objects.filter(group__user_id=user_id, status__in=STOPPABLE[Stop.DELETE])
    groups = ReservationGroup.objects.filter(pk__in=open_requests.values("group_id")).select_for_update(no_key=True)
    group_ids = [group.pk for group in groups.order_by("id")]
    list(open_requests.select_for_update(no_key=True, of=("self",)).order_by("id"))
    if Attempt.objects.filter(CALL_OPEN, reservation__group__user_id=user_id).exists():
        raise Refusal("booking", 409, messages.STILL_BOOKING)
    return group_ids


@transaction.atomic
def stop_members(
    *, user_id: int, group_id: int, stop: Stop, now: datetime, only: Q | None = None, reason: str | None = None
) -> StopResult:
    """Stop the reservations of a group (only those that match `only`, if given). Return which were stopped or marked.

    A reservation with a booking call in flight is marked, and stops when the call ends. This function does not wait for
    that. `reason` is a reason code; by default it is the one of the user's action.
    """
    reason = REASON[stop] if reason is None else reason
    # A separate statement, so that the next one sees requests that a concurrent edit adds.
    ReservationGroup.objects.select_for_update(no_key=True).filter(pk=group_id).first()
    members = list(
        Reservation.objects.select_for_update(no_key=True, of=("self",))
        .filter(only or Q(), group_id=group_id, status__in=STOPPABLE[stop])
        .select_related("venue")
        .order_by("id")
    )
    if not members:
        return StopResult()
    # A separate statement after the lock, so that it sees an attempt claimed during the wait.
    open_ids = set(Attempt.objects.filter(CALL_OPEN, reservation__in=members).values_list("reservation_id", flat=True))
    stopped = [member.pk for member in members if member.pk not in open_ids]
    in_flight = [member.pk for member in members if member.pk in open_ids]
    # A pause does not replace a pending delete.
    marked = [member.pk for member in members if member.pk in open_ids and member.stop not in (stop, Stop.DELETE)]
    Reservation.objects.filter(pk__in=stopped).update(
        status=STOPPED_AS[stop], reason=reason, stop="", status_changed_at=now
    )
    Reservation.objects.filter(pk__in=marked).update(stop=stop)
    change_records.add_entries(reservation_ids=stopped, kind=STOPPED_AS[stop], now=now, reason=reason)
    change_records.add_entries(reservation_ids=marked, kind="stopping", now=now, reason=reason)
    if stopped or marked:
        notify.demand_changed_at(venue_ids=[member.venue_id for member in members])
        change_records.publish_change(
            user_id=user_id,
            group_id=group_id,
            what="stopping" if in_flight else ("paused" if stop is Stop.PAUSE else "canceled"),
            now=now,
            reason=reason,
            platform=members[0].venue.reservation_source,
        )
    return StopResult(stopped=stopped, in_flight=in_flight)
