"""Creates and exports OpenTelemetry spans.

Only configure() imports opentelemetry, and only if one of the variables ENDPOINTS is set. Otherwise
a span has a traceparent but is not exported. Rows and messages carry the traceparent (trace.py)
between processes.
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
    """A span that is not exported, and the base class of exported ones. `trace` is the span's traceparent."""

    def __init__(self, trace: str) -> None:
        self.trace = trace

    def describe(self, name: str, **attributes: Attribute) -> None:
        """Set the name and the attributes, for a caller that learns them only during the span."""

    def failed(self) -> None:
        """Mark the span as an error."""


class _Collected(Span):
    def __init__(self, span: Any, trace: str) -> None:
        super().__init__(trace)
        self._span = span

    def describe(self, name: str, **attributes: Attribute) -> None:
        self._span.update_name(name)
        self._span.set_attributes(attributes)

    def failed(self) -> None:
        self._span.set_status(_otel.error)


class _OpenTelemetry:
    """The loaded SDK: one provider per process, which sends spans in batches over OTLP/HTTP."""

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
        """Start a span whose parent is `trace`, or a new trace if `trace` is "". Return the span and its traceparent.

        `at` is the start in unix seconds, None for now.
        """
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
        self._provider.force_flush(timeout_millis=2000)


_otel: Any = None


def configure(*, service: str) -> bool:
    """Export the spans of this process if the environment names an endpoint. Return whether spans are exported."""
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
    """Time the block as a span whose parent is `trace`, or as a new trace if `trace` is "".

    Inside the block, the span is the current trace.
    """
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


def record(name: str, *, trace: str, start: float, end: float, **attributes: Attribute) -> str:
    """Record a span that has ended, and return its traceparent. `start` and `end` are unix seconds.

    If spans are not exported or `trace` is "", record nothing and return `trace`.
    """
    if _otel is None or not trace:
        return trace
    raw, own = _otel.start(name, trace=trace, at=start, attributes=attributes)
    raw.end(end_time=round(end * NANOSECONDS))
    return str(own)


def flush() -> None:
    """Send buffered spans now, for a process that exits without running exit handlers."""
    if _otel is not None:
        _otel.flush()
