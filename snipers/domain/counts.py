"""Counters and histograms of one process, as plain values that can be sent to another process and added up there.

domain/metrics.py defines the metrics; runtime/metrics.py exports them.
"""

from bisect import bisect_left
from dataclasses import dataclass, field

Series = tuple[str, ...]
"""A metric's name, then the values of its labels in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """A Prometheus metric. `buckets` are a histogram's upper bounds, without the infinite one."""

    name: str
    about: str
    labels: tuple[str, ...] = ()
    buckets: tuple[float, ...] = ()

    def series(self, *values: str) -> Series:
        """Return the key of one series, with a value for each label."""
        if len(values) != len(self.labels):
            raise ValueError(f"{self.name} has the labels {self.labels}")
        return (self.name, *values)


@dataclass(slots=True)
class Histogram:
    """The number of observations in each bucket (the last is the infinite one), and their sum."""

    counts: list[int]
    sum: float = 0.0

    def add(self, more: "Histogram") -> None:
        """Add the observations of another histogram."""
        self.counts = [own + other for own, other in zip(self.counts, more.counts, strict=True)]
        self.sum += more.sum


@dataclass(slots=True)
class Counts:
    """Counters and histograms by series."""

    totals: dict[Series, float] = field(default_factory=dict)
    histograms: dict[Series, Histogram] = field(default_factory=dict)

    def count(self, metric: Metric, *values: str, by: float = 1.0) -> None:
        """Add `by` to the counter with these label values. Adding 0 creates the series, so that it is exported."""
        series = metric.series(*values)
        self.totals[series] = self.totals.get(series, 0.0) + by

    def observe(self, metric: Metric, value: float, *values: str) -> None:
        """Add one observation to the histogram with these label values."""
        series = metric.series(*values)
        histogram = self.histograms.get(series)
        if histogram is None:
            histogram = self.histograms[series] = Histogram([0] * (len(metric.buckets) + 1))
        histogram.counts[bisect_left(metric.buckets, value)] += 1
        histogram.sum += value

    def add(self, more: "Counts") -> None:
        """Add the counts of another process."""
        for series, total in more.totals.items():
            self.totals[series] = self.totals.get(series, 0.0) + total
        for series, histogram in more.histograms.items():
            if series in self.histograms:
                self.histograms[series].add(histogram)
            else:
                self.histograms[series] = Histogram(list(histogram.counts), histogram.sum)

    def drain(self) -> "Counts":
        """Return the counts and reset them."""
        drained = Counts(self.totals, self.histograms)
        self.totals, self.histograms = {}, {}
        return drained

    def __bool__(self) -> bool:
        return bool(self.totals or self.histograms)
