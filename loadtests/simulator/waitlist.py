"""Waitlist requests (`notify`) of Resy's diners, kept in memory. The simulator notifies nobody."""

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import date

FIRST_ID = 3_300_001


@dataclass(frozen=True, slots=True)
class NotifyRequest:
    """Times are as sent, HH:MM:SS."""

    venue_id: int
    day: date
    party_size: int
    earliest: str
    latest: str
    service_type_id: int
    id: int = 0


class Waitlist:
    def __init__(self) -> None:
        self._requests: defaultdict[int, dict[int, NotifyRequest]] = defaultdict(dict)
        self._added = 0

    def add(self, user_id: int, request: NotifyRequest) -> NotifyRequest:
        """Store the request under a new id."""
        added = replace(request, id=FIRST_ID + self._added)
        self._added += 1
        self._requests[user_id][added.id] = added
        return added

    def of_diner(self, user_id: int) -> list[NotifyRequest]:
        return list(self._requests[user_id].values())

    def remove(self, user_id: int, id: int) -> bool:
        """Whether the request existed."""
        return self._requests[user_id].pop(id, None) is not None
