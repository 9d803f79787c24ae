"""Limits the logging of repeated failures to the first one and the recovery."""

from collections.abc import Hashable


class FailureLog:
    """Remembers which subjects are failing now, so that a caller does not log repeated failures.

    `if failures.failed("relay"): log.error(...)` logs only the first failure of the subject, and
    `if failures.recovered("relay"): log.info(...)` logs its recovery.
    """

    def __init__(self) -> None:
        self._failing: set[Hashable] = set()

    def failed(self, subject: Hashable = None) -> bool:
        """Record a failure. Return True if the subject worked until now."""
        first = subject not in self._failing
        self._failing.add(subject)
        return first

    def recovered(self, subject: Hashable = None) -> bool:
        """Record a success. Return True if the subject failed until now."""
        failing = subject in self._failing
        self._failing.discard(subject)
        return failing
