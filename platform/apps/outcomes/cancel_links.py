"""Cancels a booked table with the cancellation link of a message, without sign-in. apps.notices.text.cancel_links makes
the links.

Reading a link changes nothing, because mail scanners open links. A cancellation calls the function that the ticket's
button calls (requested_cancellations.request), with the same checks. In addition, a cancellation that costs something
is refused unless the caller states that the user accepts the costs.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from apps.accounts.models import User
from apps.accounts.security.throttle import Guard
from apps.common.errors import Refusal
from apps.notices.text import cancel_links
from apps.outcomes import messages
from apps.requests import messages as request_messages
from apps.requests.models import Attempt, AttemptState

from . import requested_cancellations
from .rules import deadlines

# Tries in 15 minutes from one network address, for the page and the button together.
MOST_TRIES: Final = 60
State = Literal["booked", "canceling", "canceled", "past"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedTable:
    """The table of a cancellation link. `costs` says whether canceling the table now costs something; None if that is
    not known."""

    attempt: Attempt
    state: State
    costs: bool | None


def read(*, token: str, address: str, now: datetime) -> LinkedTable:
    """Return the table of a cancellation link.

    Raises Refusal: 400 if the link is invalid, the user's e-mail address or password has changed since the link was
    made, or the account is closed; 429 after 60 tries in 15 minutes from the network address.
    """
    Guard(action="cancel_link", address=address, limit=MOST_TRIES).count(now=now)
    parts = cancel_links.parse(token)
    attempt = None
    if parts is not None:
        loaded = Attempt.objects.select_related("reservation__venue", "reservation__group__client")
        attempt = loaded.filter(pk=parts.attempt_id).first()
    user = (
        None if attempt is None else User.objects.filter(pk=attempt.reservation.group.user_id, is_active=True).first()
    )
    if parts is None or attempt is None or user is None or not cancel_links.is_genuine(token, parts=parts, user=user):
        raise Refusal("invalid_link", 400, messages.DEAD_CANCEL_LINK)
    is_past = min(parts.expires_at, attempt.starts_at) <= now
    costs = deadlines.costs(
        free_until=attempt.free_until,
        cancel_fee_cents=attempt.cancel_fee_cents,
        deposit_cents=attempt.deposit_cents,
        now=now,
    )
    return LinkedTable(attempt=attempt, state=_state(attempt, is_past=is_past), costs=costs)


def cancel(*, token: str, accepts_costs: bool, address: str, now: datetime) -> State:
    """Request the cancellation of a link's table. Return "canceling", or "canceled" if it already was. Idempotent.

    Raises Refusal: those of `read`; 409 for a past table, and without `accepts_costs` if the free cancellation has
    ended; those of requested_cancellations.request.
    """
    found = read(token=token, address=address, now=now)
    if found.state == "past":
        raise Refusal("past", 409, request_messages.PAST_TABLE)
    if found.state != "booked":
        return found.state
    if found.costs and not accepts_costs:
        raise Refusal("cutoff_passed", 409, messages.CUTOFF_PASSED)
    request = found.attempt.reservation
    requested_cancellations.request(
        user_id=request.group.user_id,
        group_id=request.group_id,
        reservation_id=request.pk,
        attempt_id=found.attempt.pk,
        now=now,
        by_link=True,
    )
    found.attempt.refresh_from_db()
    return _state(found.attempt, is_past=False)


def _state(attempt: Attempt, *, is_past: bool) -> State:
    if attempt.state != AttemptState.BOOKED:
        return "canceled"
    if is_past:
        return "past"
    return "booked" if attempt.cancel_requested_at is None else "canceling"
