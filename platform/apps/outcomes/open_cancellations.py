"""Refuses to close or disconnect an account while a table of it is being canceled, and names the tables that stay
booked.

Only the account's token can cancel a table. A user who ordered a cancellation, or whose new table replaced an old one,
would otherwise keep a table that nobody cancels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q
from django.db.models.expressions import Combinable

from apps.accounts.models import User
from apps.common.errors import Refusal
from apps.common.formatting import format_list
from apps.connections.models import PlatformAccount
from apps.connections.services import CANCELLATION_TIME
from apps.outcomes import messages
from apps.requests import messages as request_messages
from apps.requests.models import CALL_OPEN, CANCELLATION_PENDING, Attempt, AttemptState
from apps.requests.models.attempts import REPLACES
from realtime.events import Platform

# What the user ordered ends by itself after ten minutes (requested_cancellations).
ORDERED: Final = Q(state=AttemptState.BOOKED, cancel_requested_at__isnull=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTable:
    """A table that stays booked when its user closes the account. `phrase` names restaurant, day and time.

    `group_id` is the request whose ticket can cancel the table. It is null for an old table that a new one replaced,
    which only the platform can cancel. `party_size` is null if the old table was not booked by us. `canceling`: the
    user asked to cancel it, and the platform has not confirmed that yet.
    """

    phrase: str
    party_size: int | None
    platform: Platform
    group_id: int | None
    canceling: bool


def refuse_disconnecting(*, account_id: int, now: datetime, **_: Any) -> None:
    """Raise Refusal 409 while a table of this platform account is being canceled, or a new table that replaces an old
    one is being booked. The caller's transaction has locked the account."""
    attempts = Attempt.objects.filter(account_id=account_id)
    user = PlatformAccount.objects.select_related("user").get(pk=account_id).user
    if attempts.filter(CALL_OPEN, REPLACES).exists():
        raise Refusal("booking", 409, request_messages.STILL_BOOKING)
    refuse_pending(Q(account_id=account_id), user=user, now=now)


def refuse_pending(attempts: Q, *, user: User, now: datetime) -> None:
    """Raise Refusal 409, which names the tables, while one of these attempts waits for a cancellation.

    An old table that a new one replaces counts for CANCELLATION_TIME after the booking: the platform may refuse for
    ever, and an account can be closed nevertheless. It does not count if another attempt holds it.
    """
    ordered = [_table(one, locale=user.locale) for one in _loaded(attempts & ORDERED) if one.starts_at > now]
    replaced = [_old_table(one, locale=user.locale) for one in _replacing(attempts, now=now)]
    if not ordered and not replaced:
        return
    named = list(dict.fromkeys([*ordered, *replaced]))
    raise Refusal("canceling", 409, messages.still_canceling(tables=format_list(named, locale=user.locale)))


def tables_that_stay(*, user: User, now: datetime) -> list[KeptTable]:
    """Return the user's booked tables ahead, the earliest first.

    An old table whose cancellation was not confirmed is one of them.
    """
    mine = Q(reservation__group__user=user)
    booked = [one for one in _loaded(mine & Q(state=AttemptState.BOOKED)) if one.starts_at > now]
    not_canceled = [
        one for one in _loaded(mine & CANCELLATION_PENDING & _ahead(now)) if one.state in ("booked", "replaced")
    ]
    kept = [_kept(one, locale=user.locale) for one in sorted(booked, key=lambda one: one.starts_at)]
    kept += [_kept_old(one, locale=user.locale) for one in not_canceled]
    # Two attempts may hold one table.
    return list({table.phrase: table for table in reversed(kept)}.values())[::-1]


def _replacing(attempts: Q, *, now: datetime) -> Sequence[Attempt]:
    holders = Attempt.objects.filter(
        platform=OuterRef("platform"), platform_reservation_id=OuterRef("old_booking_id"), state=AttemptState.BOOKED
    )
    recent = Q(closed_at__gt=now - CANCELLATION_TIME)
    return list(_loaded(attempts & CANCELLATION_PENDING & recent & _ahead(now) & ~Exists(holders)))


def _loaded(condition: Q | Combinable) -> Any:
    found = Attempt.objects.filter(condition).select_related("reservation__venue", "reservation__group__client")
    return found.defer("known_before", "timings").order_by("date", "slot_time", "id")


def _ahead(now: datetime) -> Q:
    return Q(date__gte=(now - timedelta(days=1)).date())


def _table(attempt: Attempt, *, locale: str) -> str:
    venue = attempt.reservation.venue.venue_name
    return request_messages.table(venue=venue, day=attempt.date, at=attempt.slot_time, locale=locale)


def _old_table(attempt: Attempt, *, locale: str) -> str:
    """Return the phrase of the old table that this attempt's table replaces."""
    return _kept_old(attempt, locale=locale).phrase


def _kept(attempt: Attempt, *, locale: str) -> KeptTable:
    return KeptTable(
        phrase=_table(attempt, locale=locale),
        party_size=attempt.party_size,
        platform=attempt.platform,
        group_id=attempt.reservation.group_id,
        canceling=attempt.cancel_requested_at is not None,
    )


def _kept_old(attempt: Attempt, *, locale: str) -> KeptTable:
    """Return the old table that this attempt's table replaces."""
    same = Q(platform=attempt.platform, platform_reservation_id=attempt.old_booking_id)
    old = _loaded(same & ~Q(pk=attempt.pk) & Q(account_id=attempt.account_id)).last()
    phrase = messages.replaced_by(table=_table(attempt, locale=locale)) if old is None else _table(old, locale=locale)
    return KeptTable(
        phrase=phrase,
        party_size=None if old is None else old.party_size,
        platform=attempt.platform,
        group_id=None,
        canceling=False,
    )
