"""What one user may have open and may have replayed, in each server process."""

import time
from collections.abc import Callable
from typing import Final

# A person with twenty tabs, and their old sockets that the network has not ended yet.
SOCKETS: Final = 50
# Events: what may be replayed at once, and how many of them come back in a second.
BURST: Final = 20_000
REFILL: Final = 200

TOO_MANY_SOCKETS: Final = f"more than {SOCKETS} open sockets of one user"
TOO_MUCH_REPLAYED: Final = "too many events replayed, try again later"


class ReplayBudget:
    """How many stored events each user may have replayed: BURST at once, REFILL more in each second.

    A full budget allows one replay of any length, so that a long log can always be read once.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._spent: dict[int, tuple[float, float]] = {}

    def take(self, user_id: int, events: int) -> bool:
        """Whether the user may have so many events replayed now; if so, they are counted."""
        spent = self._now(user_id)
        if spent and spent + events > BURST:
            return False
        if events:
            self._spent[user_id] = (min(spent + events, BURST), self._clock())
        return True

    def forget(self) -> None:
        """Drop the users whose budget is full again."""
        for user_id in list(self._spent):
            if not self._now(user_id):
                del self._spent[user_id]

    def _now(self, user_id: int) -> float:
        spent, at = self._spent.get(user_id, (0.0, 0.0))
        return max(0.0, spent - (self._clock() - at) * REFILL)
