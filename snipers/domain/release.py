"""The phases of a release: the instant at which a venue opens its book for a date. Pure, in unix time.

The phases are: asleep; arm (read the accounts); learn (sample the platform's clock); warm (open connections, start
nothing else); burst (poll up to every 250 ms); watch (poll as for a cancel request); over. The burst begins when the
platform's clock has certainly reached the instant; early_find.py times the one find that may be sent before.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from snipers.domain.cadence import POLL_TOLERANCE_SECONDS
from snipers.domain.clock import Offset, certainly_reached, possibly_reached

ARM_SECONDS = 300.0
READ_SECONDS = 30.0
LEARN_SECONDS = 10.0
# From this long before the instant the venue starts nothing else, and clock sampling has ended.
QUIET_SECONDS = 1.0
WARM_SECONDS = 0.5
BURST_SECONDS = 15.0
# At a venue whose latest opening was at least this many seconds late, a burst is longer than BURST_SECONDS. After
# BURST_SECONDS, its keys are polled in turn, LATE_FINDS per second in all, until LONGEST_BURST_SECONDS at most.
LATE_OPENING_SECONDS = 10.0
LATE_FINDS = 1.0
LONGEST_BURST_SECONDS = 195.0
# The burst lasts for the observed delay times DELAY_MARGIN, plus DELAY_MARGIN_SECONDS.
DELAY_MARGIN, DELAY_MARGIN_SECONDS = 1.1, 5.0
# If a longer burst saw the book opening, it ends this many seconds after the last new table appeared.
OPEN_SECONDS = 30.0
# No period of this many seconds has more finds for a key than are allowed per second. So a second has no more of them
# at the platform either, if the first one arrives up to 111 ms later than the last one.
WINDOW_SECONDS = 1 / 0.9
# Polls of one burst that may be unanswered at a time.
MAX_UNANSWERED = 2
# The largest number of finds for a key in one second: the early find and one every 250 ms.
MOST_FINDS = 5
# An early find is sent only if this many finds per second are allowed. Otherwise the find at the instant would be late.
EARLY_FINDS = 2
MAX_SAMPLES = 24


class Phase(StrEnum):
    """The phase of a release, by the time until its instant."""

    ASLEEP = "asleep"
    ARM = "arm"
    LEARN = "learn"
    WARM = "warm"
    BURST = "burst"
    WATCH = "watch"
    OVER = "over"


def phase(*, instant: float, offset: Offset, now: float, ends_at: float) -> Phase:
    """Return the phase of a release at the time `now`.

    `instant` is unix time. `now` and `ends_at` are on our clock, as in `offset`. `ends_at` is when
    the last of the release's snipes ends.

    The phases before the burst count back from the earliest time at which the platform's clock may reach the instant.
    The burst begins when that clock has certainly reached the instant.
    """
    if now >= ends_at:
        return Phase.OVER
    starts_at, soonest = burst_starts_at(offset, instant=instant), possibly_reached(offset, instant=instant)
    if now >= starts_at:
        return Phase.BURST if now < starts_at + BURST_SECONDS else Phase.WATCH
    starts = ((QUIET_SECONDS, Phase.WARM), (LEARN_SECONDS, Phase.LEARN), (ARM_SECONDS, Phase.ARM))
    return next((begun for before, begun in starts if now >= soonest - before), Phase.ASLEEP)


def burst_seconds(*, jitter_seconds: float) -> float:
    """Return the duration of a burst at a venue whose openings were late by up to `jitter_seconds`."""
    if jitter_seconds < LATE_OPENING_SECONDS:
        return BURST_SECONDS
    widened = jitter_seconds * DELAY_MARGIN + DELAY_MARGIN_SECONDS
    return min(max(BURST_SECONDS, widened), LONGEST_BURST_SECONDS)


def burst_period(*, spacing: float, finds: float) -> float:
    """Return the seconds between two polls of a key in a burst.

    The key may be polled `finds` times per second, but not more often than every `spacing` seconds.
    """
    return WINDOW_SECONDS / finds if finds < 1 else max(spacing, 1 / finds)


def late_spacing(*, finds: float) -> float:
    """Return the seconds between two polls of a venue after the first BURST_SECONDS of its burst.

    `finds` is the number of finds per second that the venue may send.
    """
    return WINDOW_SECONDS / min(LATE_FINDS, finds)


@dataclass(slots=True)
class BookProgress:
    """Whether the book of one key has opened, by the answers of a burst. Times are monotonic seconds.

    `changed_at` is when the last new table appeared, None if the burst did not see the book
    opening. The burst sees it opening if its first answer lists no table and a later one does.
    Otherwise `changed_at` stays None, because the opening may still follow.
    """

    changed_at: float | None = None
    _tables: frozenset[str] = frozenset()
    _seen_empty: bool = False

    def record_answer(self, tables: Collection[str], *, at: float) -> None:
        """Record the tables in one answer, by their keys."""
        new = frozenset(tables) - self._tables
        if new and self._seen_empty:
            self.changed_at = at
        self._seen_empty |= not tables and not self._tables
        self._tables |= new

    def ends_at(self, *, starts_at: float, seconds: float) -> float:
        """Return the earliest end of a burst of `seconds` that began at `starts_at`.

        The caller continues while an open table fits a snipe or is being booked, until the
        `seconds` are over.
        """
        latest = starts_at + seconds
        if self.changed_at is None:
            return latest
        return min(latest, max(starts_at + BURST_SECONDS, self.changed_at + OPEN_SECONDS))


def burst_starts_at(offset: Offset, *, instant: float) -> float:
    """Return our time at which the first poll of the burst is sent."""
    return certainly_reached(offset, instant=instant)


def may_sample_clock(offset: Offset, *, instant: float, at: float) -> bool:
    """Whether the platform's clock may be sampled at our time `at`.

    The sample must end before connections are opened. The first sample is always allowed; after
    MAX_SAMPLES samples, no further one is.
    """
    if not offset.samples:
        return True
    ends = possibly_reached(offset, instant=instant) - WARM_SECONDS
    return offset.samples < MAX_SAMPLES and at + 2 * offset.round_trip < ends


def next_poll_at(
    *, sent: Sequence[float], early: bool, spacing: float, finds: float, first: float, unanswered: int, now: float
) -> float | None:
    """Return the time of a key's next poll in a burst, None while too many polls are unanswered.

    `sent` has the times of the key's polls so far. If `early`, the first of them is the early find: the next poll need
    not be `spacing` seconds later. At most `finds` polls are sent in WINDOW_SECONDS. If `finds` is below 1, polls are
    sent only at `first` and every burst_period() after it, so that the keys stay apart. A poll that is more than
    POLL_TOLERANCE_SECONDS late is skipped; if the key was not polled in the last 1.5 periods, the limit is `spacing`.
    All times are in seconds on one clock.
    """
    if unanswered >= MAX_UNANSWERED:
        return None
    period = burst_period(spacing=spacing, finds=finds)
    if finds < 1:
        polled_before = bool(sent) and now - sent[-1] < 1.5 * period
        turn = math.ceil((now - first - (POLL_TOLERANCE_SECONDS if polled_before else spacing)) / period)
        if sent and first + turn * period < sent[-1] + period / 2:
            turn += 1
        return max(now, first + turn * period)
    due = sent[-1] + period if len(sent) > early else now
    if len(sent) >= finds:
        due = max(due, sent[-int(finds)] + WINDOW_SECONDS)
    return max(now, due)
