"""Key rotation: encrypts all sealed tokens and secrets again with the newest key. The README lists the steps.

During the rotation, SEAL_KEYS contains the new and the old keys. Each token opens with one of them, so no user has to
sign in again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.connections.maintenance import health
from apps.connections.models import PlatformAccess, PlatformAccount
from snipers.clients.credentials import SealedBox, SealedToken

BATCH = 500


@dataclass(slots=True, kw_only=True)
class ResealCounts:
    """The number of tokens and secrets that were encrypted again (`sealed`), that already used the
    newest key (`already`), and that no key can open (`broken`; refresh tokens are not counted
    there).
    """

    sealed: int = 0
    already: int = 0
    broken: int = 0


def reseal(*, keys: Sequence[str]) -> ResealCounts:
    """Encrypt every token and secret again with the first of `keys`, and count the results.

    May be repeated, and may run while users sign in. An account whose token no key can open is flagged as in need of a
    reconnect, and its owner is notified.
    """
    box, newest = SealedBox(keys), SealedBox(keys[:1])
    counts = ResealCounts()
    rows = PlatformAccount.objects.exclude(sealed_token="").order_by("pk").values_list("pk", "sealed_token")
    for account_id, text in rows.iterator(chunk_size=BATCH):
        if newest.opens(SealedToken(text)):
            counts.already += 1
        elif not box.opens(SealedToken(text)):
            counts.broken += 1
            health.flag_needs_reconnect(account_id=account_id, sealed_token=text)
        else:
            # The filter skips a token that was replaced in the meantime; the new token already uses the newest key.
            same = PlatformAccount.objects.filter(pk=account_id, sealed_token=text)
            counts.sealed += same.update(sealed_token=box.reseal(SealedToken(text)).text)
    _reseal_refresh_tokens(box, newest, counts)
    _reseal_access(box, newest, counts)
    return counts


def _reseal_refresh_tokens(box: SealedBox, newest: SealedBox, counts: ResealCounts) -> None:
    """Encrypt the refresh tokens again. A refresh token that no key can open is deleted, so its sign-in is not
    renewed."""
    rows = PlatformAccount.objects.exclude(sealed_refresh_token="").order_by("pk")
    for account_id, text in rows.values_list("pk", "sealed_refresh_token").iterator(chunk_size=BATCH):
        same = PlatformAccount.objects.filter(pk=account_id, sealed_refresh_token=text)
        if newest.opens(SealedToken(text)):
            counts.already += 1
        elif not box.opens(SealedToken(text)):
            same.update(sealed_refresh_token="", renewal_due_at=None)
        else:
            counts.sealed += same.update(sealed_refresh_token=box.reseal(SealedToken(text)).text)


def _reseal_access(box: SealedBox, newest: SealedBox, counts: ResealCounts) -> None:
    """Encrypt our own API keys and secrets again. A secret that no key can open is counted as
    broken and stays unchanged; an operator has to enter it again.
    """
    for platform, text in PlatformAccess.objects.exclude(sealed_secret="").values_list("pk", "sealed_secret"):
        if newest.opens(SealedToken(text)):
            counts.already += 1
        elif not box.opens(SealedToken(text)):
            counts.broken += 1
        else:
            same = PlatformAccess.objects.filter(pk=platform, sealed_secret=text)
            counts.sealed += same.update(sealed_secret=box.reseal(SealedToken(text)).text)
