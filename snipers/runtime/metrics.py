"""Shows the sniper tower's figures to Prometheus, and that the controller lives: one port for a whole cell.

A watcher counts in plain Python and sends its counts with its status report (line.py), the mailbox actor adds them up,
the controller takes it from there (fleet.py). README.md says why not with Ray's own metrics.
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

from snipers.control.figures import Figures
from snipers.domain import metrics
from snipers.domain.counts import Metric

log = logging.getLogger(__name__)

# A step takes a second and is tried every second; while Ray or the database is away it fails, and ends all the same.
ALIVE_FOR = timedelta(seconds=60)


class Shown(Collector):
    """A collector over the controller's figures. Reads copies: the loop goes on counting meanwhile."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def describe(self) -> Iterator[Any]:
        """Nothing ahead of time."""
        yield from ()

    def collect(self) -> Iterator[Any]:
        """Yield every metric there is, also those of which nothing is known yet."""
        totals, spreads = dict(self._figures.counts.totals), dict(self._figures.counts.spreads)
        for metric in metrics.COUNTED:
            counter = CounterMetricFamily(metric.name, metric.about, labels=metric.labels)
            for labels, total in _of(metric, totals):
                counter.add_metric(labels, total)
            yield counter
        for metric in metrics.OBSERVED:
            histogram = HistogramMetricFamily(metric.name, metric.about, labels=metric.labels)
            bounds = [*map(str, metric.buckets), "+Inf"]
            for labels, spread in _of(metric, spreads):
                running = itertools.accumulate(spread.counts)
                histogram.add_metric(labels, list(zip(bounds, running, strict=True)), spread.sum)
            yield histogram
        for metric in metrics.MEASURED:
            gauge = GaugeMetricFamily(metric.name, metric.about, labels=metric.labels)
            for labels, value in _of(metric, self._figures.gauges):
                gauge.add_metric(labels, value)
            yield gauge


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, *words: Any) -> None:
        """Prometheus asks every few seconds; nobody wants to read that."""


def serve(figures: Figures, *, port: int, now: Callable[[], datetime], host: str = "") -> WSGIServer:
    """Answer `/metrics` and `/healthz` on this port, in a thread of its own. Port 0 is one of the system's choice."""
    registry = CollectorRegistry()
    registry.register(Shown(figures))
    shown: Callable[[Any, Any], Iterable[bytes]] = make_wsgi_app(registry)
    born = now()

    def answer(environ: Any, start_response: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/healthz":
            return shown(environ, start_response)
        alive = now() - (figures.stepped_at or born) < ALIVE_FOR
        start_response("200 OK" if alive else "503 Service Unavailable", [("Content-Type", "text/plain")])
        return [b"ok\n" if alive else b"no step came to its end\n"]

    server = make_server(host, port, answer, server_class=_Server, handler_class=_Quiet)
    Thread(target=server.serve_forever, daemon=True).start()
    log.info("figures at port %d", server.server_port)
    return server


def _of(metric: Metric, kept: Any) -> list[tuple[list[str], Any]]:
    return [(list(labels), value) for (name, *labels), value in kept.items() if name == metric.name]
