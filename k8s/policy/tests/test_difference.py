"""What a change of the manifests does to the rendered objects."""

import shutil
import subprocess
from pathlib import Path

import pytest

from k8s.policy import difference, render

WEB = "kind: Deployment\nreplicas: 2\n"


@pytest.fixture
def manifests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the manifests in a repository of its own, with two overlays."""
    for folder in ("base", "cells", "components", "overlays"):
        shutil.copytree(render.K8S / folder, tmp_path / "k8s" / folder)
    for command in (["init", "-qb", "main"], ["add", "."], ["commit", "-qm", "Begin"]):
        who = ["-c", "user.name=Anna", "-c", "user.email=anna@tablehawk.test"]
        subprocess.run(["git", *who, *command], cwd=tmp_path, check=True)
    monkeypatch.setattr(difference, "K8S", tmp_path / "k8s")
    monkeypatch.setattr(difference, "OVERLAYS", ("dev", "staging"))
    return tmp_path / "k8s"


def test_a_difference_of_several_overlays_is_shown_once() -> None:
    before = {"dev": {"Deployment/web": WEB}, "prod": {"Deployment/web": WEB, "Job/migrate": "kind: Job\n"}}
    after = {"dev": {"Deployment/web": WEB.replace("2", "3")}, "prod": {"Deployment/web": WEB.replace("2", "3")}}
    assert difference.difference(before, after) == (
        "--- Deployment/web\n+++ Deployment/web in dev, prod\n"
        "@@\n kind: Deployment\n-replicas: 2\n+replicas: 3\n"
        "--- Job/migrate\n+++ Job/migrate in prod\n@@\n-kind: Job\n"
    )


def test_a_changed_setting_is_the_only_difference(manifests: Path) -> None:
    settings = manifests / "base" / "config" / "web.env"
    settings.write_text(settings.read_text().replace("LOG_LEVEL=INFO", "LOG_LEVEL=DEBUG"))
    found = difference.since().splitlines()
    assert [line for line in found if line.startswith("+++")] == [
        "+++ ConfigMap/web-env-hash in dev",
        "+++ ConfigMap/web-env-hash in staging",
    ]
    assert [line for line in found if line.startswith(("-", "+")) and "ConfigMap" not in line] == [
        "-  LOG_LEVEL: INFO",
        "+  LOG_LEVEL: DEBUG",
    ] * 2


def test_an_unknown_commit_fails_with_the_message_of_git(manifests: Path) -> None:
    with pytest.raises(render.RenderError, match="nothing"):
        difference.since("nothing")
