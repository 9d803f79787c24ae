"""What one watcher counts of its own work, and the line and the spans that each attempt leaves behind.

Nothing here is on the way to a booking: an attempt is told when its outcome is in the database.
"""

import logging
from collections import deque
from collections.abc import Callable, Collection
from datetime import datetime

from snipers.clients.base import Blocked, Malformed, PlatformError, RateLimited, Unavailable, Unsent
from snipers.domain import metrics
from snipers.domain.counts import Counts
from snipers.domain.outcome import Booked, Lost, Refused
from snipers.store.base import Claim
from snipers.telemetry import spans, trace
from snipers.watching.matching.orders import Ending, Key, Run
from snipers.watching.polling.schedule import Polling

log = logging.getLogger(__name__)

_TROUBLES: tuple[tuple[type[PlatformError], str], ...] = (
    (RateLimited, "limited"),
    (Blocked, "blocked"),
    (Unsent, "unsent"),
    (Unavailable, "away"),
    (Malformed, "malformed"),
)
# A booking takes a second or two; in a burst its key is looked at four times a second meanwhile.
LOOKS_KEPT = 12
LOOKS_SECONDS = 30.0


class Figures:
    """`source` is the platform. Times `at`, `asked`, `seen` are monotonic seconds."""

    def __init__(self, *, source: str, now: Callable[[], datetime], monotonic: Callable[[], float]) -> None:
        self._source = source
        self._now = now
        self._monotonic = monotonic
        self._looks: dict[Key, deque[tuple[float, float]]] = {}
        self._wanted_since: dict[Key, float] = {}
        self.counts = Counts()
        self.counts.count(metrics.FENCED, source, by=0)

    def polled(self, key: Key, *, asked: float, seen: float) -> None:
        """A poll was answered."""
        self._looks.setdefault(key, deque(maxlen=LOOKS_KEPT)).append((asked, seen))
        self.counts.count(metrics.POLLS, self._source, "ok")
        self.counts.observe(metrics.POLL_SECONDS, seen - asked, self._source)

    def failed(self, error: PlatformError) -> None:
        """A poll was not answered as it should have been."""
        word = next((word for kind, word in _TROUBLES if isinstance(error, kind)), "other")
        self.counts.count(metrics.POLLS, self._source, word)

    def look(self, *, keys: Collection[Key], polling: Polling) -> None:
        """Note how old the oldest answer is, of the keys that are waited for and have a turn."""
        at = self._monotonic()
        self._wanted_since = {key: self._wanted_since.get(key, at) for key in keys}
        self._looks = {key: looks for key, looks in self._looks.items() if at - looks[-1][1] < LOOKS_SECONDS}
        ratios = []
        for key, since in self._wanted_since.items():
            watch, period = polling.watch(key), polling.period(key)
            if watch is not None and period:
                ratios.append((at - max(since, watch.answered or since)) / period)
        if ratios:
            self.counts.observe(metrics.LAG, max(ratios), self._source)

    def fired(self, *, late: float) -> None:
        """The first find of a drop left, so many seconds after its certain instant."""
        self.counts.observe(metrics.RELEASE_SKEW, late, self._source)

    def fenced(self) -> None:
        """Another watcher has the venue."""
        self.counts.count(metrics.FENCED, self._source)

    def not_claimed(self) -> None:
        """An order ended before its call: the snipe or the table was somebody else's by then."""
        self.counts.count(metrics.ATTEMPTS, self._source, "not_claimed")

    def attempted(self, run: Run, claim: Claim, ending: Ending, *, epoch: int) -> None:
        """An attempt came to its end, and the database has it."""
        order, marks, result = run.order, run.watch.marks, _result(ending)
        asked, unseen = self._before(order.key, seen=order.seen)
        self.counts.count(metrics.ATTEMPTS, self._source, result)
        if "sent_ms" in marks:
            self.counts.observe(metrics.SUBMIT_SECONDS, marks["sent_ms"] / 1000, self._source)
        if result == "booked" and unseen is not None and "answer_ms" in marks:
            waited = order.seen + marks["answer_ms"] / 1000 - unseen
            self.counts.observe(metrics.BOOKED_SECONDS, waited, self._source, order.snipe.snipe_type)
        log.info(
            "attempt %d: %s",
            claim.attempt_id,
            result,
            extra={
                "trace_id": trace.id_of(order.snipe.trace),
                "request_group": order.snipe.group_id,
                "reservation_id": order.snipe.reservation_id,
                "attempt_id": claim.attempt_id,
                "epoch": epoch,
                **marks,
            },
        )
        self._tell(run, result, asked=asked)

    def _before(self, key: Key, *, seen: float) -> tuple[float | None, float | None]:
        """Return when the poll with the answer `seen` was asked, and when the answer before it came, if both are known.

        An order for what was seen earlier has no such poll: who waited was not free, so no wait of ours can be told.
        """
        looks = list(self._looks.get(key, ()))
        for number, (asked, answered) in enumerate(looks):
            if answered == seen:
                return asked, looks[number - 1][0] if number else None
        return None, None

    def _tell(self, run: Run, result: str, *, asked: float | None) -> None:
        """Two spans below the request's: the poll that showed the table, and the booking."""
        order, wall = run.order, self._now().timestamp() - self._monotonic()
        seen = wall + order.seen
        parent = order.snipe.trace
        about: dict[str, spans.Attribute] = {"source": self._source, "party_size": order.snipe.party_size}
        if asked is not None:
            parent = spans.tell("poll", trace=parent, start=wall + asked, end=seen, **about)
        ended = seen + max(run.watch.marks.values(), default=0.0) / 1000
        steps = {f"{name}": value for name, value in run.watch.marks.items()}
        spans.tell("book", trace=parent, start=seen, end=ended, result=result, **about, **steps)


def _result(ending: Ending) -> str:
    match ending.outcome:
        case Booked():
            return "booked"
        case Lost(reason) | Refused(reason):
            return reason.value
        case _:
            return "unknown"
