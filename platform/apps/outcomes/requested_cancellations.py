"""Cancels a booked table that its diner no longer wants, and retries until the platform confirms it.

The diner's decision is stored in a row (`Attempt.cancel_requested_at`): if a process dies, another one continues. Each
try reads the account's list first. Only the list has the secret that a cancellation needs, and it shows whether the
table still exists. Canceling twice is harmless. A call without an answer and a 404 confirm nothing, because a platform
may answer 404 for another reason: then the table counts as canceled when the lists no longer have it.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final, Literal

import structlog
from django.db import transaction
from django.db.models import Q
from procrastinate.contrib.django import app

from apps.common.errors import Refusal, require_row
from apps.connections import platforms
from apps.connections.maintenance import health
from apps.connections.maintenance.health import CheckResult
from apps.connections.models import AccountStatus, PlatformAccount
from apps.connections.permissions import kill_switches
from apps.notices.content.kinds import CancelFailed
from apps.outcomes import messages
from apps.outcomes.selectors import booked_tables
from apps.requests import change_records
from apps.requests import messages as request_messages
from apps.requests.models import CALL_OPEN, Attempt, AttemptState, Reservation, Status
from apps.requests.rules.reasons import CANCEL_CARD_REFUSED, CANCEL_FAILED, CANCEL_FORBIDDEN, CANCELED_BY_LINK, sentence
from snipers.clients import registry
from snipers.clients.credentials import BrokenSeal
from snipers.clients.errors import (
    BadCard,
    CancelRefused,
    NeedsReconnect,
    NotFound,
    Permanent,
    PlatformError,
    Unavailable,
)
from snipers.domain.settling import Held

from . import cancellations

log = structlog.get_logger(__name__)

TASK: Final = "apps.reservations.tasks.cancel_table"
QUEUE: Final = "cancellations"
RETRY_AFTER: Final = timedelta(seconds=20)
GIVE_UP_AFTER: Final = timedelta(minutes=10)
REQUESTED: Final = Q(state=AttemptState.BOOKED, cancel_requested_at__isnull=False)


@transaction.atomic
def request(
    *,
    user_id: int,
    group_id: int,
    reservation_id: int,
    now: datetime,
    attempt_id: int | None = None,
    by_link: bool = False,
) -> None:
    """Store that the user wants this booked table canceled, and queue the call to the platform. Idempotent.

    With `attempt_id`, only the table of that booking is canceled, not a later one of the same reservation. `by_link`:
    the order came from the link of a message, so the owner is notified of the result. Raises Refusal: 404 for another
    user's request; 409 if no table is booked, if the table is for a past time or an override is replacing it, or if the
    account needs a new sign-in; 503 while calls to the platform are switched off.
    """
    mine = Reservation.objects.filter(pk=reservation_id, group_id=group_id, group__user_id=user_id)
    member = require_row(
        mine.select_related("venue", "account").select_for_update(no_key=True, of=("self",)), "request"
    )
    # A separate statement after the reservation's lock, so that it sees what was committed while this one waited.
    attempt = member.attempts.select_for_update(no_key=True).filter(state=AttemptState.BOOKED).first()
    is_other = attempt is not None and attempt_id is not None and attempt.pk != attempt_id
    if attempt is None or is_other or not attempt.platform_reservation_id:
        if member.status == Status.CANCELED:
            return
        raise Refusal("no_table", 409, messages.NO_TABLE)
    if attempt.cancel_requested_at is not None:
        return
    if attempt.starts_at <= now:
        raise Refusal("past", 409, request_messages.PAST_TABLE)
    if Attempt.objects.filter(CALL_OPEN, replaces=attempt.pk).exists():
        raise Refusal("booking", 409, request_messages.STILL_BOOKING)
    # The lock keeps the account from being disconnected until this order is stored.
    account = PlatformAccount.objects.select_for_update(no_key=True).get(pk=attempt.account_id)
    if account.status != AccountStatus.CONNECTED:
        sentence = messages.reconnect_to_cancel(platform=registry.find(attempt.platform).name)
        raise Refusal("needs_reconnect", 409, sentence)
    kill_switches.refuse_if_off(platform=attempt.platform, account_id=attempt.account_id)
    Attempt.objects.filter(pk=attempt.pk).update(cancel_requested_at=now, cancel_due_at=now)
    app.configure_task(TASK, queue=QUEUE).defer(attempt_id=attempt.pk)
    _record(attempt, what="canceling_table", reason=CANCELED_BY_LINK if by_link else "", now=now)


@transaction.atomic
def report_failure(*, attempt_id: int, now: datetime) -> None:
    """Notify the user that a booked table could not be canceled and stays booked. The user may try again."""
    _record(Attempt.objects.get(pk=attempt_id), what="cancel_failed", reason=CANCEL_FAILED, now=now)


def run_next(*, now: datetime, attempt_id: int | None = None, excluded: Collection[str] = ()) -> CheckResult | None:
    """Try the cancellation that has been due for longest, or, with `attempt_id`, the cancellation of that attempt.

    Return the result, or None if no cancellation is due. Platforms are not called if they are in `excluded`, stopped by
    the breaker or switched off. Several processes may run this at once; each takes a different attempt.
    """
    due = Attempt.objects.filter(REQUESTED, cancel_due_at__lte=now).exclude(platform__in=excluded)
    if attempt_id is not None:
        due = due.filter(pk=attempt_id)
    attempt = due.select_related("account").order_by("cancel_due_at").first()
    if attempt is None:
        return None
    mine = Attempt.objects.filter(REQUESTED, pk=attempt.pk, cancel_due_at=attempt.cancel_due_at)
    if not mine.update(cancel_due_at=now + RETRY_AFTER):
        return CheckResult(platform=attempt.platform)
    return _try(attempt, now=now)


def due_at(*, attempt_id: int) -> datetime | None:
    """Return when the cancellation of this attempt is tried next, or None if no cancellation is pending."""
    return Attempt.objects.filter(REQUESTED, pk=attempt_id).values_list("cancel_due_at", flat=True).first()


def _try(attempt: Attempt, *, now: datetime) -> CheckResult:
    account = attempt.account
    result, over = CheckResult(platform=attempt.platform), _is_over(attempt, now)
    if not health.callable_accounts().filter(pk=account.pk).exists():
        if over or account.status != AccountStatus.CONNECTED:
            _fail(attempt, now=now)
        return result
    try:
        listed = platforms.fetch_account_list(account=account)
        held = next((one for one in listed.held if one.reservation_id == attempt.platform_reservation_id), None)
        if held is None:
            # The table is not listed. One list may be wrong, so the rules for tables canceled at the platform apply.
            cancellations.compare(account, listed, now=now)
        elif _cancel(attempt, held):
            cancellations.cancel(attempt_id=attempt.pk, sealed_token=account.sealed_token, now=now)
        elif over:
            _fail(attempt, now=now)
    except (NeedsReconnect, BrokenSeal):
        health.flag_needs_reconnect(account_id=account.pk, sealed_token=account.sealed_token)
        _fail(attempt, now=now)
    except Permanent as error:
        log.warning("platform refuses to cancel a table", attempt_id=attempt.pk, error=repr(error))
        _fail(attempt, reason=_reason(error), now=now)
    except (PlatformError, TimeoutError) as error:
        if over:
            _fail(attempt, now=now)
        return health.back_off(account, error)
    return result


def _cancel(attempt: Attempt, held: Held) -> bool:
    """Ask the platform to cancel the table. Return whether the platform confirmed the cancellation.

    Otherwise the next run reads the list again. Raises PlatformError if the platform refuses.
    """
    try:
        platforms.cancel_reservation(account=attempt.account, held=held)
    except (NotFound, Unavailable, TimeoutError) as error:
        log.warning("platform does not confirm a cancellation", attempt_id=attempt.pk, error=repr(error))
        return False
    return True


def _reason(error: Permanent) -> str:
    match error:
        case CancelRefused():
            return CANCEL_FORBIDDEN
        case BadCard():
            return CANCEL_CARD_REFUSED
    return CANCEL_FAILED


def _is_over(attempt: Attempt, now: datetime) -> bool:
    return attempt.cancel_requested_at is not None and now - attempt.cancel_requested_at >= GIVE_UP_AFTER


@transaction.atomic
def _fail(attempt: Attempt, *, now: datetime, reason: str = CANCEL_FAILED) -> None:
    """End the cancellation without success: the table stays booked, and the user is notified.

    If the platform has canceled the table nevertheless, a later read of the account's list finds that.
    """
    Reservation.objects.select_for_update(no_key=True).get(pk=attempt.reservation_id)
    if Attempt.objects.filter(REQUESTED, pk=attempt.pk).update(cancel_requested_at=None, cancel_due_at=None):
        _record(attempt, what="cancel_failed", reason=reason, now=now)


def _record(attempt: Attempt, *, what: Literal["canceling_table", "cancel_failed"], reason: str, now: datetime) -> None:
    """Write a timeline entry and the user's event about a requested cancellation. For a failure, also send a
    message."""
    request = Reservation.objects.select_related("group__client", "venue").get(pk=attempt.reservation_id)
    change_records.add_attempt_entry(attempt, kind=what, now=now, reason=reason)
    failed = CancelFailed(
        **booked_tables.notice_fields(attempt, venue=request.venue, group=request.group),
        cause=sentence(code=reason, platform=attempt.platform) if reason != CANCEL_FAILED else "",
    )
    change_records.publish_change(
        user_id=request.group.user_id,
        group_id=request.group_id,
        what=what,
        now=now,
        reason=reason,
        platform=attempt.platform,
        notice=failed if what == "cancel_failed" else None,
    )
