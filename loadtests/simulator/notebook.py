"""State that a platform keeps for its diners between two calls: open sign-ins, notify requests, favorites.

In memory only: a restart loses it.
"""

import uuid
from collections import defaultdict
from dataclasses import dataclass
from datetime import date

CHALLENGE_LIFE_MS = 600_000
FIRST_NOTIFY_ID = 3_300_001


@dataclass(frozen=True, slots=True)
class NotifyRequest:
    """A place on the waitlist of a venue; times as they were sent."""

    notify_request_id: int
    venue_id: int
    day: date
    party_size: int
    earliest: str
    latest: str
    service_type_id: int


class Notebook:
    def __init__(self) -> None:
        self._challenges: dict[str, float] = {}
        self._notify_requests: defaultdict[int, dict[int, NotifyRequest]] = defaultdict(dict)
        self._notify_requests_made = 0
        self.favorites: defaultdict[int, set[int]] = defaultdict(set)

    # sign-ins under way

    def challenge(self, *, now_ms: float) -> str:
        """The id of a question that a sign-in by telephone still has to answer."""
        challenge_id = str(uuid.uuid4())
        self._challenges[challenge_id] = now_ms + CHALLENGE_LIFE_MS
        return challenge_id

    def answer(self, challenge_id: str, *, now_ms: float) -> bool:
        """Whether that question is open; it is closed with this answer."""
        return self._challenges.pop(challenge_id, 0) > now_ms

    # waitlist

    def add_notify_request(
        self, user_id: int, *, venue_id: int, day: date, party_size: int, earliest: str, latest: str, service: int
    ) -> NotifyRequest:
        notify_request = NotifyRequest(
            FIRST_NOTIFY_ID + self._notify_requests_made, venue_id, day, party_size, earliest, latest, service
        )
        self._notify_requests_made += 1
        self._notify_requests[user_id][notify_request.notify_request_id] = notify_request
        return notify_request

    def notify_requests(self, user_id: int) -> list[NotifyRequest]:
        return list(self._notify_requests[user_id].values())

    def forget(self, user_id: int, notify_request_id: int) -> bool:
        """Whether that notify_request was there."""
        return self._notify_requests[user_id].pop(notify_request_id, None) is not None
