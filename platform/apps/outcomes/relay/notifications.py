"""Collects the PostgreSQL notifications that arrive between two runs of the relay's steps."""

import json
from dataclasses import dataclass, field
from typing import Any

import structlog

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Notifications:
    """The content of the PostgreSQL notifications that arrived since the last run of the steps.

    `outcomes`, `events`, `states` and `sources` say whether there are new outcomes, events, watch states and states of
    platforms. `attempts` are the ids of attempts that have started. `entries` is a range of ids that contains the new
    timeline entries.
    """

    outcomes: bool = False
    events: bool = False
    states: bool = False
    sources: bool = False
    attempts: list[int] = field(default_factory=list)
    entries: range | None = None

    def add(self, *, channel: str, payload: str) -> None:
        """Add one notification. A watch notification that cannot be parsed is ignored."""
        if channel == "outcomes":
            self.outcomes = True
        elif channel == "events":
            self.events = True
        else:
            try:
                self._add_watch(json.loads(payload))
            except (ValueError, KeyError, TypeError):
                log.warning("watch notification cannot be parsed", size=len(payload))

    def _add_watch(self, message: dict[str, Any]) -> None:
        match message["t"]:
            case "states":
                self.states = True
            case "sources":
                self.sources = True
            case "seen":
                self.attempts.append(int(message["attempt"]))
            case "lines":
                self.entries = union(self.entries, range(int(message["first"]), int(message["last"]) + 1))


def union(one: range | None, other: range | None) -> range | None:
    """Return the smallest range that contains both ranges."""
    if one is None or other is None:
        return one or other
    return range(min(one.start, other.start), max(one.stop, other.stop))
