"""The link with which a user shows one booked table to guests: making, revoking and reading it.

The link opens a page that needs no sign-in and shows this table only. Its token is the attempt's id and a signature of
this id and a nonce. The table `attempt` stores the nonce but not the token, so a copy of the database contains no link.
"""

from datetime import datetime
from typing import Final, Literal
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings

from apps.accounts.sign_in import tokens
from apps.common.errors import not_found, require_row
from apps.requests.models import Attempt, AttemptState
from apps.requests.rules import schedule

PURPOSE: Final = "shared_table"
PAGE: Final = "shared-table"
# A table that an override or a swap replaced is "swapped".
State = Literal["booked", "canceled", "swapped", "past"]


def share(*, user_id: int, group_id: int, reservation_id: int) -> str:
    """Return the link of a booked table, the same in each call until `stop`. Raises Refusal 404 without a table."""
    tables = Attempt.objects.filter(reservation__group__user_id=user_id, state=AttemptState.BOOKED)
    booked = tables.filter(group_id=group_id, reservation_id=reservation_id)
    booked.filter(share_nonce=None).update(share_nonce=uuid4())
    attempt = require_row(booked, "table")
    return f"{settings.PUBLIC_URL}/{PAGE}?{urlencode({'token': _token(attempt)})}"


def stop(*, user_id: int, **ids: int) -> bool:
    """End the links of a user's tables at once, of all or of those with these ids. Return whether there is a table."""
    return bool(Attempt.objects.filter(reservation__group__user_id=user_id, **ids).update(share_nonce=None))


def read(*, token: str, now: datetime) -> tuple[Attempt, State]:
    """Return the table of a link. Raises Refusal 404 if the link is wrong, revoked or too old."""
    shared = Attempt.objects.filter(share_nonce__isnull=False, reservation__group__user__is_active=True)
    loaded = shared.select_related("account", "reservation__venue", "reservation__group__client")
    attempt = loaded.filter(pk=tokens.id_of(token)).first()
    zone = "" if attempt is None else attempt.reservation.venue.time_zone
    if (
        attempt is None
        or not tokens.is_same(_token(attempt), token)
        or not schedule.is_link_open(day=attempt.date, zone=zone, now=now)
    ):
        raise not_found("table")
    if attempt.state != AttemptState.BOOKED:
        return attempt, "swapped" if attempt.state == AttemptState.REPLACED else "canceled"
    return attempt, "past" if attempt.starts_at <= now else "booked"


def _token(attempt: Attempt) -> str:
    return tokens.signed_id(PURPOSE, attempt.pk, nonce=str(attempt.share_nonce))
