"""Creates and parses W3C traceparent values, `00-<32 hex>-<16 hex>-<flags>`, and keeps the current one of each task.

The values exist even if spans.py exports no spans.
"""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# The length of a value, and of the columns that store one.
LENGTH = 55
_FORM = re.compile(r"00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")
_current: ContextVar[str] = ContextVar("trace", default="")


def new() -> str:
    """Return the traceparent of a new trace, with the flag "not sampled"."""
    return f"00-{secrets.token_hex(16)}-{secrets.token_hex(8)}-00"


def read(given: str) -> str:
    """Return `given` if it is a valid traceparent, else ""."""
    return given if _FORM.fullmatch(given) else ""


def id_of(trace: str) -> str:
    """Return the 32 hex digits of the trace id, or "" without a trace."""
    found = _FORM.fullmatch(trace)
    return found[1] if found else ""


def current() -> str:
    """Return the traceparent of the current task or thread, "" if it has none."""
    return _current.get()


@contextmanager
def carried(trace: str) -> Iterator[None]:
    """Make the traceparent `trace` the current one inside the block."""
    token = _current.set(trace)
    try:
        yield
    finally:
        _current.reset(token)
