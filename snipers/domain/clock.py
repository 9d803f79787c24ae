"""What the platform's clock says, as seen from ours: an interval that is certain, and when to look next. Pure.

A look brings the platform's time in whole seconds (its Date header). It was stamped at some moment between our sending
and our receiving, when the platform's clock stood in [second, second + 1). So, with offset = theirs - ours,

    second - received  <=  offset  <  second + 1 - sent

A single look is good to a second. A look whose stamp falls near the edge between two seconds, as the interval has it,
halves the interval, until it is as wide as the round trip.
"""

import math
from dataclasses import dataclass

# How fast two clocks may drift apart: a bad quartz is off by 50 millionths, and there are two of them.
DRIFT = 100e-6
# Before the first look: machines that keep time at all are this close to each other.
PRESUMED = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Offset:
    """Theirs - ours, in seconds, lies in [low, high], as of our time `at`. `trip` is the shortest round trip so far.

    Any steady clock of ours will do, also one that does not count from 1970.
    """

    low: float
    high: float
    at: float
    trip: float = 0.0
    looks: int = 0

    @property
    def width(self) -> float:
        """How much is not known, in seconds."""
        return self.high - self.low

    def aged(self, *, at: float) -> "Offset":
        """Return the same knowledge at a later time: two clocks drift apart meanwhile."""
        drift = DRIFT * max(0.0, at - self.at)
        return Offset(low=self.low - drift, high=self.high + drift, at=at, trip=self.trip, looks=self.looks)

    def after(self, *, sent: float, received: float, second: int) -> "Offset":
        """Return what is known after a look. One that contradicts all before stands alone: a clock was set.

        `sent` and `received` are our times, `second` the platform's.
        """
        trip = received - sent
        drift = DRIFT * trip
        seen = Offset(low=second - received - drift, high=second + 1 - sent + drift, at=received, trip=trip, looks=1)
        if not self.looks:
            return seen
        known = self.aged(at=received)
        low, high = max(known.low, seen.low), min(known.high, seen.high)
        if low > high:
            return seen
        return Offset(low=low, high=high, at=received, trip=min(self.trip, trip), looks=self.looks + 1)


def presumed(*, ours: float, wall: float) -> Offset:
    """Return what is known before the first look. `wall` is our unix time when our steady clock says `ours`."""
    return Offset(low=wall - ours - PRESUMED, high=wall - ours + PRESUMED, at=ours)


def next_look(offset: Offset, *, now: float) -> float:
    """Return when to look next, by our clock: were the middle of the interval true, the stamp would meet an edge."""
    middle = (offset.low + offset.high) / 2
    stamped = now + offset.trip / 2 + middle
    return now + (math.ceil(stamped) - stamped)


def certainly_reached(offset: Offset, *, instant: float) -> float:
    """Return our earliest time at which the platform's clock has certainly reached `instant`."""
    return _our_time(offset.low, offset.at, instant, drift=-DRIFT)


def possibly_reached(offset: Offset, *, instant: float) -> float:
    """Return our earliest time at which the platform's clock may already show `instant`."""
    return _our_time(offset.high, offset.at, instant, drift=DRIFT)


def _our_time(edge: float, at: float, instant: float, *, drift: float) -> float:
    """Solve t + edge + drift * (t - at) = instant for t; before `at` nothing drifts."""
    ahead = instant - edge - at
    return at + (ahead / (1 + drift) if ahead > 0 else ahead)
