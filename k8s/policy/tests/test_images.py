"""Checks of Dockerfiles: hadolint, pinned base images, and the message without buildah."""

from pathlib import Path

import pytest

from k8s.policy import image_command, images


def dockerfile(folder: Path, text: str) -> Path:
    (folder / "bad.Dockerfile").write_text(text)
    return folder


GOOD = (images.FOLDER / "snipers.Dockerfile").read_text()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("FROM ${PYTHON_IMAGE} AS packages", "FROM debian:bookworm AS packages", "FROM debian:bookworm is neither"),
        ("@sha256:", ":", "is neither a stage nor an argument with a digest"),
        (images.USER, "USER root", "lacks USER 10001:10001"),
    ],
)
def test_unpinned_base_and_other_user_are_found(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    assert any(message in one for one in images.base_images_are_pinned(dockerfile(tmp_path, GOOD.replace(old, new))))


def test_single_stage_is_found(tmp_path: Path) -> None:
    text = "ARG A_IMAGE=x@sha256:" + "0" * 64 + "\nFROM ${A_IMAGE}\nUSER 10001:10001\n"
    assert images.base_images_are_pinned(dockerfile(tmp_path, text)) == [
        "bad.Dockerfile: one stage only, so the image would contain compilers and caches"
    ]


def test_hadolint_findings_are_reported(tmp_path: Path) -> None:
    found = images.dockerfiles_pass_hadolint(dockerfile(tmp_path, "FROM debian:latest\nRUN cd /tmp && sudo ls\n"))
    assert {"DL3007", "DL3004"} <= {word for line in found for word in line.split()}


def test_missing_buildah_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert image_command.main() == 0
    assert capsys.readouterr().out == "Images are not built here: buildah is missing (apt-get install buildah).\n"
