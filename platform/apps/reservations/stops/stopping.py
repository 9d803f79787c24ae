"""Stops requests: pause, delete, and the pauses that follow a disconnected account or a smaller plan.

A stop and a claim take the same row lock, so one sees what the other wrote: without an open attempt the request is
stopped at once and no claim can start. With a booking call in flight the requested stop is written beside it
(`Reservation.stop`), and the process that closes the attempt carries it out; the caller waits for the result.
"""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.db.models import Q

from apps.common.errors import Refusal, not_found
from apps.reservations import change_records
from apps.reservations.models import CALL_OPEN, Attempt, Reservation, ReservationGroup, Status

from .call_deadline import Deadline


class Stop(StrEnum):
    """What the user asked for, as stored in `Reservation.stop`."""

    PAUSE = "pause"
    DELETE = "delete"


class Answer(StrEnum):
    """The truth at the moment of answering."""

    STOPPED = "stopped"
    STOPPING = "stopping"
    ALREADY_BOOKED = "already_booked"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """Request ids: which are stopped, and for which a booking call is still in flight."""

    stopped: Sequence[int] = ()
    in_flight: Sequence[int] = ()


SENTENCES = {
    (Stop.PAUSE, Answer.STOPPED): "Request paused.",
    (
        Stop.PAUSE,
        Answer.STOPPING,
    ): "A table is being booked right now. We pause the request as soon as that is settled.",
    (Stop.DELETE, Answer.STOPPED): "Request canceled.",
    (
        Stop.DELETE,
        Answer.STOPPING,
    ): "A table is being booked right now. We cancel the request as soon as that is settled.",
    **{(stop, Answer.ALREADY_BOOKED): "Too late to stop: the table is already booked." for stop in Stop},
    **{(stop, Answer.OVER): "This request is over." for stop in Stop},
}
STILL_BOOKING = "A table is being booked for you right now. Please try again in a moment."
REASON = {Stop.PAUSE: "", Stop.DELETE: "canceled_by_you"}
STOPPED_AS = {Stop.PAUSE: Status.PAUSED, Stop.DELETE: Status.CANCELED}
STOPPABLE = {Stop.PAUSE: [Status.ACTIVE], Stop.DELETE: [Status.ACTIVE, Status.PAUSED]}


def stop_group(
    *,
    user_id: int,
    group_id: int,
    stop: Stop,
    now: datetime,
    sleep: Callable[[float], None] = time.sleep,
    monotonic: Callable[[], float] = time.monotonic,
) -> Answer:
    """Pause or delete a group's requests and return what came of it; waits up to 3 s for a call in flight.

    404 for a group of somebody else. Asking twice is no error: the answer is the same.
    """
    answers = stop_groups(user_id=user_id, group_ids=[group_id], stop=stop, now=now, sleep=sleep, monotonic=monotonic)
    if group_id not in answers:
        raise not_found("request")
    return answers[group_id]


def stop_groups(
    *,
    user_id: int,
    group_ids: Collection[int],
    stop: Stop,
    now: datetime,
    sleep: Callable[[float], None] = time.sleep,
    monotonic: Callable[[], float] = time.monotonic,
) -> Mapping[int, Answer]:
    """Pause or delete groups, each in a transaction of its own, and return what came of each of the user's.

    Waits once, up to 3 s, for all calls in flight: everything else is stopped before the wait begins.
    """
    deadline = Deadline(sleep=sleep, monotonic=monotonic)
    mine = ReservationGroup.objects.filter(pk__in=group_ids, user_id=user_id).order_by("id")
    done = {
        group_id: _stop_members(user_id=user_id, group_id=group_id, stop=stop, now=now)
        for group_id in list(mine.values_list("pk", flat=True))
    }
    in_flight = [request_id for one in done.values() for request_id in one.in_flight]
    if in_flight:
        deadline.until(lambda: _look(in_flight) is not Answer.STOPPING)
    return {group_id: _answer(group_id=group_id, done=one, stop=stop) for group_id, one in done.items()}


def _answer(*, group_id: int, done: Done, stop: Stop) -> Answer:
    if done.in_flight:
        return _look(done.in_flight)
    if done.stopped:
        return Answer.STOPPED
    status = change_records.status_of(group_id=group_id)
    if status == STOPPED_AS[stop]:
        return Answer.STOPPED
    return Answer.ALREADY_BOOKED if status == Status.CONFIRMED else Answer.OVER


def pause_for_account(*, account_id: int, now: datetime) -> None:
    """Pause every active request of an account that was disconnected. Does not wait for calls in flight.

    Call it after the disconnect has committed: a claim reads the account, so no new call can start by then.
    """
    groups = (
        Reservation.objects.filter(account_id=account_id, status=Status.ACTIVE, stop="")
        .values_list("group_id", "group__user_id")
        .distinct()
    )
    for group_id, user_id in list(groups.order_by("group_id")):
        _stop_members(
            user_id=user_id,
            group_id=group_id,
            stop=Stop.PAUSE,
            now=now,
            only=Q(account_id=account_id),
            reason="account_disconnected",
        )


def pause_for_plan(*, user_id: int, group_ids: Collection[int], now: datetime) -> None:
    """Pause the active requests of groups that a plan holds no more; the caller's transaction has locked them.

    Does not wait for calls in flight.
    """
    for group_id in sorted(group_ids):
        _stop_members(user_id=user_id, group_id=group_id, stop=Stop.PAUSE, now=now, reason="plan_limit")


def pause_for_restore(*, user_id: int, group_id: int, only: Q, reason: str, now: datetime) -> int:
    """Pause the active requests `only` of a group and return how many; the platforms are switched off meanwhile."""
    return len(
        _stop_members(user_id=user_id, group_id=group_id, stop=Stop.PAUSE, now=now, only=only, reason=reason).stopped
    )


def hold_open(*, user_id: int) -> list[int]:
    """Lock everything that a user who leaves has open, until the caller's transaction ends; returns the groups' ids.

    The caller has locked the user. Raises Refusal 409 while a booking call is in flight: nobody would be there to hear
    of its table.
    """
    open_requests = Reservation.objects.filter(group__user_id=user_id, status__in=STOPPABLE[Stop.DELETE])
    groups = ReservationGroup.objects.filter(pk__in=open_requests.values("group_id")).select_for_update(no_key=True)
    group_ids = [group.pk for group in groups.order_by("id")]
    list(open_requests.select_for_update(no_key=True, of=("self",)).order_by("id"))
    if Attempt.objects.filter(CALL_OPEN, reservation__group__user_id=user_id).exists():
        raise Refusal("booking", 409, STILL_BOOKING)
    return group_ids


def cancel_held(*, user_id: int, group_ids: Collection[int], now: datetime) -> None:
    """Cancel what `hold_open` has locked."""
    for group_id in group_ids:
        _stop_members(user_id=user_id, group_id=group_id, stop=Stop.DELETE, now=now)


@transaction.atomic
def _stop_members(
    *, user_id: int, group_id: int, stop: Stop, now: datetime, only: Q | None = None, reason: str | None = None
) -> Done:
    """Stop what can be stopped now and mark what has a call in flight."""
    why = REASON[stop] if reason is None else reason
    # First and in a statement of its own: requests that an edit adds at this moment are seen by the next one.
    ReservationGroup.objects.select_for_update(no_key=True).filter(pk=group_id).first()
    members = list(
        Reservation.objects.select_for_update(no_key=True, of=("self",))
        .filter(only or Q(), group_id=group_id, status__in=STOPPABLE[stop])
        .select_related("venue")
        .order_by("id")
    )
    if not members:
        return Done()
    # A statement of its own, after the lock: an attempt claimed while we waited for it is seen.
    open_ids = set(Attempt.objects.filter(CALL_OPEN, reservation__in=members).values_list("reservation_id", flat=True))
    now_free = [member.pk for member in members if member.pk not in open_ids]
    in_flight = [member.pk for member in members if member.pk in open_ids]
    # A delete that waits is not weakened by a pause that comes after it.
    newly_marked = [member.pk for member in members if member.pk in open_ids and member.stop not in (stop, Stop.DELETE)]
    Reservation.objects.filter(pk__in=now_free).update(
        status=STOPPED_AS[stop], reason=why, stop="", status_changed_at=now
    )
    Reservation.objects.filter(pk__in=newly_marked).update(stop=stop)
    change_records.add_lines(reservation_ids=now_free, kind=STOPPED_AS[stop], now=now, reason=why)
    change_records.add_lines(reservation_ids=newly_marked, kind="stopping", now=now, reason=why)
    if now_free or newly_marked:
        change_records.wake_snipers(venue_ids=[member.venue_id for member in members])
        change_records.tell_change(
            user_id=user_id,
            group_id=group_id,
            what="stopping" if in_flight else ("paused" if stop is Stop.PAUSE else "canceled"),
            now=now,
            reason=why,
            platform=members[0].venue.reservation_source,
        )
    return Done(stopped=now_free, in_flight=in_flight)


def _look(reservation_ids: Collection[int]) -> Answer:
    rows = list(Reservation.objects.filter(pk__in=reservation_ids).values_list("status", "stop"))
    if any(stop for _, stop in rows):
        return Answer.STOPPING
    return Answer.ALREADY_BOOKED if Status.CONFIRMED in {status for status, _ in rows} else Answer.STOPPED
