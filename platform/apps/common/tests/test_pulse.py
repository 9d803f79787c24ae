"""A loop's pulse: a file that is touched in every round, and nothing where nobody looks."""

import os
from pathlib import Path

import pytest
from pytest_django import Settings

from apps.common.pulse import beat


def test_a_beat_makes_the_file_and_its_folder(settings: Settings, tmp_path: Path) -> None:
    settings.PULSE_FOLDER = str(tmp_path / "pulse")
    beat("relay")
    assert (tmp_path / "pulse" / "relay").exists()


def test_the_next_beat_renews_it(settings: Settings, tmp_path: Path) -> None:
    settings.PULSE_FOLDER = str(tmp_path)
    beat("relay")
    os.utime(tmp_path / "relay", (0, 0))
    beat("relay")
    assert (tmp_path / "relay").stat().st_mtime > 0


def test_without_a_folder_nothing_is_written(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    settings.PULSE_FOLDER = ""
    beat("relay")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_stops_no_loop(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings.PULSE_FOLDER = str(tmp_path / "file" / "pulse")
    beat("relay")
