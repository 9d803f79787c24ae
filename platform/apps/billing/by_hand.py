"""A tier given by staff. It stands until Stripe says something new of the user's subscription (following.py)."""

from datetime import datetime

import structlog
from django.db import transaction

from apps.accounts import audit
from apps.accounts.audit import Act
from apps.accounts.models import Tier, User
from apps.accounts.rules.entitlements import effective_tier

from . import signals
from .models import Subscription

log = structlog.get_logger(__name__)


def set_tier(*, user_id: int, tier: Tier, reason: str, by_id: int, address: str, now: datetime) -> str:
    """Give a user a tier without an end; returns the tier that counted before. Noted in the audit log with the reason.

    Whoever listens to `tier_changed` acts in the same transaction: requests above the new limit pause with it.
    """
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        old = effective_tier(tier=user.tier, trial_ends_at=user.trial_ends_at, now=now)
        User.objects.filter(pk=user_id).update(tier=tier, trial_ends_at=None)
        audit.note(
            Act.TIER_CHANGED,
            user_id=user_id,
            by_id=by_id,
            now=now,
            address=address,
            old=old,
            new=tier.value,
            reason=reason,
        )
        if old != tier:
            signals.tier_changed.send(Subscription, user_id=user_id, old=old, new=tier.value, now=now)
    log.info("tier set by staff", user_id=user_id, old=old, new=tier.value, by_id=by_id)
    return old
