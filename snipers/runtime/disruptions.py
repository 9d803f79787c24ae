"""`python -m snipers.runtime.disruptions`: adjusts the disruption budget of a cell's workers to the cell's size.

A RayCluster has no scale subresource. So Kubernetes cannot evaluate maxUnavailable or percentages for its pods, and a
budget that contains them would block every drain. minAvailable must be a whole number, and a number fits only one size
of the cluster. This process reads the RayCluster's size and writes the number that fits. Its Role
(k8s/cells/base/budget.yaml) allows nothing else.

RAYCLUSTER and BUDGET name the two objects. Kubernetes gives each pod the API server's address, a token and a namespace.
"""

import json
import logging
import os
import signal
import ssl
import threading
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Any

from snipers.telemetry import json_logs

log = logging.getLogger(__name__)

PERIOD_SECONDS = 10.0
CALL_SECONDS = 5.0
ACCOUNT = Path("/var/run/secrets/kubernetes.io/serviceaccount")
# One worker in ten may be unavailable at a time; in a cell of fewer than ten workers, one worker.
WORKERS_PER_DISRUPTION = 10


def min_available(workers: int) -> int:
    """Return how many of the workers must stay available."""
    return max(0, workers - max(1, workers // WORKERS_PER_DISRUPTION))


def count_workers(cluster: Mapping[str, Any]) -> int:
    """Return a RayCluster's desired number of workers, or its number of ready workers if that is larger.

    The desired number alone may be too small: `kubectl apply` resets `replicas` for some seconds, until the autoscaler
    writes its own number.
    """
    groups = cluster["spec"]["workerGroupSpecs"]
    desired: int = sum(max(group.get("replicas", 0), group.get("minReplicas", 0)) for group in groups)
    ready: int = cluster.get("status", {}).get("readyWorkerReplicas", 0)
    return max(desired, ready)


@dataclass(frozen=True, slots=True, kw_only=True)
class Api:
    """Calls the API server as one service account. The token is read for each call, because Kubernetes renews it."""

    connect: Callable[[], HTTPConnection]
    account: Path = ACCOUNT

    def call(self, method: str, api: str, name: str, body: Mapping[str, Any] | None = None) -> Any:
        """Send a request about one object of the namespace, and return the parsed reply.

        Raises OSError without a reply, HTTPException for a status other than 200.
        """
        namespace, token = ((self.account / file).read_text().strip() for file in ("namespace", "token"))
        with closing(self.connect()) as connection:
            connection.request(
                method,
                f"/apis/{api}/namespaces/{namespace}/{name}",
                body=None if body is None else json.dumps(body),
                headers={"Authorization": f"Bearer {token}", "Content-Type": "application/merge-patch+json"},
            )
            reply = connection.getresponse()
            text = reply.read()
            if reply.status != HTTPStatus.OK:
                raise HTTPException(f"{method} {name}: {reply.status} {text[:200]!r}")
            return json.loads(text)


def connect_in_cluster() -> HTTPConnection:
    """Return a connection to the API server at the address in the pod's environment."""
    trusted = ssl.create_default_context(cafile=ACCOUNT / "ca.crt")
    host, port = os.environ["KUBERNETES_SERVICE_HOST"], int(os.environ["KUBERNETES_SERVICE_PORT"])
    return HTTPSConnection(host, port, timeout=CALL_SECONDS, context=trusted)


def adjust_budget(api: Api, *, cluster: str, budget: str) -> None:
    """Write minAvailable for the cluster's present size, if the budget has another value."""
    path = f"poddisruptionbudgets/{budget}"
    required = min_available(count_workers(api.call("GET", "ray.io/v1", f"rayclusters/{cluster}")))
    if api.call("GET", "policy/v1", path)["spec"].get("minAvailable") != required:
        change = {"spec": {"minAvailable": required}}
        api.call("PATCH", "policy/v1", f"{path}?fieldManager=disruptions", change)
        log.info("%s: minAvailable is %d now", budget, required)


def main() -> None:
    """Adjust the budget every ten seconds until SIGTERM. After a failure the budget stays as it is."""
    json_logs.configure(level=os.environ.get("LOG_LEVEL", "INFO"), part="disruptions", cell=os.environ["CELL"])
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    api, liveness = Api(connect=connect_in_cluster), Path(os.environ["LIVENESS_FILE"])
    while not stop.is_set():
        try:
            adjust_budget(api, cluster=os.environ["RAYCLUSTER"], budget=os.environ["BUDGET"])
        except (OSError, HTTPException, ValueError) as error:
            log.warning("cannot adjust the disruption budget: %r", error)
        liveness.touch()
        stop.wait(PERIOD_SECONDS)


if __name__ == "__main__":
    main()
