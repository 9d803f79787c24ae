"""Exports the spans of a web process, and records `push`, the last span of a trace (snipers/telemetry/README.md)."""

from snipers.telemetry import spans


def begin(part: str) -> None:
    """Export the spans of this process if the environment names an endpoint."""
    spans.configure(service=f"tablehawk-{part}")


def pushed(*, at: float, now: float, trace: str) -> None:
    """Record that a durable event reached its sockets, which ends its trace (a realtime.ports.DeliveryObserver)."""
    spans.record("push", trace=trace, start=min(at, now), end=now)
