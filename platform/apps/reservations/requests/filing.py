"""Files requests and takes paused ones up again. Each function is one transaction.

Both make requests active, so both hold the user's row lock while they count. Editing is edits.py, stopping stops.py,
what the snipers report outcomes.py.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from apps.accounts.models import User
from apps.common.errors import Refusal, not_found
from apps.connections.models import AccountStatus, Platform, PlatformAccount
from apps.reservations import change_records, entitlements
from apps.reservations.clients import on_behalf
from apps.reservations.clients.on_behalf import ClientDetails
from apps.reservations.models import Reservation, ReservationGroup, Status
from apps.reservations.rules import gating, limits
from apps.reservations.rules.submission import Draft, Release, Submission, VenueChoice
from apps.venues.models import Venue
from snipers.clients.base import CardOnFile
from snipers.telemetry import trace

from . import submission


def create_group(
    *,
    user_id: int,
    draft: Draft,
    resy_account_id: int | None,
    opentable_account_id: int | None,
    client: ClientDetails | None,
    now: datetime,
) -> int:
    """File a submission and return the new group's id. Raises Refusal with the specification's sentence.

    All or nothing: one group, one active request for each venue and date, a timeline line for each, one event. A
    client's card goes to the platforms before that, but not for a submission that would be refused anyway.
    """
    form, venues = submission.checked(draft=draft, now=now)
    selected = {Platform.RESY: resy_account_id, Platform.OPENTABLE: opentable_account_id}
    judged = partial(_judged, user_id=user_id, form=form, venues=venues, selected=selected, details=client, now=now)
    on_file: Mapping[int, CardOnFile] = {}
    if on_behalf.brings_card(client):
        with transaction.atomic():
            user, accounts = judged()
        on_file = on_behalf.hand_on(owner=user, details=client, accounts=accounts.values(), now=now)
    with transaction.atomic():
        user, accounts = judged()
        booked_for = on_behalf.entered(owner=user, details=client, accounts=accounts.values(), on_file=on_file)
        diner_key = f"user:{user.pk}" if booked_for is None else f"client:{booked_for.pk}"
        group = ReservationGroup.objects.create(
            user=user,
            client=booked_for,
            diner_key=diner_key,
            trace=trace.current(),
            **submission.columns(form),
        )
        _file(group=group, form=form, venues=venues, accounts=accounts, now=now)
    return group.pk


def unpause_group(*, user_id: int, group_id: int, now: datetime) -> None:
    """Make a group's paused requests active again. Raises Refusal 409 over the limit, 402 beyond the plan.

    Requests whose time is over stay paused (the relay ends them). Nothing happens if the group is active already.
    """
    with transaction.atomic():
        user = entitlements.locked_user(user_id=user_id)
        group = ReservationGroup.objects.filter(pk=group_id, user=user).first()
        if group is None:
            raise not_found("request")
        members = list(
            Reservation.objects.select_for_update(no_key=True, of=("self",))
            .filter(group=group)
            .select_related("venue", "account")
            .order_by("id")
        )
        paused = [member for member in members if member.status == Status.PAUSED and member.ends_at > now]
        if not paused:
            _check_nothing_to_do(members)
            return
        entitlements.check_room(user=user, wanted=len(paused), now=now, sentence=limits.UNPAUSE_OVER_LIMIT)
        entitlements.check_plan(
            user=user,
            form=_as_filed(group=group, members=paused),
            venues=list({member.venue_id: member.venue for member in paused}.values()),
            diner_key=group.diner_key,
            now=now,
            group_id=group.pk,
        )
        for account_id, ids in _by_live_account(paused, user=user).items():
            Reservation.objects.filter(pk__in=ids, status=Status.PAUSED).update(
                status=Status.ACTIVE, reason="", account=account_id, status_changed_at=now
            )
        change_records.add_lines(reservation_ids=[member.pk for member in paused], kind="unpaused", now=now)
        change_records.wake_snipers(venue_ids=[member.venue_id for member in paused])
        change_records.tell_change(user_id=user_id, group_id=group_id, what="unpaused", now=now)


def _judged(
    *,
    user_id: int,
    form: Submission,
    venues: Sequence[Venue],
    selected: Mapping[Platform, int | None],
    details: ClientDetails | None,
    now: datetime,
) -> tuple[User, Mapping[str, PlatformAccount]]:
    """Refuse what may not be filed; returns the user, locked until the transaction ends, and the accounts to use."""
    user = entitlements.locked_user(user_id=user_id)
    accounts = submission.judged(user=user, form=form, venues=venues, selected=selected, details=details, now=now)
    entitlements.check_room(user=user, wanted=len(venues) * len(form.dates), now=now)
    return user, accounts


def _file(
    *,
    group: ReservationGroup,
    form: Submission,
    venues: Sequence[Venue],
    accounts: Mapping[str, PlatformAccount],
    now: datetime,
) -> None:
    requests = Reservation.objects.bulk_create(
        Reservation(
            group=group,
            venue=venue,
            account=accounts[venue.reservation_source],
            date=day,
            table_type=choice.table_type,
            ends_at=submission.ends_at(form, day=day, zone=venue.time_zone),
        )
        for venue, choice in zip(venues, form.venues, strict=True)
        for day in form.dates
    )
    change_records.add_lines(reservation_ids=[request.pk for request in requests], kind="filed", now=now)
    change_records.wake_snipers(venue_ids=[venue.pk for venue in venues])
    change_records.tell_change(user_id=group.user_id, group_id=group.pk, what="filed", now=now)


def _as_filed(*, group: ReservationGroup, members: Sequence[Reservation]) -> Submission:
    """Return what is wanted now as a form, so that unpausing is judged by the same rules as filing."""
    seatings = {member.venue_id: member.table_type for member in members}
    return Submission(
        snipe_type=group.snipe_type,
        venues=tuple(VenueChoice(id=venue_id, table_type=seating) for venue_id, seating in seatings.items()),
        party_size=group.party_size,
        dates=tuple(sorted({member.date for member in members})),
        start_time=group.start_time,
        end_time=group.end_time,
        release=_release_of(group),
        final_snipe_date=group.final_snipe_date,
        override_reservations=group.override_reservations,
        fee_ceiling_cents=group.fee_ceiling_cents,
    )


def _release_of(group: ReservationGroup) -> Release | None:
    if group.release_date is None or group.release_time is None:
        return None
    return Release(date=group.release_date, time=group.release_time)


def _by_live_account(members: Sequence[Reservation], *, user: User) -> Mapping[int, list[int]]:
    """Return the requests' ids by the account that each goes on with: its own, or the only other one."""
    live = list(
        PlatformAccount.objects.select_for_update(no_key=True)
        .filter(user=user)
        .exclude(status=AccountStatus.DISCONNECTED)
        .order_by("id")
    )
    found: dict[int, list[int]] = {}
    for member in members:
        found.setdefault(_live_account(member, live=live).pk, []).append(member.pk)
    return found


def _live_account(member: Reservation, *, live: Sequence[PlatformAccount]) -> PlatformAccount:
    """Return the request's account, or after a disconnect the only other account there."""
    source, own = member.venue.reservation_source, member.account
    there = [account for account in live if account.platform == source]
    same = [account for account in there if own is not None and own.pk == account.pk]
    if len(same or there) == 1:
        return (same or there)[0]
    raise Refusal("account_needed", 409, gating.account_lacking(source=source))


def _check_nothing_to_do(members: Sequence[Reservation]) -> None:
    """Refuse to unpause a group that is over; an active one needs no second answer."""
    if any(member.status == Status.ACTIVE and member.stop for member in members):
        raise Refusal("stopping", 409, "This request is still being stopped. Please try again in a moment.")
    if not any(member.status == Status.ACTIVE for member in members):
        raise Refusal("over", 409, "This request is over and can not be unpaused.")
