"""Reads platform accounts."""

from apps.accounts.models import User
from apps.accounts.selectors import LIVE_ACCOUNTS, LiveAccount
from apps.connections.models import AccountStatus, PlatformAccount


def connected_accounts(*, user: User, platform: str) -> list[PlatformAccount]:
    """Return the user's accounts at one platform that are connected and need no reconnect."""
    accounts = PlatformAccount.objects.filter(user=user, platform=platform, status=AccountStatus.CONNECTED)
    return list(accounts.order_by("id"))


def live_accounts(*, user: User, platform: str) -> list[LiveAccount]:
    """Return the user's accounts at one platform that are not disconnected."""
    return [one for one in LIVE_ACCOUNTS.rows(user=user.pk) if one.platform == platform]
