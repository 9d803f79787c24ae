"""Edits a group: finished reservations stay, open ones get the new values, and the group keeps its id.

An edit and a claim lock the same rows, and an edit raises the revision that every claim names. Therefore a book call
that is sent after an edit has the new values. An edit waits for a book call in flight. If the call stays open, the edit
is refused and changes nothing. Therefore no table is booked for a reservation that an edit removed.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import TypeVar

from django.db import transaction
from django.db.models import F

from apps.common.database import notify
from apps.common.errors import Refusal, require_row
from apps.requests import change_records, messages
from apps.requests.locks import lock_user
from apps.requests.models import CALL_OPEN, Attempt, Reservation, ReservationGroup, Status
from apps.requests.rules import changes
from apps.requests.rules.submission import Draft
from apps.requests.stops.call_deadline import CallDeadline
from snipers.clients.base import CardOnFile

from . import submission
from .submission import ValidSubmission

T = TypeVar("T")


def edit_group(
    *, user_id: int, group_id: int, draft: Draft, now: datetime, deadline: CallDeadline | None = None
) -> bool:
    """Apply a submission to an active or paused group. Return True if the submission also names a
    date for which a table is booked. That table stays.

    Either all changes are made or none. Dates that are booked, ended or past are ignored. Waits up
    to 3 s for a booking call in flight. A client's card is sent to the platforms after the checks
    and before the change. Raises Refusal: 404 for another user's group, 409 when the group is over,
    booked, being stopped or being booked, or is a search or a swap; and every refusal of filing.
    """
    on_file: Mapping[int, CardOnFile] = {}
    if submission.brings_card(draft):
        with transaction.atomic():
            checked = _validate(draft, user_id=user_id, group_id=group_id, now=now)
        on_file = submission.put_card_on_file(checked, now=now)

    def apply() -> bool | None:
        valid = _validate(draft, user_id=user_id, group_id=group_id, now=now)
        if _call_open(group_id):
            return None
        _apply(valid, group_id=group_id, on_file=on_file, now=now)
        return valid.keeps_tables

    return _between_calls(apply, group_id=group_id, deadline=deadline)


def accept_fee(
    *,
    user_id: int,
    group_id: int,
    fee_ceiling_cents: int | None,
    cancel_fee_ceiling_cents: int | None = None,
    unknown: bool = False,
    now: datetime,
    deadline: CallDeadline | None = None,
) -> None:
    """Raise the fee ceilings of an active or paused group; with `unknown`, accept fees that are not stated.

    Like any other edit, it locks the group, waits up to 3 s for a booking call in flight and raises
    the revision. Raises Refusal: 404 for another user's group, 409 when the group is over, booked,
    being stopped or being booked, or is a search or a swap.
    """
    reason = "unknown_fee_accepted" if unknown else "fee_accepted"

    def apply() -> bool | None:
        _, members = _lock_group(user_id=user_id, group_id=group_id, now=now)
        if _call_open(group_id):
            return None
        group, changed = ReservationGroup.objects.filter(pk=group_id), 0
        if unknown:
            changed += group.filter(accepts_unknown_fee=False).update(accepts_unknown_fee=True, updated_at=now)
        ceilings = {"fee_ceiling_cents": fee_ceiling_cents, "cancel_fee_ceiling_cents": cancel_fee_ceiling_cents}
        for name, cents in ceilings.items():
            if cents is not None:
                changed += group.filter(**{f"{name}__lt": cents}).update(**{name: cents}, updated_at=now)
        if changed:
            Reservation.objects.filter(group_id=group_id).update(revision=F("revision") + 1)
            still_open = [member for member in members if changes.is_open(member, now=now)]
            change_records.add_entries(
                reservation_ids=[member.pk for member in still_open], kind="edited", now=now, reason=reason
            )
            notify.demand_changed_at(venue_ids=[member.venue_id for member in still_open])
            change_records.publish_change(user_id=user_id, group_id=group_id, what="edited", now=now)
        return True

    _between_calls(apply, group_id=group_id, deadline=deadline)


def _validate(draft: Draft, *, user_id: int, group_id: int, now: datetime) -> ValidSubmission:
    user = lock_user(user_id)
    group, members = _lock_group(user_id=user_id, group_id=group_id, now=now)
    return submission.validate(draft, user=user, now=now, group=group, members=members)


def _between_calls(apply: Callable[[], T | None], *, group_id: int, deadline: CallDeadline | None) -> T:
    """Run `apply` in a transaction, repeatedly until it returns a result, and return the result.

    `apply` returns None while a booking call is open. Raises Refusal 409 if the call is still open at the deadline.
    """
    deadline = deadline or CallDeadline()
    while True:
        with transaction.atomic():
            result = apply()
        if result is not None:
            return result
        if deadline.over or not deadline.wait_until(lambda: not _call_open(group_id)):
            raise Refusal("booking", 409, messages.EDIT_IN_FLIGHT)


def _call_open(group_id: int) -> bool:
    # Inside a transaction: a separate statement after the locks, so that it sees an attempt claimed during the wait.
    return Attempt.objects.filter(CALL_OPEN, group_id=group_id).exists()


def _lock_group(*, user_id: int, group_id: int, now: datetime) -> tuple[ReservationGroup, list[Reservation]]:
    """Lock a group that may be edited, and its reservations.

    Raises Refusal: 404 for another user's group, 409 when the group is over, booked or being
    stopped, or is a search or a swap.
    """
    group = require_row(
        ReservationGroup.objects.select_for_update(no_key=True).filter(pk=group_id, user_id=user_id), "request"
    )
    if group.swap_of is not None:
        raise Refusal("search", 409, messages.CANNOT_EDIT_SEARCH)
    members = list(Reservation.objects.select_for_update(no_key=True).filter(group=group).order_by("id"))
    if any(member.stop for member in members):
        raise Refusal("stopping", 409, messages.STILL_STOPPING)
    if not any(changes.is_open(member, now=now) for member in members):
        if changes.booked_dates(members):
            raise Refusal("already_booked", 409, messages.ALREADY_BOOKED)
        raise Refusal("over", 409, messages.CANNOT_EDIT)
    return group, members


def _apply(valid: ValidSubmission, *, group_id: int, on_file: Mapping[int, CardOnFile], now: datetime) -> None:
    change, client = valid.change, valid.enter_client(on_file)
    ReservationGroup.objects.filter(pk=group_id).update(updated_at=now, **valid.group_columns(client))
    # The revision of finished reservations is raised too, because an override that fails to replace a table makes the
    # table's reservation active again.
    Reservation.objects.filter(group_id=group_id).update(revision=F("revision") + 1)
    Reservation.objects.filter(pk__in=change.withdrawn).update(
        status=Status.CANCELED, reason=changes.WITHDRAWN, status_changed_at=now
    )
    kept_ids = set(change.kept.values())
    kept = [valid.fill(member) for member in valid.members if member.pk in kept_ids]
    columns = ["account", "payment_method_id", "table_type", "table_types", "choice", "ends_at"]
    Reservation.objects.bulk_update(kept, columns, batch_size=500)
    added = valid.add_requests(group_id)
    add_entries = partial(change_records.add_entries, now=now)
    add_entries(reservation_ids=kept_ids, kind="edited")
    add_entries(reservation_ids=[request.pk for request in added], kind="filed")
    add_entries(reservation_ids=change.withdrawn, kind="canceled", reason=changes.WITHDRAWN)
    notify.demand_changed_at(venue_ids=[*valid.venues, *(member.venue_id for member in valid.members)])
    change_records.publish_change(user_id=valid.user.pk, group_id=group_id, what="edited", now=now)
