"""The network of the nodes scenario, and the command of its cabled node."""

import os
import random
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from loadtests.clients import SimulatorControl
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.nodes import cable, manifest
from loadtests.scenarios.nodes.cluster import Cluster
from loadtests.scenarios.nodes.context import NodesContext, StepSkipped
from loadtests.scenarios.nodes.demand import Demand
from loadtests.scenarios.nodes.network import (
    DATABASE_PORT,
    HEAD_ADDRESS,
    CellNetwork,
    Namespace,
    NoNamespaces,
    database_socket,
    url_through_cable,
)
from tools.stack import ports, process
from tools.stack.ray_head import RayHead


def namespaces_permitted() -> bool:
    try:
        one = Namespace()
        try:
            one.ip("link", "add", "one", "type", "veth", "peer", "name", "two")
        finally:
            one.close()
    except (NoNamespaces, FileNotFoundError):
        return False
    return shutil.which("nsenter") is not None


needs_namespaces = pytest.mark.skipif(not namespaces_permitted(), reason="no network namespaces on this machine")


def test_database_is_reached_by_its_socket_or_not_at_all() -> None:
    assert database_socket("postgresql://me@/db?host=%2Frun%2Fpg") == "/run/pg/.s.PGSQL.5432"
    assert database_socket("postgresql://me@/db?host=%2Frun%2Fpg&port=6000") == "/run/pg/.s.PGSQL.6000"
    with pytest.raises(NoNamespaces, match="Unix socket"):
        database_socket("postgresql://me@127.0.0.1/db")


def test_address_through_the_cable_keeps_user_and_database() -> None:
    assert set(url_through_cable("postgresql://me@/db?host=%2Frun%2Fpg").split()) == {
        "user=me", "dbname=db", f"host={HEAD_ADDRESS}", f"port={DATABASE_PORT}",
    }  # fmt: skip


def test_cabled_node_has_the_flags_and_variables_of_the_manifests() -> None:
    command = manifest.worker_command(address="10.77.0.1:6379", slots=7)
    assert command[:3] == ["start", "--address=10.77.0.1:6379", "--block"]
    assert '--resources={"watch_slots":7}' in command
    environment = manifest.worker_environment()
    assert environment["RAY_gcs_rpc_server_reconnect_timeout_s"] == "600"
    assert environment["RAY_worker_niceness"] == "0"
    assert all(Path(folder).is_dir() for folder in environment["PYTHONPATH"].split(os.pathsep))


def test_head_of_the_manifests_loses_a_node_as_fast_as_that_of_make_up(tmp_path: Path) -> None:
    values = manifest.head_environment()
    assert values.pop("RAY_grpc_client_keepalive_timeout_ms") == "15000"
    assert len(values) == 3
    assert values.items() <= RayHead(folder=tmp_path, token=tmp_path, slots=0).environment().items()


@needs_namespaces
async def test_cut_node_reaches_only_the_simulator(tmp_path: Path) -> None:
    network = CellNetwork(head=Namespace(), node=Namespace(), database_url="", simulator_ports=(8101,))
    try:
        network.connect()
        for namespace in (network.head, network.node):
            await network.forward(namespace, ports.LOOPBACK, 8101, to=f"{ports.LOOPBACK}:1")
        await network.forward(network.head, HEAD_ADDRESS, DATABASE_PORT, to=str(tmp_path / "database"))
        assert network.count_reached(port=DATABASE_PORT) == 2
        network.cut()
        assert network.count_reached(port=DATABASE_PORT) == 0
        assert network.reaches_simulator()
        network.mend()
        # A first packet may be lost while the link comes up, and it is repeated after the second of one try only.
        assert any(network.count_reached(port=DATABASE_PORT) == 2 for _ in range(10))
    finally:
        await network.close()
    assert process.identify(network.node.pid) is None


@needs_namespaces
def test_processes_of_a_namespace_end_with_it() -> None:
    one = Namespace()
    try:
        command = [*one.prefix, "sh", "-c", "echo ready; exec sleep 60"]
        child = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert child.stdout is not None
        child.stdout.readline()
        assert [found.pid for found in one.processes()] == [child.pid]
    finally:
        one.close()
    assert child.wait() == -signal.SIGKILL
    child.stdout.close()


async def test_step_without_namespaces_is_skipped_with_the_reason(tmp_path: Path) -> None:
    running = RunningStack(state=tmp_path, env={})
    cluster = Cluster(running=running, slots=1, no_network="unshare: Operation not permitted")
    control = SimulatorControl("http://127.0.0.1:1")
    context = NodesContext(
        running=running,
        control=control,
        cluster=cluster,
        demand=Demand(running=running, control=control, rng=random.Random(1)),
        section=Section(name="nodes", about=""),
        table_interval=1,
    )
    try:
        with pytest.raises(StepSkipped, match="Operation not permitted"):
            await cable.cut_cable(context)
    finally:
        await control.close()
        await cluster.close()
