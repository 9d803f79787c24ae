"""Spans for OpenTelemetry. Without OTEL_EXPORTER_OTLP_ENDPOINT nothing is loaded, and a span is only its name.

The only module that imports opentelemetry, and only in configure(). A span's name travels as a traceparent (trace.py),
so that rows and messages can carry it from one process to the next.
"""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from snipers.telemetry import trace as traces

log = logging.getLogger(__name__)

ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
NANOSECONDS = 1_000_000_000

Attribute = str | int | float | bool


class Span:
    """A span that nobody collects. `trace` is its traceparent, for whatever follows from it."""

    def __init__(self, trace: str) -> None:
        self.trace = trace

    def is_about(self, name: str, **attributes: Attribute) -> None:
        """Say what it was, once that is known."""

    def failed(self) -> None:
        """Mark it as an error."""


class _Collected(Span):
    def __init__(self, span: Any, trace: str) -> None:
        super().__init__(trace)
        self._span = span

    def is_about(self, name: str, **attributes: Attribute) -> None:
        self._span.update_name(name)
        self._span.set_attributes(attributes)

    def failed(self) -> None:
        self._span.set_status(_otel.error)


class _OpenTelemetry:
    """The SDK, loaded: one provider for the process, spans in batches over OTLP/HTTP."""

    def __init__(self, service: str) -> None:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.trace import Status, StatusCode, set_span_in_context
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self.error = Status(StatusCode.ERROR)
        self._in_context = set_span_in_context
        self._propagator = TraceContextTextMapPropagator()
        self._provider = TracerProvider(resource=Resource.create({"service.name": service}))
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("tablehawk")

    def start(self, name: str, *, trace: str, at: float | None, attributes: dict[str, Attribute]) -> tuple[Any, str]:
        """Begin a span below `trace`, or a new trace; returns it and its traceparent."""
        span = self._tracer.start_span(
            name,
            context=self._propagator.extract({"traceparent": trace}),
            attributes=attributes,
            start_time=None if at is None else round(at * NANOSECONDS),
        )
        carrier: dict[str, str] = {}
        self._propagator.inject(carrier, context=self._in_context(span))
        return span, carrier["traceparent"]

    def flush(self) -> None:
        """Send what waits."""
        self._provider.force_flush(timeout_millis=2000)


_otel: Any = None


def configure(*, service: str) -> bool:
    """Collect the spans of this process if the environment names an endpoint; returns whether it does."""
    global _otel
    if not any(os.environ.get(name) for name in ENDPOINTS):
        return False
    try:
        _otel = _OpenTelemetry(service)
    except ImportError:
        log.error("spans are not collected: the packages of the dependency group `tracing` are not installed")
        return False
    return True


@contextmanager
def span(name: str, *, trace: str = "", **attributes: Attribute) -> Iterator[Span]:
    """Time the block as a span below `trace`, or as the first of a new trace; it is the current trace inside."""
    if _otel is None:
        made = Span(trace or traces.new())
        with traces.carried(made.trace):
            yield made
        return
    raw, own = _otel.start(name, trace=trace, at=None, attributes=attributes)
    collected = _Collected(raw, own)
    try:
        with traces.carried(own):
            yield collected
    except BaseException:
        collected.failed()
        raise
    finally:
        raw.end()


def tell(name: str, *, trace: str, start: float, end: float, **attributes: Attribute) -> str:
    """Tell of a span that is over (unix seconds) and return its traceparent. Outside of a trace nothing is told."""
    if _otel is None or not trace:
        return trace
    raw, own = _otel.start(name, trace=trace, at=start, attributes=attributes)
    raw.end(end_time=round(end * NANOSECONDS))
    return str(own)


def flush() -> None:
    """Send buffered spans, before a process exits without its exit handlers."""
    if _otel is not None:
        _otel.flush()
