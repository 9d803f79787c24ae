"""Estimates how far the platform's clock is ahead of ours, as an interval, and times the next sample. Pure.

A sample is the platform's time in whole seconds (its Date header). The platform read its clock between our sending and
our receiving, when the clock was in [second, second + 1). With offset = platform's time - our time, it follows that

    second - received  <=  offset  <  second + 1 - sent

The first sample gives an interval of one second plus the round trip. Each further sample is timed so that the platform
reads its clock near the change of a second. Such a sample halves the interval, down to the length of the round trip.
"""

import math
from dataclasses import dataclass, replace

# How fast two clocks may drift apart: a bad quartz deviates by 50 ppm, and there are two.
DRIFT = 100e-6
# Bound of the offset before the first sample, in seconds: servers and we keep NTP time.
ASSUMED_SECONDS = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Offset:
    """The platform's time minus ours, as the interval [low, high] in seconds, at our time `at`.

    `round_trip` is the shortest of all samples. Our time may come from a monotonic clock.
    """

    low: float
    high: float
    at: float
    round_trip: float = 0.0
    samples: int = 0

    @property
    def width(self) -> float:
        """The uncertainty in seconds."""
        return self.high - self.low

    def at_time(self, at: float) -> "Offset":
        """Return the interval at a later time, widened by the clocks' possible drift."""
        drift = DRIFT * max(0.0, at - self.at)
        return replace(self, low=self.low - drift, high=self.high + drift, at=at)

    def with_sample(self, *, sent: float, received: float, second: int) -> "Offset":
        """Return the interval, narrowed by a sample.

        If the sample contradicts the interval, a clock was set, and the result is the sample's own interval. `sent` and
        `received` are our times, and `second` is the platform's time.
        """
        round_trip = received - sent
        drift = DRIFT * round_trip
        sampled = Offset(
            low=second - received - drift,
            high=second + 1 - sent + drift,
            at=received,
            round_trip=round_trip,
            samples=1,
        )
        if not self.samples:
            return sampled
        known = self.at_time(received)
        low, high = max(known.low, sampled.low), min(known.high, sampled.high)
        if low > high:
            return sampled
        shortest = min(self.round_trip, round_trip)
        return Offset(low=low, high=high, at=received, round_trip=shortest, samples=self.samples + 1)


def assumed_offset(*, ours: float, wall: float) -> Offset:
    """Return the offset of the platform's clock to assume before the first sample of that clock.

    The platform's clock is assumed to be at most ASSUMED_SECONDS ahead of our wall clock or behind it. `wall` is our
    unix time at the moment when our clock, which may be monotonic, shows `ours`.
    """
    return Offset(low=wall - ours - ASSUMED_SECONDS, high=wall - ours + ASSUMED_SECONDS, at=ours)


def next_sample_at(offset: Offset, *, now: float) -> float:
    """Return the time, on our clock, at which to send the next sample.

    If the true offset is in the middle of the interval, the platform stamps the sample just when its second changes.
    """
    middle = (offset.low + offset.high) / 2
    stamped = now + offset.round_trip / 2 + middle
    return now + (math.ceil(stamped) - stamped)


def check_times(offset: Offset, *, now: float) -> tuple[float, float]:
    """Return two times, on our clock, at which to send samples that contradict an offset that is no longer true.

    The platform stamps the first one certainly before its second changes, and the second one certainly afterwards. If
    its clock was set by more than the width and two round trips, one of them shows another second. Samples at the times
    of next_sample_at() do not: each of them may show either second.
    """
    reach = offset.width / 2 + offset.round_trip
    change = next_sample_at(offset, now=now + reach)
    return change - reach, change + reach


def certainly_reached(offset: Offset, *, instant: float) -> float:
    """Return the earliest time, on our clock, at which the platform's clock has certainly reached `instant`."""
    return _our_time(offset.low, offset.at, instant, drift=-DRIFT)


def possibly_reached(offset: Offset, *, instant: float) -> float:
    """Return the earliest time, on our clock, at which the platform's clock may show `instant`."""
    return _our_time(offset.high, offset.at, instant, drift=DRIFT)


def _our_time(edge: float, at: float, instant: float, *, drift: float) -> float:
    """Solve t + edge + drift * (t - at) = instant for t. Times before `at` have no drift."""
    ahead = instant - edge - at
    return at + (ahead / (1 + drift) if ahead > 0 else ahead)
