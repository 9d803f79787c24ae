"""Finds booked tables that were canceled at the platform, by the diner or by the restaurant, and marks them as
canceled. The diner may then book another table for the same meal.

Every half hour, housekeeping reads the reservation list of each account that has a future table. A table counts as
canceled when the platform lists it as canceled, or when two complete lists in a row do not have it. A list is ignored
if the call failed, or if the list is incomplete or belongs to another account. An empty list counts only after an hour
of empty lists, because a platform also returns an empty list when it blocks a client. If a user asks about the table,
two lists 13 s apart decide (table_reads.py).
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import structlog
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from apps.common.formatting import format_month_day
from apps.connections import platforms
from apps.connections.maintenance import health
from apps.connections.maintenance.health import CheckResult
from apps.connections.models import AccountStatus, PlatformAccount
from apps.notices.content.kinds import TableCanceled
from apps.outcomes.selectors import booked_tables
from apps.requests import change_records
from apps.requests.models import CALL_OPEN, Attempt, AttemptState, Reservation, ReservationGroup, Status, TimelineEntry
from apps.requests.rules.reasons import CANCELED_AT_PLATFORM, CANCELED_BY_LINK, TABLE_CANCELED_BY_YOU
from snipers.clients.base import AccountList
from snipers.clients.credentials import BrokenSeal, SealedToken
from snipers.clients.errors import NeedsReconnect, PlatformError

log = structlog.get_logger(__name__)

EVERY: Final = timedelta(minutes=30)
# The shortest time between the first list without a table and the list that confirms that the table is canceled.
CONFIRM_AFTER: Final = timedelta(minutes=2)
EMPTY_CONFIRM_AFTER: Final = timedelta(hours=1)
# A table that was booked more recently is not compared, because it may not be in the list yet.
LAG: Final = timedelta(minutes=2)
# A table that begins within this time is not compared, because a platform may already list it as past.
BEGINS_SOON: Final = timedelta(minutes=15)


def read_next(*, now: datetime, excluded: Collection[str] = ()) -> CheckResult | None:
    """Read the list of the account that has been due for longest, and mark tables that are gone as canceled.

    Return the platform of that account, and how long to wait before its next call. Return None if no account is due.
    Platforms are skipped if they are in `excluded`, stopped by the breaker or switched off. Several processes may run
    this at once; each reads a different account.
    """
    account = _due_account(now=now, excluded=excluded)
    if account is None:
        return None
    mine = PlatformAccount.objects.filter(pk=account.pk, tables_due_at=account.tables_due_at)
    if mine.update(tables_due_at=now + EVERY):
        try:
            compare(account, platforms.fetch_account_list(account=account), now=now)
        except (NeedsReconnect, BrokenSeal):
            health.flag_needs_reconnect(account_id=account.pk, sealed_token=account.sealed_token)
        except (PlatformError, TimeoutError) as error:
            return health.back_off(account, error)
    return CheckResult(platform=account.platform)


def _due_account(*, now: datetime, excluded: Collection[str]) -> PlatformAccount | None:
    return (
        health.callable_accounts(excluded=excluded)
        .exclude(platform_user_id="")
        .filter(Q(tables_due_at__isnull=True) | Q(tables_due_at__lte=now))
        .filter(Exists(Attempt.objects.filter(booked_ahead(now), account=OuterRef("pk"))))
        .order_by(F("tables_due_at").asc(nulls_first=True), "id")
        .first()
    )


def booked_ahead(now: datetime) -> Q:
    """Return a filter for booked tables of yesterday (UTC) and later. In time zones behind UTC it may still be
    yesterday."""
    return Q(state=AttemptState.BOOKED, date__gte=(now - timedelta(days=1)).date())


def compare(
    account: PlatformAccount, listed: AccountList, *, now: datetime, confirm_after: timedelta | None = None
) -> None:
    """Compare an account's list, which was requested at `now`, with the tables that we booked with the account.

    If the list shows for certain that a table is canceled, mark the table as canceled. Otherwise store that a table is
    missing from the list, or is listed again. An incomplete list changes nothing. `confirm_after` is the time after
    which a second list decides, also an empty one; None for the times of periodic reads. Raises PlatformError,
    TimeoutError.
    """
    if not listed.complete:
        fields = sorted(field for _, field in listed.skipped)
        log.warning("account list is incomplete", account_id=account.pk, unreadable=fields)
        return
    held = {one.reservation_id for one in listed.held} | listed.ended
    booked = _booked_attempts(account, now=now)
    found = [one.pk for one in booked if one.platform_reservation_id in held and one.missing_since is not None]
    Attempt.objects.filter(pk__in=found).update(missing_since=None)
    gone = [one for one in booked if one.platform_reservation_id not in held]
    if not gone or not _is_same_account(account):
        return
    needed = confirm_after or (CONFIRM_AFTER if held or listed.canceled else EMPTY_CONFIRM_AFTER)
    unconfirmed = []
    for attempt in gone:
        missing_for = now - (attempt.missing_since or now)
        if attempt.platform_reservation_id in listed.canceled or missing_for >= needed:
            cancel(attempt_id=attempt.pk, sealed_token=account.sealed_token, now=now)
        else:
            unconfirmed.append(attempt.pk)
    booked_still = Attempt.objects.filter(pk__in=unconfirmed, missing_since=None, state=AttemptState.BOOKED)
    booked_still.update(missing_since=now)
    if unconfirmed and needed == CONFIRM_AFTER:
        PlatformAccount.objects.filter(pk=account.pk).update(tables_due_at=now + CONFIRM_AFTER)


def _booked_attempts(account: PlatformAccount, *, now: datetime) -> list[Attempt]:
    """Return the account's booked tables, which a complete list of the platform must contain."""
    booked = (
        Attempt.objects.filter(booked_ahead(now), account=account, closed_at__lte=now - LAG)
        .exclude(platform_reservation_id=None)
        .select_related("reservation__venue")
        .order_by("id")
    )
    return [one for one in booked if one.starts_at > now + BEGINS_SOON]


def _is_same_account(account: PlatformAccount) -> bool:
    """Return whether the token still belongs to the account that booked the tables."""
    profile = platforms.fetch_profile(platform=account.platform, token=SealedToken(account.sealed_token))
    same = profile.user_id == account.platform_user_id
    if not same:
        log.error("token belongs to another platform account", account_id=account.pk)
    return same


@transaction.atomic
def cancel(*, attempt_id: int, sealed_token: str, now: datetime) -> bool:
    """Mark a booked table and its reservation as canceled, and notify the user. Return whether anything was changed.

    Nothing is changed while an override that replaces the table is in flight, or if the account was reconnected since
    it was read with `sealed_token`. If the signed-in user asked Tablehawk to cancel the table, no message is sent; if
    somebody opened the link of a message, one is. If Tablehawk cancels, nothing is changed while the old booking that
    this table replaced is not canceled yet. Otherwise the old booking is kept.
    """
    target = Attempt.objects.get(pk=attempt_id)
    group = ReservationGroup.objects.select_for_update(no_key=True).get(pk=target.group_id)
    request = (
        Reservation.objects.select_for_update(no_key=True, of=("self",))
        .select_related("venue")
        .get(pk=target.reservation_id)
    )
    # The next reads are separate statements after the locks, so that each sees what other transactions committed while
    # this one waited for a lock.
    attempt = Attempt.objects.select_for_update(no_key=True).filter(pk=attempt_id, state=AttemptState.BOOKED).first()
    if attempt is None:
        return False
    by_user = attempt.cancel_requested_at is not None
    if by_user and attempt.old_booking_id and attempt.old_booking_gone_at is None:
        return False
    given_up = Q(platform=attempt.platform, old_booking_id=attempt.platform_reservation_id)
    if Attempt.objects.filter(CALL_OPEN).filter(Q(replaces=attempt.pk) | given_up).exists():
        return False
    account = PlatformAccount.objects.select_for_update(no_key=True).get(pk=attempt.account_id)
    if (account.status, account.sealed_token) != (AccountStatus.CONNECTED, sealed_token):
        return False
    by_link = by_user and _is_by_link(attempt)
    reason = CANCELED_BY_LINK if by_link else TABLE_CANCELED_BY_YOU if by_user else CANCELED_AT_PLATFORM
    if not Reservation.objects.filter(pk=request.pk, status=Status.CONFIRMED).update(
        status=Status.CANCELED, reason=reason, stop="", status_changed_at=now
    ):
        return False
    Attempt.objects.filter(pk=attempt.pk).update(state=AttemptState.CANCELED, reason=reason)
    change_records.add_attempt_entry(attempt, kind="canceled", now=now, reason=reason)
    change_records.publish_change(
        user_id=group.user_id,
        group_id=group.pk,
        what="table_canceled" if by_user else "canceled_at_platform",
        now=now,
        reason=reason,
        platform=attempt.platform,
        on=format_month_day(now.astimezone(ZoneInfo(request.venue.time_zone)).date(), locale=group.user.locale),
        notice=None
        if by_user and not by_link
        else TableCanceled(by_link=by_link, **booked_tables.notice_fields(attempt, venue=request.venue, group=group)),
    )
    log.info("table canceled at the platform", attempt_id=attempt.pk, reservation_id=request.pk)
    return True


def _is_by_link(attempt: Attempt) -> bool:
    """Return whether the pending cancellation of a table was ordered with the link of a message."""
    orders = TimelineEntry.objects.filter(attempt=attempt, kind="canceling_table").order_by("-id")
    return orders.values_list("reason", flat=True).first() == CANCELED_BY_LINK
