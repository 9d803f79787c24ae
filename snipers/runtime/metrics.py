"""The controller's HTTP port: `/metrics` for Prometheus and `/healthz`. One port serves a whole cell.

A watcher counts in plain Python and sends its counts with its status reports. The agent of its node adds them up, and
the controller collects the sums (fleet.py). docs/decisions/0126 has the reasons.
"""

import itertools
import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from socketserver import ThreadingMixIn
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import CollectorRegistry, make_wsgi_app
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from snipers.control.controller_metrics import ControllerMetrics
from snipers.domain import metrics
from snipers.domain.counts import Metric

log = logging.getLogger(__name__)

# Without the end of a cycle for this long, the controller is unhealthy. A cycle takes about a second. A failed cycle
# counts as an end, too, so that an outage of Ray or of the database does not restart the controller.
LONGEST_CYCLE = timedelta(seconds=60)


class ControllerCollector(Collector):
    """Exports the controller's metrics.

    It reads copies of the counts, because the control loop changes the counts during an export.
    """

    def __init__(self, own: ControllerMetrics) -> None:
        self._own = own

    def describe(self) -> Iterator[Any]:
        """Yield nothing. The registry calls this at registration, before any metric can be read."""
        yield from ()

    def collect(self) -> Iterator[Any]:
        """Yield every metric, including those that have no series yet."""
        totals, histograms = dict(self._own.counts.totals), dict(self._own.counts.histograms)
        for metric in metrics.COUNTED:
            counter = CounterMetricFamily(metric.name, metric.about, labels=metric.labels)
            for labels, total in _series(metric, totals):
                counter.add_metric(labels, total)
            yield counter
        for metric in metrics.OBSERVED:
            histogram = HistogramMetricFamily(metric.name, metric.about, labels=metric.labels)
            bounds = [*map(str, metric.buckets), "+Inf"]
            for labels, observed in _series(metric, histograms):
                cumulative = itertools.accumulate(observed.counts)
                histogram.add_metric(labels, list(zip(bounds, cumulative, strict=True)), observed.sum)
            yield histogram
        for metric in metrics.MEASURED:
            gauge = GaugeMetricFamily(metric.name, metric.about, labels=metric.labels)
            for labels, value in _series(metric, self._own.gauges):
                gauge.add_metric(labels, value)
            yield gauge


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _SilentHandler(WSGIRequestHandler):
    def log_message(self, *words: Any) -> None:
        """Log nothing: Prometheus scrapes every few seconds."""


def serve(own: ControllerMetrics, *, port: int, now: Callable[[], datetime], host: str = "") -> WSGIServer:
    """Serve `/metrics` and `/healthz` on this port from a thread, and return the server.

    With port 0 the system chooses a port. `/healthz` answers 503 if no cycle has ended for LONGEST_CYCLE.
    """
    registry = CollectorRegistry()
    registry.register(ControllerCollector(own))
    scrape: Callable[[Any, Any], Iterable[bytes]] = make_wsgi_app(registry)
    started_at = now()

    def respond(environ: Any, start_response: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/healthz":
            return scrape(environ, start_response)
        alive = now() - (own.cycle_ended_at or started_at) < LONGEST_CYCLE
        start_response("200 OK" if alive else "503 Service Unavailable", [("Content-Type", "text/plain")])
        return [b"ok\n" if alive else b"no cycle of the controller has ended lately\n"]

    server = make_server(host, port, respond, server_class=_Server, handler_class=_SilentHandler)
    Thread(target=server.serve_forever, daemon=True).start()
    log.info("metrics on port %d", server.server_port)
    return server


def _series(metric: Metric, values: Any) -> list[tuple[list[str], Any]]:
    return [(list(labels), value) for (name, *labels), value in values.items() if name == metric.name]
