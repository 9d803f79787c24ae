"""When a release counts as missed: its burst of polls has certainly ended, at every venue of the request."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from snipers.domain.release import BURST_SECONDS, LONGEST_BURST_SECONDS, burst_seconds

# The platform's clock may be behind ours, and the last poll of a burst takes time to be answered and booked.
SETTLING_SECONDS: Final = 5.0
# No release is missed sooner than this long after its instant.
SOONEST: Final = timedelta(seconds=BURST_SECONDS + SETTLING_SECONDS)
# After this time it is missed, whatever the venue's delays are.
LATEST: Final = timedelta(seconds=LONGEST_BURST_SECONDS + SETTLING_SECONDS)


def missed_at(*, release_at: datetime, delays: Iterable[float]) -> datetime:
    """Return the instant from which the release counts as missed if no table was booked.

    `delays` has for each venue of the request by how many seconds it may open late; the longest burst counts.
    """
    longest = max((burst_seconds(jitter_seconds=delay) for delay in delays), default=BURST_SECONDS)
    return release_at + timedelta(seconds=longest + SETTLING_SECONDS)
