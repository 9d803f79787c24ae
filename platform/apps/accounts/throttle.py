"""Slows guessing down: failures counted in PostgreSQL, so that all workers share one atomic counter.

A try is counted before it is judged, so parallel tries cannot slip past the limit.
"""

import hashlib
import ipaddress
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from django.db import connection
from django.db.models import F
from django.http import HttpRequest

from apps.accounts.models import Throttle
from apps.common.errors import Refusal

WINDOW: Final = timedelta(minutes=15)

# Every count sweeps a few windows that are over, so the table holds little more than what counts now.
COUNT = """
    WITH swept AS (
        DELETE FROM throttle WHERE key IN (
            SELECT key FROM throttle WHERE window_ends_at <= %(now)s AND key <> %(key)s
            ORDER BY window_ends_at LIMIT 5 FOR UPDATE SKIP LOCKED
        )
    )
    INSERT INTO throttle AS t (key, window_ends_at, failures) VALUES (%(key)s, %(ends)s, 1)
    ON CONFLICT (key) DO UPDATE SET
        failures = CASE WHEN t.window_ends_at <= %(now)s THEN 1 ELSE t.failures + 1 END,
        window_ends_at = CASE WHEN t.window_ends_at <= %(now)s THEN excluded.window_ends_at ELSE t.window_ends_at END
    RETURNING failures, window_ends_at
"""


class TooManyTries(Refusal):
    """429: over the limit. `first` is true for the first try over it in a window, which is worth an audit entry."""

    def __init__(self, *, first: bool, wait: timedelta) -> None:
        sentence = "Too many tries. Please wait a few minutes and try again."
        super().__init__("too_many_tries", 429, sentence, retry_after=max(1, ceil(wait.total_seconds())))
        self.first = first


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """One thing that may be tried `limit` times in a window, for an account from an address (each may be empty)."""

    action: str
    account: str
    address: str
    limit: int = 5
    window: timedelta = WINDOW

    @property
    def key(self) -> str:
        """Hashed, so that the table is no list of addresses that somebody tried."""
        who = hashlib.sha256(f"{self.account.lower()}\n{self.address}".encode()).hexdigest()
        return f"{self.action}:{who}"

    def count(self, *, now: datetime) -> None:
        """Count one try. Raises TooManyTries (429) when it is over the limit."""
        tries, ends_at = self._add(now)
        if tries > self.limit:
            raise TooManyTries(first=tries == self.limit + 1, wait=ends_at - now)

    def allows(self, *, now: datetime) -> bool:
        """Count one try and say whether it is within the limit, for what is simply left out when it is not."""
        return self._add(now)[0] <= self.limit

    def _add(self, now: datetime) -> tuple[int, datetime]:
        with connection.cursor() as cursor:
            cursor.execute(COUNT, {"key": self.key, "ends": now + self.window, "now": now})
            tries, ends_at = cursor.fetchone()
        return tries, ends_at

    def reset(self) -> None:
        """Forget all tries: a caller who succeeds was not guessing."""
        Throttle.objects.filter(key=self.key).delete()

    def refund(self) -> None:
        """Take one counted try back, for what may succeed any number of times without proving anything."""
        Throttle.objects.filter(key=self.key, failures__gt=0).update(failures=F("failures") - 1)


def client_address(request: HttpRequest) -> str:
    """Whom to count: the client's address; of an IPv6 address the network, of which one person has millions."""
    text = request.META.get("REMOTE_ADDR") or ""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv4Address):
        return text
    # A socket of both families shows an IPv4 address as part of IPv6; its network would be that of all of them.
    return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))
