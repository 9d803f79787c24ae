"""Slow periodic work: forgets clients, reminds diners of the end of free cancellations, notifies users whose requests
are not ready for a release, renews and checks platform logins, and finds tables that were canceled at the platform.

Housekeeping also deletes candidates that are more than an hour old, expired OAuth tokens and old idempotent calls, and
continues a requested cancellation whose job was lost when its process died. tasks.py runs housekeeping in the
background worker. The steps are in clients.retention, connections.health, connections.renewal,
apps/outcomes/cancellations.py, apps/outcomes/deadlines.py, apps/readiness/notices.py, apps/readiness/calls.py and
apps/outcomes/requested_cancellations.py. Several processes may run the steps at once.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from apps.clients import retention
from apps.connections.maintenance import health, renewal
from apps.connections.maintenance.health import CheckResult
from apps.keys import idempotency
from apps.oauth import services as oauth
from apps.outcomes import cancellations, deadlines, requested_cancellations
from apps.readiness import calls as readiness_calls
from apps.readiness import notices as readiness_notices
from apps.requests.models import Candidate

ROUND_SECONDS: Final = 60.0
# The pause between two calls to platforms, so that these calls are a negligible part of all our calls.
PACE_SECONDS: Final = 2.0
FORGET_EVERY: Final = timedelta(hours=1)


class Housekeeping:
    """Runs the steps that are due and remembers when they are due again. `clock` returns the aware current time."""

    def __init__(self, *, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._forget_at: datetime | None = None
        self._excluded: dict[str, datetime] = {}
        self._tables_next = False

    def run_once(self) -> float:
        """Run the steps that are due, with at most one platform call. Return the seconds until the next run."""
        now = self._clock()
        if self._forget_at is None or now >= self._forget_at:
            while retention.forget_clients(now=now):
                pass
            Candidate.objects.filter(seen_at__lt=now - FORGET_EVERY).delete()
            idempotency.old_calls(now=now).delete()
            oauth.forget_expired(now=now)
            self._forget_at = now + FORGET_EVERY
        deadlines.send_due(now=now)
        readiness_notices.send_due(now=now)
        health.flag_expired(now=now)
        health.warn_expiring(now=now)
        self._excluded = {platform: until for platform, until in self._excluded.items() if until > now}
        called = self._call_next(now)
        if called is None:
            return ROUND_SECONDS
        if called.wait:
            self._excluded[called.platform] = now + timedelta(seconds=called.wait)
        return PACE_SECONDS

    def _call_next(self, now: datetime) -> CheckResult | None:
        """Make at most one platform call. Return its result, or None if no call is due.

        A requested cancellation comes first, then the account or clock that a near release needs, then the renewal of a
        sign-in. If none is due, the calls alternate between checking the tables of an account and checking the login of
        an account.
        """
        first = requested_cancellations.run_next(now=now, excluded=self._excluded)
        first = first or readiness_calls.call_next(now=now, excluded=self._excluded)
        first = first or renewal.renew_next(now=now, excluded=self._excluded)
        if first is not None:
            return first
        self._tables_next = not self._tables_next
        if self._tables_next:
            tables = cancellations.read_next(now=now, excluded=self._excluded)
            return tables or health.check_next(now=now, excluded=self._excluded)
        login = health.check_next(now=now, excluded=self._excluded)
        return login or cancellations.read_next(now=now, excluded=self._excluded)
