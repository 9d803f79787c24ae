"""Decides whether a watcher may call its platform now, from the roster, the lease and the back-off."""

import logging
from datetime import datetime, timedelta

from snipers.clients.errors import REFUSES_US, PlatformError
from snipers.domain.backoff import LONGEST_RETRY_AFTER
from snipers.domain.cadence import AWAY_BACKOFF, BLOCKED_BACKOFF
from snipers.domain.vocabulary import FailureKind
from snipers.store.records import Roster
from snipers.watching.context import VenueContext
from snipers.watching.lease.heartbeat import Heartbeat

log = logging.getLogger(__name__)


class Permission:
    """Permission to call the platform for one venue.

    `roster` is the latest roster, None before the first was read. While `slowed`, polls are sent one at a time, and no
    poll is sent before `not_before` (monotonic seconds). `failure` is the platform's last failure, at `failed_at`;
    `retry_at` is when the latest Retry-After ends, None if no failure stated one that had not ended before.
    """

    def __init__(self, context: VenueContext, lease: Heartbeat) -> None:
        self._venue_id = context.owner.venue_id
        self._clock = context.clock
        self.lease = lease
        self._failures = 0
        self._last_failure = 0.0
        self.roster: Roster | None = None
        self.not_before = 0.0
        self.failure = FailureKind.NONE
        self.failed_at: datetime | None = None
        self.retry_at: datetime | None = None

    @property
    def switched_off(self) -> bool:
        """Whether a kill switch applies to the venue or its platform."""
        return self.roster is not None and bool(self.roster.switched_off)

    @property
    def venue_open(self) -> bool:
        """Whether the roster was read and the venue is neither opted out nor switched off."""
        return self.roster is not None and not self.roster.opted_out and not self.roster.switched_off

    @property
    def calls_allowed(self) -> bool:
        """Whether the platform may be called at all. For polls, the back-off (`not_before`) is an additional limit."""
        return self.venue_open and not (self.lease.lapsed or self.lease.retired or self.lease.closing)

    @property
    def slowed(self) -> bool:
        """Whether a back-off lasts, or a call has failed and no poll that was sent later has been answered."""
        return self._failures > 0 or self._clock.monotonic() < self.not_before

    def report_failure(self, error: PlatformError) -> float:
        """Begin or extend the back-off after a failed call of any kind. Return the seconds until polls are allowed.

        A call that fails during a back-off was sent before the back-off began, and probably failed for the same reason.
        So it does not count as a further failure. It extends the back-off only if its Retry-After ends later.
        """
        at, first = self._clock.monotonic(), not self._failures
        if at >= self.not_before:
            self._failures += 1
            backoff = AWAY_BACKOFF if error.failure is FailureKind.AWAY else BLOCKED_BACKOFF
            delay = backoff.delay(failures=self._failures, retry_after=error.delay, jitter=self._clock.jitter())
            delay = max(delay, error.least_pause)
        else:
            delay = min(error.delay or 0.0, LONGEST_RETRY_AFTER)
        self._last_failure = at
        self.not_before = max(self.not_before, at + delay)
        self._record_failure(error.failure, retry_after=error.delay)
        if first:
            log.warning("venue %d: polling slows down for %.1f s: %r", self._venue_id, self.not_before - at, error)
        return self.not_before - at

    def report_refusal(self, error: PlatformError) -> bool:
        """Begin or extend the back-off if the failed call was refused to our application or states a Retry-After.

        Return whether it was. Other failures concern one call or one account.
        """
        if not isinstance(error, REFUSES_US) and not error.delay:
            return False
        self.report_failure(error)
        return True

    def report_success(self, *, sent_at: float) -> None:
        """Reset the count of failures after an answer to a poll that was sent after the last failure.

        `sent_at` is when the poll was sent (monotonic seconds). The answer to an earlier poll proves nothing, because
        the platform may have received that poll before the call that it refused.
        """
        if self._failures and sent_at > self._last_failure:
            log.info("venue %d: the platform answers again", self._venue_id)
            self._failures = 0

    def end_key_back_off(self) -> bool:
        """End the back-off if the last failure was a refused key. Return whether it was.

        To be called after our access to the platform has changed.
        """
        if self.failure is not FailureKind.KEY:
            return False
        self._failures, self.not_before = 0, 0.0
        return True

    def report_suspicious_emptiness(self) -> None:
        """Record for the breaker that an empty answer looks like a block (`EmptinessDetector`). The watcher itself does
        not back off."""
        self._record_failure(FailureKind.EMPTY, retry_after=None)

    def _record_failure(self, kind: FailureKind, *, retry_after: float | None) -> None:
        if kind is FailureKind.NONE:
            return
        self.failure, self.failed_at = kind, self._clock.now()
        if self.retry_at is not None and self.retry_at <= self.failed_at:
            self.retry_at = None
        if retry_after is not None:
            # A call that was under way may state a shorter pause than the one that lasts.
            until = self.failed_at + timedelta(seconds=min(retry_after, LONGEST_RETRY_AFTER))
            self.retry_at = max(until, self.retry_at or until)
