"""The controller's HTTP port: `/metrics` and `/healthz`."""

import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from snipers.control.controller_metrics import ControllerMetrics
from snipers.domain import metrics as known
from snipers.runtime import metrics


class Port:
    """The served metrics of a controller, with a clock that the test sets."""

    def __init__(self) -> None:
        self.now = datetime(2031, 5, 7, 18, tzinfo=UTC)
        self.own = ControllerMetrics(budgets={"resy": 50.0})
        self.server = metrics.serve(self.own, port=0, now=lambda: self.now, host="127.0.0.1")

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.server.server_port}{path}", timeout=60) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read().decode()


@pytest.fixture
def port() -> Iterator[Port]:
    port = Port()
    yield port
    port.server.shutdown()
    port.server.server_close()


def test_all_counts_and_measurements_are_served(port: Port) -> None:
    counts = port.own.counts
    counts.count(known.ATTEMPTS, "resy", "booked", "")
    counts.observe(known.SUBMIT_SECONDS, 0.03, "resy")
    counts.observe(known.SUBMIT_SECONDS, 0.2, "resy")
    port.own.record_cycle(seconds=0.1, desired=[], running=[], sources=[], now=port.now)
    status, text = port.get("/metrics")
    assert status == 200
    assert 'snipe_book_attempt_total{reply="",result="booked",source="resy"} 1.0' in text
    assert 'snipe_detect_to_submit_seconds_bucket{le="0.05",source="resy"} 1.0' in text
    assert 'snipe_detect_to_submit_seconds_bucket{le="+Inf",source="resy"} 2.0' in text
    assert 'snipe_detect_to_submit_seconds_sum{source="resy"} 0.23' in text
    assert 'snipe_watches{source="resy",state="missing"} 0.0' in text
    assert 'snipe_actor_restarts_total{reason="crash"} 0.0' in text
    for metric in (*known.COUNTED, *known.OBSERVED, *known.MEASURED):
        assert f"# HELP {metric.name}" in text


@pytest.mark.parametrize(("idle", "status"), [(59, 200), (61, 503)])
def test_healthy_while_cycles_end_in_time(port: Port, idle: float, status: int) -> None:
    port.own.record_failure(now=port.now)
    port.now += timedelta(seconds=idle)
    assert port.get("/healthz")[0] == status


def test_healthy_for_a_minute_before_the_first_cycle(port: Port) -> None:
    assert port.get("/healthz")[0] == 200
    port.now += timedelta(seconds=61)
    assert port.get("/healthz")[0] == 503
