"""Reads what a user's plan allows, and locks users whose reservations become active.

Every function that activates reservations locks the user first. Two concurrent submissions therefore run one after the
other, and the second one counts the reservations of the first.
"""

from datetime import datetime

from apps.accounts.models import User
from apps.accounts.rules import entitlements as rules
from apps.accounts.rules.entitlements import Entitlements
from apps.connections.models import AccountStatus, PlatformAccount


def lock_user(user_id: int) -> User:
    """Return the user with its row locked until the transaction ends."""
    return User.objects.select_for_update(no_key=True).get(pk=user_id)


def lock_live_accounts(user: User) -> list[PlatformAccount]:
    """Return the user's platform accounts that are not disconnected, locked until the transaction ends."""
    accounts = PlatformAccount.objects.select_for_update(no_key=True).filter(user=user)
    return list(accounts.exclude(status=AccountStatus.DISCONNECTED).order_by("id"))


def current_tier(user: User, *, now: datetime) -> str:
    """Return the user's tier. A trial that has ended counts as no tier."""
    return rules.effective_tier(tier=user.tier, trial_ends_at=user.trial_ends_at, now=now)


def entitlements_of(user: User, *, now: datetime) -> Entitlements:
    """Return what the user's plan allows."""
    return rules.entitlements(tier=current_tier(user, now=now), is_vip=user.is_vip, is_concierge=user.is_concierge)
