"""Checks of deployment commands and GitOps files, with faults in copies of them."""

import shutil
from pathlib import Path

import pytest

from k8s.policy import dev_secrets, repeated_apply, runbook_commands

DOCUMENT = repeated_apply.K8S / "DEPLOYMENT.md"


@pytest.fixture
def k8s(tmp_path: Path) -> Path:
    for folder in ("gitops", "runbooks"):
        shutil.copytree(repeated_apply.K8S / folder, tmp_path / folder)
    shutil.copy(DOCUMENT, tmp_path / "DEPLOYMENT.md")
    return tmp_path


def replace_once(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (" -l 'app.kubernetes.io/component!=ray'", "", "applies the RayCluster too"),
        (" --force-conflicts", "", "set --field-manager and --force-conflicts"),
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
def test_invalid_command_of_deployment_md_is_found(old: str, new: str, message: str, k8s: Path) -> None:
    replace_once(k8s / "DEPLOYMENT.md", old, new)
    findings = runbook_commands.commands_are_valid(k8s)
    assert any(message in finding for finding in findings), findings


def test_mixed_object_names_in_a_runbook_are_found(k8s: Path) -> None:
    book = k8s / "runbooks" / "upgrade-a-cell.md"
    replace_once(
        book, "k delete raycluster cell-blue --timeout=10m", "k delete raycluster cell-blue deploy/controller-blue"
    )
    findings = runbook_commands.commands_are_valid(k8s)
    assert any("mixes `type name` and `type/name`" in finding for finding in findings), findings
    assert any("together with what its redis-cleanup Job needs" in finding for finding in findings), findings


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("argocd", "        - .spec.workerGroupSpecs[].replicas\n", "", "workerGroupSpecs[].replicas is not ignored"),
        ("argocd", "kind: RayCluster", "kind: RayJob", "workerGroupSpecs[].scaleStrategy is not ignored"),
        ("argocd", "      - RespectIgnoreDifferences=true\n", "", "RespectIgnoreDifferences=true is missing"),
        ("argocd", "prune: false", "prune: true", "argocd.yaml: prunes"),
        ("flux", "ssa: IfNotPresent", "ssa: Merge", "applied on every interval"),
        ("flux", "prune: false", "prune: true", "flux.yaml: prunes"),
    ],
)
def test_gitops_that_overwrites_fields_of_controllers_is_found(
    file: str, old: str, new: str, message: str, k8s: Path
) -> None:
    replace_once(k8s / "gitops" / f"{file}.yaml", old, new)
    findings = repeated_apply.gitops_ignores_fields_of_others(k8s)
    assert any(message in finding for finding in findings), findings


def test_script_that_shadows_an_imported_module_is_found(tmp_path: Path) -> None:
    """Python searches the script's own folder first for imports."""
    folder = tmp_path / "k8s" / "overlays" / "dev"
    folder.mkdir(parents=True)
    shutil.copy(dev_secrets.ROOT / "k8s/overlays/dev/make_secrets.py", folder / "secrets.py")
    document = tmp_path / "k8s" / "DEPLOYMENT.md"
    document.write_text(DOCUMENT.read_text().replace("make_secrets.py", "secrets.py"))
    (finding,) = dev_secrets.secrets_script_runs(document)
    assert "the command for dev's Secrets fails" in finding
