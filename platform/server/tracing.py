"""Records `push`, the last span of a trace (snipers/telemetry/README.md)."""

from snipers.telemetry import spans


def pushed(*, at: float, now: float, trace: str) -> None:
    """Record the span `push` of a durable event that was sent to its sockets. It is a realtime.ports.DeliveryObserver.

    The span lasts from `at`, when the event happened, to `now` (both in Unix seconds). `trace` is a traceparent.
    """
    spans.record("push", trace=trace, start=min(at, now), end=now)
