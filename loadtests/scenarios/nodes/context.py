"""The data that every step of the nodes scenario uses."""

from dataclasses import dataclass

from loadtests.clients import SimulatorControl
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.nodes.cluster import Cluster
from loadtests.scenarios.nodes.demand import Demand
from loadtests.truth import TruthLog


class StepFailed(Exception):
    """Raised if the following steps cannot run. The scenario stops and reports the metrics measured so far."""


class StepSkipped(Exception):
    """Raised if this machine cannot run the step. The report says that it was skipped and why."""


@dataclass
class NodesContext:
    """What the steps of the scenario share: the second cell, the requests, and the section with the results so far.

    `table_interval` is the mean time between two freed tables in seconds.
    """

    running: RunningStack
    control: SimulatorControl
    cluster: Cluster
    demand: Demand
    section: Section
    table_interval: float

    async def read_log(self, *, since: int) -> TruthLog:
        """Return the platform's log after entry `since`."""
        return await TruthLog.read(self.control, since=since)

    @property
    def venue_ids(self) -> list[int]:
        """Return our ids of the watched venues."""
        return [request.venue["id"] for request in self.demand.requests]
