"""One worker node of the second cell: `python worker.py ADDRESS SLOTS AGENT_PORT`.

`ray start` refuses a second node at one address while Ray is bound to loopback (see stack/ray_head.py), so this program
starts the node in the same way as Ray's own tests. The node has the address of the head. The program exits when one of
the node's processes exits, as `ray start --block` does.
"""

import os
import sys
import time

from ray._private.node import Node
from ray._private.parameter import RayParams

WATCH_BYTES = 85_000_000
OBJECT_STORE_BYTES = 80_000_000


def main(address: str, slots: int, agent_port: int) -> None:
    """Join the cluster and run until a process of the node exits."""
    params = RayParams(
        gcs_address=address,
        node_ip_address=address.partition(":")[0],
        resources={"watch_slots": slots},
        memory=slots * WATCH_BYTES,
        num_cpus=os.cpu_count(),
        num_gpus=0,
        object_store_memory=OBJECT_STORE_BYTES,
        min_worker_port=0,
        max_worker_port=0,
        node_manager_port=0,
        dashboard_agent_listen_port=agent_port,
        include_log_monitor=False,
    )
    node = Node(params, head=False, shutdown_at_exit=True, spawn_reaper=True)
    while not node.dead_processes():
        time.sleep(0.5)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
