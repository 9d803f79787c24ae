"""Prometheus metrics of the sockets of this process."""

from prometheus_client import Counter, Gauge, Histogram

OPEN_SOCKETS = Gauge("ws_connections", "Open Engine.IO sessions.")
CLOSES = Counter("ws_close", "Closed WebSockets, by WebSocket close code.", ["code"])
RESUMES = Counter(
    "ws_resume",
    "Admitted browsers: new, current (missed nothing), replayed, ahead (last_seq beyond this log), failed.",
    ["result"],
)
PUSH_SECONDS = Histogram(
    "push_latency_seconds",
    "Seconds from an event's row to the socket, for events that were delivered live.",
    buckets=(0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2, 3, 5, 10, 30),
)
_EVENTS = Counter("tablehawk_socket_events", "Durable events sent to sockets, live or read from the log.", ["way"])
EVENTS_LIVE = _EVENTS.labels("live")
EVENTS_LOG = _EVENTS.labels("log")

# Close codes that browsers send. All other codes share one series.
KNOWN_CODES = frozenset({1000, 1001, 1005, 1006, 1009, 1011, 1012})


def count_close_by_peer(code: int | None) -> None:
    """Count a socket that its peer or the network closed."""
    CLOSES.labels(str(code) if code in KNOWN_CODES else "other").inc()


def observe_push(*, sockets: int, at: float, now: float) -> None:
    """Record that a durable event, which happened at `at`, was sent to `sockets` sockets at `now` (unix seconds)."""
    for _ in range(sockets):
        PUSH_SECONDS.observe(max(0.0, now - at))
