"""Key rotation: encrypts all sealed tokens and secrets again with the newest key. The README lists the steps.

No user has to sign in again, because each token opens with one of the keys.
"""

from collections.abc import Sequence

from apps.common.database.resealing import ResealCounts, reseal_column
from apps.connections.maintenance import health
from apps.connections.models import PlatformAccess, PlatformAccount


def reseal(*, keys: Sequence[str]) -> ResealCounts:
    """Encrypt every token and secret again with the first of `keys`, and count the results.

    May be repeated, and may run while users sign in. An account whose token no key can open is flagged as in need of a
    reconnect, and its owner is notified. A refresh token that no key can open is deleted and not counted as broken, so
    its sign-in is not renewed. An operator has to enter a broken secret again.
    """
    accounts = PlatformAccount.objects.all()
    tokens = reseal_column(accounts, "sealed_token", keys=keys, on_broken=_flag_account)
    refresh = reseal_column(accounts, "sealed_refresh_token", keys=keys, on_broken=_delete_refresh_token)
    secrets = reseal_column(PlatformAccess.objects.all(), "sealed_secret", keys=keys)
    return ResealCounts(
        sealed=tokens.sealed + refresh.sealed + secrets.sealed,
        already=tokens.already + refresh.already + secrets.already,
        broken=tokens.broken + secrets.broken,
    )


def _flag_account(account_id: int, text: str) -> None:
    health.flag_needs_reconnect(account_id=account_id, sealed_token=text)


def _delete_refresh_token(account_id: int, text: str) -> None:
    same = PlatformAccount.objects.filter(pk=account_id, sealed_refresh_token=text)
    same.update(sealed_refresh_token="", renewal_due_at=None)
