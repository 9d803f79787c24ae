"""Computes how far poll periods may be shortened to use the part of a poll budget that would stay unused. Pure.

The budget is idle if every key can have the platform's shortest period and slots are left. Then the shortest period no
longer limits the keys, but a ceiling per venue does: at most `idle_polls` polls per second, divided equally among the
venue's keys. Within these bounds, cadence_classes.py divides the slots by weight: a key gets more polls if tables open
there often and many snipes wait for one. No key is polled less often than without this rule, because its regular
shortest period becomes its longest one. New keys or reserved polls make the budget less idle, so the next allocation
gives less to the other keys.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from snipers.control.breaker import TRIPPING, Breaker
from snipers.control.cadence_classes import PollLimits
from snipers.domain.vocabulary import SourceStatus
from snipers.store.records import VenueState

# If a smaller share of the slots is idle, the gain is not worth a change of the schedules.
LEAST_IDLE = 0.1
# A platform that has refused a poll is not polled faster for this long.
REFUSAL_QUIET = timedelta(minutes=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleBounds:
    """The bounds of the periods while the budget is idle.

    `limits` has the slots per second and two periods that bound every key. The shortest one is
    1/`idle_polls` seconds, for a venue with one key. The longest one is the platform's regular
    shortest period. `shortest` has, by venue id, the shortest period in seconds of each key of that
    venue.
    """

    limits: PollLimits
    shortest: Mapping[int, float]


def idle_share(*, keys: int, limits: PollLimits) -> float:
    """Return the share of the slots that stays unused if each key has the shortest period. `limits.rate` is the slots
    per second."""
    return max(0.0, 1 - keys / _regular_slots(limits))


def find_idle_bounds(*, keys: Mapping[int, int], limits: PollLimits) -> IdleBounds | None:
    """Return the bounds that use the idle budget; None if the budget is not idle or no key can have more polls.

    `keys` is the number of keys of each venue. `limits.rate` is the slots per second.
    """
    if limits.idle_polls <= 0:
        return None
    limits = replace(limits, rate=_idle_rate(limits))
    if idle_share(keys=sum(keys.values()), limits=limits) < LEAST_IDLE:
        return None
    regular = _regular_slots(limits) / limits.rate
    shortest = {venue_id: min(number / limits.idle_polls, regular) for venue_id, number in keys.items()}
    fastest = 1 / limits.idle_polls
    if min(shortest.values(), default=regular) >= regular:
        return None
    return IdleBounds(limits=replace(limits, shortest_period=fastest, longest_period=regular), shortest=shortest)


def may_use_idle_budget(*, breaker: Breaker | None, refused_at: datetime | None, now: datetime) -> bool:
    """Whether a platform may be polled faster than its shortest period.

    False while the breaker or an operator allows only a part of the budget, and for REFUSAL_QUIET after the platform
    refused a poll. `refused_at` is the time of the platform's last refusal, None if there was none.
    """
    if breaker is not None and (breaker.source.state is not SourceStatus.HEALTHY or breaker.source.factor < 1):
        return False
    return refused_at is None or now - refused_at >= REFUSAL_QUIET


def last_refusal(report: VenueState) -> datetime | None:
    """Return when a platform last refused a poll at this venue (a failure of a kind in breaker.TRIPPING), or None."""
    return report.failed_at if report.failure in TRIPPING else None


def _idle_rate(limits: PollLimits) -> float:
    """Return the largest multiple of `idle_polls` that is at most `limits.rate`.

    With this number of slots per second, a venue can have exactly `idle_polls` polls per second.
    Return `limits.rate` itself if this multiple is 0, or if the shortest period would not be a
    whole number of slots.
    """
    rate = math.floor(limits.rate / limits.idle_polls + 1e-9) * limits.idle_polls
    slots = limits.shortest_period * rate
    return rate if rate > 0 and abs(slots - round(slots)) < 1e-9 else limits.rate


def _regular_slots(limits: PollLimits) -> int:
    """Return the shortest period in slots, as cadence_classes.py rounds it."""
    return max(1, math.ceil(limits.shortest_period * limits.rate - 1e-9))
