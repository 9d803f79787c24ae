"""Counters and histograms, and the labels of all metrics."""

import pytest

from snipers.domain import metrics
from snipers.domain.counts import Counts, Metric

SECONDS = Metric(name="seconds", about="", labels=("source",), buckets=(0.1, 1.0))
DONE = Metric(name="done_total", about="", labels=("source", "result"))


@pytest.mark.parametrize(
    ("value", "bucket"), [(0.0, 0), (0.1, 0), (0.11, 1), (1.0, 1), (1.5, 2)], ids=lambda one: str(one)
)
def test_an_observation_counts_in_the_first_bucket_that_holds_it(value: float, bucket: int) -> None:
    counts = Counts()
    counts.observe(SECONDS, value, "resy")
    histogram = counts.histograms["seconds", "resy"]
    assert (histogram.counts.index(1), histogram.sum) == (bucket, value)


def test_adding_counts_changes_only_the_sum() -> None:
    one, other, all_of_it = Counts(), Counts(), Counts()
    one.count(DONE, "resy", "booked")
    other.count(DONE, "resy", "booked", by=2)
    other.observe(SECONDS, 0.5, "resy")
    for counts in (one, other, one):
        all_of_it.add(counts)
    assert all_of_it.totals["done_total", "resy", "booked"] == 4
    assert all_of_it.histograms["seconds", "resy"].counts == [0, 1, 0]
    all_of_it.observe(SECONDS, 0.5, "resy")
    assert other.histograms["seconds", "resy"].counts == [0, 1, 0]


def test_draining_resets_the_counts() -> None:
    counts = Counts()
    assert not counts
    counts.count(DONE, "resy", "booked")
    assert counts.drain().totals == {("done_total", "resy", "booked"): 1}
    assert not counts.drain()


def test_a_series_has_a_value_for_each_label() -> None:
    with pytest.raises(ValueError, match="done_total has the labels"):
        Counts().count(DONE, "resy")


@pytest.mark.parametrize("metric", [*metrics.COUNTED, *metrics.OBSERVED, *metrics.MEASURED], ids=lambda one: one.name)
def test_no_label_identifies_a_venue_a_person_or_a_request(metric: Metric) -> None:
    # A field is a path in a reply as our code reads it, never a value; a reply is a status and a call without its ids.
    assert set(metric.labels) <= {"source", "outcome", "result", "reply", "type", "reason", "kind", "state", "field"}
    assert list(metric.buckets) == sorted(set(metric.buckets))
    assert metric.name.endswith("_total") == (metric in metrics.COUNTED)
