"""Prints which part of a long run is in progress, how long it has taken, and how long it took the last time."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from loadtests.running import ROOT

DURATIONS = ROOT / "loadtests" / "reports" / "durations.json"
INTERVAL_SECONDS = 15.0


class Progress:
    """Announces the parts of one run of `total` parts.

    The durations of complete parts are kept in `durations`, so that the next run can print an expected duration.
    """

    def __init__(self, total: int, *, durations: Path = DURATIONS, interval: float = INTERVAL_SECONDS) -> None:
        self._total = total
        self._durations = durations
        self._interval = interval
        self._started = time.monotonic()
        self._done = 0

    @property
    def seconds(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self._started

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Print the start, a line every interval, and the end of one part."""
        self._done += 1
        began = time.monotonic()
        label = f"[{self._done}/{self._total}] {name}"
        last = self._last_durations().get(name)
        expected = f" of about {_clock(last)}" if last else ""
        print(f"{label}: started{f', takes about {_clock(last)}' if last else ''}", flush=True)
        over = threading.Event()

        def report() -> None:
            while not over.wait(self._interval):
                print(f"{label}: {_clock(time.monotonic() - began)}{expected}", flush=True)

        reporter = threading.Thread(target=report, daemon=True)
        reporter.start()
        try:
            yield
        finally:
            over.set()
            reporter.join()
        took = time.monotonic() - began
        self._keep(name, took)
        print(f"{label}: done in {_clock(took)}, {_clock(self.seconds)} since the start", flush=True)

    def _last_durations(self) -> dict[str, float]:
        try:
            durations: dict[str, float] = json.loads(self._durations.read_text())
        except (FileNotFoundError, ValueError):
            return {}
        return durations

    def _keep(self, name: str, seconds: float) -> None:
        self._durations.parent.mkdir(parents=True, exist_ok=True)
        self._durations.write_text(json.dumps({**self._last_durations(), name: round(seconds, 1)}, indent=2))


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
