"""Runs every command of the rendered manifests in the built images, from an empty database to a booked table.

The dev overlay runs as a whole, with its stores and the simulator. Then the pods of prod run with production's
variables on the same stores. Every other overlay has the same commands, which `commands_not_run` checks.
"""

import runpy
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from . import bases, kuberay, render
from .api_server import ApiServer
from .booked_table import Api, book
from .buildah import BuildError, folder
from .manifests import Findings, load, max_replicas, of_kind
from .pod_environment import Secrets
from .pod_runs import Cluster, Result, image
from .podman import NETWORK, PREFIX, SUBNET, Network, podman

ROOT = Path(__file__).resolve().parents[2]
RESTORED, PRODUCTION = "restored", "production"
GCS_REDIS = "gcs-redis.tablehawk.internal"
STORES = ("StatefulSet/postgres", "StatefulSet/valkey")
LOOPS = ("Deployment/relay", "Deployment/worker")
HEAD, WATCHERS = "RayCluster/cell-blue (head)", "RayCluster/cell-blue (watchers)"
CELL = (HEAD, WATCHERS, "Deployment/controller-blue", "Deployment/disruptions-blue")
# The exit code of `ops node drain` if watchers are left. With a single worker, they have no other node to move to.
NOT_DRAINED = 6
# Jobs that need nothing but the stores. `stripe_setup` needs the simulator too.
JOBS = ("CronJob/reseal",)


def run_all() -> dict[str, list[Result]]:
    """Run the dev overlay, then prod. Return the results by overlay. Raises BuildError."""
    bases.make_stores()
    shutil.rmtree(folder() / "volumes", ignore_errors=True)
    with Network() as network:
        dev = _cluster("dev", network, _dev_secrets())
        prod = _cluster("prod", network, _production_secrets(dev.secrets))
        try:
            with _api_server(dev):
                run_dev(dev)
            with _api_server(prod):
                run_prod(prod, stores=dev)
        except (BuildError, OSError) as error:
            message = str(error)
            dev.results.append(Result(owner="-", container="-", command=(), outcome=message, seconds=0, passed=False))
        return {"dev": dev.results, "prod": prod.results}


@contextmanager
def _api_server(cluster: Cluster) -> Iterator[None]:
    with ApiServer(cluster.manifests, address=f"{SUBNET}.1", folder=cluster.folder) as api:
        cluster.account, cluster.variables = api.account, api.variables
        yield
    for (method, path), calls in sorted(api.calls.items()):
        cluster.results.append(
            Result(owner="(API server)", container="-", command=(method, path), outcome=f"{calls} calls", seconds=0)
        )


def run_dev(dev: Cluster) -> None:
    """Start everything in the order of a first installation, book a table, and stop everything."""
    for owner in STORES:
        dev.start(owner)
    dev.run("Job/migrate")
    dev.start("Deployment/web")
    dev.start("Deployment/simulator")
    dev.run("Job/seed")
    dev.start("Deployment/realtime")
    for owner in LOOPS:
        dev.start(owner)
    _start_cell(dev)
    _book(dev)
    dev.start("Deployment/toolbox")
    for owner in (*JOBS, "CronJob/stripe-setup", "CronJob/backup", "CronJob/restore-drill"):
        dev.run(owner)
    _create_database(dev, RESTORED)
    url = dev.secrets["web-secrets"]["DATABASE_URL"]
    dev.run("CronJob/restore", extra_env={"DATABASE_URL": _other_database(url, RESTORED)})
    dev.check_running()
    _stop(dev, except_for=STORES)


def run_prod(prod: Cluster, *, stores: Cluster) -> None:
    """Run the pods of prod with production's variables, on a separate database of the same stores."""
    _create_database(stores, PRODUCTION)
    password = prod.secrets["gcs-redis"]["password"]
    server = ("valkey-server", "--save", "", "--requirepass", password)
    name = f"{PREFIX}gcs-redis"
    placed = (f"--network={NETWORK}", f"--network-alias={GCS_REDIS}", f"--ip={prod.network.new_address()}")
    podman("run", "--detach", f"--name={name}", *placed, *_limits(), image("docker.io/valkey/valkey"), *server)
    prod.run("Job/migrate")
    for owner in ("Deployment/web", "Deployment/realtime", *LOOPS, "Deployment/toolbox"):
        prod.start(owner)
    _start_cell(prod)
    for owner in (*JOBS, "CronJob/backup", "CronJob/restore-drill"):
        prod.run(owner)
    prod.check_running()
    _stop(prod)
    _stop(stores)


def _start_cell(cluster: Cluster) -> None:
    """Start a cell: a Ray head, its workers, the controller with its own raylet, and the process that adjusts the
    disruption budget.
    """
    service = kuberay.head_service(of_kind(cluster.manifests, "RayCluster")[0])
    for owner in CELL:
        cluster.start(owner, aliases=[service] if owner == HEAD else [])


def _book(dev: Cluster) -> None:
    web, simulator = dev.running["Deployment/web"][0], dev.running["Deployment/simulator"][0]
    started, passed = time.monotonic(), True
    try:
        sentence = book(
            web=Api(address=f"{web.address}:8000", headers={"Host": "127.0.0.1"}),
            simulator=Api(address=f"{simulator.address}:19100", headers={"Host": "simulator"}),
        )
    except BuildError as error:
        sentence, passed = str(error), False
    seconds = time.monotonic() - started
    dev.results.append(
        Result(owner="(a user's request)", container="-", command=(), outcome=sentence, seconds=seconds, passed=passed)
    )


def _stop(cluster: Cluster, *, except_for: Sequence[str] = ()) -> None:
    """Stop all pods: preStop, then SIGTERM. Ray's workers are stopped first, because their preStop needs the other
    pods.
    """
    last_first = reversed([one for one in cluster.running if one not in except_for])
    for owner in sorted(last_first, key=lambda one: one != WATCHERS):
        allowed = (0, NOT_DRAINED) if max_replicas(cluster.manifests).get(owner) == 1 else (0,)
        for number, container in enumerate(cluster.running[owner]):
            if hook := container.manifest.get("lifecycle", {}).get("preStop"):
                cluster.exec(owner, hook["exec"]["command"], container=number, allowed=allowed)
        cluster.stop(owner)


def _create_database(cluster: Cluster, name: str) -> None:
    cluster.running["StatefulSet/postgres"][0].run(["createdb", "--username=tablehawk", name])


def _other_database(url: str, name: str) -> str:
    return f"{url.rpartition('/')[0]}/{name}"


def _limits() -> list[str]:
    return ["--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096", "--pull=never"]


def _cluster(overlay: str, network: Network, secrets: Secrets) -> Cluster:
    manifests = load(render.render(overlay))  # a copy, because the substitute of the API server changes it
    return Cluster(manifests=manifests, secrets=secrets, network=network, folder=folder() / "volumes" / overlay)


def _dev_secrets() -> Secrets:
    script = runpy.run_path(str(ROOT / "k8s" / "overlays" / "dev" / "make_secrets.py"))
    return {one["metadata"]["name"]: one["stringData"] for one in script["manifests"]()}


def _production_secrets(dev: Secrets) -> Secrets:
    """Return the contents of the Secrets that ExternalSecrets create: dev's values, or values of the right form."""
    known: dict[str, str] = {key: value for values in dev.values() for key, value in values.items()}
    known |= {
        "DATABASE_URL": _other_database(known["DATABASE_URL"], PRODUCTION),
        "REDIS_URL": "redis://valkey:6379/1",
        "RESY_API_KEY": "production-key",
        "STRIPE_SECRET_KEY": known["STRIPE_SECRET_KEY"].replace("sk_test_", "sk_live_"),
    }
    return {
        one["spec"]["target"]["name"]: {
            key["secretKey"]: known.get(key["secretKey"], "x" * 24) for key in one["spec"]["data"]
        }
        for one in of_kind(render.manifests("prod"), "ExternalSecret")
    }


def commands_not_run(results: Mapping[str, Sequence[Result]]) -> Findings:
    """Return the commands of all rendered overlays that no run contains."""
    done = {_plain(one.command) for overlay in results.values() for one in overlay}
    return sorted({f"{where}: {' '.join(command)}" for where, command in _commands() if _plain(command) not in done})


# Commands of the operators' overlays. tests/test_valkey_replica.py runs the first one, and
# tools/stack/tests/test_backup_bucket.py the others.
_RUN_ELSEWHERE = frozenset({"StatefulSet/channels", "upload", "download"})


def _commands() -> Iterator[tuple[str, tuple[str, ...]]]:
    for overlay in render.OVERLAYS:
        for pod in kuberay.pods(render.manifests(overlay)):
            for one in pod.all_containers:
                if not _RUN_ELSEWHERE.isdisjoint({pod.owner, one["name"]}):
                    continue
                yield f"{overlay} {pod.owner}", (*one.get("command", []), *one.get("args", []))


def _plain(command: Sequence[str]) -> tuple[str, ...]:
    """Return a command without the cell's name and without the numbers in Ray's flags, which differ between
    overlays.
    """
    text = " ".join(command).replace("cell-green", "cell-blue")
    if "kuberay-autoscaler" in text:
        return ("ray", "kuberay-autoscaler")
    if "ray start" in text:
        return tuple(part.partition("=")[0] for part in text.split())
    return tuple(command)
