"""Records of a chaos run that its verdict needs: waves, diners and requests."""

from dataclasses import dataclass, field

from loadtests.clients import Diner
from loadtests.scenarios.chaos.requests import ChaosRequest
from loadtests.scenarios.chaos.valkey_stop import ValkeyStop


@dataclass
class Wave:
    """One wave of requests and its fault. Instants are unix seconds.

    `recovered_at` is the instant at which every request that was not stopped was confirmed; None if that never
    happened.
    """

    fault: str
    requests: list[ChaosRequest] = field(default_factory=list)
    injected_at: float = 0.0
    removed_at: float = 0.0
    recovered_at: float | None = None
    valkey_stop: ValkeyStop = field(default_factory=ValkeyStop)

    @property
    def ended_at(self) -> float:
        """The instant at which the wave recovered or, if it did not, at which its fault was removed."""
        return self.recovered_at or self.removed_at


@dataclass
class ChaosRecord:
    """All waves and diners of one run."""

    waves: list[Wave] = field(default_factory=list)
    diners: list[Diner] = field(default_factory=list)

    @property
    def requests(self) -> list[ChaosRequest]:
        """Return the requests of every wave."""
        return [request for wave in self.waves for request in wave.requests]
