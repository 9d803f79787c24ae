"""Records one watcher's counts, and writes the log record and the spans of each attempt.

Answered polls are counted when the counts are read, so that counting does not delay a booking.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Literal

from snipers.clients.base import Skip
from snipers.clients.errors import PlatformError
from snipers.domain import metrics
from snipers.domain.cadence import PollKey
from snipers.domain.counts import Counts
from snipers.domain.outcome import BookOutcome, Lost, outcome_label
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import SkipReason
from snipers.telemetry import spans, trace

log = logging.getLogger(__name__)


class WatcherMetrics:
    """The counts of one watcher, labeled with its platform."""

    def __init__(self, *, platform: str, now: Callable[[], datetime], monotonic: Callable[[], float]) -> None:
        self._platform = platform
        self._now = now
        self._monotonic = monotonic
        self._wanted_since: dict[PollKey, float] = {}
        self._unreadable: set[tuple[str, str]] = set()
        self._counts = Counts()
        self._counts.count(metrics.FENCED, platform, by=0)

    def record_poll_failure(self, error: PlatformError) -> None:
        """Count a failed poll by the kind of failure."""
        self._counts.count(metrics.POLLS, self._platform, error.label)

    def record_skipped(self, kind: Literal["slot", "reservation", "card"], skipped: Mapping[Skip, int]) -> None:
        """Count the entries that were left out of a reply. Log the path of each unreadable field once."""
        for (reason, field), entries in skipped.items():
            self._counts.count(metrics.SKIPPED, self._platform, kind, reason.value, field, by=entries)
            if reason is SkipReason.UNREADABLE and (kind, field) not in self._unreadable:
                self._unreadable.add((kind, field))
                log.warning("%s: a %s was left out because %s cannot be read", self._platform, kind, field)

    def record_burst_start(self, *, late: float) -> None:
        """Record the first poll of a key in a burst.

        It was sent `late` seconds after the platform's clock had certainly reached the release.
        """
        self._counts.observe(metrics.RELEASE_SKEW, late, self._platform)

    def record_replacement(self) -> None:
        """Count that another watcher took the venue."""
        self._counts.count(metrics.FENCED, self._platform)

    def record_no_claim(self) -> None:
        """Count a booking that ended without a claim: refused, or the database failed."""
        self._counts.count(metrics.ATTEMPTS, self._platform, "not_claimed", "")

    def record_attempt(
        self,
        snipe: Snipe,
        outcome: BookOutcome,
        *,
        asked: float | None,
        asked_before: float | None,
        seen: float,
        marks: Mapping[str, float],
        attempt_id: int,
        epoch: int,
    ) -> None:
        """Count an attempt whose outcome is in the database. Write its log record and its spans.

        `asked` and `asked_before` are when the poll that showed the slot and the one before it were sent, None if that
        is not known. `seen` is the assignment's `seen`, and `marks` are milliseconds from `seen` to the end of each
        stage.
        """
        result = outcome_label(outcome)
        reply = outcome.reply if isinstance(outcome, Lost) else ""
        self._counts.count(metrics.ATTEMPTS, self._platform, result, reply)
        if "sent_ms" in marks:
            self._counts.observe(metrics.SUBMIT_SECONDS, marks["sent_ms"] / 1000, self._platform)
        if result == "booked" and asked_before is not None and "answer_ms" in marks:
            waited = seen + marks["answer_ms"] / 1000 - asked_before
            self._counts.observe(metrics.BOOKED_SECONDS, waited, self._platform, snipe.snipe_type)
        log.info(
            "attempt %d: %s%s",
            attempt_id,
            result,
            f" ({reply})" if reply else "",
            extra={
                "trace_id": trace.id_of(snipe.trace),
                "request_group": snipe.group_id,
                "reservation_id": snipe.reservation_id,
                "attempt_id": attempt_id,
                "epoch": epoch,
                **marks,
            },
        )
        self._write_spans(snipe, result, asked=asked, seen=seen, marks=marks)

    def drain(self, *, polls: Sequence[float], answers: Mapping[PollKey, tuple[float | None, float | None]]) -> Counts:
        """Return the counts since the last call.

        `polls` has the duration in seconds of each poll that was answered since then. `answers` has, for each key with
        waiting snipes, the time of the last answer and the poll period, or None for each that is
        not known. The lag of a key is the number of poll periods since its last answer, or since
        snipes began to wait on the key if that is later. The largest lag is counted.
        """
        at = self._monotonic()
        for seconds in polls:
            self._counts.count(metrics.POLLS, self._platform, "ok")
            self._counts.observe(metrics.POLL_SECONDS, seconds, self._platform)
        since = self._wanted_since = {key: self._wanted_since.get(key, at) for key in answers}
        lags = [(at - max(since[key], last or 0.0)) / period for key, (last, period) in answers.items() if period]
        if lags:
            self._counts.observe(metrics.LAG, max(lags), self._platform)
        return self._counts.drain()

    def _write_spans(
        self, snipe: Snipe, result: str, *, asked: float | None, seen: float, marks: Mapping[str, float]
    ) -> None:
        start = self._now().timestamp() - self._monotonic() + seen
        parent = snipe.trace
        labels: dict[str, spans.Attribute] = {"source": self._platform, "party_size": snipe.party_size}
        if asked is not None:
            parent = spans.record("poll", trace=parent, start=start - seen + asked, end=start, **labels)
        end = start + max(marks.values(), default=0.0) / 1000
        spans.record("book", trace=parent, start=start, end=end, result=result, **labels, **marks)
