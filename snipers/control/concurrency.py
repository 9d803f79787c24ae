"""How many watchers may be in the making at the same moment: pure, so that every size of a cell is a table test.

A start costs up to a second of CPU, on the node where the watcher starts. A cell of two cores takes three at once; a
cell of fifty would hand a full node over for minutes if it took no more.
"""

from collections.abc import Set as AbstractSet

from snipers.control.base import Capacity

# On a machine of one or two cores, which do everything else too.
FEWEST_STARTS = 3
FEWEST_MOVES = 2
# Each new watcher reads its roster from PostgreSQL and opens connections to its platform.
MOST = 32
# Of a core, by a watcher that stands by (k8s/CAPACITY.md).
WATCHER_CORES = 0.005


def starts_at_once(capacity: Capacity, *, draining: AbstractSet[str] = frozenset()) -> int:
    """Return how many watchers may be starting together."""
    return _at_once(capacity, draining=draining, fewest=FEWEST_STARTS)


def moves_at_once(capacity: Capacity, *, draining: AbstractSet[str] = frozenset()) -> int:
    """Return how many watchers of nodes that are to be left may be on their way together."""
    return _at_once(capacity, draining=draining, fewest=FEWEST_MOVES)


def _at_once(capacity: Capacity, *, draining: AbstractSet[str], fewest: int) -> int:
    """One for each free core of the nodes where watchers may start, and no more than there are free slots.

    Without a free slot the fewest still wait for one: they are the demand that Ray's autoscaler sees.
    """
    return max(fewest, min(int(free_cores(capacity, draining=draining)), capacity.free_slots, MOST))


def free_cores(capacity: Capacity, *, draining: AbstractSet[str] = frozenset()) -> float:
    """Return the cores of open nodes, less what watchers that stand by take of them."""
    open_nodes = [node for node in capacity.nodes if node.name not in draining]
    slots = sum(node.slots for node in open_nodes)
    used = max(0, slots - capacity.free_slots)
    return max(0.0, sum(capacity.cores.get(node.name, 0.0) for node in open_nodes) - used * WATCHER_CORES)
