"""Returns a process's free memory pages to the system, and keeps its other pages resident.

A watcher waits for minutes and must then act within milliseconds. Under memory pressure the kernel evicts pages of idle
programs. Without locked pages, the first booking would have to read them from disk again.
"""

import ctypes
import gc

# Flags of mlockall(2): lock present and future pages, each page when it is first touched.
CURRENT, FUTURE, ON_FAULT = 1, 2, 4


def release_free_pages() -> None:
    """Collect the garbage that imports left, then make the C library return its free pages (glibc only)."""
    gc.collect()
    # Objects that exist now stay as long as the process; later collections skip them.
    gc.freeze()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def lock_pages() -> bool:
    """Lock every touched page of this process in memory. Return False if RLIMIT_MEMLOCK forbids it."""
    lock = getattr(ctypes.CDLL(None, use_errno=True), "mlockall", None)
    return lock is not None and lock(CURRENT | FUTURE | ON_FAULT) == 0
