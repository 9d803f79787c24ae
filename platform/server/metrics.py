"""Prometheus metrics of HTTP requests, and whether Valkey answers. The modules server.backlog,
server.pool_metrics, apps.connections.metrics and realtime.metrics define the other metrics of a web
process."""

from prometheus_client import Counter, Gauge, Histogram

METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})
READS = frozenset({"GET", "HEAD", "OPTIONS"})

REQUESTS = Counter("tablehawk_http_requests", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "tablehawk_http_request_seconds",
    "Time from the first middleware to the answer.",
    ["route", "kind"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5),
)
VALKEY_UP = Gauge("tablehawk_valkey_up", "Whether Valkey answers this process: 1, or 0.")


def observe(*, method: str, route: str, status: int, seconds: float, trace_id: str = "") -> None:
    """Count one answered request. `route` is the URL pattern that matched, so that ids create no series.

    `trace_id` becomes the exemplar of the request's bucket, with which a dashboard finds the trace and its log lines.
    """
    REQUESTS.labels(method if method in METHODS else "other", route, str(status)).inc()
    SECONDS.labels(route, "read" if method in READS else "write").observe(
        seconds, {"trace_id": trace_id} if trace_id else None
    )
