"""Decides when each key of a venue is polled next: at the times of its grant and at no other times.

One poll of a key (date, party size) serves all snipes that wait on it. The grants keep all watchers together within one
budget, so a missed poll is skipped and not made up. Waiting uses monotonic seconds (`at`), grants use the wall clock
(`now`).
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime

from snipers.domain.cadence import POLL_TOLERANCE_SECONDS, BurstGrant, Grant, PollKey, Schedule, due_at
from snipers.domain.release import MOST_FINDS
from snipers.watching.lease.permission import Permission

POLLS_AT_ONCE = 4
# A slot seen more than two periods ago may be gone: it is booked only after the next poll.
FRESH_PERIODS = 2.0
# With a slow pace, two periods may be hours. Most tables that were seen longer ago than this are gone.
MOST_FRESH_SECONDS = 120.0
UNGRANTED_FRESH_SECONDS = 2.0
# After a larger step of the wall clock the next poll of every key is planned again.
CLOCK_STEP_SECONDS = 0.25


@dataclass(slots=True)
class KeyState:
    """The polls of one key.

    `due` is when the next poll is due (unix seconds), None without a grant. `asked` and `answered`
    are when the key was last polled and answered (monotonic seconds), and `checked_at` is the time
    of the last answer on the wall clock. `skipped` says whether a poll was skipped since `asked`.
    """

    grant: Grant | None = None
    due: float | None = None
    asked: float | None = None
    answered: float | None = None
    checked_at: datetime | None = None
    in_flight: bool = False
    skipped: bool = False

    @property
    def period(self) -> float | None:
        """The seconds between two polls, None for a key that is not polled."""
        return self.grant.period if self.grant else None

    def fresh(self, *, at: float) -> bool:
        """Whether the last answer is recent enough to book from."""
        limit = UNGRANTED_FRESH_SECONDS if self.period is None else min(FRESH_PERIODS * self.period, MOST_FRESH_SECONDS)
        return self.answered is not None and at - self.answered <= limit

    def plan(self, *, after: float) -> None:
        """Set the next due time at or after `after`."""
        self.due = due_at(self.grant, after=after) if self.grant else None

    def begin_poll(self, *, at: float, wall: float) -> None:
        """Record that a poll is sent now, and plan the next one."""
        self.in_flight, self.skipped, self.asked = True, False, at
        self.plan(after=wall + (self.grant.period / 2 if self.grant else 0.0))


class PollSchedule:
    """The polls of one venue. Without a controller, every key is polled every `pace_seconds`.

    `polls` counts the answered polls of this run. `opened` counts the new slots in their answers. `last_at` is when the
    last of these answers arrived. next_due() sets `end_awaited`: whether the end of a poll in
    flight must wake the watcher, because the next poll may have to wait for it.
    """

    def __init__(self, permission: Permission, *, pace_seconds: float | None = None) -> None:
        self._permission = permission
        self._pace_seconds = pace_seconds
        self._keys: dict[PollKey, KeyState] = {}
        self._wanted: frozenset[PollKey] = frozenset()
        self._grants: dict[PollKey, Grant] = {}
        self._bursts: dict[PollKey, BurstGrant] = {}
        self._pending: list[Schedule] = []
        self._ahead: float | None = None
        self._planned_for = 0.0
        self._back_off_ended = False
        self.version = 0
        self.polls = 0
        self.opened = 0
        self.last_at: datetime | None = None
        self.end_awaited = False

    @property
    def granted(self) -> bool:
        """Whether the latest schedule has a grant for any key."""
        return bool(self._pending[-1].grants if self._pending else self._grants)

    def set_schedule(self, schedule: Schedule) -> None:
        """Accept a schedule, which applies from its `starts_at`. A schedule that is not newer is ignored.

        Schedules that were accepted earlier and start before this one still take effect: they may take poll slots away
        from this venue, and other venues use these slots from then on. Its grants for bursts apply at once.
        """
        if schedule.version > self.version:
            self.version = schedule.version
            self._bursts = {(burst.date, burst.party_size): burst for burst in schedule.bursts}
            self._pending = [one for one in self._pending if one.starts_at < schedule.starts_at] + [schedule]

    def end_back_off(self) -> None:
        """Plan all polls again, because the back-off has ended early."""
        self._planned_for, self._back_off_ended = 0.0, True

    def set_keys(self, keys: Collection[PollKey], *, at: float, now: datetime) -> None:
        """Poll exactly these keys from now on, if they have a grant. A key that returns keeps its planned time."""
        wall = self._read_clocks(at=at, now=now)
        for key in keys:
            if key not in self._keys:
                state = self._keys[key] = KeyState(grant=self._grant(key))
                state.plan(after=self._allowed_from(wall))
        self._wanted = frozenset(keys)
        for key in [one for one, state in self._keys.items() if one not in keys and (state.due or 0.0) <= wall]:
            if not self._keys[key].in_flight:
                del self._keys[key]

    def take_due(self, *, at: float, now: datetime) -> list[PollKey]:
        """Return the keys to poll now. They are in flight until end_poll().

        The list is empty during a back-off and while the lease has lapsed. A poll that is more than
        POLL_TOLERANCE_SECONDS late is skipped, unless the previous poll of the key was skipped too.
        """
        wall = self._read_clocks(at=at, now=now)
        if self._permission.lease.lapsed or at < self._permission.not_before:
            return []
        for _, state in self._idle():
            # Two polls in a row are never skipped. So on a machine that is always late, polls are late but not missing.
            if state.due is not None and wall - state.due > POLL_TOLERANCE_SECONDS and not state.skipped:
                state.skipped = True
                state.plan(after=wall - POLL_TOLERANCE_SECONDS)
        due = sorted((state.due, key) for key, state in self._idle() if state.due is not None and state.due <= wall)
        taken = [key for _, key in due[: self._free_polls()]]
        for key in taken:
            self._keys[key].begin_poll(at=at, wall=wall)
        return taken

    def next_due(self, *, at: float) -> float | None:
        """Return the monotonic time at which the next poll is due or a new schedule starts.

        None while as many polls are in flight as are allowed; infinity if nothing is planned. The
        next poll of a key that has a poll in flight counts, if it is in the future. So the end of
        the current poll need not wake the watcher.
        """
        if self._ahead is None:
            return 0.0
        wall, lapsed = at + self._ahead, self._permission.lease.lapsed
        wanted = [] if lapsed else [state for key, state in self._keys.items() if key in self._wanted]
        free = self._free_polls()
        self.end_awaited = not free or any(state.in_flight and (state.due or 0.0) <= wall for state in wanted)
        if not free:
            return None
        dues = [state.due for state in wanted if state.due is not None and not (state.in_flight and state.due <= wall)]
        if self._pending:
            dues.append(self._pending[0].starts_at)
        return min(dues, default=float("inf")) - self._ahead

    def end_poll(self, key: PollKey) -> None:
        """Record that a poll has ended, with or without an answer."""
        if key in self._keys:
            self._keys[key].in_flight = False

    def record_answer(self, key: PollKey, *, asked: float, at: float, now: datetime, opened: int) -> None:
        """Record an answered poll that was sent at `asked`, and the number of new slots in its answer."""
        self.polls += 1
        self.opened += opened
        self.last_at = now
        state = self._keys.get(key)
        if state is not None:
            state.answered, state.checked_at = at, now
        self._permission.report_success(sent_at=asked)

    def state(self, key: PollKey) -> KeyState:
        """Return the state of a key. A key that is not polled has an empty state."""
        return self._keys.get(key) or KeyState(grant=self._grant(key))

    def burst_grant(self, key: PollKey) -> BurstGrant:
        """Return how often a release burst may poll a key. Without a grant, it may as often as a single key may."""
        return self._bursts.get(key) or BurstGrant(date=key[0], party_size=key[1], finds=MOST_FINDS)

    def answers(self, keys: Collection[PollKey]) -> dict[PollKey, tuple[float | None, float | None]]:
        """Return the time of the last answer and the period of each key."""
        return {key: (state.answered, state.period) for key in keys for state in [self.state(key)]}

    def fresh_keys(self, *, at: float) -> list[PollKey]:
        """Return the keys whose last answer is recent enough to book from."""
        return [key for key, state in self._keys.items() if state.fresh(at=at) and not self._permission.slowed]

    def answer_due(self, key: PollKey, *, since: float, by: float) -> bool:
        """Return whether the first answer to a poll sent after `since` is still to come.

        That poll must be in flight, or due until `by` (monotonic seconds). False for a key whose
        period is longer than the time between `since` and `by`.
        """
        state = self._keys.get(key)
        if state is None or self._ahead is None or self._permission.lease.lapsed:
            return False
        if state.period is None or state.period > by - since:
            return False
        if state.asked is not None and state.asked > since:
            if state.in_flight:
                return True
            if state.answered is not None and state.answered >= state.asked:
                return False
        return state.due is not None and state.due - self._ahead <= by

    def next_check(self, key: PollKey) -> datetime | None:
        """Return the wall-clock time of the key's next poll, None if no poll is planned.

        Repeated calls return the same time until the plan changes.
        """
        self._plan_around_back_off()
        state = self._keys.get(key)
        if state is None or state.due is None or self._permission.lease.lapsed:
            return None
        return datetime.fromtimestamp(state.due, tz=UTC)

    def _read_clocks(self, *, at: float, now: datetime) -> float:
        """Return the wall clock in unix seconds.

        Polls are planned again if, since the previous call, the wall clock was set, a new schedule has started, or a
        back-off has begun or ended early.
        """
        wall = now.timestamp()
        stepped = self._ahead is not None and abs(wall - at - self._ahead) > CLOCK_STEP_SECONDS
        self._ahead = wall - at
        started = [schedule for schedule in self._pending if schedule.starts_at <= wall]
        if started:
            self._grants = {(grant.date, grant.party_size): grant for grant in started[-1].grants}
            self._pending = self._pending[len(started) :]
            for key, state in self._keys.items():
                if state.grant != self._grant(key):
                    state.grant = self._grant(key)
                    self._replan(state, wall)
        if stepped or self._back_off_ended:
            self._back_off_ended = False
            for state in self._keys.values():
                self._replan(state, wall)
        self._plan_around_back_off()
        return wall

    def _replan(self, state: KeyState, wall: float) -> None:
        """Plan the next poll of a key again, because its grant has changed or the wall clock was set.

        The next poll is at least half a period after the key's last poll.
        """
        after = self._allowed_from(wall)
        if state.grant is not None and state.asked is not None and self._ahead is not None:
            after = max(after, state.asked + self._ahead + state.grant.period / 2)
        state.plan(after=after)

    def _plan_around_back_off(self) -> None:
        """Postpone polls that are due before the present back-off ends. A second call for the same end does nothing."""
        if self._permission.not_before <= self._planned_for or self._ahead is None:
            return
        self._planned_for = self._permission.not_before
        allowed_from = self._planned_for + self._ahead
        for state in self._keys.values():
            if state.due is not None and state.due < allowed_from:
                state.plan(after=allowed_from)

    def _allowed_from(self, wall: float) -> float:
        """Return the unix time from which on the back-off allows polls."""
        if not self._permission.slowed:
            return wall
        return max(wall, self._permission.not_before + (self._ahead or 0.0))

    def _grant(self, key: PollKey) -> Grant | None:
        if key in self._grants or self._pace_seconds is None:
            return self._grants.get(key)
        return Grant(date=key[0], party_size=key[1], period=self._pace_seconds, phase=0.0)

    def _free_polls(self) -> int:
        in_flight = sum(state.in_flight for state in self._keys.values())
        return max(0, (1 if self._permission.slowed else POLLS_AT_ONCE) - in_flight)

    def _idle(self) -> list[tuple[PollKey, KeyState]]:
        return [(key, state) for key, state in self._keys.items() if key in self._wanted and not state.in_flight]
