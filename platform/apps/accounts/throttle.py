"""Limits on guessing. Tries are counted in PostgreSQL, so that all processes share one atomic counter.

A try is counted before its result is known, so parallel tries cannot exceed the limit.
"""

import hashlib
import ipaddress
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Final, TypedDict

from django.db import connection
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from apps.accounts import messages
from apps.accounts.models import Throttle
from apps.common.errors import Refusal

WINDOW: Final = timedelta(minutes=15)

# Each count also deletes a few windows that have ended, so the table stays small.
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
    """The refusal (429) of a try over the limit.

    `first` marks the first such try in a window, which gets an audit entry.
    """

    def __init__(self, *, first: bool, wait: timedelta) -> None:
        retry_after = max(1, ceil(wait.total_seconds()))
        super().__init__("too_many_tries", 429, messages.TOO_MANY_TRIES, retry_after=retry_after)
        self.first = first


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """Allows an action `limit` times in a window. Tries are counted for an account, a network address, or the pair of
    both."""

    action: str
    account: str = ""
    address: str = ""
    limit: int = 5
    window: timedelta = WINDOW

    @property
    def key(self) -> str:
        """The row's key. It is a hash, so that the table does not show which e-mail addresses were tried."""
        subject = hashlib.sha256(f"{self.account.lower()}\n{self.address}".encode()).hexdigest()
        return f"{self.action}:{subject}"

    def count(self, *, now: datetime) -> int:
        """Count one try. Return how many are left. Raises TooManyTries (429) if it is over the limit."""
        tries, ends_at = self._add(now)
        if tries > self.limit:
            raise TooManyTries(first=tries == self.limit + 1, wait=ends_at - now)
        return self.limit - tries

    def allows(self, *, now: datetime) -> bool:
        """Count one try. Return whether it is within the limit. The caller silently skips an action over the limit."""
        return self._add(now)[0] <= self.limit

    def _add(self, now: datetime) -> tuple[int, datetime]:
        with connection.cursor() as cursor:
            cursor.execute(COUNT, {"key": self.key, "ends": now + self.window, "now": now})
            tries, ends_at = cursor.fetchone()
        return tries, ends_at

    def reset(self) -> None:
        """Delete the count after a success."""
        Throttle.objects.filter(key=self.key).delete()

    def refund(self) -> None:
        """Take back one counted try after a success. Unlike `reset`, it keeps the count of earlier failures."""
        Throttle.objects.filter(key=self.key, failures__gt=0).update(failures=F("failures") - 1)


def client_address(request: HttpRequest) -> str:
    """Return the client's address. For IPv6 it is the /64 network, because one person has many addresses in it."""
    text = request.META.get("REMOTE_ADDR") or ""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv4Address):
        return text
    # A socket of both families shows IPv4 addresses as IPv6, all of them in one /64.
    return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))


class Origin(TypedDict):
    """The network address and the time of a request."""

    address: str
    now: datetime


def origin(request: HttpRequest) -> Origin:
    """Return the client's address and the time, as keyword arguments for services."""
    return {"address": client_address(request), "now": timezone.now()}
