"""Decides whether an operator may probe a platform now. A probe makes a few calls, which some states of a platform
forbid.
"""

from snipers.domain.vocabulary import FailureKind, SourceStatus
from snipers.ops.port import Operations
from snipers.ops.results import CommandRefused


def check_probe(operations: Operations, *, source: str, force: bool) -> None:
    """Raise CommandRefused if the platform must not be called now.

    While its kill switch is set, nothing calls it. While its breaker is stopped, a probe needs `force`. It needs no
    `force` if the platform only rejected our key, because then it has not limited our rate.
    """
    switches = operations.read("read_switches")
    if any((one["scope"], one["key"]) == ("platform", source) for one in switches):
        raise CommandRefused(f"{source} is paused by its kill switch, and nothing calls it: resume it first.")
    state = next((one for one in operations.read("sources") if one["platform"] == source), None)
    if state is None or force:
        return
    if state["state"] == SourceStatus.STOPPED and state["reason"] != FailureKind.KEY:
        until = f" until {state['until']:%H:%M:%S} UTC" if state["until"] else ""
        raise CommandRefused(f"The breaker of {source} is stopped{until}, then one venue polls. --force probes now.")
