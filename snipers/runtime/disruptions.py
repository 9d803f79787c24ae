"""`python -m snipers.runtime.disruptions`: keeps the disruption budget of a cell's workers as large as the cell.

A RayCluster has no scale subresource, so Kubernetes refuses a percentage or maxUnavailable for its pods: both would
block every drain. minAvailable has to be a whole number, which is right for one size only. This process reads the
RayCluster's size and writes that number. It may do nothing else (cells/base/disruptions.yaml has its Role).

RAYCLUSTER and BUDGET name the two objects; address, token and namespace are what Kubernetes gives each pod.
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

from snipers.telemetry import lines

log = logging.getLogger(__name__)

EVERY_SECONDS = 10.0
CALL_SECONDS = 5.0
ACCOUNT = Path("/var/run/secrets/kubernetes.io/serviceaccount")
# One worker in so many may be away at a time, and one of a smaller cell.
ONE_IN = 10


def min_available(workers: int) -> int:
    """Return how many of the workers have to stay."""
    return max(0, workers - max(1, workers // ONE_IN))


def workers_of(cluster: Mapping[str, Any]) -> int:
    """Return a RayCluster's size: what is wanted, or what is ready where that is more.

    An apply sets `replicas` back for some seconds, until the autoscaler writes its own number.
    """
    groups = cluster["spec"]["workerGroupSpecs"]
    wanted: int = sum(max(group.get("replicas", 0), group.get("minReplicas", 0)) for group in groups)
    ready: int = cluster.get("status", {}).get("readyWorkerReplicas", 0)
    return max(wanted, ready)


@dataclass(frozen=True, slots=True, kw_only=True)
class Api:
    """The API server, as one account of one namespace. The token is read for each call: Kubernetes renews the file."""

    connect: Callable[[], HTTPConnection]
    account: Path = ACCOUNT

    def call(self, method: str, api: str, name: str, body: Mapping[str, Any] | None = None) -> Any:
        """Call for one object of the namespace. Raises OSError or HTTPException, also for a refusal."""
        namespace, token = ((self.account / file).read_text().strip() for file in ("namespace", "token"))
        with closing(self.connect()) as connection:
            connection.request(
                method,
                f"/apis/{api}/namespaces/{namespace}/{name}",
                body=None if body is None else json.dumps(body),
                headers={"Authorization": f"Bearer {token}", "Content-Type": "application/merge-patch+json"},
            )
            answer = connection.getresponse()
            text = answer.read()
            if answer.status != HTTPStatus.OK:
                raise HTTPException(f"{method} {name}: {answer.status} {text[:200]!r}")
            return json.loads(text)


def in_cluster() -> HTTPConnection:
    """Return a connection to the API server as each pod is told of it."""
    trusted = ssl.create_default_context(cafile=ACCOUNT / "ca.crt")
    host, port = os.environ["KUBERNETES_SERVICE_HOST"], int(os.environ["KUBERNETES_SERVICE_PORT"])
    return HTTPSConnection(host, port, timeout=CALL_SECONDS, context=trusted)


def adjust(api: Api, *, cluster: str, budget: str) -> None:
    """Write the number that belongs to the cluster's size, if it is another one."""
    path = f"poddisruptionbudgets/{budget}"
    wanted = min_available(workers_of(api.call("GET", "ray.io/v1", f"rayclusters/{cluster}")))
    if api.call("GET", "policy/v1", path)["spec"].get("minAvailable") != wanted:
        change = {"spec": {"minAvailable": wanted}}
        api.call("PATCH", "policy/v1", f"{path}?fieldManager=disruptions", change)
        log.info("%s: %d workers have to stay", budget, wanted)


def main() -> None:
    """Adjust every ten seconds until SIGTERM; a failure is logged, and what was written stays."""
    lines.configure(level=os.environ.get("LOG_LEVEL", "INFO"), part="disruptions", cell=os.environ["CELL"])
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    api, liveness = Api(connect=in_cluster), Path(os.environ["LIVENESS_FILE"])
    while not stop.is_set():
        try:
            adjust(api, cluster=os.environ["RAYCLUSTER"], budget=os.environ["BUDGET"])
        except (OSError, HTTPException, ValueError) as error:
            log.warning("the budget cannot be adjusted: %r", error)
        liveness.touch()
        stop.wait(EVERY_SECONDS)


if __name__ == "__main__":
    main()
