"""What renders, and copies that are of these sources: the faults are a broken overlay and copies that are not."""

import shutil
from pathlib import Path

import pytest

from k8s.policy import render

needs_kustomize = pytest.mark.skipif(not render.renderer(), reason="no kustomize 5 here: nothing can be rendered")


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "rendered"
    shutil.copytree(render.RENDERED, folder)
    monkeypatch.setattr(render, "RENDERED", folder)
    return folder / "prod.yaml"


@needs_kustomize
def test_an_overlay_that_names_a_missing_file_is_told_with_kustomizes_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "overlays" / "broken"
    broken.mkdir(parents=True)
    (broken / "kustomization.yaml").write_text("resources: [nothing.yaml]\n")
    monkeypatch.setattr(render, "K8S", tmp_path)
    with pytest.raises(render.RenderError, match=r"nothing\.yaml"):
        render.render("broken")


def test_the_committed_copies_are_fresh() -> None:
    assert [render.copy_is_fresh(overlay) for overlay in render.OVERLAYS] == [[] for _ in render.OVERLAYS]


def test_a_copy_of_other_sources_is_found_everywhere(copies: Path) -> None:
    copies.write_text(copies.read_text().replace(render.stamp(), "0" * 64))
    assert "is older than k8s/" in render.copy_is_fresh("prod")[0]


def test_a_missing_copy_is_found(copies: Path) -> None:
    copies.unlink()
    assert "is missing" in render.copy_is_fresh("prod")[0]


@needs_kustomize
def test_a_copy_that_was_changed_by_hand_is_found(copies: Path) -> None:
    copies.write_text(copies.read_text().replace("minReplicas: 4", "minReplicas: 3"))
    assert "changed by hand" in render.copy_is_fresh("prod")[0]


def test_without_kustomize_the_copy_is_what_is_checked(copies: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "renderer", lambda: ())
    copies.write_text("kind: Planted\n")
    assert list(render.manifests("prod")) == [{"kind": "Planted"}]
