"""Reads of connected accounts."""

from apps.accounts.models import User
from apps.connections.models import AccountStatus, Platform, PlatformAccount


def connected_accounts(*, user: User, platform: Platform) -> list[PlatformAccount]:
    """Return the user's accounts at one platform that may be used now."""
    accounts = PlatformAccount.objects.filter(user=user, platform=platform, status=AccountStatus.CONNECTED)
    return list(accounts.order_by("id"))


def live_accounts(*, user: User, platform: Platform) -> list[PlatformAccount]:
    """Return the user's accounts at one platform that are not disconnected."""
    accounts = PlatformAccount.objects.filter(user=user, platform=platform)
    return list(accounts.exclude(status=AccountStatus.DISCONNECTED).order_by("id"))
