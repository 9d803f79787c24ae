"""Makes the schedules of all venues. allocation.py divides the poll budget of each platform.

Pacing remembers the current schedule of each venue. It does no I/O: the loop writes and sends changed schedules. All
new schedules of a platform start at the same instant, so that no slot belongs to two keys. This instant is at least
LEAD_SECONDS away, so that all watchers receive their schedules in time. If the breaker has stopped the platform, the
new schedules start at once.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from snipers.control.allocation import Allocation, Grants, WeightedKey, allocate_slots, usable_rate
from snipers.control.breaker import Breaker
from snipers.control.burst_budget import BurstBudget, plan_bursts
from snipers.control.cadence_classes import PollLimits
from snipers.control.idle_budget import last_refusal, may_use_idle_budget
from snipers.control.key_weights import KeyWeights
from snipers.control.learned_budget import LastPolls, burst_shares, is_same, learned_limits, must_wait
from snipers.domain.cadence import Schedule
from snipers.domain.learned_pace import LearnedPace
from snipers.domain.odds.relative import ASSUMED, RelativeOdds
from snipers.domain.vocabulary import SourceStatus
from snipers.store.records import Desired, VenueState

LEAD_SECONDS = 1.0
# If the length of the slots changes, the new schedules start this many seconds before a slot of the old schedules.
BEFORE_SLOT = 0.001
# Schedules that start later than this were made before the wall clock was set back.
LONGEST_WAIT = 120.0
# A paused venue gets poll slots again this long before its pause ends. The watcher itself waits until the exact end.
RESUME_AHEAD = timedelta(seconds=3)
# After a stop because of our key, every key is polled once within this time, if the budget allows it. With its regular
# period of up to a minute, a key would wait that long for its first poll. A watcher may learn of its schedule and of
# the changed access three seconds late, so the round lasts longer than one period.
ROUND_SECONDS = 4.0
ROUND_MARGIN = timedelta(seconds=LEAD_SECONDS + 3)
# A controller that receives newer schedules of another controller changes none for this long. Two controllers that
# correct each other would change the periods of all watchers in every cycle.
STANDBY = timedelta(seconds=15)


class Pacing:
    """The current schedule of each venue. Only platforms in `limits` are polled."""

    def __init__(self, *, limits: Mapping[str, PollLimits]) -> None:
        self._limits = limits
        self._schedules: dict[int, Schedule] = {}
        self._allocations: dict[str, Allocation] = {}
        self._settled: dict[str, tuple[list[WeightedKey], PollLimits, float, Allocation]] = {}
        self._bursts: dict[str, BurstBudget] = {}
        self._desired: Sequence[Desired] | None = None
        self._venues: dict[str, list[Desired]] = {}
        self._releasing: dict[str, list[Desired]] = {}
        self._weights: dict[str, KeyWeights] = defaultdict(KeyWeights)
        self._grants: dict[str, tuple[Allocation, Grants]] = {}
        # By platform, what its schedules were last made from.
        self._scheduled: dict[str, tuple[object, ...]] = {}
        self._version = 0
        self._paused_until: dict[int, datetime] = {}
        self._refused_at: dict[str, datetime] = {}
        self._last_polls: dict[str, LastPolls] = {}
        self._started_at: dict[str, float] = {}
        self._standby_until: datetime | None = None

    def update_schedules(
        self,
        *,
        desired: Sequence[Desired],
        breakers: Mapping[str, Breaker],
        reports: Sequence[VenueState],
        paces: Mapping[str, LearnedPace] | None = None,
        odds: RelativeOdds = ASSUMED,
        now: datetime,
    ) -> tuple[dict[int, Schedule], dict[int, Schedule]]:
        """Return two sets of schedules by venue id: those that changed, and unchanged ones that
        must be sent again.

        A schedule must be sent again if the watcher's status report names another version. Both
        sets are empty while another controller writes the schedules. `paces` has the learned paces:
        without one, a platform's pace is that of `limits`.
        `odds` are the relative odds of openings. The list `desired` must not be changed afterwards: the same list means
        that no venue has changed.
        """
        self._record_pauses(reports, now)
        self._record_refusals(desired, reports)
        if self._is_on_standby(reports, now):
            return {}, {}
        if desired is not self._desired:
            self._record_desired(desired)
        changed: dict[int, Schedule] = {}
        for platform, limits in self._limits.items():
            pace = (paces or {}).get(platform)
            changed |= self._schedule_platform(limits, platform, breakers.get(platform), pace, odds, now)
        self._schedules |= changed
        missed = {
            report.venue_id: schedule
            for report in reports
            if (schedule := self._schedules.get(report.venue_id)) and schedule.version != report.schedule_version
        }
        return changed, missed

    def _record_desired(self, desired: Sequence[Desired]) -> None:
        """Group the venues by platform, and forget the schedules of those that are no longer desired."""
        venues: dict[str, list[Desired]] = defaultdict(list)
        for venue in desired:
            venues[venue.platform].append(venue)
        self._releasing = {
            platform: [one for one in own if one.releases or any(key.released_at for key in one.keys)]
            for platform, own in venues.items()
        }
        ids = {venue.venue_id for venue in desired}
        self._schedules = {venue_id: one for venue_id, one in self._schedules.items() if venue_id in ids}
        self._desired, self._venues = desired, venues

    def _record_pauses(self, reports: Sequence[VenueState], now: datetime) -> None:
        """Remember the Retry-After pauses of single venues. They outlive the watchers that reported them.

        A later report of a shorter pause does not shorten a pause.
        """
        paused = dict(self._paused_until)
        for one in reports:
            if one.retry_at is not None:
                paused[one.venue_id] = max(one.retry_at, paused.get(one.venue_id, one.retry_at))
        self._paused_until = {venue_id: until for venue_id, until in paused.items() if until - RESUME_AHEAD > now}

    def _record_refusals(self, desired: Sequence[Desired], reports: Sequence[VenueState]) -> None:
        """Remember when each platform last refused a poll."""
        refused = [(report.venue_id, at) for report in reports if (at := last_refusal(report)) is not None]
        platforms = {venue.venue_id: venue.platform for venue in desired} if refused else {}
        for venue_id, at in refused:
            platform = platforms.get(venue_id)
            if platform is not None:
                self._refused_at[platform] = max(at, self._refused_at.get(platform, at))

    def _is_on_standby(self, reports: Sequence[VenueState], now: datetime) -> bool:
        """Whether another controller writes the schedules now. Also records the highest schedule version in use."""
        foreign = any(
            report.schedule_version > self._schedules[report.venue_id].version
            for report in reports
            if report.venue_id in self._schedules
        )
        highest = max((report.schedule_version for report in reports), default=0)
        if foreign and highest > self._version:
            self._standby_until = now + STANDBY
        self._version = max(self._version, highest)
        if self._standby_until is None or now < self._standby_until:
            return self._standby_until is not None
        self._standby_until = None
        self._schedules, self._scheduled = {}, {}
        return False

    def _schedule_platform(
        self,
        limits: PollLimits,
        platform: str,
        breaker: Breaker | None,
        pace: LearnedPace | None,
        odds: RelativeOdds,
        now: datetime,
    ) -> dict[int, Schedule]:
        """Allocate one platform's slots and return the new schedules."""
        venues, releasing = self._venues.get(platform, []), self._releasing.get(platform, [])
        source = breaker.source if breaker else None
        factor = source.factor if source and source.factor else 1.0
        idle = may_use_idle_budget(breaker=breaker, refused_at=self._refused_at.get(platform), now=now)
        limits = replace(limits, rate=limits.rate * factor, idle_polls=limits.idle_polls if idle else 0.0)
        stops = source is not None and source.state in (SourceStatus.STOPPED, SourceStatus.PROBING)
        polled = venues
        if stops or self._paused_until:
            polled = [
                venue
                for venue in venues
                if (breaker is None or breaker.polls(venue.venue_id)) and venue.venue_id not in self._paused_until
            ]
        keys = self._weights[platform].current(polled, odds=odds, now=now)
        planned = self._bursts.get(platform, BurstBudget())
        shares = burst_shares(pace) if pace is not None else None
        bursts = plan_bursts(releasing, budget=limits.rate, previous=planned, now=now, stopped=stops, shares=shares)
        self._bursts[platform] = bursts
        if breaker is not None and breaker.key_accepted is not None:
            limits = limit_first_round(
                limits, keys=len(keys), reserved=bursts.reserved, since=now - breaker.key_accepted
            )
        previous = self._allocations.get(platform)
        probing = source is not None and source.state is SourceStatus.PROBING
        if pace is not None:
            limits = learned_limits(limits, pace=pace, keys=len(keys), probing=probing)
        allocation = self._allocate(platform, keys, limits, bursts.reserved, previous)
        grants = self._grants_of(platform, allocation)
        if pace is not None and not probing and must_wait(pace, releasing, now=now):
            grants, allocation = {}, previous or allocation
        elif pace is not None and not is_same(allocation, previous):
            last = self._last_polls.setdefault(platform, LastPolls.none())
            ids = self._schedules.keys() & {one.venue_id for one in venues}
            last.record({venue_id: self._schedules[venue_id] for venue_id in ids}, now=now)
            allocation = last.oldest_first(allocation, previous, now=now)
            grants = self._grants_of(platform, allocation)
        self._allocations[platform] = allocation
        made_from = (venues, grants, bursts.grants)
        if self._scheduled.get(platform) == made_from:
            return {}
        self._scheduled[platform] = made_from
        changed = [
            venue_id
            for venue_id in (one.venue_id for one in venues)
            if venue_id not in self._schedules
            or self._schedules[venue_id].grants != grants.get(venue_id, ())
            or self._schedules[venue_id].bursts != bursts.grants.get(venue_id, ())
        ]
        if not changed:
            return {}
        self._version = max(self._version + 1, int(now.timestamp() * 1000))
        not_before = self._started_at.get(platform, 0.0)
        starts_at = now.timestamp() if stops else next_start(previous, allocation, not_before=not_before, now=now)
        self._started_at[platform] = starts_at
        return {
            venue_id: Schedule(
                version=self._version,
                starts_at=starts_at,
                grants=grants.get(venue_id, ()),
                bursts=bursts.grants.get(venue_id, ()),
            )
            for venue_id in changed
        }

    def _grants_of(self, platform: str, allocation: Allocation) -> Grants:
        """Return the allocation's grants; the same dictionary for the same allocation."""
        before, known = self._grants.get(platform, (None, None))
        if before is not allocation or known is None:
            known = allocation.grants(before=before, known=known)
            self._grants[platform] = allocation, known
        return known

    def _allocate(
        self,
        platform: str,
        keys: list[WeightedKey],
        limits: PollLimits,
        reserved: float,
        previous: Allocation | None,
    ) -> Allocation:
        """Return the allocation of these keys; the previous one without computing it if nothing has changed.

        The result depends on the arguments only. So if the same arguments have returned the previous allocation once,
        they return it again.
        """
        settled = self._settled.get(platform)
        if settled is not None and settled[3] is previous and settled[:3] == (keys, limits, reserved):
            return settled[3]
        allocation = allocate_slots(keys=keys, limits=limits, reserved=reserved, previous=previous)
        if previous is not None and allocation == previous:
            self._settled[platform] = keys, limits, reserved, previous
            return previous
        return allocation


def next_start(previous: Allocation | None, allocation: Allocation, *, not_before: float, now: datetime) -> float:
    """Return the unix time at which the schedules of an allocation start.

    If the length of the slots changes, there has to be a whole slot between the last old poll and the first new one. So
    the new schedules start just before the instant of an old slot: the poll of this slot is not made any more, and the
    last old poll is a whole slot earlier. `not_before` is the start of the previous schedules; the new ones never start
    earlier.
    """
    start = now.timestamp() + LEAD_SECONDS
    if not_before - start < LONGEST_WAIT:
        start = max(start, not_before)
    if previous is None or previous.slot == allocation.slot:
        return start
    return math.ceil((start + BEFORE_SLOT) / previous.slot) * previous.slot - BEFORE_SLOT


def limit_first_round(limits: PollLimits, *, keys: int, reserved: float, since: timedelta) -> PollLimits:
    """Return limits with which every key is polled once within ROUND_SECONDS, after a stop because
    of our key.

    `keys` is the number of keys, `since` the time since the end of the stop. The budget does not
    change: if it does not allow a poll of every key in ROUND_SECONDS, this first round takes
    longer. After the first round, the regular `limits` are returned.
    """
    seconds = max(ROUND_SECONDS, keys / usable_rate(budget=limits.rate, reserved=reserved))
    if since > timedelta(seconds=seconds) + ROUND_MARGIN:
        return limits
    return replace(
        limits,
        shortest_period=min(limits.shortest_period, ROUND_SECONDS),
        longest_period=min(limits.longest_period, ROUND_SECONDS),
    )
