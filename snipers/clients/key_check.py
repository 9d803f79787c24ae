"""Decides whether a platform accepts our own key, by its replies to calls without a user's token (anonymous calls).

A platform answers a stale key and an expired user token with the same status. An anonymous call tells the two apart. So
the client uses this module before an account is marked for a new sign-in.
"""

import math
import time
from collections.abc import Awaitable, Callable

from snipers.clients.errors import KeyRefused

# For this long after an anonymous call was refused, the key counts as refused without a further call.
REMEMBERED_SECONDS = 10.0


class KeyCheck:
    """The results of the anonymous calls of this process. Clients of one platform share them, also in several threads.

    A refusal of the key is remembered for REMEMBERED_SECONDS. An accepted call says nothing about later replies,
    because the key may have been rotated after it. It proves only that the key was valid for replies which arrived
    before the accepted call was sent. Times are monotonic seconds.
    """

    def __init__(self, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._key = ""
        self._accepted = self._refused = -math.inf

    def now(self) -> float:
        """Return the monotonic time."""
        return self._monotonic()

    def record(self, *, key: str, sent: float, accepted: bool) -> None:
        """Record whether the platform accepted an anonymous call that was sent with this key at the time `sent`."""
        self._use(key)
        if accepted:
            self._accepted = max(self._accepted, sent)
        else:
            self._refused = self._monotonic()

    async def require_accepted(self, *, key: str, received: float, probe: Callable[[], Awaitable[None]]) -> None:
        """Raise KeyRefused if a stale key of ours explains a refusal that was received at the time `received`.

        If the recorded calls do not decide it, `probe` is called. It makes one anonymous call and records the result.
        It raises PlatformError if the reply shows nothing about the key, and this method raises that error too.
        """
        self._use(key)
        if not self._is_refused() and self._accepted < received:
            await probe()
        if self._is_refused():
            raise KeyRefused("the platform does not accept our API key")

    def _use(self, key: str) -> None:
        """Forget the recorded results if they are about another key."""
        if key != self._key:
            self._key, self._accepted, self._refused = key, -math.inf, -math.inf

    def _is_refused(self) -> bool:
        return self._refused > self._accepted and self._monotonic() - self._refused <= REMEMBERED_SECONDS
