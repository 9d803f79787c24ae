"""Finds booked tables that were canceled at the platform, by the diner or by the restaurant, and frees their meals.

Each account with a table that is still ahead is read every half hour; the loop around it is housekeeping.py. A table
counts as canceled when the platform lists it as canceled, or when two complete lists in a row lack it. A list that
failed, is incomplete or belongs to another account counts for nothing, and a list without any row counts only when it
has stayed so for an hour, because a platform that blocks a client answers with an empty list too.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import structlog
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from apps.connections import health, platforms
from apps.connections.health import CheckResult
from apps.connections.models import AccountStatus, PlatformAccount
from snipers.clients.base import AccountList, NeedsReconnect, PlatformError
from snipers.clients.credentials import BrokenSeal, SealedToken

from . import change_records, messages
from .models import CALL_OPEN, Attempt, AttemptState, Reservation, ReservationGroup, Status, TimelineEntry
from .rules import schedule
from .rules.reasons import CANCELED_AT_PLATFORM

log = structlog.get_logger(__name__)

EVERY: Final = timedelta(minutes=30)
# Between the first list without a table and the one that confirms it.
AGAIN: Final = timedelta(minutes=2)
# How long a list without any row has to stay so before it counts.
EMPTY_FOR: Final = timedelta(hours=1)
# A list may lag behind a booking that was made a moment ago.
LAG: Final = timedelta(minutes=2)
# A platform may move a table that is about to begin from the coming ones to the past ones.
TOO_LATE: Final = timedelta(minutes=15)


def read_next(*, now: datetime, excluded: Collection[str] = ()) -> CheckResult | None:
    """Read the account that is due for longest and cancel what is gone from it; None when none is due.

    Platforms in `excluded`, held back by the breaker or switched off are not called. Several processes may run: each
    takes another account.
    """
    account = _due(now=now, excluded=excluded)
    if account is None:
        return None
    mine = PlatformAccount.objects.filter(pk=account.pk, tables_due_at=account.tables_due_at)
    if not mine.update(tables_due_at=now + EVERY):
        return CheckResult(platform=account.platform)
    try:
        listed = platforms.fetch_account_list(account=account)
        _compare(account, listed, now=now)
    except (NeedsReconnect, BrokenSeal):
        health.flag_needs_reconnect(account_id=account.pk, sealed_token=account.sealed_token)
    except (PlatformError, TimeoutError) as error:
        return health.back_off(account, error)
    return CheckResult(platform=account.platform)


def _due(*, now: datetime, excluded: Collection[str]) -> PlatformAccount | None:
    # By the calendar of the westernmost venue; begun tables are passed over one by one.
    ahead = Attempt.objects.filter(
        account=OuterRef("pk"), state=AttemptState.BOOKED, date__gte=(now - timedelta(days=1)).date()
    )
    return (
        health.callable_accounts(excluded=excluded)
        .exclude(platform_user_id="")
        .filter(Q(tables_due_at__isnull=True) | Q(tables_due_at__lte=now))
        .filter(Exists(ahead))
        .order_by(F("tables_due_at").asc(nulls_first=True), "id")
        .first()
    )


def _compare(account: PlatformAccount, listed: AccountList, *, now: datetime) -> None:
    """Compare a list that was asked for at `now` with the tables booked there. Raises PlatformError or TimeoutError."""
    if not listed.complete:
        log.warning("account list is incomplete", account_id=account.pk)
        return
    held = {one.reservation_id for one in listed.held}
    booked = _booked_ahead(account, now=now)
    found = [one.pk for one in booked if one.platform_reservation_id in held and one.missing_since is not None]
    Attempt.objects.filter(pk__in=found).update(missing_since=None)
    gone = [one for one in booked if one.platform_reservation_id not in held]
    if not gone or not _is_same_account(account):
        return
    said = [one for one in gone if one.platform_reservation_id in listed.canceled]
    missing = [one for one in gone if one.platform_reservation_id not in listed.canceled]
    needed = AGAIN if held or listed.canceled else EMPTY_FOR
    sure = [one for one in missing if one.missing_since is not None and now - one.missing_since >= needed]
    for attempt in (*said, *sure):
        cancel(attempt_id=attempt.pk, sealed_token=account.sealed_token, now=now)
    _look_again_soon(account, [one for one in missing if one not in sure], needed=needed, now=now)


def _booked_ahead(account: PlatformAccount, *, now: datetime) -> list[Attempt]:
    booked = (
        Attempt.objects.filter(account=account, state=AttemptState.BOOKED, closed_at__lte=now - LAG)
        .exclude(platform_reservation_id=None)
        .filter(date__gte=(now - timedelta(days=1)).date())
        .select_related("reservation__venue")
        .order_by("id")
    )
    return [
        one
        for one in booked
        if schedule.instant(day=one.date, at=one.slot_time, zone=one.reservation.venue.time_zone) > now + TOO_LATE
    ]


def _is_same_account(account: PlatformAccount) -> bool:
    """Whether the token still speaks for the account that the tables were booked with."""
    profile = platforms.fetch_profile(platform=account.platform, token=SealedToken(account.sealed_token))
    same = profile.user_id == account.platform_user_id
    if not same:
        log.error("token belongs to another platform account", account_id=account.pk)
    return same


def _look_again_soon(account: PlatformAccount, missing: Sequence[Attempt], *, needed: timedelta, now: datetime) -> None:
    """Note the first list that lacked a table; a list with other rows is read again soon."""
    Attempt.objects.filter(pk__in=[one.pk for one in missing], missing_since=None, state=AttemptState.BOOKED).update(
        missing_since=now
    )
    if missing and needed == AGAIN:
        PlatformAccount.objects.filter(pk=account.pk).update(tables_due_at=now + AGAIN)


@transaction.atomic
def cancel(*, attempt_id: int, sealed_token: str, now: datetime) -> bool:
    """Move a booked table and its request to canceled, free the meal and tell the user; False when nothing was changed.

    Nothing is changed while an override of the table is in flight (its outcome says what became of the table), while
    the table still owes the cancellation of an older one, or when the account was connected again since it was read
    with `sealed_token`.
    """
    target = Attempt.objects.get(pk=attempt_id)
    group = ReservationGroup.objects.select_for_update(no_key=True).get(pk=target.group_id)
    request = (
        Reservation.objects.select_for_update(no_key=True, of=("self",))
        .select_related("venue")
        .get(pk=target.reservation_id)
    )
    # Statements of their own, after the request's lock and then the attempt's: what committed meanwhile is seen.
    attempt = Attempt.objects.select_for_update(no_key=True).filter(pk=attempt_id, state=AttemptState.BOOKED).first()
    if attempt is None or (attempt.old_booking_id and attempt.old_booking_gone_at is None):
        return False
    given_up = Q(platform=attempt.platform, old_booking_id=attempt.platform_reservation_id)
    if Attempt.objects.filter(CALL_OPEN).filter(Q(replaces=attempt.pk) | given_up).exists():
        return False
    account = PlatformAccount.objects.select_for_update(no_key=True).get(pk=attempt.account_id)
    if (account.status, account.sealed_token) != (AccountStatus.CONNECTED, sealed_token):
        return False
    if not Reservation.objects.filter(pk=request.pk, status=Status.CONFIRMED).update(
        status=Status.CANCELED, reason=CANCELED_AT_PLATFORM, stop="", status_changed_at=now
    ):
        return False
    Attempt.objects.filter(pk=attempt.pk).update(state=AttemptState.CANCELED, reason=CANCELED_AT_PLATFORM)
    TimelineEntry.objects.create(
        reservation=request,
        attempt=attempt,
        at=now,
        kind="canceled",
        reason=CANCELED_AT_PLATFORM,
        slot_time=attempt.slot_time,
        seating=attempt.seating,
        party_size=attempt.party_size,
    )
    client = group.client
    change_records.publish_change(
        user_id=group.user_id,
        group_id=group.pk,
        what="canceled_at_platform",
        now=now,
        reason=CANCELED_AT_PLATFORM,
        platform=attempt.platform,
        on=now.astimezone(ZoneInfo(request.venue.time_zone)).date(),
        notice=messages.canceled(
            attempt,
            venue_name=request.venue.venue_name,
            client_name=f"{client.first_name} {client.last_name}" if client else "",
        ),
    )
    log.info("table canceled at the platform", attempt_id=attempt.pk, reservation_id=request.pk)
    return True
