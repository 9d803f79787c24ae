"""Liveness files are touched in every run of a loop, and only if LIVENESS_FOLDER is set."""

import os
from pathlib import Path

import pytest
from pytest_django import Settings

from apps.common.liveness import touch_liveness_file


def test_touch_creates_the_file_and_its_folder(settings: Settings, tmp_path: Path) -> None:
    settings.LIVENESS_FOLDER = str(tmp_path / "liveness")
    touch_liveness_file("relay")
    assert (tmp_path / "liveness" / "relay").exists()


def test_touch_renews_the_time_of_the_file(settings: Settings, tmp_path: Path) -> None:
    settings.LIVENESS_FOLDER = str(tmp_path)
    touch_liveness_file("relay")
    os.utime(tmp_path / "relay", (0, 0))
    touch_liveness_file("relay")
    assert (tmp_path / "relay").stat().st_mtime > 0


def test_nothing_is_written_without_liveness_folder(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    settings.LIVENESS_FOLDER = ""
    touch_liveness_file("relay")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_created_raises_nothing(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings.LIVENESS_FOLDER = str(tmp_path / "file" / "liveness")
    touch_liveness_file("relay")
