"""What a process has counted, as plain values: cheap enough for a watcher, mergeable, small. Exports nothing.

What is counted, and under which name, is domain/metrics.py's.
"""

from bisect import bisect_left
from dataclasses import dataclass, field

Series = tuple[str, ...]
"""A metric's name, then the values of its labels in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """One metric as Prometheus knows it: `buckets` are a histogram's upper bounds, without the last, infinite one."""

    name: str
    about: str
    labels: tuple[str, ...] = ()
    buckets: tuple[float, ...] = ()

    def series(self, *values: str) -> Series:
        """Name one series; there have to be as many values as labels."""
        if len(values) != len(self.labels):
            raise ValueError(f"{self.name} has the labels {self.labels}")
        return (self.name, *values)


@dataclass(slots=True)
class Histogram:
    """A histogram's observations: how many in each bucket (the last is the infinite one), and their sum."""

    counts: list[int]
    sum: float = 0.0

    def add(self, more: "Histogram") -> None:
        """Take others in."""
        self.counts = [own + other for own, other in zip(self.counts, more.counts, strict=True)]
        self.sum += more.sum


@dataclass(slots=True)
class Counts:
    """Counters and histograms by series."""

    totals: dict[Series, float] = field(default_factory=dict)
    histograms: dict[Series, Histogram] = field(default_factory=dict)

    def count(self, metric: Metric, *values: str, by: float = 1.0) -> None:
        """Raise a counter; by nothing, so that it is there before anything happens."""
        series = metric.series(*values)
        self.totals[series] = self.totals.get(series, 0.0) + by

    def observe(self, metric: Metric, value: float, *values: str) -> None:
        """Add one observation to a histogram."""
        series = metric.series(*values)
        histogram = self.histograms.get(series)
        if histogram is None:
            histogram = self.histograms[series] = Histogram([0] * (len(metric.buckets) + 1))
        histogram.counts[bisect_left(metric.buckets, value)] += 1
        histogram.sum += value

    def add(self, more: "Counts") -> None:
        """Take in what somebody else counted."""
        for series, total in more.totals.items():
            self.totals[series] = self.totals.get(series, 0.0) + total
        for series, histogram in more.histograms.items():
            if series in self.histograms:
                self.histograms[series].add(histogram)
            else:
                self.histograms[series] = Histogram(list(histogram.counts), histogram.sum)

    def drain(self) -> "Counts":
        """Return all that was counted, and reset the counts."""
        taken = Counts(self.totals, self.histograms)
        self.totals, self.histograms = {}, {}
        return taken

    def __bool__(self) -> bool:
        return bool(self.totals or self.histograms)
