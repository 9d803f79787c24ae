"""When a burst may poll each of its keys, within what the controller grants (control/burst_budget.py)."""

from collections import defaultdict

from snipers.domain import release
from snipers.domain.cadence import PollKey
from snipers.watching.polling.schedule import PollSchedule


class BurstPace:
    """The polls of one burst, by key. All times are monotonic seconds.

    `spacing` is the least number of seconds between two polls of a key, except after an early find.
    """

    def __init__(self, schedule: PollSchedule, *, spacing: float) -> None:
        self._schedule = schedule
        self.spacing = spacing
        self._sent = defaultdict[PollKey, list[float]](list)
        self._early: set[PollKey] = set()
        self._delays: dict[PollKey, float] = {}

    def delay(self, key: PollKey) -> float:
        """Return how many seconds after the instant the key is polled first. Later grants do not change it."""
        return self._delays.setdefault(key, self._schedule.burst_grant(key).delay)

    def take_early(self, key: PollKey, *, at: float) -> bool:
        """Record an early find of the key, if one may be sent. Return whether it may."""
        if self._schedule.burst_grant(key).finds < release.EARLY_FINDS:
            return False
        self._early.add(key)
        self.record(key, at=at)
        return True

    def record(self, key: PollKey, *, at: float) -> None:
        """Record a poll of the key."""
        self._sent[key].append(at)

    def begun(self, key: PollKey) -> bool:
        """Whether the key was polled since the instant. An early find does not count."""
        return len(self._sent[key]) > (key in self._early)

    def next_poll_at(self, key: PollKey, *, keys: int, starts_at: float, unanswered: int, at: float) -> float | None:
        """Return when to poll the key next, None while too many of its polls are unanswered.

        The burst began at `starts_at`. After the first BURST_SECONDS, its `keys` keys are polled in turn.
        """
        spacing, finds, earliest = self.spacing, self._schedule.burst_grant(key).finds, 0.0
        if at - starts_at >= release.BURST_SECONDS:
            each, finds = release.late_spacing(finds=finds), max(1.0, finds)
            last = max((sent[-1] for sent in self._sent.values() if sent), default=starts_at)
            spacing, earliest = each * max(1, keys), last + each
        due = release.next_poll_at(
            sent=self._sent[key],
            early=key in self._early,
            spacing=spacing,
            finds=finds,
            first=starts_at + self.delay(key),
            unanswered=unanswered,
            now=at,
        )
        return None if due is None else max(due, earliest)
