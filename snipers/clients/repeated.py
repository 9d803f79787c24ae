"""Recognizes a reply to a find that equals the last one of its key, byte for byte, so that it is not parsed again."""

from datetime import date
from typing import Any

from snipers.clients.base import Found
from snipers.clients.wire import as_json

# Venue, date and party size of a find.
FindKey = tuple[int, date, int]

MOST_KEYS = 64
# Stands for a body that is not parsed. It counts as a reply of the platform, as the body that it equals did.
_UNCHANGED: dict[str, Any] = {}


class LastFinds:
    """The last body of each key that was parsed, and what it contained."""

    def __init__(self) -> None:
        self._last: dict[FindKey, tuple[bytes, Found]] = {}

    def reader(self, key: FindKey) -> "FindReader":
        """Return the reader of one reply to a find of this key."""
        return FindReader(self._last, key)


class FindReader:
    """A wire.Reader for one reply. `found` is what the reply contains, None if it has to be parsed."""

    def __init__(self, last: dict[FindKey, tuple[bytes, Found]], key: FindKey) -> None:
        self._last, self._key = last, key
        self._raw = b""
        self.found: Found | None = None

    def __call__(self, raw: bytes) -> Any:
        """Parse a body that differs from the last one."""
        self._raw = raw
        last_raw, found = self._last.get(self._key, (None, None))
        self.found = found if raw == last_raw else None
        return as_json(raw) if self.found is None else _UNCHANGED

    def remember(self, found: Found) -> Found:
        """Keep what the body contains for the next replies, and return it."""
        if len(self._last) >= MOST_KEYS:
            self._last.clear()
        self._last[self._key] = self._raw, found
        return found
