"""Key rotation of sealed tokens: every token is sealed again with the newest key (README).

Until all tokens are sealed again, each of them opens with one of SEAL_KEYS, so nobody has to sign in again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.connections import health
from apps.connections.models import PlatformAccess, PlatformAccount
from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken

BATCH = 500


@dataclass(slots=True, kw_only=True)
class ResealCounts:
    """How many tokens were sealed again, how many already had the newest key, and how many no key opens."""

    sealed: int = 0
    already: int = 0
    broken: int = 0


def reseal(*, keys: Sequence[str]) -> ResealCounts:
    """Seal every token with the first of `keys`. It may be repeated, and users may sign in meanwhile.

    An account whose token opens with no key needs a reconnect, and its owner is notified.
    """
    box, newest = SealedBox(keys), SealedBox(keys[:1])
    counts = ResealCounts()
    rows = PlatformAccount.objects.exclude(sealed_token="").order_by("pk").values_list("pk", "sealed_token")
    for account_id, text in rows.iterator(chunk_size=BATCH):
        if _opens(newest, text):
            counts.already += 1
        elif not _opens(box, text):
            counts.broken += 1
            health.flag_needs_reconnect(account_id=account_id, sealed_token=text)
        else:
            # A token that was renewed meanwhile is sealed with the newest key.
            same = PlatformAccount.objects.filter(pk=account_id, sealed_token=text)
            counts.sealed += same.update(sealed_token=box.reseal(SealedToken(text)).text)
    _reseal_refresh_tokens(box, newest, counts)
    _reseal_access(box, newest, counts)
    return counts


def _reseal_refresh_tokens(box: SealedBox, newest: SealedBox, counts: ResealCounts) -> None:
    """Seal the refresh tokens again. One that no key opens is forgotten; its sign-in ends without a renewal."""
    rows = PlatformAccount.objects.exclude(sealed_refresh_token="").order_by("pk")
    for account_id, text in rows.values_list("pk", "sealed_refresh_token").iterator(chunk_size=BATCH):
        same = PlatformAccount.objects.filter(pk=account_id, sealed_refresh_token=text)
        if _opens(newest, text):
            counts.already += 1
        elif not _opens(box, text):
            same.update(sealed_refresh_token="", renewal_due_at=None)
        else:
            counts.sealed += same.update(sealed_refresh_token=box.reseal(SealedToken(text)).text)


def _reseal_access(box: SealedBox, newest: SealedBox, counts: ResealCounts) -> None:
    """Seal our own API keys and secrets again. One that no key opens has to be entered again."""
    for platform, text in PlatformAccess.objects.exclude(sealed_secret="").values_list("pk", "sealed_secret"):
        if _opens(newest, text):
            counts.already += 1
        elif not _opens(box, text):
            counts.broken += 1
        else:
            same = PlatformAccess.objects.filter(pk=platform, sealed_secret=text)
            counts.sealed += same.update(sealed_secret=box.reseal(SealedToken(text)).text)


def _opens(box: SealedBox, text: str) -> bool:
    try:
        box.open(SealedToken(text))
    except BrokenSeal:
        return False
    return True
