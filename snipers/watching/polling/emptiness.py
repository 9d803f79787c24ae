"""Whether a platform's empty answers are to be believed: a block can look like an empty house.

Two signs, both rare in an honest book: a coming day that was on sale no longer is, and everything that stood open for
several keys is gone at once. What follows from it is the breaker's decision (control/breaker.py).
"""

from collections.abc import Callable
from datetime import date

from snipers.watching.matching.orders import Key

# So many tables that stood open in two answers running do not sell out between two polls, at several keys at that.
MANY_TABLES = 3
SEVERAL_KEYS = 2
TOGETHER_SECONDS = 10.0


class Emptiness:
    """What the last answers for each key of one venue showed."""

    def __init__(self, *, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._on_sale: set[Key] = set()
        self._stood: dict[Key, int] = {}
        self._last: dict[Key, int] = {}
        self._emptied: dict[Key, float] = {}

    def suspicious(self, key: Key, *, tables: int, on_sale: bool, today: date) -> bool:
        """Take an answer in; True when it looks like a block. `today` is the venue's."""
        withdrawn = key in self._on_sale and not on_sale and key[0] > today
        self._on_sale = self._on_sale | {key} if on_sale else self._on_sale - {key}
        if self._swept(key, tables):
            self._emptied[key] = self._monotonic()
        self._emptied = {one: at for one, at in self._emptied.items() if self._monotonic() - at <= TOGETHER_SECONDS}
        swept = key in self._emptied and len(self._emptied) >= SEVERAL_KEYS
        if swept:
            self._emptied.clear()
        return withdrawn or swept

    def _swept(self, key: Key, tables: int) -> bool:
        stood = self._stood.get(key, 0)
        self._stood[key] = min(tables, self._last.get(key, 0))
        self._last[key] = tables
        return tables == 0 and stood >= MANY_TABLES
