"""Edits a group: finished requests stay, open requests take the new values, and the group keeps its id.

An edit and a claim take the same row locks, and an edit raises the revision that every claim names. A call sent after
an edit therefore carries the new version. While a call is in flight, an edit waits for it; if the call stays open, the
edit changes nothing and says so. Nothing is ever booked that an edit removed.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import F

from apps.accounts.models import User
from apps.common.errors import Refusal, not_found
from apps.connections.models import Platform, PlatformAccount
from apps.reservations import change_records, entitlements
from apps.reservations.clients import on_behalf
from apps.reservations.clients.on_behalf import ClientDetails
from apps.reservations.models import CALL_OPEN, Attempt, Reservation, ReservationGroup, Status
from apps.reservations.rules import changes
from apps.reservations.rules.changes import Change, Standing
from apps.reservations.rules.submission import Draft, Submission
from apps.reservations.stops.call_deadline import Deadline
from apps.venues.models import Venue
from snipers.clients.base import CardOnFile

from . import submission


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """An edit that may be made, with all its rows locked."""

    user: User
    group: ReservationGroup
    members: Sequence[Reservation]
    form: Submission
    venues: Mapping[int, Venue]
    accounts: Mapping[str, PlatformAccount]
    change: Change
    active: bool
    keeps_tables: bool
    in_flight: bool


def edit_group(
    *,
    user_id: int,
    group_id: int,
    draft: Draft,
    resy_account_id: int | None,
    opentable_account_id: int | None,
    client: ClientDetails | None,
    now: datetime,
    sleep: Callable[[float], None] = time.sleep,
    monotonic: Callable[[], float] = time.monotonic,
) -> bool:
    """Make an active or paused group what the form says; returns whether some of its dates keep a booked table.

    All or nothing. Dates that are booked, ended or past are left out of the form. Waits up to 3 s for a call in flight.
    Raises Refusal: 404 for somebody else's group, 409 when it is over, booked or being booked, and all that filing
    raises. A client's card goes to the platforms first, but not for an edit that would be refused anyway.
    """
    selected = {Platform.RESY: resy_account_id, Platform.OPENTABLE: opentable_account_id}
    plan = partial(_plan, user_id=user_id, group_id=group_id, draft=draft, selected=selected, details=client, now=now)
    on_file: Mapping[int, CardOnFile] = {}
    if on_behalf.brings_card(client):
        with transaction.atomic():
            planned = plan()
        on_file = on_behalf.hand_on(owner=planned.user, details=client, accounts=planned.accounts.values(), now=now)
    deadline = Deadline(sleep=sleep, monotonic=monotonic)
    while True:
        with transaction.atomic():
            planned = plan()
            if not planned.in_flight:
                _carry_out(planned, details=client, on_file=on_file, now=now)
                return planned.keeps_tables
        if deadline.over or not deadline.until(lambda: not _call_open(group_id)):
            raise Refusal("booking", 409, changes.IN_FLIGHT)


def accept_fee(
    *,
    user_id: int,
    group_id: int,
    fee_ceiling_cents: int,
    now: datetime,
    sleep: Callable[[float], None] = time.sleep,
    monotonic: Callable[[], float] = time.monotonic,
) -> None:
    """Raise the fee or deposit that an active or paused group accepts; everything else of it stays.

    An edit like any other: it takes the same locks, waits up to 3 s for a call in flight and raises the revision. Does
    nothing when the group accepts as much already. Raises Refusal: 404 for another user's group, 409 when it is over,
    booked, being stopped or being booked.
    """
    deadline = Deadline(sleep=sleep, monotonic=monotonic)
    while True:
        with transaction.atomic():
            members = _open_members(user_id=user_id, group_id=group_id, now=now)
            if not _call_open(group_id):
                _raise_ceiling(
                    members, user_id=user_id, group_id=group_id, fee_ceiling_cents=fee_ceiling_cents, now=now
                )
                return
        if deadline.over or not deadline.until(lambda: not _call_open(group_id)):
            raise Refusal("booking", 409, changes.IN_FLIGHT)


def _open_members(*, user_id: int, group_id: int, now: datetime) -> Sequence[Reservation]:
    """Lock a group that may be edited; returns its open requests."""
    group = ReservationGroup.objects.select_for_update(no_key=True).filter(pk=group_id, user_id=user_id).first()
    if group is None:
        raise not_found("request")
    members = list(Reservation.objects.select_for_update(no_key=True).filter(group=group).order_by("id"))
    standing = [_standing(member) for member in members]
    _check_open(members, standing=standing, now=now)
    return [member for member, one in zip(members, standing, strict=True) if one.is_open(now=now)]


def _raise_ceiling(
    members: Sequence[Reservation], *, user_id: int, group_id: int, fee_ceiling_cents: int, now: datetime
) -> None:
    lower = ReservationGroup.objects.filter(pk=group_id, fee_ceiling_cents__lt=fee_ceiling_cents)
    if not lower.update(fee_ceiling_cents=fee_ceiling_cents, updated_at=now):
        return
    Reservation.objects.filter(group_id=group_id).update(revision=F("revision") + 1)
    change_records.add_lines(reservation_ids=[one.pk for one in members], kind="edited", now=now, reason="fee_accepted")
    change_records.wake_snipers(venue_ids=[one.venue_id for one in members])
    change_records.tell_change(user_id=user_id, group_id=group_id, what="edited", now=now)


def _plan(
    *,
    user_id: int,
    group_id: int,
    draft: Draft,
    selected: Mapping[Platform, int | None],
    details: ClientDetails | None,
    now: datetime,
) -> _Plan:
    """Lock the group and judge the edit as filing is judged. Call it in a transaction."""
    user = entitlements.locked_user(user_id=user_id)
    group = ReservationGroup.objects.select_for_update(no_key=True).filter(pk=group_id, user=user).first()
    if group is None:
        raise not_found("request")
    members = list(Reservation.objects.select_for_update(no_key=True).filter(group=group).order_by("id"))
    standing = [_standing(member) for member in members]
    _check_open(members, standing=standing, now=now)
    booked = changes.booked_dates(standing)
    closed = changes.closed_dates(standing, now=now)
    still_open = tuple(day for day in draft.dates if day not in closed)
    if not still_open and booked & set(draft.dates):
        raise Refusal("already_booked", 409, changes.ALREADY_BOOKED)
    kept_release = (group.release_date, group.release_time) == (draft.release_date, draft.release_time)
    form, venues = submission.checked(draft=replace(draft, dates=still_open), now=now, release_kept=kept_release)
    if booked and on_behalf.diner_key(owner=user, details=details) != group.diner_key:
        raise Refusal("other_client", 409, changes.OTHER_CLIENT)
    accounts = submission.judged(
        user=user, form=form, venues=venues, selected=selected, details=details, now=now, group_id=group.pk
    )
    places = [(venue.pk, day) for venue in venues for day in form.dates]
    change = changes.change(standing, wanted=places, now=now)
    active = any(member.status == Status.ACTIVE for member in members)
    if active:
        gone = sum(member.pk in change.withdrawn and member.status == Status.ACTIVE for member in members)
        if len(change.added) > gone:
            entitlements.check_room(user=user, wanted=len(change.added) - gone, now=now)
    return _Plan(
        user=user,
        group=group,
        members=members,
        form=form,
        venues={venue.pk: venue for venue in venues},
        accounts=accounts,
        change=change,
        active=active,
        keeps_tables=bool(booked & set(draft.dates)),
        # A statement of its own, after the locks: an attempt claimed while we waited for them is seen.
        in_flight=_call_open(group_id),
    )


def _check_open(members: Sequence[Reservation], *, standing: Sequence[Standing], now: datetime) -> None:
    if any(member.stop for member in members):
        raise Refusal("stopping", 409, changes.STOPPING)
    if any(one.is_open(now=now) for one in standing):
        return
    if changes.booked_dates(standing):
        raise Refusal("already_booked", 409, changes.ALREADY_BOOKED)
    raise Refusal("over", 409, changes.OVER)


def _carry_out(plan: _Plan, *, details: ClientDetails | None, on_file: Mapping[int, CardOnFile], now: datetime) -> None:
    """Write the edit and tell of it."""
    group, form, change = plan.group, plan.form, plan.change
    client = on_behalf.entered(owner=plan.user, details=details, accounts=plan.accounts.values(), on_file=on_file)
    ReservationGroup.objects.filter(pk=group.pk).update(
        client=client,
        diner_key=f"user:{plan.user.pk}" if client is None else f"client:{client.pk}",
        updated_at=now,
        **submission.columns(form),
    )
    # Of the finished ones too: a table that an override fails to replace puts its request back on the list.
    Reservation.objects.filter(group=group).update(revision=F("revision") + 1)
    Reservation.objects.filter(pk__in=change.withdrawn).update(
        status=Status.CANCELED, reason=changes.WITHDRAWN, status_changed_at=now
    )
    by_id = {member.pk: member for member in plan.members}
    kept = [_reworded(by_id[id], plan=plan) for id in change.kept.values()]
    Reservation.objects.bulk_update(kept, ["account", "table_type", "ends_at"], batch_size=500)
    status = Status.ACTIVE if plan.active else Status.PAUSED
    added = Reservation.objects.bulk_create(
        _reworded(Reservation(group=group, venue_id=venue_id, date=day, status=status), plan=plan)
        for venue_id, day in change.added
    )
    change_records.add_lines(reservation_ids=list(change.kept.values()), kind="edited", now=now)
    change_records.add_lines(reservation_ids=[one.pk for one in added], kind="filed", now=now)
    change_records.add_lines(reservation_ids=change.withdrawn, kind="canceled", now=now, reason=changes.WITHDRAWN)
    change_records.wake_snipers(venue_ids=[*plan.venues, *(member.venue_id for member in plan.members)])
    change_records.tell_change(user_id=plan.user.pk, group_id=group.pk, what="edited", now=now)


def _reworded(request: Reservation, *, plan: _Plan) -> Reservation:
    """Give a request what the form says of its restaurant and date."""
    venue = plan.venues[request.venue_id]
    request.account = plan.accounts[venue.reservation_source]
    request.table_type = next(choice.table_type for choice in plan.form.venues if choice.id == venue.pk)
    request.ends_at = submission.ends_at(plan.form, day=request.date, zone=venue.time_zone)
    return request


def _standing(member: Reservation) -> Standing:
    return Standing(
        id=member.pk,
        place=(member.venue_id, member.date),
        status=member.status,
        reason=member.reason,
        ends_at=member.ends_at,
    )


def _call_open(group_id: int) -> bool:
    return Attempt.objects.filter(CALL_OPEN, group_id=group_id).exists()
