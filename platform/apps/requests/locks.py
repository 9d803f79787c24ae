"""Locks users whose reservations become active, and their platform accounts.

Every function that activates reservations locks the user first. Two concurrent submissions therefore run one after the
other, and the second one counts the reservations of the first.
"""

from apps.accounts.models import User
from apps.connections.models import AccountStatus, PlatformAccount


def lock_user(user_id: int) -> User:
    """Return the user with its row locked until the transaction ends."""
    return User.objects.select_for_update(no_key=True).get(pk=user_id)


def lock_live_accounts(user: User) -> list[PlatformAccount]:
    """Return the user's platform accounts that are not disconnected, locked until the transaction ends."""
    accounts = PlatformAccount.objects.select_for_update(no_key=True).filter(user=user)
    return list(accounts.exclude(status=AccountStatus.DISCONNECTED).order_by("id"))
