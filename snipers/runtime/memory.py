"""A watcher's memory: gives back what start-up needed, and keeps the rest where it is. One process for each venue.

A watcher waits for minutes and then has milliseconds. A system that is short of memory, or tidies up ahead of time,
drops the pages of programs that were not used lately, and the first booking would read them from the disk again.
"""

import ctypes
import gc

# mlockall(2): what is there, what comes later, and of both only what was touched.
CURRENT, FUTURE, ON_FAULT = 1, 2, 4


def give_back() -> None:
    """Collect what imports left behind, then let the C library return its free pages (glibc only)."""
    gc.collect()
    # What lives now lives as long as the process; later collections need not look at it.
    gc.freeze()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def hold() -> bool:
    """Keep every page that this process touches in memory; False where it may not (RLIMIT_MEMLOCK)."""
    lock = getattr(ctypes.CDLL(None, use_errno=True), "mlockall", None)
    return lock is not None and lock(CURRENT | FUTURE | ON_FAULT) == 0
