"""Prints the current part of a long run, the time that the part has taken, and the expected time."""

import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from loadtests.running import ROOT

DURATIONS = ROOT / "loadtests" / "reports" / "durations.json"
INTERVAL_SECONDS = 5.0


class Progress:
    """Prints the progress of one run every few seconds: "[3/9] release_rush: 00:42 of about 01:30".

    `estimates` maps each part to its expected seconds, in the order in which the parts run. The file `durations` stores
    the last duration of each part with the same `options`. A stored duration replaces the estimate.
    """

    def __init__(
        self,
        estimates: Mapping[str, float],
        *,
        options: Sequence[str] = (),
        durations: Path = DURATIONS,
        interval: float = INTERVAL_SECONDS,
    ) -> None:
        self._options = options
        self._durations = durations
        self._interval = interval
        last = self._read()
        self._expected = {name: last.get(self._key(name), seconds) for name, seconds in estimates.items()}
        self._started = time.monotonic()
        self._done = 0

    @property
    def seconds(self) -> float:
        """Return the seconds since the run began."""
        return time.monotonic() - self._started

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Run the block as one part: print its start, a line every interval and its end, and store its duration."""
        self._done += 1
        began = time.monotonic()
        label = f"[{self._done}/{len(self._expected)}] {name}"
        expected = f"about {format_clock(self._expected[name])}"
        total = format_clock(sum(self._expected.values()))
        print(f"{label}: started, takes {expected} (run: {format_clock(self.seconds)} of about {total})", flush=True)
        ended = threading.Event()

        def print_progress() -> None:
            while not ended.wait(self._interval):
                print(f"{label}: {format_clock(time.monotonic() - began)} of {expected}", flush=True)

        printer = threading.Thread(target=print_progress, daemon=True)
        printer.start()
        try:
            yield
        finally:
            ended.set()
            printer.join()
        took = time.monotonic() - began
        self._record(name, took)
        print(f"{label}: done in {format_clock(took)}", flush=True)

    def _key(self, name: str) -> str:
        return " ".join([name, *self._options])

    def _read(self) -> dict[str, float]:
        try:
            durations: dict[str, float] = json.loads(self._durations.read_text())
        except (FileNotFoundError, ValueError):
            return {}
        return durations

    def _record(self, name: str, seconds: float) -> None:
        self._durations.parent.mkdir(parents=True, exist_ok=True)
        durations = {**self._read(), self._key(name): round(seconds, 1)}
        self._durations.write_text(json.dumps(durations, indent=2, sort_keys=True) + "\n")


def format_clock(seconds: float) -> str:
    """Return minutes and seconds, as in 01:30."""
    return f"{int(seconds) // 60:02}:{int(seconds) % 60:02}"
