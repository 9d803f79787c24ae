"""The life of one queued message, as counted writes: taken by one sender only, and brought to one end.

Owns the table's transitions. What is said is writing.py's, how it travels senders/.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from apps.accounts.models import User

from .models import Delivery, DeliveryState
from .rules import retries
from .senders.base import Answer, Verdict

# Longer than any call to a provider can take: the process that claimed it has died.
IN_HAND: Final = timedelta(minutes=5)
STATES: Final = {"unwanted": DeliveryState.SKIPPED, "too_late": DeliveryState.FAILED, "send": DeliveryState.SENDING}


@transaction.atomic
def take(*, channel: str, now: datetime) -> Delivery | None:
    """Take the message that has waited longest and mark it as being sent; None if none is due.

    One that its user does not want any more, or that is of no use any more, comes back ended instead (skipped, failed).
    Its user stands at `event.user`, read together with it. Commits before it returns: a message that was marked and
    whose sender died is never sent again.
    """
    delivery = (
        Delivery.objects.select_for_update(skip_locked=True, no_key=True, of=("self",))
        .select_related("event__user")
        .filter(channel=channel, state=DeliveryState.QUEUED, next_at__lte=now)
        .order_by("next_at", "id")
        .first()
    )
    if delivery is None:
        return None
    fate = retries.fate(
        wanted=wants(user=delivery.event.user, channel=channel), expires_at=delivery.expires_at, now=now
    )
    delivery.state = STATES[fate]
    if fate == "send":
        delivery.attempts += 1
        delivery.taken_at = now
        delivery.reason = ""
    else:
        delivery.reason = fate
        delivery.facts = {}
    delivery.save(update_fields=["state", "attempts", "taken_at", "reason", "facts"])
    return delivery


def wants(*, user: User, channel: str) -> bool:
    """Whether the user wants messages on this channel, and has confirmed the address or phone that they go to."""
    if not user.is_active:
        return False
    if channel == "email":
        return user.email_notifications and user.email_confirmed_at is not None
    return user.phone_notifications and bool(user.phone) and user.phone_confirmed_at is not None


def finish(*, delivery: Delivery, answer: Answer, now: datetime) -> str:
    """Write down what came of a message in hand; returns its state. An unknown outcome ends it: it may have arrived."""
    if answer.verdict is Verdict.SENT:
        return _end(delivery, DeliveryState.SENT, sent_at=now, reference=answer.reference[:120])
    if answer.verdict is not Verdict.LATER:
        return _end(delivery, DeliveryState.FAILED, reason=answer.reason)
    next_at = retries.next_try(attempts=delivery.attempts, asked=answer.delay, expires_at=delivery.expires_at, now=now)
    if next_at is None:
        return _end(delivery, DeliveryState.FAILED, reason="too_late")
    _change(delivery, state=DeliveryState.QUEUED, next_at=next_at, reason=answer.reason, taken_at=None)
    return DeliveryState.QUEUED


def fail_abandoned(*, now: datetime) -> int:
    """End messages whose sender died with them in hand; returns how many. Nobody knows whether they arrived."""
    left = Delivery.objects.filter(state=DeliveryState.SENDING, taken_at__lt=now - IN_HAND)
    return left.update(state=DeliveryState.FAILED, reason="outcome_unknown", facts={})


def _end(delivery: Delivery, state: DeliveryState, **fields: object) -> str:
    _change(delivery, state=state, facts={}, **fields)
    return state


def _change(delivery: Delivery, **fields: object) -> None:
    Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.SENDING, attempts=delivery.attempts).update(**fields)
