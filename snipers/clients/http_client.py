"""The base of all clients: transport, our access, decryption of tokens, clock samples, last polls, the booking call.

Our access (API key or application, User-Agent, sign-in paths) comes from the environment variables, or from the values
that an operator has stored (current_access). A platform returns the same status for an outdated key of ours and for a
user's expired token. A call without a user's token (an anonymous call) shows which of the two it is. So a client uses
KeyCheck before it reports that an account needs a new sign-in.
"""

import logging
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any, Self

from snipers.clients.base import Found, TimeSample
from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken
from snipers.clients.errors import KeyRefused, NeedsReconnect, NotFound, Unavailable, Unsent
from snipers.clients.replies import Reply
from snipers.clients.wire import Timeouts, Wire
from snipers.domain.access import Access, StoredAccess
from snipers.domain.outcome import Refused, Unknown
from snipers.domain.settling import Held
from snipers.domain.vocabulary import Reason

log = logging.getLogger(__name__)

# The answer must arrive before the attempt may be settled: send deadline 2 s + 8 s < grace 13 s.
BOOK_ANSWER_SECONDS = 8.0
CLOCK_TIMEOUTS = Timeouts(connect=2.0, answer=2.0)
# For this long after an anonymous call was refused, the key counts as refused without a further call.
REMEMBERED_SECONDS = 10.0
MOST_FINDS = 64

FindKey = tuple[int, date, int]
"""The venue, date and party size of a find."""


@dataclass(frozen=True, slots=True)
class LastFind:
    """The body of the last reply to a find, and the slots in it: an equal body is not parsed again."""

    body: bytes
    found: Found


NO_FIND = LastFind(b"", Found(slots=[], on_sale=False))


class HttpClient:
    """Base class of BookingClient implementations. One object serves many accounts, in one event loop.

    `access` has the values of the environment variables; set_access() replaces them.
    """

    def __init__(self, *, base_url: str, access: Access, box: SealedBox) -> None:
        self._environment = self._access = access
        self._wire = Wire(base_url=base_url, headers=self._headers(access))
        self._box = box
        self._last_finds: dict[FindKey, LastFind] = {}

    def set_access(self, stored: StoredAccess | None) -> None:
        """From the next call on, use the access `stored`, which an operator has set. With None, use the environment's
        access."""
        self._access = current_access(environment=self._environment, stored=stored, box=self._box)
        self._wire.set_headers(self._headers(self._access))

    def _headers(self, access: Access) -> dict[str, str]:
        """Return the headers that every call sends."""
        return {"User-Agent": access.user_agent, "Accept": "application/json"}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._wire.aclose()

    async def cancel(self, *, held: Held, token: SealedToken) -> None:
        """Cancel a reservation. If the call gets no answer, send a second one: a 404 to it shows that the first one
        arrived."""
        try:
            await self._cancel(held, token)
        except Unavailable as error:
            if error.delay is not None:
                raise
            with suppress(NotFound):
                await self._cancel(held, token)

    async def _cancel(self, held: Held, token: SealedToken) -> None:
        raise NotImplementedError

    @property
    def wire(self) -> Wire:
        """This client's connections to the platform, over which its catalog calls are sent too."""
        return self._wire

    async def time(self) -> TimeSample:
        return await self._wire.time(timeouts=CLOCK_TIMEOUTS)

    async def clock_answers(self) -> tuple[bool, str]:
        """Return the answer of time() to a probe (see probe_call)."""
        await self.time()
        return True, "answers"

    async def warm(self, *, connections: int) -> None:
        await self._wire.warm(connections=connections)

    def _keep_find(self, key: FindKey, body: bytes, found: Found) -> Found:
        """Keep the last reply to a find, and return what it contains."""
        if len(self._last_finds) >= MOST_FINDS:
            self._last_finds.clear()
        self._last_finds[key] = LastFind(body, found)
        return found

    def _plain(self, token: SealedToken) -> str:
        """Return a token in plain text, for one call. Raises NeedsReconnect if no key opens the
        token."""
        try:
            return self._box.open(token)
        except BrokenSeal:
            raise NeedsReconnect("the stored token cannot be opened") from None

    async def _send_booking(
        self,
        path: str,
        *,
        headers: Mapping[str, str],
        form: Mapping[str, str] | None = None,
        body: Mapping[str, Any] | None = None,
        send_within: float,
    ) -> Reply | Refused | Unknown:
        """Send the booking call at most once, within `send_within` seconds.

        Return the platform's reply. Without a reply, return Refused if the call was not sent, Unknown if it may have
        been sent.
        """
        timeouts = Timeouts(connect=send_within, answer=BOOK_ANSWER_SECONDS)
        try:
            return await self._wire.call("POST", path, headers=headers, form=form, body=body, timeouts=timeouts)
        except Unsent:
            return Refused(Reason.UNSENT)
        except Unavailable as error:
            return Unknown(str(error))


class KeyCheck:
    """The results of the anonymous calls of this process. Clients of one platform share them, also
    in several threads.

    A refusal of the key is remembered for REMEMBERED_SECONDS. An accepted call proves that the key
    did not cause refusals that arrived before this call was sent. It proves nothing about later
    refusals, because the key may have been rotated since. Times are monotonic seconds.
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
        """Raise KeyRefused if a refusal, received at the time `received`, was caused by an outdated key of ours.

        If earlier calls do not show whether the platform accepts the key, call `probe`, which makes one anonymous call
        and records its result. PlatformError from `probe`, whose reply then shows nothing about the key, is passed on.
        """
        self._use(key)
        if not self._is_refused() and self._accepted < received:
            await probe()
        if self._is_refused():
            raise KeyRefused("the platform does not accept our API key")

    def _use(self, key: str) -> None:
        """Forget the results of earlier calls if they used another API key than `key`."""
        if key != self._key:
            self._key, self._accepted, self._refused = key, -math.inf, -math.inf

    def _is_refused(self) -> bool:
        return self._refused > self._accepted and self._monotonic() - self._refused <= REMEMBERED_SECONDS


def current_access(*, environment: Access, stored: StoredAccess | None, box: SealedBox) -> Access:
    """Return the access to use. Each value is the one that an operator has stored or, if the operator left it empty,
    the environment's value.

    A stored secret that no key can decrypt counts as missing, because calls with the environment's secret may still
    work.
    """
    if stored is None:
        return environment
    secret = environment.secret
    if stored.sealed_secret:
        try:
            secret = box.open(SealedToken(stored.sealed_secret))
        except BrokenSeal:
            log.error("the stored secret of a platform cannot be opened; the environment's is used")
    return Access(
        secret=secret,
        user_agent=stored.user_agent or environment.user_agent,
        application_id=stored.application_id or environment.application_id,
        sign_in_paths=stored.sign_in_paths or environment.sign_in_paths,
    )
