"""Limits for each user in one server process: open sockets and replayed events."""

import time
from collections.abc import Callable
from typing import Final

# Twenty tabs, plus old sockets whose end the network has not reported yet.
SOCKETS_PER_USER: Final = 50
# A user's full budget in events, and the events per second that refill it.
REPLAY_BURST: Final = 20_000
REPLAY_REFILL: Final = 200

SOCKET_LIMIT_REACHED: Final = f"more than {SOCKETS_PER_USER} open sockets of one user"
REPLAY_LIMIT_REACHED: Final = "too many events replayed, try again later"


class ReplayBudget:
    """The budget of replayed events of each user: a token bucket of REPLAY_BURST events, refilled with REPLAY_REFILL
    events per second.

    A full budget allows one replay of any length, so a browser can always read a long log once.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._spent: dict[int, tuple[float, float]] = {}

    def spend(self, user_id: int, events: int) -> bool:
        """Take `events` from the user's budget and return True.

        If the budget is not full and has fewer than `events` left, take nothing and return False.
        """
        spent = self._spent_now(user_id)
        if spent and spent + events > REPLAY_BURST:
            return False
        if events:
            self._spent[user_id] = (min(spent + events, REPLAY_BURST), self._clock())
        return True

    def drop_full_budgets(self) -> None:
        """Remove the users whose budget is full again."""
        for user_id in list(self._spent):
            if not self._spent_now(user_id):
                del self._spent[user_id]

    def _spent_now(self, user_id: int) -> float:
        spent, at = self._spent.get(user_id, (0.0, 0.0))
        return max(0.0, spent - (self._clock() - at) * REPLAY_REFILL)
