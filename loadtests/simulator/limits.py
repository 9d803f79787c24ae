"""Rate limits: an address that sends too many requests within a minute is blocked."""

from collections import defaultdict, deque
from dataclasses import dataclass, field

MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Limit:
    per_minute: int
    block_seconds: float


@dataclass(slots=True)
class _Caller:
    asked_ms: deque[float] = field(default_factory=deque)
    blocked_until_ms: float = 0


class Limits:
    """Counts the requests of the last minute by platform and address. Times are monotonic, in ms."""

    def __init__(self) -> None:
        self.by_source: dict[str, Limit] = {}
        self._callers: dict[tuple[str, str], _Caller] = defaultdict(_Caller)

    def set(self, source: str, limit: Limit | None) -> None:
        """Replace the limit of a platform and clear its blocks and counts. None removes the limit."""
        self.by_source.pop(source, None)
        for known in [key for key in self._callers if key[0] == source]:
            del self._callers[known]
        if limit is not None:
            self.by_source[source] = limit

    def admit(self, source: str, address: str, now_ms: float) -> bool:
        """Return whether the limit lets the request pass, and count it. Requests during a block do not prolong it."""
        limit = self.by_source.get(source)
        if limit is None:
            return True
        caller = self._callers[source, address]
        if now_ms < caller.blocked_until_ms:
            return False
        while caller.asked_ms and caller.asked_ms[0] <= now_ms - MINUTE_MS:
            caller.asked_ms.popleft()
        if len(caller.asked_ms) < limit.per_minute:
            caller.asked_ms.append(now_ms)
            return True
        caller.asked_ms.clear()
        caller.blocked_until_ms = now_ms + limit.block_seconds * 1000
        return False

    def callers(self, now_ms: float) -> list[tuple[str, str, int, float]]:
        """Return for each address: source, address, requests within the last minute, remaining seconds of its block."""
        return [
            (
                source,
                address,
                sum(asked > now_ms - MINUTE_MS for asked in caller.asked_ms),
                max(0.0, (caller.blocked_until_ms - now_ms) / 1000),
            )
            for (source, address), caller in self._callers.items()
        ]
