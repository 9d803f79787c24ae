"""One-time codes for sign-ins by telephone or e-mail, and the challenges that follow them on Resy.

The code is always the documented one, but its correlation id must match too. Codes are in memory only: after a restart
a client requests a new code.
"""

import hmac
import uuid
from dataclasses import dataclass

CODE = "123456"
LIFE_MS = 600_000
MOST_ATTEMPTS = 5


@dataclass(slots=True)
class Sent:
    to: str
    expires_ms: float
    attempts: int = 0


class SignInCodes:
    def __init__(self) -> None:
        self._sent: dict[str, Sent] = {}
        self._challenges: dict[str, float] = {}

    def send(self, to: str, *, now_ms: float) -> str:
        """Return the correlation id of a new code. Earlier codes to the same address become invalid."""
        for correlation_id, sent in list(self._sent.items()):
            if sent.to == to or sent.expires_ms <= now_ms:
                del self._sent[correlation_id]
        correlation_id = str(uuid.uuid4())
        self._sent[correlation_id] = Sent(to, now_ms + LIFE_MS)
        return correlation_id

    def last_sent(self, to: str) -> str:
        """Return the correlation id of the last code to this address, "" if there is none."""
        return next((correlation_id for correlation_id, sent in self._sent.items() if sent.to == to), "")

    def confirm(self, correlation_id: str, *, to: str, code: str, now_ms: float) -> bool:
        """Return whether the code is right, unused, in time, and within `MOST_ATTEMPTS` attempts."""
        sent = self._sent.get(correlation_id)
        if sent is None or sent.to != to or sent.expires_ms <= now_ms or sent.attempts >= MOST_ATTEMPTS:
            return False
        sent.attempts += 1
        if not hmac.compare_digest(code.encode(), CODE.encode()):
            return False
        del self._sent[correlation_id]
        return True

    def open_challenge(self, *, now_ms: float) -> str:
        """Return the id of a new challenge, which the sign-in has to answer."""
        challenge_id = str(uuid.uuid4())
        self._challenges[challenge_id] = now_ms + LIFE_MS
        return challenge_id

    def close_challenge(self, challenge_id: str, *, now_ms: float) -> bool:
        """Close the challenge. Return whether it was open."""
        return self._challenges.pop(challenge_id, 0) > now_ms
