"""Records of an upgrade run that its verdict needs: the releases, the requests and the phases."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from loadtests.scenarios.chaos.records import ChaosRecord, Wave
from loadtests.scenarios.upgrade.installation import Release


@dataclass
class Phase:
    """One part of the run. Instants are unix seconds."""

    name: str
    began: float
    ended: float = 0.0


@dataclass(kw_only=True)
class UpgradeRecord:
    """The records of one run. `before` is the previous release, `this` is this release.

    `early` has the requests submitted before the migration, `later` those submitted during the upgrade.
    """

    before: Release
    this: Release
    early: Wave = field(default_factory=lambda: Wave(fault="before the migration"))
    later: Wave = field(default_factory=lambda: Wave(fault="during the upgrade"))
    chaos: ChaosRecord = field(init=False)
    phases: list[Phase] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chaos = ChaosRecord(waves=[self.early, self.later])

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Record the block as one phase and print its duration."""
        phase = Phase(name, began=time.time())
        self.phases.append(phase)
        yield
        phase.ended = time.time()
        print(f"  {name}: {phase.ended - phase.began:.0f} s", flush=True)
