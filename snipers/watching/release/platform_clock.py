"""Measures the offset of the platform's clock from ours, by the Date header of the platform's answers."""

import asyncio
import logging
from collections import deque

from snipers.clients.errors import PlatformError
from snipers.domain import release
from snipers.domain.clock import Offset, assumed_offset, check_times, next_sample_at, possibly_reached
from snipers.telemetry.failure_log import FailureLog
from snipers.watching.context import VenueContext
from snipers.watching.lease.permission import Permission

log = logging.getLogger(__name__)

# wait_until() sleeps until this long before the end, and then in steps of 0 s, because a timer may be late by a
# millisecond or two.
WAIT_STEP_SECONDS = 0.003
# The timeout of a sample. A slower sample would not narrow the interval.
SAMPLE_SECONDS = 1.0
SAMPLE_AGAIN_SECONDS = 0.5
# An offset that was measured longer ago is not used.
FORGET_SECONDS = 60.0
# An offset that is older when a release begins to learn is measured afresh. The platform may have set its clock since,
# and samples at the change of a second agree with an old offset if that clock is ahead of it by less than a second.
OUTDATED_SECONDS = 15.0
# Measuring afresh needs about a second a sample. With less time before the instant, two samples check the old offset.
AFRESH_SECONDS = release.LEARN_SECONDS - 2.0


class PlatformClock:
    """The offset of the platform's clock from our monotonic clock. Setting our wall clock does not change
    a measured offset.
    """

    def __init__(self, context: VenueContext, permission: Permission) -> None:
        self._client = context.client
        self._wake_watcher = context.background.wake_owner
        self._now = context.clock.now
        self._monotonic = context.clock.monotonic
        self._permission = permission
        self._learned: Offset | None = None
        self._failures = FailureLog()

    @property
    def offset(self) -> Offset:
        """The offset at this moment: the measured one, or an assumed one if no recent sample exists."""
        at = self._monotonic()
        if self._learned is None or at - self._learned.at > FORGET_SECONDS:
            return self._assumed()
        return self._learned.at_time(at)

    def burst_starts_at(self, *, instant: float) -> float:
        """Return our time at which the platform's clock has certainly reached the instant."""
        return release.burst_starts_at(self.offset, instant=instant)

    async def learn(self, *, instant: float) -> None:
        """Sample the clock until the instant is near, at most MAX_SAMPLES times.

        An outdated offset is measured afresh or, with little time, checked first (docs/decisions/0107).
        A refusal by the platform, or a stated Retry-After, is reported and ends the sampling. No
        sample is taken while calls are not permitted: an operator may switch the platform off at
        any time.
        """
        failures = 0
        is_outdated = self._learned is not None and self._monotonic() - self._learned.at > OUTDATED_SECONDS
        afresh = is_outdated and self._time_left(instant=instant) >= AFRESH_SECONDS
        checks = deque[float]()
        if is_outdated and not afresh and self.offset.samples:
            checks.extend(check_times(self.offset, now=self._monotonic()))
        while failures < release.MAX_SAMPLES:
            at, offset = self._monotonic(), self._assumed() if afresh else self.offset
            due = next_sample_at(offset, now=at) if offset.samples else at
            if checks:
                due = max(at, checks.popleft())
            if not release.may_sample_clock(offset, instant=instant, at=due):
                return
            await self.wait_until(due)
            if self._permission.calls_allowed:
                try:
                    await self._sample(afresh=afresh)
                    afresh = False
                    self._failures.recovered()
                    continue
                except (PlatformError, TimeoutError) as error:
                    if self._failures.failed():
                        log.warning("the platform's clock cannot be read: %r", error)
                    failures += 1
                    if isinstance(error, PlatformError) and self._permission.report_refusal(error):
                        return
            if self._monotonic() >= self.burst_starts_at(instant=instant):
                return
            await asyncio.sleep(SAMPLE_AGAIN_SECONDS)

    async def wait_until(self, due: float) -> None:
        """Wait until `due` on our monotonic clock. Never return before it, and return at most a few ms after it."""
        while (left := due - self._monotonic()) > 0:  # noqa: ASYNC110 - a moment has no event
            await asyncio.sleep(left - WAIT_STEP_SECONDS if left > WAIT_STEP_SECONDS else 0)

    def _assumed(self) -> Offset:
        return assumed_offset(ours=self._monotonic(), wall=self._now().timestamp())

    def _time_left(self, *, instant: float) -> float:
        return possibly_reached(self.offset, instant=instant) - self._monotonic()

    async def _sample(self, *, afresh: bool) -> None:
        async with asyncio.timeout(SAMPLE_SECONDS):
            sample = await self._client.time()
        before = self._assumed() if afresh else self.offset
        shift = self._monotonic() - self._now().timestamp()
        self._learned = before.with_sample(
            sent=sample.sent + shift, received=sample.received + shift, second=sample.second
        )
        # The new offset may change the times of the release.
        self._wake_watcher()
