"""What the screen may know about a user."""

from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings

from apps.accounts.models import Session, User
from apps.accounts.rules.devices import device_name
from apps.accounts.rules.entitlements import Entitlements, effective_tier, entitlements

# Of a user who signs in by the thousand (a bench, a script) the newest tell enough.
MOST_SESSIONS: Final = 100


def current_tier(*, user: User, now: datetime) -> str:
    """The tier that counts now."""
    return effective_tier(tier=user.tier, trial_ends_at=user.trial_ends_at, now=now)


def current_entitlements(*, user: User, now: datetime) -> Entitlements:
    """What the user may do now."""
    return entitlements(tier=current_tier(user=user, now=now), is_vip=user.is_vip, is_concierge=user.is_concierge)


def get_profile(*, user: User, now: datetime) -> dict[str, Any]:
    """The user as the screen shows them: person, plan, flags, live platform accounts and rights (one query)."""
    accounts = list(user.platform_accounts.exclude(status="disconnected").order_by("id"))
    return {
        "id": user.pk,
        "email": user.email,
        "email_confirmed": user.email_confirmed_at is not None,
        "pending_email": user.pending_email or None,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "phone": user.phone,
        "phone_confirmed": user.phone_confirmed_at is not None,
        "subscription_type": current_tier(user=user, now=now),
        "trial_ends_at": user.trial_ends_at,
        "has_had_free_trial": user.has_had_free_trial,
        "is_concierge": user.is_concierge,
        "is_vip": user.is_vip,
        "referral_code": user.referral_code,
        "referral_link": f"{settings.PUBLIC_URL}/signup?{urlencode({'ref': user.referral_code})}",
        "resy_accounts": [account for account in accounts if account.platform == "resy"],
        "ot_accounts": [account for account in accounts if account.platform == "opentable"],
        "entitlements": current_entitlements(user=user, now=now),
    }


def list_sessions(*, user: User, current: UUID, now: datetime) -> list[dict[str, Any]]:
    """The living sessions of the user, the one used last first (one query)."""
    living = Session.objects.filter(user=user, revoked_at=None, expires_at__gt=now).order_by("-last_used_at", "id")
    return [
        {
            "id": session.pk,
            "device": device_name(session.user_agent),
            "created_at": session.created_at,
            "last_used_at": session.last_used_at,
            "expires_at": session.expires_at,
            "current": session.pk == current,
        }
        for session in living[:MOST_SESSIONS]
    ]
