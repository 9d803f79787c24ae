"""The guard of a platform: an address that calls too often for too long is locked out for hours.

Recorded in public: refused after 38 to 101 finds at one a second, or after about 35 at 2.5 a second, and let in again
after eight hours or more. `finds` and `per_minute` reproduce these: an address may call `per_minute` times a minute for
ever, and `finds` times more. At r calls a minute it is locked out after finds * r / (r - per_minute) calls.
"""

from dataclasses import dataclass

HOUR_MS = 3_600_000.0
MINUTE_MS = 60_000.0
# 41 finds at one a second, 35 at 2.5 a second.
DEFAULT_FINDS = 32
DEFAULT_PER_MINUTE = 13.0
DEFAULT_HOURS = 8.0


@dataclass(frozen=True, slots=True)
class GuardRule:
    finds: int
    per_minute: float
    hours: float


@dataclass(slots=True)
class _Address:
    spent: float = 0.0
    counted_ms: float = 0.0
    locked_until_ms: float = 0.0
    lockouts: int = 0
    refused: int = 0


class AddressGuard:
    """Counts the calls of each address at each platform. Times are monotonic, in ms."""

    def __init__(self, rule: GuardRule | None = None, *, sources: tuple[str, ...] = ()) -> None:
        self.by_source: dict[str, GuardRule] = dict.fromkeys(sources, rule) if rule is not None else {}
        self._addresses: dict[tuple[str, str], _Address] = {}

    def set(self, source: str, rule: GuardRule | None) -> None:
        """Replace the rule of a platform and let all its addresses in. None removes the guard."""
        self.by_source.pop(source, None)
        self._addresses = {key: one for key, one in self._addresses.items() if key[0] != source}
        if rule is not None:
            self.by_source[source] = rule

    def admit(self, source: str, address: str, now_ms: float) -> bool:
        """Return whether a call is let in, and count it. Calls during a lockout do not prolong it."""
        rule = self.by_source.get(source)
        if rule is None:
            return True
        one = self._addresses.setdefault((source, address), _Address(counted_ms=now_ms))
        if now_ms < one.locked_until_ms:
            one.refused += 1
            return False
        one.spent = max(0.0, one.spent - (now_ms - one.counted_ms) / MINUTE_MS * rule.per_minute)
        one.counted_ms = now_ms
        if one.spent + 1 <= rule.finds:
            one.spent += 1
            return True
        one.spent, one.locked_until_ms = 0.0, now_ms + rule.hours * HOUR_MS
        one.lockouts += 1
        one.refused += 1
        return False

    def addresses(self, now_ms: float) -> list[tuple[str, str, float, int, int]]:
        """Return for each address: source, address, remaining hours of its lockout, lockouts, refused calls."""
        return [
            (source, address, max(0.0, (one.locked_until_ms - now_ms) / HOUR_MS), one.lockouts, one.refused)
            for (source, address), one in self._addresses.items()
        ]
