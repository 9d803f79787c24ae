"""Memory of a process after its start: returns free pages to the system, and keeps all others resident.

A watcher waits for minutes and must then act within milliseconds. Under memory pressure the kernel evicts pages of idle
programs, and the first booking would read them from disk again.
"""

import ctypes
import gc

# mlockall(2): present and future pages, each only once it was touched.
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
    """Lock every touched page of this process in memory. False if RLIMIT_MEMLOCK forbids it."""
    lock = getattr(ctypes.CDLL(None, use_errno=True), "mlockall", None)
    return lock is not None and lock(CURRENT | FUTURE | ON_FAULT) == 0
