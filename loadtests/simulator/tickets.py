"""Short-lived, single-use permissions to book one kind of table. They hold no table."""

import secrets
from dataclasses import dataclass

from .tables import SlotKey

LIFE_MS = 300_000


@dataclass(frozen=True, slots=True)
class Ticket:
    key: SlotKey
    user_id: int | None
    expires_ms: float


class Tickets:
    """Kept in memory only: after a restart a client asks for new ones, as it must after five minutes anyway."""

    def __init__(self) -> None:
        self._tickets: dict[str, Ticket] = {}

    def issue(self, key: SlotKey, *, user_id: int | None, now_ms: float) -> tuple[str, Ticket]:
        """A new ticket for that diner, or for anyone when `user_id` is None."""
        for value, ticket in list(self._tickets.items()):
            if ticket.expires_ms > now_ms:
                break  # issued in order of expiry
            del self._tickets[value]
        value = secrets.token_urlsafe(48)
        self._tickets[value] = Ticket(key, user_id, now_ms + LIFE_MS)
        return value, self._tickets[value]

    def find(self, value: str, *, user_id: int, now_ms: float) -> Ticket | None:
        """The ticket, if it is unspent, in time and not somebody else's."""
        ticket = self._tickets.get(value)
        if ticket is None or ticket.expires_ms <= now_ms or ticket.user_id not in (None, user_id):
            return None
        return ticket

    def spend(self, value: str) -> None:
        del self._tickets[value]
