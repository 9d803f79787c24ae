"""Encrypts sealed values again with the newest key (`manage.py reseal`).

During a rotation, SEAL_KEYS contains the new and the old keys. Each value opens with one of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from snipers.clients.credentials import SealedBox, SealedToken

BATCH = 500


@dataclass(slots=True, kw_only=True)
class ResealCounts:
    """The number of values that were encrypted again (`sealed`), that already used the newest key (`already`), and that
    no key can open (`broken`)."""

    sealed: int = 0
    already: int = 0
    broken: int = 0


def reseal_column(
    rows: QuerySet[Any], column: str, *, keys: Sequence[str], on_broken: Callable[[Any, str], object] | None = None
) -> ResealCounts:
    """Encrypt each value of a column again with the first of `keys`, and count the results. May be repeated.

    A value that no key can open is left as it is. `on_broken` is called with its primary key and the value.
    """
    box, newest, counts = SealedBox(keys), SealedBox(keys[:1]), ResealCounts()
    for pk, text in rows.exclude(**{column: ""}).order_by("pk").values_list("pk", column).iterator(chunk_size=BATCH):
        if newest.opens(SealedToken(text)):
            counts.already += 1
        elif box.opens(SealedToken(text)):
            # The filter skips a value that was replaced in the meantime; the new one already uses the newest key.
            same = rows.filter(**{"pk": pk, column: text})
            counts.sealed += same.update(**{column: box.reseal(SealedToken(text)).text})
        else:
            counts.broken += 1
            if on_broken is not None:
                on_broken(pk, text)
    return counts
