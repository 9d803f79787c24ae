"""When each key of a venue is polled next. Owns the rhythm and the brake; sends nothing.

A key is (date, party size) and is polled once however many wait for it. Times `at` are monotonic seconds.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from snipers.clients.base import PlatformError
from snipers.domain.cadence import next_poll
from snipers.watching.orders import Key
from snipers.watching.throttle import Throttle

POLLS_AT_ONCE = 4
# What was seen longer ago than two polls may be gone: wait for the next look before trying to book it.
FRESH_PACES = 2.0


@dataclass(slots=True)
class Watch:
    """One key: when it is due, on both clocks, and when it was last answered."""

    due: float
    due_at: datetime
    answered: float | None = None
    checked_at: datetime | None = None
    asking: bool = False


class Polling:
    """The polls of one venue."""

    def __init__(self, *, pace_seconds: float, jitter: Callable[[], float]) -> None:
        self.pace_seconds = pace_seconds
        self._jitter = jitter
        self._throttle = Throttle(jitter=jitter)
        self._slowed_until: datetime | None = None
        self._watches: dict[Key, Watch] = {}
        self._wanted: frozenset[Key] = frozenset()
        self.count = 0
        self.last_at: datetime | None = None

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
        """Poll these from now on. Several new ones are spread over one pace; one that comes back keeps its turn."""
        new = [key for key in keys if key not in self._watches]
        for number, key in enumerate(new):
            wait = self.pace_seconds * number / len(new)
            self._watches[key] = Watch(due=at + wait, due_at=now + timedelta(seconds=wait))
        self._wanted = frozenset(keys)
        for key in [one for one, watch in self._watches.items() if one not in keys and watch.due <= at]:
            if not self._watches[key].asking:
                del self._watches[key]

    def take_due(self, *, at: float, now: datetime) -> list[Key]:
        """Return the keys to ask for now; they count as asked until done()."""
        due = sorted((watch.due, key) for key, watch in self._idle() if watch.due <= at)
        taken = [key for _, key in due[: self._room()]] if at >= self._throttle.open_at else []
        for key in taken:
            watch = self._watches[key]
            watch.asking = True
            watch.due = next_poll(started=at, pace=self.pace_seconds, jitter=self._jitter())
            watch.due_at = now + timedelta(seconds=watch.due - at)
        return taken

    def next_due(self) -> float | None:
        """Return when take_due() has something to give; None when only an answer can change that."""
        if not self._room():
            return None
        return max(min((watch.due for _, watch in self._idle()), default=float("inf")), self._throttle.open_at)

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
        self._slowed_until = now + timedelta(seconds=self._throttle.open_at - at)
        return delay

    def fresh(self, key: Key, *, at: float) -> bool:
        """Whether what was seen at the last poll is still worth acting on."""
        watch = self._watches.get(key)
        if watch is None or watch.answered is None or self.slowed:
            return False
        return at - watch.answered <= FRESH_PACES * self.pace_seconds

    def next_check(self, key: Key) -> datetime | None:
        """Return when the key will be asked for, on the wall clock; the same until something changes."""
        watch = self._watches.get(key)
        if watch is None:
            return None
        return max(watch.due_at, self._slowed_until) if self.slowed and self._slowed_until else watch.due_at

    def _room(self) -> int:
        asking = sum(watch.asking for watch in self._watches.values())
        return max(0, (1 if self.slowed else POLLS_AT_ONCE) - asking)

    def _idle(self) -> list[tuple[Key, Watch]]:
        return [(key, watch) for key, watch in self._watches.items() if key in self._wanted and not watch.asking]
