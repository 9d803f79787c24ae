"""A tier given by staff. It stands until Stripe says something new of the user's subscription (following.py)."""

from datetime import datetime

from apps.accounts.models import Tier

from . import tiers


def set_tier(*, user_id: int, tier: Tier, reason: str, by_id: int, address: str, now: datetime) -> str:
    """Give a user a tier without an end; returns the tier that counted before. Noted in the audit log with the reason.

    The receivers of `tier_changed` act in the same transaction: requests above the new limit pause with it.
    """
    return tiers.give(user_id=user_id, tier=tier.value, now=now, by_id=by_id, address=address, reason=reason)
