"""Decides when a release counts as missed: when its burst of polls has ended at every venue of the request."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from snipers.domain.release import BURST_SECONDS, LONGEST_BURST_SECONDS, burst_seconds

# The platform's clock may be behind ours, and the last poll of a burst takes time to be answered and booked.
SETTLING_SECONDS: Final = 5.0
# The shortest time from a release to the instant from which it counts as missed.
SOONEST: Final = timedelta(seconds=BURST_SECONDS + SETTLING_SECONDS)
# The longest such time, for venues that open very late.
LATEST: Final = timedelta(seconds=LONGEST_BURST_SECONDS + SETTLING_SECONDS)


def missed_at(*, release_at: datetime, delays: Iterable[float]) -> datetime:
    """Return the instant from which the release counts as missed if no table was booked.

    `delays` are the seconds by which each venue of the request may open late; the venue with the longest burst decides.
    """
    longest = max((burst_seconds(jitter_seconds=delay) for delay in delays), default=BURST_SECONDS)
    return release_at + timedelta(seconds=longest + SETTLING_SECONDS)
