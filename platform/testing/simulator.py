"""The simulator of the platforms and of Stripe, for tests of the web tower."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from loadtests.simulator import threaded


@dataclass(frozen=True)
class Simulator:
    """The addresses of a running simulator, and calls to its control API."""

    control_url: str
    resy_url: str
    opentable_url: str
    stripe_url: str

    def add_fault(self, kind: str, path: str, *, source: str = "resy", **more: Any) -> None:
        """Make every call to this path fail with this fault."""
        fault = {"source": source, "path": path, "kind": kind, "rate": 1.0, "seconds": 60, **more}
        httpx.post(f"{self.control_url}/faults", json=fault).raise_for_status()

    def clear_faults(self) -> None:
        """Remove all faults."""
        httpx.delete(f"{self.control_url}/faults").raise_for_status()

    def count_calls(self, path: str) -> int:
        """Count the calls to this path so far."""
        stats = httpx.get(f"{self.control_url}/requests/stats").raise_for_status().json()
        return sum(entry["count"] for entry in stats["by_path"] if entry["path"] == path)


@contextmanager
def running_simulator() -> Iterator[Simulator]:
    """Run the simulator on free ports, in a thread with its own event loop."""
    with threaded.running() as sim:
        yield Simulator(sim.control_url, sim.resy_url, sim.opentable_url, sim.stripe_url)
