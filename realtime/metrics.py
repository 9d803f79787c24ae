"""What Prometheus may read about the sockets of this process."""

from prometheus_client import Counter, Gauge

SOCKETS = Gauge("tablehawk_sockets", "Open Engine.IO sessions.")
CLOSES = Counter("tablehawk_socket_closes", "Sockets closed by the server.", ["why"])
_EVENTS = Counter(
    "tablehawk_socket_events", "Durable events sent to sockets, as they passed or read from the log.", ["way"]
)
EVENTS_LIVE = _EVENTS.labels("live")
EVENTS_LOG = _EVENTS.labels("log")
