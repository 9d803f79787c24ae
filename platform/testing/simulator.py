"""Runs the simulator of the platforms and of Stripe for tests of the web tower."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from loadtests.simulator import threaded
from loadtests.simulator.clock import Clock

# The timeout of a call to the simulator. It is long, so that a busy machine does not fail a test.
TIMEOUT_SECONDS = 120.0


@dataclass(frozen=True)
class Simulator:
    """The addresses of a running simulator, and calls to its control API.

    `http` resolves paths against the control API. Tests use the same client for other addresses too, because each new
    client would load the CA bundle.
    """

    http: httpx.Client
    control_url: str
    resy_url: str
    opentable_url: str
    stripe_url: str

    def add_fault(self, kind: str, path: str, *, source: str = "resy", **more: Any) -> None:
        """Make every call to `path` at the platform `source` fail with the fault `kind`, for 60 s unless `more` says
        otherwise."""
        fault = {"source": source, "path": path, "kind": kind, "rate": 1.0, "seconds": 60, **more}
        self.http.post("/faults", json=fault).raise_for_status()

    def clear_faults(self) -> None:
        """Remove all faults."""
        self.http.delete("/faults").raise_for_status()

    def switch(self, **switches: Any) -> None:
        """Select variants of the platforms' protocols. `switches` are fields of Switches in
        loadtests/simulator/world.py."""
        self.http.post("/switches", json=switches).raise_for_status()

    def count_calls(self, path: str) -> int:
        """Return how many calls to `path` the simulator has received so far. A hanging call counts when it ends."""
        stats = self.http.get("/requests/stats").raise_for_status().json()
        return sum(entry["count"] for entry in stats["by_path"] if entry["path"] == path)


@contextmanager
def running_simulator(*, clock: Clock | None = None) -> Iterator[Simulator]:
    """Run the simulator on free ports during the `with` block, in a thread with its own event loop."""
    # Do not keep connections open: the simulator closes idle connections, possibly at the moment when a call begins.
    limits = httpx.Limits(max_keepalive_connections=0)
    with (
        threaded.running(clock=clock) as sim,
        httpx.Client(base_url=sim.control_url, limits=limits, timeout=TIMEOUT_SECONDS, trust_env=False) as http,
    ):
        yield Simulator(http, sim.control_url, sim.resy_url, sim.opentable_url, sim.stripe_url)
