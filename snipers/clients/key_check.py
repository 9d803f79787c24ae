"""Whether a platform accepts our own key, as its replies to anonymous calls show.

A platform answers a stale key and an expired user token with the same status. An anonymous call tells the two apart. So
before an account is flagged, the client asks this module.
"""

import math
import time
from collections.abc import Awaitable, Callable

from snipers.clients.errors import KeyRefused

# For this long after a refusal, further refusals need no call of their own.
REMEMBERED_SECONDS = 10.0


class KeyCheck:
    """What the anonymous calls of this process have shown. Clients of one platform share it, also in several threads.

    A refusal is remembered for some seconds. An acceptance is not: the key may have been rotated since. It counts only
    for replies that arrived before the accepted call was sent. Times are monotonic seconds.
    """

    def __init__(self, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._key = ""
        self._accepted = self._refused = -math.inf

    def now(self) -> float:
        """Return the monotonic time."""
        return self._monotonic()

    def record(self, *, key: str, sent: float, accepted: bool) -> None:
        """Record the reply to an anonymous call that was sent with this key at this time."""
        self._use(key)
        if accepted:
            self._accepted = max(self._accepted, sent)
        else:
            self._refused = self._monotonic()

    async def require_accepted(self, *, key: str, received: float, probe: Callable[[], Awaitable[None]]) -> None:
        """Raise KeyRefused if our key explains a refusal that was received at this time.

        `probe` makes one anonymous call and records its reply. It raises PlatformError if the reply shows nothing about
        the key; that error is raised here too.
        """
        self._use(key)
        if not self._is_refused() and self._accepted < received:
            await probe()
        if self._is_refused():
            raise KeyRefused("the platform does not accept our API key")

    def _use(self, key: str) -> None:
        """Forget what was recorded about another key."""
        if key != self._key:
            self._key, self._accepted, self._refused = key, -math.inf, -math.inf

    def _is_refused(self) -> bool:
        return self._refused > self._accepted and self._monotonic() - self._refused <= REMEMBERED_SECONDS
