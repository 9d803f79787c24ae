"""Deploying, by hand and by GitOps: faults planted into the texts and files that say how."""

import shutil
from pathlib import Path

import pytest

from k8s.policy import commands, deploying, dev_secrets

README = deploying.K8S / "README.md"


@pytest.fixture
def k8s(tmp_path: Path) -> Path:
    for folder in ("gitops", "runbooks"):
        shutil.copytree(deploying.K8S / folder, tmp_path / folder)
    shutil.copy(README, tmp_path / "README.md")
    return tmp_path


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_what_is_committed_is_right() -> None:
    assert commands.can_work() + deploying.gitops_leaves_alone() + dev_secrets.script_runs() == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (" -l 'app.kubernetes.io/component!=ray'", "", "applies the RayCluster too"),
        (" --force-conflicts", "", "name the manager and force"),
        ("--field-manager=kubectl -k", "--force-conflicts -k", "forces more than the RayCluster"),
        (
            "delete raycluster cell-blue --timeout=10m",
            "delete raycluster,deploy,cm -l tablehawk.io/cell=blue",
            "together",
        ),
        (
            "delete raycluster cell-blue --timeout=10m",
            "delete deploy controller-blue",
            "comes before the RayCluster is",
        ),
    ],
)
def test_a_command_of_the_readme_that_cannot_work_is_found(old: str, new: str, says: str, k8s: Path) -> None:
    spoil(k8s / "README.md", old, new)
    findings = commands.can_work(k8s)
    assert any(says in finding for finding in findings), findings


def test_a_runbook_that_mixes_two_ways_to_name_objects_is_found(k8s: Path) -> None:
    book = k8s / "runbooks" / "upgrade-a-cell.md"
    spoil(book, "k delete raycluster cell-blue --timeout=10m", "k delete raycluster cell-blue deploy/controller-blue")
    findings = commands.can_work(k8s)
    assert any("mixes `type name` and `type/name`" in finding for finding in findings), findings
    assert any("together with what its redis-cleanup Job needs" in finding for finding in findings), findings


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("argocd", "        - .spec.workerGroupSpecs[].replicas\n", "", "workerGroupSpecs[].replicas is not ignored"),
        ("argocd", "kind: RayCluster", "kind: RayJob", "workerGroupSpecs[].scaleStrategy is not ignored"),
        ("argocd", "      - RespectIgnoreDifferences=true\n", "", "RespectIgnoreDifferences=true is missing"),
        ("argocd", "prune: false", "prune: true", "argocd.yaml: prunes"),
        ("flux", "ssa: IfNotPresent", "ssa: Merge", "applied on every interval"),
        ("flux", "prune: false", "prune: true", "flux.yaml: prunes"),
    ],
)
def test_gitops_that_takes_fields_back_is_found(file: str, old: str, new: str, says: str, k8s: Path) -> None:
    spoil(k8s / "gitops" / f"{file}.yaml", old, new)
    findings = deploying.gitops_leaves_alone(k8s)
    assert any(says in finding for finding in findings), findings


def test_a_script_that_shadows_a_module_it_imports_is_found(tmp_path: Path) -> None:
    """As python runs it: the script's own folder is the first place where its imports are looked for."""
    folder = tmp_path / "k8s" / "overlays" / "dev"
    folder.mkdir(parents=True)
    shutil.copy(dev_secrets.ROOT / "k8s/overlays/dev/make_secrets.py", folder / "secrets.py")
    readme = tmp_path / "k8s" / "README.md"
    readme.write_text(README.read_text().replace("make_secrets.py", "secrets.py"))
    (finding,) = dev_secrets.script_runs(readme)
    assert "the command that makes dev's Secrets fails" in finding
