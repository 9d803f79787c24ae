"""The first start of the whole stack, with an empty state folder."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

from tools.stack.testing import whole_stack

POLLED_SECONDS = 60.0


def test_the_first_start_logs_no_error(tmp_path: Path) -> None:
    with whole_stack(tmp_path / "state") as shared:
        wait_for_polls(shared["DATABASE_URL"])
        assert list(failures(tmp_path / "state" / "logs")) == []


def wait_for_polls(database: str) -> None:
    """Wait until a watcher of a demo request polls, so that the controller and the agent of the node have exchanged
    messages.
    """
    deadline = time.monotonic() + POLLED_SECONDS
    with psycopg.connect(database, autocommit=True) as connection:
        while not connection.execute("select 1 from venue_watch where polls > 0").fetchall():
            assert time.monotonic() < deadline
            time.sleep(0.2)


def failures(logs: Path) -> Iterator[str]:
    """Yield the records of errors of our programs, and the lines of errors of PostgreSQL and of Ray's command line."""
    for file in sorted(logs.glob("*.log")):
        for line in file.read_text().splitlines():
            if line.startswith("{"):
                if json.loads(line)["level"] in ("error", "critical"):
                    yield f"{file.name}: {line}"
            elif "\tERROR " in line or "] ERROR: " in line:
                yield f"{file.name}: {line}"
