"""The disruption budget of a cell's workers, against a fake API server."""

import json
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from snipers.runtime.disruptions import Api, adjust_budget, count_workers, min_available

CLUSTER = "/apis/ray.io/v1/namespaces/tablehawk/rayclusters/cell-blue"
BUDGET = "/apis/policy/v1/namespaces/tablehawk/poddisruptionbudgets/workers-blue"


@pytest.mark.parametrize(("workers", "stay"), [(0, 0), (1, 0), (2, 1), (4, 3), (10, 9), (14, 13), (20, 18), (50, 45)])
def test_one_worker_in_ten_or_one_may_be_disrupted(workers: int, stay: int) -> None:
    assert min_available(workers) == stay


@pytest.mark.parametrize(
    ("groups", "ready", "workers"),
    [
        ([{"replicas": 9, "minReplicas": 4}], 9, 9),
        ([{"replicas": 4, "minReplicas": 4}], 9, 9),
        ([{"minReplicas": 4}], 0, 4),
        ([{"replicas": 3}, {"replicas": 2}], 4, 5),
    ],
)
def test_size_is_the_larger_of_desired_and_ready(groups: list[dict[str, int]], ready: int, workers: int) -> None:
    assert count_workers({"spec": {"workerGroupSpecs": groups}, "status": {"readyWorkerReplicas": ready}}) == workers


class Server(HTTPServer):
    """A fake API server: its objects by path, and the changes that were requested."""

    objects: dict[str, Any]
    changes: list[tuple[str, Any]]


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self._answer(self.server.objects[self.path])

    def do_PATCH(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.changes.append((self.path, body))
        path = self.path.partition("?")[0]
        self.server.objects[path]["spec"] |= body["spec"]
        self._answer(self.server.objects[path])

    def log_message(self, format: str, *args: Any) -> None: ...

    def _answer(self, found: Any) -> None:
        allowed = self.headers["Authorization"] == "Bearer of the pod"
        text = json.dumps(found if allowed else {"message": "Unauthorized"}).encode()
        self.send_response(200 if allowed else 401)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(("127.0.0.1", 0), Handler) as made:
        group = {"groupName": "watchers", "replicas": 4, "minReplicas": 4}
        made.objects = {CLUSTER: {"spec": {"workerGroupSpecs": [group]}}, BUDGET: {"spec": {}}}
        made.changes = []
        thread = threading.Thread(target=made.serve_forever)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


@pytest.fixture
def api(server: Server, tmp_path: Path) -> Api:
    (tmp_path / "namespace").write_text("tablehawk")
    (tmp_path / "token").write_text("of the pod\n")
    return Api(connect=lambda: HTTPConnection("127.0.0.1", server.server_port), account=tmp_path)


def test_budget_is_written_once_for_each_size(server: Server, api: Api) -> None:
    for replicas in (4, 4, 12, 12):
        server.objects[CLUSTER]["spec"]["workerGroupSpecs"][0]["replicas"] = replicas
        adjust_budget(api, cluster="cell-blue", budget="workers-blue")
    changed = f"{BUDGET}?fieldManager=disruptions"
    assert server.changes == [(changed, {"spec": {"minAvailable": stay}}) for stay in (3, 11)]


def test_refused_token_changes_nothing(server: Server, api: Api) -> None:
    (api.account / "token").write_text("old")
    with pytest.raises(HTTPException, match="401"):
        adjust_budget(api, cluster="cell-blue", budget="workers-blue")
    assert server.changes == []
