"""What a user's plan allows now, and the row lock under which active requests are counted.

Every function that decides whether a request may become active locks the user first, so that parallel submissions see
each other.
"""

from datetime import datetime

from apps.accounts.models import User
from apps.accounts.rules import entitlements as rules
from apps.accounts.rules.entitlements import Entitlements


def lock_user(user_id: int) -> User:
    """Return the user with the row locked until the transaction ends."""
    return User.objects.select_for_update(no_key=True).get(pk=user_id)


def current_tier(user: User, *, now: datetime) -> str:
    """Return the user's tier; a trial that has ended counts as none."""
    return rules.effective_tier(tier=user.tier, trial_ends_at=user.trial_ends_at, now=now)


def entitlements_of(user: User, *, now: datetime) -> Entitlements:
    """Return what the user's plan allows."""
    return rules.entitlements(tier=current_tier(user, now=now), is_vip=user.is_vip, is_concierge=user.is_concierge)
