"""Limits the logging of repeated failures to the first one and the recovery."""

from collections.abc import Hashable


class FailureLog:
    """The subjects that are failing now. With it, a caller logs only the first failure and the recovery of a subject:

    `if failures.failed("relay"): log.error(...)` and `if failures.recovered("relay"): log.info(...)`.
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
