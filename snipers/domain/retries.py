"""When work that failed may be tried again, for many subjects at once. Pure; times are monotonic seconds."""

import math
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from snipers.domain.backoff import Backoff

Subject = TypeVar("Subject", bound=Hashable)


class Retries(Generic[Subject]):
    """A pause for each subject, which grows with its consecutive failures."""

    def __init__(self, backoff: Backoff) -> None:
        self._backoff = backoff
        self._failures: dict[Subject, int] = {}
        self._paused_until: dict[Subject, float] = {}

    def due(self, subject: Subject, *, at: float) -> bool:
        """Whether the subject may be tried at this time."""
        return self._paused_until.get(subject, 0.0) <= at

    def fail(
        self,
        subject: Subject,
        *,
        at: float,
        retry_after: float | None = None,
        jitter: float = 0.0,
        backoff: Backoff | None = None,
    ) -> float:
        """Record a failure at `at`; returns the length of the pause. `backoff` replaces the usual one."""
        failures = self._failures[subject] = self._failures.get(subject, 0) + 1
        delay = (backoff or self._backoff).delay(failures=failures, retry_after=retry_after, jitter=jitter)
        self._paused_until[subject] = at + delay
        return delay

    def pause(self, subject: Subject, *, until: float) -> None:
        """Set the end of the subject's pause (infinity: none); its count of failures stays."""
        self._paused_until[subject] = until

    def succeed(self, subject: Subject) -> None:
        """Forget the subject's failures and its pause."""
        self._failures.pop(subject, None)
        self._paused_until.pop(subject, None)

    def keep(self, wanted: Callable[[Subject], bool]) -> None:
        """Forget all subjects but the wanted ones."""
        for subject in [one for one in self._paused_until if not wanted(one)]:
            self.succeed(subject)

    def paused(self, *, at: float) -> set[Subject]:
        """Return the subjects that may not be tried at this time."""
        return {subject for subject, end in self._paused_until.items() if end > at}

    def next_end(self, *, after: float) -> float | None:
        """Return when the next pause ends, None if none ends by itself."""
        return min((end for end in self._paused_until.values() if after < end < math.inf), default=None)
