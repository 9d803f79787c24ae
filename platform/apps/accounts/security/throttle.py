"""Limits the number of tries of an action, such as a sign-in. PostgreSQL counts the tries, so all processes share one
atomic counter.

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

# Counts one try. The statement also deletes up to five windows that have ended, so the table stays small.
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

    `first` is True for the first refused try in a window, so that the caller can write one audit
    entry for each window.
    """

    def __init__(self, *, first: bool, wait: timedelta) -> None:
        retry_after = max(1, ceil(wait.total_seconds()))
        super().__init__("too_many_tries", 429, messages.TOO_MANY_TRIES, retry_after=retry_after)
        self.first = first


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """Allows an action `limit` times in a window of 15 minutes, or of `window`.

    Tries are counted per account, per network address, or per pair of account and network address,
    depending on which of the two fields are set. If neither is set, all tries of the action are
    counted together.
    """

    action: str
    account: str = ""
    address: str = ""
    limit: int = 5
    window: timedelta = WINDOW

    @property
    def key(self) -> str:
        """The primary key of the counter: the action and a hash of account and network address.

        The hash keeps e-mail addresses that were tried out of the table.
        """
        subject = hashlib.sha256(f"{self.account.lower()}\n{self.address}".encode()).hexdigest()
        return f"{self.action}:{subject}"

    def count(self, *, now: datetime) -> int:
        """Count one try and return how many tries are left in the window. Raises TooManyTries (429) for a try over the
        limit."""
        tries, ends_at = self._add(now)
        if tries > self.limit:
            raise TooManyTries(first=tries == self.limit + 1, wait=ends_at - now)
        return self.limit - tries

    def allows(self, *, now: datetime) -> bool:
        """Count one try and return whether it is within the limit. Callers use this method if they skip an action over
        the limit without an error."""
        return self._add(now)[0] <= self.limit

    def is_reached(self, *, now: datetime) -> bool:
        """Return whether the limit is reached. Counts nothing."""
        return Throttle.objects.filter(key=self.key, window_ends_at__gt=now, failures__gte=self.limit).exists()

    def _add(self, now: datetime) -> tuple[int, datetime]:
        with connection.cursor() as cursor:
            cursor.execute(COUNT, {"key": self.key, "ends": now + self.window, "now": now})
            tries, ends_at = cursor.fetchone()
        return tries, ends_at

    def reset(self) -> None:
        """Delete the counter, so that the next try is the first one again. Called after a successful try."""
        Throttle.objects.filter(key=self.key).delete()

    def refund(self) -> None:
        """Take back one counted try, after a success or after a failure that is not to be counted.

        Unlike `reset`, it keeps the count of earlier failures.
        """
        Throttle.objects.filter(key=self.key, failures__gt=0).update(failures=F("failures") - 1)


def client_address(request: HttpRequest) -> str:
    """Return the client's network address, "" if it is unknown."""
    return network_of(request.META.get("REMOTE_ADDR") or "")


def network_of(text: str) -> str:
    """Return what counts as one network address: for IPv6 the /64 network, in which one person has many addresses."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv4Address):
        return text
    # A dual-stack socket reports IPv4 clients as IPv4-mapped IPv6 addresses, which all are in one /64 network.
    return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))


class Origin(TypedDict):
    """The network address and the time of a request."""

    address: str
    now: datetime


def origin(request: HttpRequest) -> Origin:
    """Return the client's network address and the current time, as the keyword arguments `address` and `now`."""
    return {"address": client_address(request), "now": timezone.now()}
