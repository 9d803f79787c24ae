"""Computes how many watchers may start at the same time. Pure.

A start costs up to one second of CPU time on the watcher's node, so a fixed number does not fit all cells. With the
number that is right for two cores, moving the watchers of a full node would take minutes in a cell of fifty cores.
"""

from collections.abc import Set as AbstractSet

from snipers.control.base import Capacity

# For a machine of one or two cores, on which all other processes run, too.
FEWEST_STARTS = 3
FEWEST_MOVES = 2
# Bounds the load of PostgreSQL and of the platforms: each new watcher reads its roster and connects to its platform.
MOST_STARTS = 32
# Cores used by a watcher that does not poll (k8s/CAPACITY.md).
IDLE_WATCHER_CORES = 0.005


def concurrent_starts(
    capacity: Capacity, *, draining: AbstractSet[str] = frozenset(), fewest: int = FEWEST_STARTS
) -> int:
    """Return how many watchers may be starting at once: the number of free cores or of free slots, whichever is less.

    The result is at most MOST_STARTS and at least `fewest`. Without a free slot, the watchers that start wait in Ray,
    whose autoscaler counts them as demand. Cores of the nodes `draining` are not free.
    """
    return max(fewest, min(int(free_cores(capacity, draining=draining)), capacity.free_slots, MOST_STARTS))


def free_cores(capacity: Capacity, *, draining: AbstractSet[str] = frozenset()) -> float:
    """Return the cores of all open nodes, less those that idle watchers use."""
    open_nodes = [node for node in capacity.nodes if node.name not in draining]
    used_slots = max(0, sum(node.slots for node in open_nodes) - capacity.free_slots)
    cores = sum(capacity.cores.get(node.name, 0.0) for node in open_nodes)
    return max(0.0, cores - used_slots * IDLE_WATCHER_CORES)
