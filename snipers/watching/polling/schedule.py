"""When each key of a venue is polled next. Owns the rhythm on the grid and the brake; sends nothing.

A key is (date, party size) and is polled once however many wait for it, at the times that its grant names and at no
other: the grid is what keeps all watchers together under one budget. So a poll that comes too late is not caught up
with, it is left out. Times `at` are monotonic seconds (waiting), `now` is the wall clock (the grid).
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from snipers.clients.base import Blocked, PlatformError, RateLimited, Temporary
from snipers.domain.cadence import LONGEST_RETRY_AFTER, POLL_TOLERANCE_SECONDS, Grant, Schedule, due_at
from snipers.domain.vocabulary import FailureKind
from snipers.watching.lease.throttle import Throttle
from snipers.watching.matching.orders import Key

POLLS_AT_ONCE = 4
# What was seen longer ago than two polls may be gone: wait for the next look before trying to book it.
FRESH_PERIODS = 2.0
UNGRANTED_FRESH_SECONDS = 2.0
# The wall clock was set: the grid is looked up again.
CLOCK_STEP_SECONDS = 0.25


@dataclass(slots=True)
class Watch:
    """One key: its place on the grid, when it is due (unix seconds), when it was asked and answered (monotonic)."""

    grant: Grant | None = None
    due: float | None = None
    asked: float | None = None
    answered: float | None = None
    checked_at: datetime | None = None
    asking: bool = False
    left_out: bool = False

    def plan(self, *, after: float) -> None:
        """Look the next due time up."""
        self.due = due_at(self.grant, after=after) if self.grant else None

    def take(self, *, at: float, wall: float) -> None:
        """The poll leaves now; the next one is the turn after this one."""
        self.asking, self.left_out, self.asked = True, False, at
        self.plan(after=wall + (self.grant.period / 2 if self.grant else 0.0))


class Polling:
    """The polls of one venue. `pace_seconds` is for a watcher that nobody gives a schedule: its keys take turns so."""

    def __init__(self, *, jitter: Callable[[], float], pace_seconds: float | None = None) -> None:
        self.pace_seconds = pace_seconds
        self._throttle = Throttle(jitter=jitter)
        self._watches: dict[Key, Watch] = {}
        self._wanted: frozenset[Key] = frozenset()
        self._grants: dict[Key, Grant] = {}
        self._next: Schedule | None = None
        self._ahead: float | None = None
        self.schedule_version = 0
        self.lapsed = False
        self.count = 0
        self.last_at: datetime | None = None
        self.failure = FailureKind.NONE
        self.failed_at: datetime | None = None
        self.retry_at: datetime | None = None

    # the schedule

    def set_schedule(self, schedule: Schedule) -> None:
        """Take a schedule in; it replaces the present one at its `starts_at`. One that is not newer changes nothing."""
        if schedule.version > self.schedule_version:
            self.schedule_version = schedule.version
            self._next = schedule

    def period(self, key: Key) -> float | None:
        """Return the seconds between two polls of a key, None for a key that is not polled."""
        grant = self._grant(key)
        return grant.period if grant else None

    def lapse(self) -> None:
        """Poll nothing: we do not know whether the venue is still ours."""
        self.lapsed = True

    def renew(self) -> None:
        """Poll again."""
        self.lapsed = False

    # the rhythm

    @property
    def slowed(self) -> bool:
        """Whether the platform is in trouble, or we are with it."""
        return self._throttle.slowed

    @property
    def keys(self) -> list[Key]:
        """All keys, polled or resting."""
        return list(self._watches)

    def watch(self, key: Key) -> Watch | None:
        """Return the state of one key."""
        return self._watches.get(key)

    def want(self, keys: Collection[Key], *, at: float, now: datetime) -> None:
        """Poll these from now on, as far as they have a grant. One that comes back keeps its turn."""
        wall = self._look(at=at, now=now)
        for key in keys:
            if key not in self._watches:
                watch = self._watches[key] = Watch(grant=self._grant(key))
                watch.plan(after=self._opens(wall))
        self._wanted = frozenset(keys)
        for key in [one for one, watch in self._watches.items() if one not in keys and (watch.due or 0.0) <= wall]:
            if not self._watches[key].asking:
                del self._watches[key]

    def take_due(self, *, at: float, now: datetime) -> list[Key]:
        """Return the keys to ask for now; they count as asked until done(). A turn that was missed is left out."""
        wall = self._look(at=at, now=now)
        if self.lapsed or at < self._throttle.open_at:
            return []
        for _, watch in self._idle():
            # Never twice in a row: on a machine that is always late a key is polled late rather than not at all.
            if watch.due is not None and wall - watch.due > POLL_TOLERANCE_SECONDS and not watch.left_out:
                watch.left_out = True
                watch.plan(after=wall - POLL_TOLERANCE_SECONDS)
        due = sorted((watch.due, key) for key, watch in self._idle() if watch.due is not None and watch.due <= wall)
        taken = [key for _, key in due[: self._room()]]
        for key in taken:
            self._watches[key].take(at=at, wall=wall)
        return taken

    def next_due(self) -> float | None:
        """Return when take_due() has something to give; None when only an answer can change that."""
        if self._ahead is None:
            return 0.0
        if not self._room():
            return None
        dues = [] if self.lapsed else [watch.due for _, watch in self._idle() if watch.due is not None]
        if self._next is not None:
            dues.append(self._next.starts_at)
        return min(dues, default=float("inf")) - self._ahead

    def done(self, key: Key) -> None:
        """The poll came to an end, whatever it brought."""
        if key in self._watches:
            self._watches[key].asking = False

    def answered(self, key: Key, *, at: float, now: datetime) -> bool:
        """The platform answered; True if that ended a time of trouble."""
        self.count += 1
        self.last_at = now
        watch = self._watches.get(key)
        if watch is not None:
            watch.answered, watch.checked_at = at, now
        return self._throttle.worked()

    def failed(self, error: PlatformError, *, at: float, now: datetime) -> float:
        """The platform failed us, at a poll or elsewhere; returns the seconds until the next poll of anything."""
        delay = self._throttle.failed(error, at=at)
        asked = error.delay if isinstance(error, Temporary) else None
        self._trouble(_word(error), now=now, asked=asked)
        wall = self._look(at=at, now=now)
        for watch in self._watches.values():
            if watch.due is not None and watch.due < self._opens(wall):
                watch.plan(after=self._opens(wall))
        return delay

    def emptied(self, *, now: datetime) -> None:
        """Everything that stood open is gone at once: alone no reason to slow down, but the breaker wants to know."""
        self._trouble(FailureKind.EMPTY, now=now, asked=None)

    def fresh(self, key: Key, *, at: float) -> bool:
        """Whether what was seen at the last poll is still worth acting on."""
        watch = self._watches.get(key)
        if watch is None or watch.answered is None or self.slowed:
            return False
        period = self.period(key)
        return at - watch.answered <= (UNGRANTED_FRESH_SECONDS if period is None else FRESH_PERIODS * period)

    def next_check(self, key: Key) -> datetime | None:
        """Return when the key will be asked for, on the wall clock; the same until something changes."""
        watch = self._watches.get(key)
        if watch is None or watch.due is None or self.lapsed:
            return None
        return datetime.fromtimestamp(watch.due, tz=UTC)

    # inside

    def _look(self, *, at: float, now: datetime) -> float:
        """Look at both clocks; returns the wall clock in unix seconds. Here a stepped clock and a new schedule show."""
        wall = now.timestamp()
        stepped = self._ahead is not None and abs(wall - at - self._ahead) > CLOCK_STEP_SECONDS
        self._ahead = wall - at
        if self._next is not None and self._next.starts_at <= wall:
            self._grants = {(grant.date, grant.party_size): grant for grant in self._next.grants}
            self._next = None
            for key, watch in self._watches.items():
                if watch.grant != self._grant(key):
                    watch.grant = self._grant(key)
                    self._replan(watch, wall)
        if stepped:
            for watch in self._watches.values():
                self._replan(watch, wall)
        return wall

    def _replan(self, watch: Watch, wall: float) -> None:
        """Find the key's place on another grid, or under another clock, without asking again right away."""
        after = self._opens(wall)
        if watch.grant is not None and watch.asked is not None and self._ahead is not None:
            after = max(after, watch.asked + self._ahead + watch.grant.period / 2)
        watch.plan(after=after)

    def _opens(self, wall: float) -> float:
        """Return the unix time from which the brake lets polls pass."""
        return max(wall, self._throttle.open_at + (self._ahead or 0.0)) if self.slowed else wall

    def _grant(self, key: Key) -> Grant | None:
        if key in self._grants or self.pace_seconds is None:
            return self._grants.get(key)
        return Grant(date=key[0], party_size=key[1], period=self.pace_seconds, phase=0.0)

    def _trouble(self, word: FailureKind, *, now: datetime, asked: float | None) -> None:
        if word is FailureKind.NONE:
            return
        self.failure, self.failed_at = word, now
        self.retry_at = None if asked is None else now + timedelta(seconds=min(asked, LONGEST_RETRY_AFTER))

    def _room(self) -> int:
        asking = sum(watch.asking for watch in self._watches.values())
        return max(0, (1 if self.slowed else POLLS_AT_ONCE) - asking)

    def _idle(self) -> list[tuple[Key, Watch]]:
        return [(key, watch) for key, watch in self._watches.items() if key in self._wanted and not watch.asking]


def _word(error: PlatformError) -> FailureKind:
    """Return what a failure says about the whole platform; what says nothing of it is no trouble."""
    match error:
        case RateLimited():
            return FailureKind.LIMITED
        case Blocked():
            return FailureKind.BLOCKED
        case Temporary():
            return FailureKind.AWAY
        case _:
            return FailureKind.NONE
