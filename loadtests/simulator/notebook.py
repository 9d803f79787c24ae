"""What a platform keeps in mind for its diners between two calls: sign-ins under way, waitlist wishes, favourites.

In memory only: after a restart one signs in and asks anew.
"""

import uuid
from collections import defaultdict
from dataclasses import dataclass
from datetime import date

CHALLENGE_LIFE_MS = 600_000
FIRST_NOTIFY_ID = 3_300_001


@dataclass(frozen=True, slots=True)
class Wish:
    """A diner wants to hear of a table; times as they were sent."""

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
        self._wishes: defaultdict[int, dict[int, Wish]] = defaultdict(dict)
        self._wishes_made = 0
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

    def wish(
        self, user_id: int, *, venue_id: int, day: date, party_size: int, earliest: str, latest: str, service: int
    ) -> Wish:
        wish = Wish(FIRST_NOTIFY_ID + self._wishes_made, venue_id, day, party_size, earliest, latest, service)
        self._wishes_made += 1
        self._wishes[user_id][wish.notify_request_id] = wish
        return wish

    def wishes(self, user_id: int) -> list[Wish]:
        return list(self._wishes[user_id].values())

    def forget(self, user_id: int, notify_request_id: int) -> bool:
        """Whether that wish was there."""
        return self._wishes[user_id].pop(notify_request_id, None) is not None
