"""Reads for the subscription screens. They use the stored state of the subscription and do not call Stripe."""

from datetime import datetime
from typing import Any

from apps.accounts.models import User
from apps.accounts.selectors import current_tier

from . import messages, rules
from .models import Subscription
from .plans import trials
from .stripe import refusals


def details(*, user: User, now: datetime) -> dict[str, Any]:
    """Return the fields of DetailsOut: the user's subscription and the actions that its state allows."""
    row = _get_row(user)
    complimentary = _complimentary(user, row, now=now)
    status = row.status or rules.NO_STATUS
    had_trial = trials.is_used(user=user)
    live = status in rules.WITH_ACCESS
    return {
        "subscription_type": current_tier(user=user, now=now),
        "status": status,
        "will_cancel": row.will_cancel,
        "cancels_on": row.cancels_on,
        "current_period_end": row.current_period_end if live else None,
        "trial_ends_at": row.trial_ends_at if status == "trialing" else user.trial_ends_at,
        "has_had_free_trial": had_trial,
        "complimentary": complimentary != "none",
        "plans": rules.offers(
            status=status,
            plan=row.plan,
            will_cancel=row.will_cancel,
            may_try=not had_trial,
            complimentary=complimentary,
        ),
        "can_cancel": live and not row.will_cancel,
        "can_manage": row.customer_id is not None and status != rules.NO_STATUS,
    }


def access_sentence(*, user: User) -> str:
    """Return the sentence of the cancel dialog that says how long access lasts. Raises Refusal 409 if the user has no
    subscription."""
    row = _get_row(user)
    if row.status not in rules.WITH_ACCESS:
        raise refusals.no_subscription(to="cancel")
    return messages.access(plan=row.plan, ends=row.cancels_on or row.current_period_end, locale=user.locale)


def complimentary(*, user: User, now: datetime) -> str:
    """Return the tier that staff gave the user beyond what the user pays for, or "none"."""
    return _complimentary(user, _get_row(user), now=now)


def _complimentary(user: User, row: Subscription, *, now: datetime) -> str:
    # The tier of a trial at sign-up has an end date and is not complimentary.
    if user.trial_ends_at is not None:
        return "none"
    return rules.complimentary(tier=current_tier(user=user, now=now), granted=row.granted)


def _get_row(user: User) -> Subscription:
    return Subscription.objects.filter(pk=user.pk).first() or Subscription(user=user)
