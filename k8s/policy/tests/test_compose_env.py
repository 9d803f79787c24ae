"""compose_env.py writes secrets to a file that nobody else can read at any time."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from k8s.policy import compose


def run(folder: Path, *arguments: str, umask: int = 0o022) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(compose.SCRIPT), *arguments],
        cwd=folder,
        umask=umask,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077, 0o377])
@pytest.mark.parametrize("arguments", [(), ("other.env",)])
def test_the_file_is_private_and_the_output_has_no_secret(
    tmp_path: Path, umask: int, arguments: tuple[str, ...]
) -> None:
    done = run(tmp_path, *arguments, umask=umask)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    (file,) = tmp_path.iterdir()
    assert file.name == ("other.env" if "other.env" in arguments else ".env")
    assert file.stat().st_mode & 0o777 == 0o600
    names = {line.partition("=")[0] for line in file.read_text().splitlines()}
    assert names == set(compose.env_file())


def test_the_file_is_created_with_its_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes: list[int] = []
    fdopen = os.fdopen

    def opened(descriptor: int, *rest: Any) -> Any:
        modes.append((tmp_path / ".env").stat().st_mode & 0o777)
        return fdopen(descriptor, *rest)

    monkeypatch.setattr(os, "fdopen", opened)
    compose.script().write(tmp_path / ".env", {"SECRET_KEY": "x"})
    assert modes == [0o600]


def test_an_existing_file_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("SEAL_KEYS=old\n")
    done = run(tmp_path)
    assert (done.returncode, done.stderr[:12]) == (1, ".env exists.")
    assert (tmp_path / ".env").read_text() == "SEAL_KEYS=old\n"


def test_the_secrets_of_a_demo_are_made_once_and_use_given_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTGRES_PASSWORD", "of an earlier 'start'")
    for _ in range(2):
        done = run(tmp_path, "--demo", "env", umask=0o077)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        monkeypatch.setenv("POSTGRES_PASSWORD", "another")
    (file,) = tmp_path.iterdir()
    assert file.stat().st_mode & 0o777 == 0o440
    shown = subprocess.run(
        ["sh", "-c", '. "$0"; echo "$PGPASSWORD $RAY_AUTH_TOKEN"', str(file)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.startswith("of an earlier 'start' ")
    assert len(shown.stdout.split()[-1]) == 64


def test_an_interrupted_write_of_the_demo_is_repeated(tmp_path: Path) -> None:
    (tmp_path / "env.new").write_text("SECRET")
    assert run(tmp_path, "--demo", "env").returncode == 0
    assert [one.name for one in tmp_path.iterdir()] == ["env"]
