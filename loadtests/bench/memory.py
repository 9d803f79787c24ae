"""What one actor process costs in memory."""

import contextlib

import psutil

from loadtests.percentiles import summarize
from loadtests.processes import watchers
from loadtests.running import RunningStack


def actors(running: RunningStack) -> dict[str, str]:
    """Return the proportional set size of every process that watches now."""
    sizes = []
    for process in watchers(running):
        with contextlib.suppress(psutil.NoSuchProcess):
            sizes.append(process.memory_full_info().pss / 1e6)
    return {"PSS of one actor process": summarize(sizes, "MB")}
