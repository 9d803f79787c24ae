"""What the screen may know about a user."""

from datetime import datetime
from typing import Any

from apps.accounts.models import User
from apps.accounts.rules.entitlements import Entitlements, effective_tier, entitlements


def tier_of(*, user: User, now: datetime) -> str:
    """The tier that counts now."""
    return effective_tier(tier=user.tier, trial_ends_at=user.trial_ends_at, now=now)


def entitlements_of(*, user: User, now: datetime) -> Entitlements:
    """What the user may do now."""
    return entitlements(tier=tier_of(user=user, now=now), is_vip=user.is_vip, is_concierge=user.is_concierge)


def profile(*, user: User, now: datetime) -> dict[str, Any]:
    """The user as the screen shows them: person, plan, flags, live platform accounts and rights (one query)."""
    accounts = list(user.platform_accounts.exclude(status="disconnected").order_by("id"))
    return {
        "id": user.pk,
        "email": user.email,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "phone": user.phone,
        "subscription_type": tier_of(user=user, now=now),
        "trial_ends_at": user.trial_ends_at,
        "has_had_free_trial": user.has_had_free_trial,
        "is_concierge": user.is_concierge,
        "is_vip": user.is_vip,
        "resy_accounts": [account for account in accounts if account.platform == "resy"],
        "ot_accounts": [account for account in accounts if account.platform == "opentable"],
        "entitlements": entitlements_of(user=user, now=now),
    }
