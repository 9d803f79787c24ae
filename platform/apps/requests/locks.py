"""Locks users whose reservations become active, and their platform accounts.

Every function that activates reservations locks the user first. Two concurrent submissions therefore run one after the
other, and the second one counts the reservations of the first.
"""

from apps.accounts.models import User
from apps.accounts.sign_in.sessions import session_over
from apps.connections.models import AccountStatus, PlatformAccount


def lock_user(user_id: int, *, even_closed: bool = False) -> User:
    """Return the user with its row locked until the transaction ends.

    Raises Refusal 401 if the account was closed, also since the request has begun, unless `even_closed`.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    if not user.is_active and not even_closed:
        raise session_over()
    return user


def lock_live_accounts(user: User) -> list[PlatformAccount]:
    """Return the user's platform accounts that are not disconnected, locked until the transaction ends."""
    accounts = PlatformAccount.objects.select_for_update(no_key=True).filter(user=user)
    return list(accounts.exclude(status=AccountStatus.DISCONNECTED).order_by("id"))
