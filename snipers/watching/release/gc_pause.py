"""Keeps garbage collections out of the moments around an instant."""

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def undisturbed_by_gc(*, collect: bool) -> Iterator[None]:
    """Run the block without garbage collections, because a collection may take longer than a poll.

    With `collect`, garbage is collected once before the block.
    """
    if collect:
        gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()
