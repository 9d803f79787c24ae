"""Rendering, and the committed copies: the faults are a broken overlay and copies that differ from it."""

import shutil
from pathlib import Path

import pytest

from k8s.policy import checks, render


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "rendered"
    shutil.copytree(render.RENDERED, folder)
    monkeypatch.setattr(render, "RENDERED", folder)
    return folder / "prod.yaml"


def test_an_overlay_that_names_a_missing_file_is_told_with_kustomizes_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "overlays" / "broken"
    broken.mkdir(parents=True)
    (broken / "kustomization.yaml").write_text("resources: [nothing.yaml]\n")
    monkeypatch.setattr(render, "K8S", tmp_path)
    with pytest.raises(render.RenderError, match=r"nothing\.yaml"):
        render.render("broken")


def test_a_missing_kubectl_fails_with_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render, "KUBECTL", tmp_path / "kubectl")
    monkeypatch.setattr(render, "K8S", tmp_path)
    with pytest.raises(render.RenderError, match="make setup-dev"):
        render.render("prod")


def test_no_check_of_an_overlay_can_be_skipped() -> None:
    assert [one for one in checks.every() if one.where in render.OVERLAYS and one.skip] == []


def test_the_committed_copies_are_fresh() -> None:
    assert [render.copy_is_fresh(overlay) for overlay in render.OVERLAYS] == [[] for _ in render.OVERLAYS]


def test_a_missing_copy_is_found(copies: Path) -> None:
    copies.unlink()
    assert "is missing" in render.copy_is_fresh("prod")[0]


def test_a_copy_that_was_changed_by_hand_is_found(copies: Path) -> None:
    copies.write_text(copies.read_text().replace("minReplicas: 4", "minReplicas: 3"))
    assert "is not what k8s/overlays/prod renders to" in render.copy_is_fresh("prod")[0]
