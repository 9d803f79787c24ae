"""Dockerfiles: what hadolint and the rule of pinned bases find in bad ones; what is said where nothing can be built."""

from pathlib import Path

import pytest

from k8s.policy import images


def dockerfile(folder: Path, text: str) -> Path:
    (folder / "bad.Dockerfile").write_text(text)
    return folder


GOOD = (images.FOLDER / "snipers.Dockerfile").read_text()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("FROM ${PYTHON_IMAGE} AS packages", "FROM debian:bookworm AS packages", "FROM debian:bookworm is neither"),
        ("@sha256:", ":", "is neither a stage nor an argument with a digest"),
        (images.USER, "USER root", "does not say USER 10001:10001"),
    ],
)
def test_a_base_or_a_user_that_is_not_ours_is_found(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in GOOD
    assert any(says in one for one in images.pinned(dockerfile(tmp_path, GOOD.replace(old, new))))


def test_a_single_stage_is_found(tmp_path: Path) -> None:
    text = "ARG A_IMAGE=x@sha256:" + "0" * 64 + "\nFROM ${A_IMAGE}\nUSER 10001:10001\n"
    assert images.pinned(dockerfile(tmp_path, text)) == [
        "bad.Dockerfile: one stage only, so compilers and caches would be in the image"
    ]


def test_hadolint_finds_what_it_is_for(tmp_path: Path) -> None:
    found = images.linted(dockerfile(tmp_path, "FROM debian:latest\nRUN cd /tmp && sudo ls\n"))
    assert {"DL3007", "DL3004"} <= {word for line in found for word in line.split()}


def test_without_buildah_the_reason_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert images.build({}) == 0
    assert capsys.readouterr().out == "Images are not built here: buildah is missing (apt-get install buildah).\n"
