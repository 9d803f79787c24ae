"""Traceparent values, and spans without a collector."""

import pytest

from snipers.telemetry import spans, trace

GOOD = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (GOOD, GOOD),
        ("", ""),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331", ""),
        (f"00-{'0' * 32}-b7ad6b7169203331-01", ""),
        (f"00-0af7651916cd43dd8448eb211c80319c-{'0' * 16}-01", ""),
        (GOOD.upper(), ""),
        (GOOD + "\n", ""),
        ("ff" + GOOD[2:], ""),
    ],
)
def test_only_a_valid_traceparent_is_accepted(given: str, read: str) -> None:
    assert trace.read(given) == read


def test_a_new_trace_is_valid_and_fits_its_column() -> None:
    made = trace.new()
    assert trace.read(made) == made
    assert len(made) == trace.LENGTH
    assert trace.id_of(made) == made.split("-")[1]


def test_without_a_collector_a_span_keeps_its_given_trace() -> None:
    with spans.span("GET", trace=GOOD) as span:
        span.describe("GET /", status=200)
        assert (span.trace, trace.current()) == (GOOD, GOOD)
    assert trace.current() == ""
    assert spans.record("book", trace=GOOD, start=1.0, end=2.0) == GOOD


def test_without_a_trace_a_span_begins_one() -> None:
    with spans.span("GET") as span:
        assert trace.id_of(span.trace)
