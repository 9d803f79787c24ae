"""Ray's nodes: reads their capacity for watchers, and closes a node to new watchers.

The calls block; ray_connection.py runs them with a deadline.
"""

import socket
import time
from typing import Any

import ray
from ray._private.worker import global_worker
from ray.core.generated import autoscaler_pb2

from snipers.control.base import Capacity
from snipers.store.records import Node

# The Ray resource that limits the watchers of a node: each watcher takes one. Without a resource, an actor with
# `num_cpus=0` may also start on the head node, which offers no slots.
SLOT = "watch_slots"
DRAIN_SECONDS = 600


def read_capacity() -> tuple[Capacity, dict[str, str]]:
    """Return the live nodes on which watchers may run, their cores, and the number of watchers that can still start.

    Beside it, return Ray's id of each of these nodes by name.
    """
    offered = [(one, round(one["Resources"].get(SLOT, 0))) for one in ray.nodes() if one["Alive"]]
    nodes = tuple(
        Node(name=_name(one), host=one["NodeManagerHostname"], slots=slots) for one, slots in offered if slots
    )
    cores = {_name(one): float(one["Resources"].get("CPU", 0)) for one, slots in offered if slots}
    capacity = Capacity(nodes=nodes, free_slots=round(ray.available_resources().get(SLOT, 0)), cores=cores)
    return capacity, {_name(one): one["NodeID"] for one, slots in offered if slots}


def current_node() -> str:
    """Return the name of the Ray node on which this process runs. The name is derived from this machine's host name and
    the node's id.

    ray.nodes() would open a second connection to Ray's head, with two threads that wake as long as the process runs.
    """
    return _name({"NodeManagerHostname": socket.gethostname(), "NodeID": ray.get_runtime_context().get_node_id()})


def close_node(name: str) -> None:
    """Make Ray start no new actors on a node. Raises RuntimeError if Ray refuses.

    Does nothing if no live node has this name.

    Ray removes the node when its last actor has ended. A closed node cannot be reopened.
    """
    for one in ray.nodes():
        if one["Alive"] and _name(one) == name:
            reason = autoscaler_pb2.DrainNodeReason.Value("DRAIN_NODE_REASON_PREEMPTION")
            # Ray publishes the deadline and does not end actors at it.
            deadline_ms = round((time.time() + DRAIN_SECONDS) * 1000)
            accepted, why = global_worker.gcs_client.drain_node(one["NodeID"], reason, "drained", deadline_ms)
            if not accepted:
                raise RuntimeError(f"Ray does not close node {name}: {why}")


def _name(node: dict[str, Any]) -> str:
    """Return our name for a node: its host (in Kubernetes the pod) and a part of Ray's id, which changes at each
    restart."""
    return f"{node['NodeManagerHostname'][:70]}-{node['NodeID'][:8]}"
