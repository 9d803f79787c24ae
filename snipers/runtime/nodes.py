"""Ray's nodes: which of them have room for watchers, and how one is closed to new ones. Blocking calls; see link.py."""

import time
from typing import Any

import ray
from ray._private.worker import global_worker
from ray.core.generated import autoscaler_pb2

from snipers.control.base import Room
from snipers.runtime.names import of_node
from snipers.store.base import Node

# A node offers so many of these; each watcher takes one. `num_cpus=0` alone would let watchers start on the head.
SLOT = "watch_slots"
ON_THE_HEAD = {"node:__internal_head__": 0.001}


def room() -> Room:
    """Return the nodes that live and offer slots, their cores, and how many slots nobody has."""
    offered = [(one, round(one["Resources"].get(SLOT, 0))) for one in ray.nodes() if one["Alive"]]
    nodes = tuple(
        Node(name=_name(one), host=one["NodeManagerHostname"], slots=slots) for one, slots in offered if slots
    )
    cores = {_name(one): float(one["Resources"].get("CPU", 0)) for one, slots in offered if slots}
    return Room(nodes=nodes, free=round(ray.available_resources().get(SLOT, 0)), cores=cores)


def here() -> str:
    """Return the name of the node that this process runs on."""
    node_id = ray.get_runtime_context().get_node_id()
    return next((_name(one) for one in ray.nodes() if one["NodeID"] == node_id), node_id)


def close(name: str) -> None:
    """Have Ray start nothing new on a node. It takes no undo: the node goes when its last actor went."""
    for one in ray.nodes():
        if one["Alive"] and _name(one) == name:
            reason = autoscaler_pb2.DrainNodeReason.Value("DRAIN_NODE_REASON_PREEMPTION")
            # Ray only tells others of the deadline and ends nothing by itself.
            deadline_ms = round((time.time() + 600) * 1000)
            accepted, why = global_worker.gcs_client.drain_node(one["NodeID"], reason, "drained", deadline_ms)
            if not accepted:
                raise RuntimeError(f"Ray does not close node {name}: {why}")


def _name(node: dict[str, Any]) -> str:
    return of_node(host=node["NodeManagerHostname"], node_id=node["NodeID"])
