"""What one actor process costs in memory."""

import psutil

from loadtests.bench.figures import spread
from loadtests.running import Running


def actors(running: Running) -> dict[str, str]:
    """Return the proportional set size of every process that watches a venue now."""
    rows = running.rows("select pid from venue_watch where heartbeat_at > now() - interval '10 seconds'")
    sizes = []
    for row in rows:
        try:
            sizes.append(psutil.Process(row["pid"]).memory_full_info().pss / 1e6)
        except psutil.NoSuchProcess:
            continue
    return {"PSS of one actor process": spread(sizes, "MB")}
