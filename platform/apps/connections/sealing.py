"""Rotating the keys that seal platform tokens: everything is sealed again with the newest one.

A new key goes in front of SEAL_KEYS, all programs are started again, then tokens are resealed; the old key may go when
nothing is left to do. Until then every token opens with one of them, so nobody has to sign in again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.connections import health
from apps.connections.models import PlatformAccount
from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken

BATCH = 500


@dataclass(slots=True, kw_only=True)
class Resealed:
    """How many tokens were sealed again, had the newest key's seal already, and open with no key of ours."""

    sealed: int = 0
    already: int = 0
    broken: int = 0


def reseal(*, keys: Sequence[str]) -> Resealed:
    """Seal every token again with the first of `keys`. Safe to run again, and beside people who sign in.

    An account whose token opens with no key needs a reconnect, and its owner is told.
    """
    box, newest = SealedBox(keys), SealedBox(keys[:1])
    done = Resealed()
    rows = PlatformAccount.objects.exclude(sealed_token="").order_by("pk").values_list("pk", "sealed_token")
    for account_id, text in rows.iterator(chunk_size=BATCH):
        if _opens(newest, text):
            done.already += 1
        elif not _opens(box, text):
            done.broken += 1
            health.flag_needs_reconnect(account_id=account_id, sealed_token=text)
        else:
            # A token that was renewed in the meantime has the newest seal.
            same = PlatformAccount.objects.filter(pk=account_id, sealed_token=text)
            done.sealed += same.update(sealed_token=box.reseal(SealedToken(text)).text)
    return done


def _opens(box: SealedBox, text: str) -> bool:
    try:
        box.open(SealedToken(text))
    except BrokenSeal:
        return False
    return True
