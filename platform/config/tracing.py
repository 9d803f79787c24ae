"""Spans of the web tower's processes: begins to collect them, where somebody listens (snipers/telemetry/README.md)."""

from snipers.telemetry import spans


def begin(part: str) -> None:
    """Collect the spans of this process from now on, if the environment names an endpoint."""
    spans.configure(service=f"tablehawk-{part}")


def pushed(*, at: float, now: float, trace: str) -> None:
    """A durable event reached its sockets: the end of the way from the click. See realtime.ports.Witness."""
    spans.tell("push", trace=trace, start=min(at, now), end=now)
