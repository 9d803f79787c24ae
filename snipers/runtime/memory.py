"""Gives memory that start-up needed back to the system: there is one process for each venue."""

import ctypes
import gc


def give_back() -> None:
    """Collect what imports left behind, then let the C library return its free pages (glibc only)."""
    gc.collect()
    # What lives now lives as long as the process; later collections need not look at it.
    gc.freeze()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
