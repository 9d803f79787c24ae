"""One-time codes for sign-ins by telephone or e-mail, and the challenges that follow them on Resy.

The code is always `123456`, but the client must also send the right correlation id. Codes are in memory only: after a
restart of the simulator, a client must request a new code.
"""

import hmac
import uuid
from dataclasses import dataclass
from enum import Enum

CODE = "123456"
LIFE_MS = 600_000
MOST_ATTEMPTS = 5


class Answer(Enum):
    """The result of checking a code.

    `EXPIRED` also means that no code was sent under this correlation id. `EXHAUSTED` means that no attempt is left.
    """

    RIGHT = "right"
    WRONG = "wrong"
    EXPIRED = "expired"
    EXHAUSTED = "exhausted"


@dataclass(slots=True)
class Sent:
    to: str
    expires_ms: float
    attempts: int = 0

    @property
    def attempts_left(self) -> int:
        return MOST_ATTEMPTS - self.attempts


@dataclass(slots=True, kw_only=True)
class Challenge:
    """A question that Resy asks after the right code sent to the address `to`, before the sign-in is complete.

    The client must send the claim token, or data of its device, with the answer.
    """

    id: str
    claim_token: str
    to: str
    expires_ms: float
    attempts: int = 0

    @property
    def attempts_left(self) -> int:
        return MOST_ATTEMPTS - self.attempts


class SignInCodes:
    def __init__(self) -> None:
        self._sent: dict[str, Sent] = {}
        self._challenges: dict[str, Challenge] = {}

    def send(self, to: str, *, now_ms: float) -> str:
        """Send a new code to the address and return its correlation id. Earlier codes to the address become invalid."""
        for correlation_id, sent in list(self._sent.items()):
            if sent.to == to or sent.expires_ms <= now_ms:
                del self._sent[correlation_id]
        correlation_id = str(uuid.uuid4())
        self._sent[correlation_id] = Sent(to, now_ms + LIFE_MS)
        return correlation_id

    def last_sent(self, to: str) -> str:
        """Return the correlation id of the last code to this address, "" if there is none."""
        return next((correlation_id for correlation_id, sent in self._sent.items() if sent.to == to), "")

    def confirm(self, correlation_id: str, *, to: str, code: str, now_ms: float) -> Answer:
        """Check a code. A right code becomes invalid; a wrong code uses one of its `MOST_ATTEMPTS` attempts."""
        sent = self._sent.get(correlation_id)
        if sent is None or sent.to != to or sent.expires_ms <= now_ms:
            return Answer.EXPIRED
        if sent.attempts_left == 0:
            return Answer.EXHAUSTED
        sent.attempts += 1
        if not hmac.compare_digest(code.encode(), CODE.encode()):
            return Answer.WRONG if sent.attempts_left else Answer.EXHAUSTED
        del self._sent[correlation_id]
        return Answer.RIGHT

    def attempts_left(self, correlation_id: str) -> int:
        """Return how many attempts are left for the code with this correlation id, 0 if there is no such code."""
        sent = self._sent.get(correlation_id)
        return sent.attempts_left if sent else 0

    def open_challenge(self, to: str, *, now_ms: float) -> Challenge:
        """Create and return a challenge for the sign-in with the address `to`."""
        opened = Challenge(id=str(uuid.uuid4()), claim_token=str(uuid.uuid4()), to=to, expires_ms=now_ms + LIFE_MS)
        self._challenges[opened.id] = opened
        return opened

    def open_challenge_of(self, challenge_id: str, *, now_ms: float) -> Challenge | None:
        """Return the open challenge with this id and count an attempt to answer it.

        Returns None if the challenge is unknown, has expired or has no attempt left.
        """
        found = self._challenges.get(challenge_id)
        if found is None or found.expires_ms <= now_ms or found.attempts_left == 0:
            return None
        found.attempts += 1
        return found

    def close_challenge(self, challenge_id: str) -> None:
        """Remove the challenge, after a right answer."""
        self._challenges.pop(challenge_id, None)
