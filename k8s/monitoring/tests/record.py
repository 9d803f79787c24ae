"""Records the metrics of a running product for test_queries.py: `python -m k8s.monitoring.tests.record FOLDER NUMBER`.

Reading 1 is before some load and reading 2 after it, in a temporary stack with METRICS_PORT=9464:

    METRICS_PORT=9464 python -m tools.stack trial sh -c '
        python -m k8s.monitoring.tests.record k8s/monitoring/recorded 1; python -m loadtests.scenarios one_table
        python -m k8s.monitoring.tests.record k8s/monitoring/recorded 2'

test_queries.py extends the counters between the two readings to an hour.
"""

import gzip
import os
import sys
import time
from pathlib import Path
from urllib.request import urlopen

# Series that only describe this process.
UNUSED = ("python_", "process_", "# ")


def main(folder: Path, number: str) -> None:
    """Write <job>-<number>.prom.gz for each job, and time-<number>.txt with the Unix seconds."""
    addresses = {
        "tablehawk-web": f"{os.environ['BASE_URL']}/metrics",
        "tablehawk-controller": f"http://127.0.0.1:{os.environ['METRICS_PORT']}/metrics",
    }
    (folder / f"time-{number}.txt").write_text(f"{time.time():.1f}\n")
    for job, address in addresses.items():
        with urlopen(address, timeout=10) as answer:  # noqa: S310 - of this machine
            lines = answer.read().decode().splitlines(keepends=True)
        kept = "".join(line for line in lines if not line.startswith(UNUSED) and "_created" not in line)
        # Without a time, equal metrics make equal files.
        (folder / f"{job}-{number}.prom.gz").write_bytes(gzip.compress(kept.encode(), mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
