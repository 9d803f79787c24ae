"""Reading connected accounts."""

from apps.accounts.models import User
from apps.connections.models import AccountStatus, Platform, PlatformAccount


def connected(*, user: User, platform: Platform) -> list[PlatformAccount]:
    """The user's accounts at one platform that may be used now."""
    accounts = PlatformAccount.objects.filter(user=user, platform=platform, status=AccountStatus.CONNECTED)
    return list(accounts.order_by("id"))
