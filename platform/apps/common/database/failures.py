"""Failures of one row of a batch, which must not stop the other rows."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import InterfaceError, OperationalError


@contextmanager
def logged(log: Any, message: str, **about: Any) -> Iterator[None]:
    """Log an unexpected failure of the block, and go on after it.

    Raises OperationalError or InterfaceError: the database is unavailable, so the other rows would fail too.
    """
    try:
        yield
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception(message, **about)
