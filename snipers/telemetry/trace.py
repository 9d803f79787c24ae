"""W3C traceparent values, `00-<32 hex>-<16 hex>-<flags>`: made, read, and carried by the task or thread that runs.

Whether anybody collects spans is spans.py's business; an id is there in any case.
"""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# The longest text of this form; columns that keep one are so wide.
LENGTH = 55
_FORM = re.compile(r"00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")
_current: ContextVar[str] = ContextVar("trace", default="")


def new() -> str:
    """Return the name of a new trace that nobody has asked to sample."""
    return f"00-{secrets.token_hex(16)}-{secrets.token_hex(8)}-00"


def read(given: str) -> str:
    """Return `given` if it is a traceparent, else nothing: it comes from outside."""
    return given if _FORM.fullmatch(given) else ""


def id_of(trace: str) -> str:
    """Return the trace's id, 32 hex digits; nothing of nothing."""
    found = _FORM.fullmatch(trace)
    return found[1] if found else ""


def current() -> str:
    """Return the trace that what runs now belongs to, or nothing."""
    return _current.get()


@contextmanager
def carried(trace: str) -> Iterator[None]:
    """Make `trace` the current one inside the block."""
    token = _current.set(trace)
    try:
        yield
    finally:
        _current.reset(token)
