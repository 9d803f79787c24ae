"""After a database was restored from a copy: what was booked since the copy was made is found and not booked again.

Each account with waiting requests is read once at its platform. A request whose table the account holds already is
paused, together with the other requests of its group for that date, and so is everything of an account that cannot be
read; their diners are told, and decide. Nothing here books or cancels. Runs while the platforms are still switched off,
and may be repeated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from apps.connections import platforms
from apps.connections.models import PlatformAccount
from snipers.clients.base import PlatformError
from snipers.clients.credentials import BrokenSeal
from snipers.domain.settling import Held

from .models import Attempt, Reservation, Status
from .stops import stopping

FOUND = "found_after_restore"
UNREAD = "unread_after_restore"


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One account: how many requests waited with it, how many of them were paused, and whether it could be read."""

    account_id: int
    waiting: int
    paused: int
    readable: bool


def read_accounts(*, now: datetime) -> Iterator[Read]:
    """Read every account that waits, one with each step of the iterator; the caller sets the pace."""
    ids = _waiting().values_list("account_id", flat=True).distinct().order_by("account_id")
    for account in PlatformAccount.objects.filter(pk__in=list(ids)).order_by("id"):
        yield _read(account, now=now)


def served(*, request: Reservation, held: Sequence[Held], known: frozenset[str]) -> bool:
    """Whether one of these is a table that the request asks for, and was not there when the copy was made."""
    group = request.group
    wanted = (request.venue.platform_venue_id, request.date, group.party_size)
    return any(
        one.reservation_id not in known
        and (one.platform_venue_id, one.date, one.party_size) == wanted
        and group.start_time <= one.time <= group.end_time
        for one in held
    )


def _waiting() -> QuerySet[Reservation]:
    return Reservation.objects.filter(status=Status.ACTIVE, account__isnull=False)


def _read(account: PlatformAccount, *, now: datetime) -> Read:
    requests = list(_waiting().filter(account=account).select_related("group", "venue").order_by("id"))
    try:
        held = platforms.fetch_reservations(account=account)
    except (PlatformError, TimeoutError, BrokenSeal):
        over = [_pause(request, Q(pk=request.pk), reason=UNREAD, now=now) for request in requests]
        return Read(account_id=account.pk, waiting=len(requests), paused=sum(over), readable=False)
    attempts = Attempt.objects.filter(account=account, platform_reservation_id__isnull=False)
    ours = (one for one in attempts.values_list("platform_reservation_id", flat=True) if one)
    known = frozenset(account.known_reservations).union(ours)
    found = [request for request in requests if served(request=request, held=held, known=known)]
    over = [_pause(request, Q(date=request.date), reason=FOUND, now=now) for request in found]
    return Read(account_id=account.pk, waiting=len(requests), paused=sum(over), readable=True)


def _pause(request: Reservation, only: Q, *, reason: str, now: datetime) -> int:
    group = request.group
    return stopping.pause_members(user_id=group.user_id, group_id=group.pk, only=only, reason=reason, now=now)
