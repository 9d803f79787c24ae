"""After a restore from a backup, pauses requests for which a table was booked after the backup.

Each account with active requests is read once at its platform. If the account has a table that a reservation asks for,
that reservation is paused, and so are the other reservations of its group for the same date. If an account cannot be
read, all of its reservations are paused. All weekly rules are paused. The users are notified and decide which requests
continue. Nothing is booked or canceled. `manage.py read_accounts_after_restore` runs this before the platforms are
switched on again, and may be repeated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from apps.connections import platforms
from apps.connections.models import PlatformAccount
from apps.requests.models import Attempt, Reservation, Status
from apps.requests.rules import time_windows
from apps.requests.stops import stopping
from apps.weekly import rule_changes
from apps.weekly.models import WeeklyRule, WeeklyRuleStatus
from snipers.clients.credentials import BrokenSeal
from snipers.clients.errors import Malformed, PlatformError
from snipers.domain.settling import Held

FOUND = "found_after_restore"
UNREAD = "unread_after_restore"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadResult:
    """The result for one account: the number of its active reservations, the number of those that were paused, and
    whether the account could be read."""

    account_id: int
    active: int
    paused: int
    readable: bool


def read_accounts(*, now: datetime) -> Iterator[ReadResult]:
    """Read every account with active requests, pause reservations as the module describes, and yield each result.

    The next account is read when the caller asks for the next result, so the caller sets the pace.
    """
    # A rule whose latest request was filed after the backup would file it again.
    for rule in WeeklyRule.objects.filter(status=WeeklyRuleStatus.ACTIVE).order_by("id"):
        rule_changes.change_rule(user_id=rule.user_id, rule_id=rule.pk, action="pause", now=now)
    ids = _active_requests().values_list("account_id", flat=True).distinct().order_by("account_id")
    for account in PlatformAccount.objects.filter(pk__in=list(ids)).order_by("id"):
        yield _read_account(account, now=now)


def _active_requests() -> QuerySet[Reservation]:
    return Reservation.objects.filter(status=Status.ACTIVE, account__isnull=False)


def _read_account(account: PlatformAccount, *, now: datetime) -> ReadResult:
    requests = list(_active_requests().filter(account=account).select_related("group", "venue").order_by("id"))
    try:
        listed = platforms.fetch_account_list(account=account)
        if not listed.complete:
            raise Malformed("the list is incomplete")
    except (PlatformError, TimeoutError, BrokenSeal):
        paused = [_pause(request, Q(pk=request.pk), reason=UNREAD, now=now) for request in requests]
        return ReadResult(account_id=account.pk, active=len(requests), paused=sum(paused), readable=False)
    attempts = Attempt.objects.filter(account=account).exclude(platform_reservation_id=None)
    known = {*account.known_reservations, *attempts.values_list("platform_reservation_id", flat=True)}
    new = [one for one in listed.held if one.reservation_id not in known]
    paused = [
        _pause(request, Q(date=request.date), reason=FOUND, now=now) for request in requests if _is_booked(request, new)
    ]
    return ReadResult(account_id=account.pk, active=len(requests), paused=sum(paused), readable=True)


def _is_booked(request: Reservation, held: Sequence[Held]) -> bool:
    """Return whether one of the account's tables, `held`, is a table that the request asks for."""
    group, windows = request.group, time_windows.windows_of(request.group)
    wanted = (request.venue.platform_venue_id, request.date, group.party_size)
    return any(
        (one.platform_venue_id, one.date, one.party_size) == wanted
        and time_windows.place_of(windows, one.time) is not None
        for one in held
    )


def _pause(request: Reservation, only: Q, *, reason: str, now: datetime) -> int:
    group = request.group
    return stopping.pause_members(user_id=group.user_id, group_id=group.pk, only=only, reason=reason, now=now)
