"""What Prometheus may read about the sockets of this process."""

from prometheus_client import Counter, Gauge, Histogram

SOCKETS = Gauge("ws_connections", "Open Engine.IO sessions.")
CLOSES = Counter("ws_close", "Sockets that came to their end, by WebSocket close code.", ["code"])
RESUMES = Counter(
    "ws_resume",
    "Browsers that came in: new, current (they had missed nothing), replayed, ahead (of another log), failed.",
    ["result"],
)
PUSH_SECONDS = Histogram(
    "push_latency_seconds",
    "From the event's row to the socket, for events that reached it as they passed.",
    buckets=(0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2, 3, 5, 10, 30),
)
_EVENTS = Counter(
    "tablehawk_socket_events", "Durable events sent to sockets, as they passed or read from the log.", ["way"]
)
EVENTS_LIVE = _EVENTS.labels("live")
EVENTS_LOG = _EVENTS.labels("log")

# What a browser may say when it leaves; every other number is one series.
USUAL_CODES = frozenset({1000, 1001, 1005, 1006, 1009, 1011, 1012})


def closed_by_peer(code: int | None) -> None:
    """Count a socket that its peer, or the network, ended."""
    CLOSES.labels(str(code) if code in USUAL_CODES else "other").inc()


def pushed(*, sockets: int, at: float, now: float) -> None:
    """A durable event that is true since `at` reached so many sockets (unix seconds)."""
    for _ in range(sockets):
        PUSH_SECONDS.observe(max(0.0, now - at))
