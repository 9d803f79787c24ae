"""Sets a user's tier, for Stripe's events (stripe/subscription_sync.py) and for staff (admin.py)."""

from datetime import datetime

import structlog
from django.db import transaction

from apps.accounts.models import User
from apps.accounts.rules.entitlements import effective_tier
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.billing import signals
from apps.billing.models import Subscription

log = structlog.get_logger(__name__)


def set_tier(
    *, user_id: int, tier: str, now: datetime, by_id: int | None = None, address: str = "", **details: str | None
) -> str:
    """Set a user's tier without an end date. Return the tier that applied before the change.

    Writes an audit entry with the `details`, and sends `tier_changed` in the same transaction if the tier is new. A
    tier that staff set stays until the tier of the user's subscription changes.
    """
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        old = effective_tier(tier=user.tier, trial_ends_at=user.trial_ends_at, now=now)
        User.objects.filter(pk=user_id).update(tier=tier, trial_ends_at=None)
        audit.record(
            Act.TIER_CHANGED, user_id=user_id, by_id=by_id, now=now, address=address, old=old, new=tier, **details
        )
        if old != tier:
            signals.tier_changed.send(Subscription, user_id=user_id, old=old, new=tier, now=now)
    log.info("tier changed", user_id=user_id, old=old, new=tier, by_id=by_id)
    return old
