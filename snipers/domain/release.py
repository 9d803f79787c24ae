"""The phases of a drop, the instant at which a venue's book opens for a day. Pure, and in instants only: what the wall
clock of a city shows at that moment was settled when the request was filed.

asleep -> arm (accounts are read) -> learn (the platform's clock) -> warm (connections; nothing else stirs) -> burst ->
watch (as for a cancelled table, until the request ends) -> over. Nothing is asked for before the platform's own clock
has certainly reached the instant.
"""

from enum import StrEnum

from snipers.domain.clock import Offset, certainly_reached, possibly_reached

ARM_SECONDS = 300.0
READ_SECONDS = 30.0
LEARN_SECONDS = 10.0
# Before the instant nothing else of the venue is begun for so long, and the last look at the clock is over.
QUIET_SECONDS = 1.0
WARM_SECONDS = 0.5
BURST_SECONDS = 15.0
# The finds of one burst that may be unanswered at a time.
MOST_OUT = 2
MOST_LOOKS = 24


class Phase(StrEnum):
    """What a drop needs now."""

    ASLEEP = "asleep"
    ARM = "arm"
    LEARN = "learn"
    WARM = "warm"
    BURST = "burst"
    WATCH = "watch"
    OVER = "over"


def phase(*, instant: float, offset: Offset, now: float, ends_at: float) -> Phase:
    """Return where a drop stands. `instant` is unix time; `now` and `ends_at` are times of our clock, as in `offset`.

    What happens before the instant counts from the earliest moment that it may be, the burst from the certain one.
    """
    if now >= ends_at:
        return Phase.OVER
    fires_at, soonest = fires(offset, instant=instant), possibly_reached(offset, instant=instant)
    if now >= fires_at:
        return Phase.BURST if now < fires_at + BURST_SECONDS else Phase.WATCH
    starts = ((QUIET_SECONDS, Phase.WARM), (LEARN_SECONDS, Phase.LEARN), (ARM_SECONDS, Phase.ARM))
    return next((begun for before, begun in starts if now >= soonest - before), Phase.ASLEEP)


def fires(offset: Offset, *, instant: float) -> float:
    """Return our time at which the first find leaves."""
    return certainly_reached(offset, instant=instant)


def may_still_look(offset: Offset, *, instant: float, at: float) -> bool:
    """Whether a look at the platform's clock at our time `at` is worth its while; the first one always is."""
    if not offset.looks:
        return True
    ends = possibly_reached(offset, instant=instant) - WARM_SECONDS
    return offset.looks < MOST_LOOKS and at + 2 * offset.trip < ends


def next_find(*, last: float | None, spacing: float, unanswered: int, now: float) -> float | None:
    """Return when a burst asks again; None when only an answer can change that. `last`: when it asked last."""
    if unanswered >= MOST_OUT:
        return None
    return now if last is None else max(now, last + spacing)
