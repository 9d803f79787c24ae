"""Records one watcher's counts, and writes the log record and the spans of each attempt.

An answered poll is only remembered at first and counted later, so that counting does not delay a booking.
"""

import logging
from collections import deque
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Literal

from snipers.clients.errors import PlatformError
from snipers.clients.reading import Skip
from snipers.domain import metrics
from snipers.domain.cadence import PollKey
from snipers.domain.counts import Counts
from snipers.domain.outcome import BookOutcome, outcome_label
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import SkipReason
from snipers.telemetry import spans, trace

log = logging.getLogger(__name__)

# The polls of a key that are kept until a booking from their answers has ended. A booking takes one or two seconds, and
# meanwhile a burst polls the key four times a second.
POLLS_KEPT = 12
POLLS_KEPT_SECONDS = 30.0


class WatcherMetrics:
    """The counts of one watcher, labeled with its platform.

    `asked` is when a poll was sent and `seen` is when its answer arrived, both in monotonic seconds.
    """

    def __init__(self, *, platform: str, now: Callable[[], datetime], monotonic: Callable[[], float]) -> None:
        self._platform = platform
        self._now = now
        self._monotonic = monotonic
        self._uncounted: list[float] = []
        self._polls: dict[PollKey, deque[tuple[float, float]]] = {}
        self._wanted_since: dict[PollKey, float] = {}
        self._unreadable: set[tuple[str, str]] = set()
        self._counts = Counts()
        self._counts.count(metrics.FENCED, platform, by=0)

    def record_poll(self, key: PollKey, *, asked: float, seen: float) -> None:
        """Record an answered poll. drain() adds it to the counts later, so that no booking waits."""
        self._polls.setdefault(key, deque(maxlen=POLLS_KEPT)).append((asked, seen))
        self._uncounted.append(seen - asked)

    def record_poll_failure(self, error: PlatformError) -> None:
        """Count a failed poll by the kind of failure."""
        self._counts.count(metrics.POLLS, self._platform, error.label)

    def record_skipped(self, kind: Literal["slot", "reservation"], skipped: Mapping[Skip, int]) -> None:
        """Count the entries that were left out of a reply. Log the path of each unreadable field once."""
        for (reason, field), entries in skipped.items():
            self._counts.count(metrics.SKIPPED, self._platform, kind, reason.value, field, by=entries)
            if reason is SkipReason.UNREADABLE and (kind, field) not in self._unreadable:
                self._unreadable.add((kind, field))
                log.warning("%s: a %s was left out because %s cannot be read", self._platform, kind, field)

    def record_burst_start(self, *, late: float) -> None:
        """Record the first poll of a burst, sent `late` seconds after the platform's clock had certainly reached the
        release."""
        self._counts.observe(metrics.RELEASE_SKEW, late, self._platform)

    def record_replacement(self) -> None:
        """Count that another watcher took the venue."""
        self._counts.count(metrics.FENCED, self._platform)

    def record_no_claim(self) -> None:
        """Count a booking that ended because its claim was refused."""
        self._counts.count(metrics.ATTEMPTS, self._platform, "not_claimed")

    def record_attempt(
        self,
        snipe: Snipe,
        outcome: BookOutcome,
        *,
        seen: float,
        marks: Mapping[str, float],
        attempt_id: int,
        epoch: int,
    ) -> None:
        """Count an attempt whose outcome is in the database. Write its log record and its spans.

        `seen` is the assignment's `seen`, and `marks` are milliseconds from `seen` to the end of each stage.
        """
        result = outcome_label(outcome)
        asked, asked_before = self._poll_of_answer(snipe.poll_key, seen=seen)
        self._counts.count(metrics.ATTEMPTS, self._platform, result)
        if "sent_ms" in marks:
            self._counts.observe(metrics.SUBMIT_SECONDS, marks["sent_ms"] / 1000, self._platform)
        if result == "booked" and asked_before is not None and "answer_ms" in marks:
            waited = seen + marks["answer_ms"] / 1000 - asked_before
            self._counts.observe(metrics.BOOKED_SECONDS, waited, self._platform, snipe.snipe_type)
        log.info(
            "attempt %d: %s",
            attempt_id,
            result,
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

    def drain(self, *, answers: Mapping[PollKey, tuple[float | None, float | None]]) -> Counts:
        """Return the counts since the last call.

        `answers` has, for each key with waiting snipes, the time of the last answer and the poll period. The lag of a
        key is the time since its last answer, or since snipes began to wait if that is later, in periods. The largest
        lag is counted.
        """
        at = self._monotonic()
        for seconds in self._uncounted:
            self._counts.count(metrics.POLLS, self._platform, "ok")
            self._counts.observe(metrics.POLL_SECONDS, seconds, self._platform)
        self._uncounted.clear()
        self._polls = {key: polls for key, polls in self._polls.items() if at - polls[-1][1] < POLLS_KEPT_SECONDS}
        since = self._wanted_since = {key: self._wanted_since.get(key, at) for key in answers}
        lags = [(at - max(since[key], last or 0.0)) / period for key, (last, period) in answers.items() if period]
        if lags:
            self._counts.observe(metrics.LAG, max(lags), self._platform)
        return self._counts.drain()

    def _poll_of_answer(self, key: PollKey, *, seen: float) -> tuple[float | None, float | None]:
        """Return when the poll that was answered at `seen` was sent, and when the one before it was. None if unknown.

        A slot that was matched again later has no such poll, so its waiting time cannot be measured.
        """
        polls = list(self._polls.get(key, ()))
        for number, (asked, answered) in enumerate(polls):
            if answered == seen:
                return asked, polls[number - 1][0] if number else None
        return None, None

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
