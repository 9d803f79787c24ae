"""Sign-in codes on their way to a telephone or a mailbox, each bound to whom it was sent to.

The code itself is the documented one; what has to be right besides is the correlation id. Kept in memory only:
after a restart one asks for a new code.
"""

import hmac
import uuid
from dataclasses import dataclass

CODE = "123456"
LIFE_MS = 600_000
MOST_TRIES = 5


@dataclass(slots=True)
class Sent:
    to: str
    expires_ms: float
    tries: int = 0


class Codes:
    def __init__(self) -> None:
        self._sent: dict[str, Sent] = {}

    def send(self, to: str, *, now_ms: float) -> str:
        """The correlation id of a new code; what was sent to the same address before is void."""
        for correlation_id, sent in list(self._sent.items()):
            if sent.to == to or sent.expires_ms <= now_ms:
                del self._sent[correlation_id]
        correlation_id = str(uuid.uuid4())
        self._sent[correlation_id] = Sent(to, now_ms + LIFE_MS)
        return correlation_id

    def last_sent(self, to: str) -> str:
        """The correlation id under which that address was written to last; empty when it was not."""
        return next((correlation_id for correlation_id, sent in self._sent.items() if sent.to == to), "")

    def confirm(self, correlation_id: str, *, to: str, code: str, now_ms: float) -> bool:
        """Whether that is the code, once, in time, and with at most `MOST_TRIES` tries."""
        sent = self._sent.get(correlation_id)
        if sent is None or sent.to != to or sent.expires_ms <= now_ms or sent.tries >= MOST_TRIES:
            return False
        sent.tries += 1
        if not hmac.compare_digest(code.encode(), CODE.encode()):
            return False
        del self._sent[correlation_id]
        return True
