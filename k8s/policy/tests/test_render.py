"""Rendering of overlays."""

from pathlib import Path

import pytest

from k8s.policy import checks, render


def test_overlay_with_a_missing_file_fails_with_kustomizes_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "overlays" / "broken"
    broken.mkdir(parents=True)
    (broken / "kustomization.yaml").write_text("resources: [nothing.yaml]\n")
    monkeypatch.setattr(render, "K8S", tmp_path)
    with pytest.raises(render.RenderError, match=r"nothing\.yaml"):
        render.render("broken")


def test_missing_kubectl_fails_with_the_installing_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "KUBECTL", tmp_path / "kubectl")
    monkeypatch.setattr(render, "K8S", tmp_path)
    with pytest.raises(render.RenderError, match="make setup-dev"):
        render.render("prod")


def test_checks_of_overlays_are_never_skipped() -> None:
    assert [one for one in checks.all_checks() if one.where in render.OVERLAYS and one.skip] == []
