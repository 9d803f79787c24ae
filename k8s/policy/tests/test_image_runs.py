"""Commands of the manifests in images: which are run, what KubeRay adds, which image they get."""

import pytest

from k8s.policy import bases, image_runs, kuberay
from k8s.policy.buildah import BuildError
from k8s.policy.manifests import Pod
from k8s.policy.pod_runs import Result, image

from .mutable_manifests import rendered


def result(command: list[str]) -> Result:
    return Result(owner="Job/x", container="app", command=tuple(command), outcome="exits with 0", seconds=1)


def test_runs_of_dev_and_prod_cover_every_overlay() -> None:
    done = {}
    for overlay in ("dev", "prod"):
        manifests = rendered(overlay)
        done[overlay] = [
            result([*one.get("command", []), *one.get("args", [])])
            for pod in kuberay.pods(manifests)
            for one in pod.all_containers
        ]
    assert image_runs.commands_not_run(done) == []


def test_command_without_a_run_is_found() -> None:
    found = image_runs.commands_not_run({"dev": []})
    assert "prod Job/migrate: python platform/manage.py migrate --no-input" in found


def ray_pod(overlay: str, group: str) -> Pod:
    return next(one for one in kuberay.pods(rendered(overlay)) if one.group == group)


def test_worker_joins_the_head_with_its_slots() -> None:
    assert ray_pod("prod", "watchers").spec["containers"][0]["command"][-1] == (
        "ulimit -n 65536; ray start --address=cell-blue-head-svc:6379 --block --dashboard-agent-listen-port=52365 "
        "--memory=8589934592 --metrics-export-port=8080 --object-store-memory=100000000 "
        "--resources='{\"watch_slots\":80}'"
    )


def test_head_of_prod_has_its_redis_and_an_autoscaler() -> None:
    head, autoscaler = ray_pod("prod", "head").spec["containers"]
    assert {"RAY_REDIS_ADDRESS", "REDIS_PASSWORD", "RAY_AUTH_TOKEN"} <= {one["name"] for one in head["env"]}
    assert autoscaler["command"][-1].startswith("ray kuberay-autoscaler --cluster-name cell-blue")
    assert [one["name"] for one in ray_pod("dev", "head").spec["containers"]] == ["ray-head"]


def test_images_are_those_built_here() -> None:
    digest = "@sha256:" + "0" * 64
    assert image(f"registry.example/tablehawk/web{digest}") == "localhost/tablehawk/web:dev"
    assert image("tablehawk/simulator:dev") == "localhost/tablehawk/simulator:dev"
    assert image(f"docker.io/library/postgres:18-bookworm{digest}") == bases.POSTGRES
    with pytest.raises(BuildError, match="no image here for nginx"):
        image("nginx")
