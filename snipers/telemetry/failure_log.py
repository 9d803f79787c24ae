"""Limits the logging of repeated failures to the first one and the recovery."""

from collections.abc import Hashable


class FailureLog:
    """The subjects that fail at present. The caller logs:

    `if failures.failed("relay"): log.error(...)` and `if failures.recovered("relay"): log.info(...)`.
    """

    def __init__(self) -> None:
        self._failing: set[Hashable] = set()

    def failed(self, subject: Hashable = None) -> bool:
        """Record a failure; True if the subject worked until now."""
        first = subject not in self._failing
        self._failing.add(subject)
        return first

    def recovered(self, subject: Hashable = None) -> bool:
        """Record a success; True if the subject failed until now."""
        failing = subject in self._failing
        self._failing.discard(subject)
        return failing
