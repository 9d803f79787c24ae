"""Installs what the project needs: .venv, Node and the built front end.

It runs on the system's python3 with the standard library only, before any package is installed. A step is skipped if
the fingerprint of its inputs has not changed.

    bootstrap.py python             packages to run the Python programs
    bootstrap.py run [build]        packages to run; with `build`, also the built front end
    bootstrap.py dev [build]        packages for development
    bootstrap.py npm ARGUMENTS...   npm in frontend/, from PATH or packaged
    bootstrap.py browser            Chromium for the browser test
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
REQUIREMENTS = ROOT / "requirements"
FRONTEND = ROOT / "frontend"
LOG = VENV / "bootstrap.log"
# Debian's packages, whose programs have the same names.
BROWSERS = ("chromium", "chromium-headless-shell")

# Folders that the build, the package manager and the browser tests write.
_NOT_SOURCES = {"node_modules", "dist", "test-results", "playwright-report", ".tanstack", "coverage"}


class SetupError(Exception):
    """The setup failed. The error's text says what the user can do."""


def main(arguments: list[str]) -> int:
    """Run the step that the arguments name. Return its exit code, or 1 after printing an error."""
    try:
        check_python()
        if arguments[:1] == ["npm"]:
            environment = node_environment()
            os.chdir(FRONTEND)
            os.execvpe("npm", arguments, environment)  # noqa: S606  # npm gets the signals that are sent to this process
        if arguments == ["browser"]:
            install_browser()
            return 0
        lock = os.open(ROOT, os.O_RDONLY)  # concurrent `make` calls wait for each other
        fcntl.flock(lock, fcntl.LOCK_EX)
        prepare(
            group="dev" if "dev" in arguments else "run",
            front_end="python" not in arguments,
            build="build" in arguments,
        )
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Setup stopped: {error.strerror} ({error.filename}).", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 1
    return 0


def check_python() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  # older Pythons must reach this error
        have = ".".join(map(str, sys.version_info[:2]))
        raise SetupError(f"Tablehawk needs Python 3.11 or newer and python3 is {have}: set PYTHON to a newer one.")


def prepare(*, group: str, front_end: bool, build: bool) -> None:
    """Install the Python packages and, with `front_end`, those of the front end; `build` builds it.

    The front end is prepared in parallel with the Python packages, unless a packaged Node has to be
    installed first.
    """
    if not environment_is_usable():
        with Progress("Creating the Python environment"):
            create_environment()
    if front_end and not (FRONTEND / "package.json").exists():
        print("There is no frontend/package.json; the front end is skipped.")
        front_end = False
    with ThreadPoolExecutor(1) as beside:
        early = front_end and node_is_installed()
        pending = beside.submit(prepare_front_end, dict(os.environ), group=group, build=build) if early else None
        install_python_packages(group)
        if pending:
            pending.result()
    if front_end and not pending:
        prepare_front_end(node_environment(), group=group, build=build)


def prepare_front_end(environment: dict[str, str], *, group: str, build: bool) -> None:
    """Install the packages of the front end, and with `build` also build it. `environment` has a PATH with npm."""
    install_front_end_packages(environment, group=group)
    if build:
        build_front_end(environment)


def install_python_packages(group: str) -> None:
    """Install requirements/<group>.txt into .venv. The dev list contains the run list."""
    wanted = {name: fingerprint(REQUIREMENTS / f"{name}.txt") for name in ("run", "dev")}
    present = {name for name in wanted if read(VENV / f".installed-{name}") == wanted[name]}
    if group in present or (group == "run" and "dev" in present):
        return
    with Progress("Installing Python packages (about 10 s the first time)"):
        install(REQUIREMENTS / f"{group}.txt")
    for name in ("run", "dev") if group == "dev" else ("run",):
        (VENV / f".installed-{name}").write_text(wanted[name])


def install_front_end_packages(environment: dict[str, str], *, group: str) -> None:
    """Run `npm ci` if package.json or package-lock.json changed since its last run.

    The group "run" contains the packages that the build needs, "dev" also the development tools.
    """
    modules = FRONTEND / "node_modules"
    wanted = fingerprint(FRONTEND / "package.json", FRONTEND / "package-lock.json")
    present = {name for name in ("run", "dev") if read(modules / f".installed-{name}") == wanted}
    if group in present or (group == "run" and "dev" in present):
        return
    with Progress("Installing front-end packages (about 10 s the first time)"):
        omitted = ["--omit=dev"] if group == "run" else []
        run_logged(["npm", "ci", "--no-audit", "--no-fund", *omitted], cwd=FRONTEND, env=environment)
    (modules / f".installed-{group}").write_text(wanted)


def build_front_end(environment: dict[str, str]) -> None:
    """Run `npm run build` if a source file of the front end changed since its last run."""
    done = FRONTEND / "node_modules" / ".built"
    if read(done) == fingerprint(*sources()) and (FRONTEND / "dist" / "index.html").exists():
        return
    with Progress("Building the front end"):
        run_logged(["npm", "run", "build"], cwd=FRONTEND, env=environment)
    done.write_text(fingerprint(*sources()))  # after the build, which generates the route tree


def node_environment() -> dict[str, str]:
    """Return environment variables whose PATH contains a supported `npm`.

    If the Node on PATH is too old or missing, a packaged Node is installed into .venv and used.
    """
    if node_is_installed():
        return dict(os.environ)
    packaged = REQUIREMENTS / "node.txt"
    if read(VENV / ".installed-node") != fingerprint(packaged):
        with Progress("Installing Node"):
            install(packaged)
        (VENV / ".installed-node").write_text(fingerprint(packaged))
    return {**os.environ, "PATH": f"{VENV / 'bin'}:{os.environ.get('PATH', '')}"}


def node_is_installed() -> bool:
    """Return whether PATH has a supported Node with npm."""
    return node_is_new_enough() and shutil.which("npm") is not None


def node_is_new_enough() -> bool:
    """Return whether Vite supports the installed Node: 20.19 or later 20.x, or 22.12 and later."""
    try:
        output = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
        version = tuple(int(part) for part in output.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return False
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


def install_browser() -> None:
    """Install the packages in BROWSERS, unless they are installed or CHROMIUM_PATH is set.

    Raises SetupError if the account is not root or the system has no apt-get.
    """
    missing = [name for name in BROWSERS if not shutil.which(name)]
    if os.environ.get("CHROMIUM_PATH") or not missing:
        return
    if not shutil.which("apt-get") or os.geteuid() != 0:
        packages = " and ".join(missing)
        raise SetupError(f"The browser tests need Chromium: install {packages}, or set CHROMIUM_PATH.")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with Progress("Installing Chromium (about a minute)"):
        run_logged(["apt-get", "update", "-qq"], env=quiet)
        run_logged(["apt-get", "install", "-qq", "--no-install-recommends", *missing, "fonts-dejavu-core"], env=quiet)


def environment_is_usable() -> bool:
    """Return whether .venv works and was made for this Python version and this path. A .venv cannot be moved, because
    its scripts contain its path."""
    if read(VENV / ".made-for") != environment_stamp():
        return False
    return subprocess.run([str(PYTHON), "-c", ""], capture_output=True, check=False).returncode == 0


def environment_stamp() -> str:
    return f"{VENV} {sys.version_info[0]}.{sys.version_info[1]}"


def create_environment() -> None:
    if VENV.exists():
        shutil.rmtree(VENV)
    made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        shutil.rmtree(VENV, ignore_errors=True)
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        raise SetupError(
            f"Python cannot create a virtual environment: install python{version}-venv "
            f"(for example `apt-get install python{version}-venv`) and run the command again."
        )
    (VENV / ".made-for").write_text(environment_stamp())


def install(requirements: Path) -> None:
    """Install the packages of a requirements file with uv, which is ten times as fast as pip, or with pip if uv fails.

    Modules are not compiled here but when they are first imported: compiling all of them takes two cores ten seconds,
    and programs import a quarter of them.
    """
    hashed = ["--require-hashes", "-r"]
    quiet = ["--disable-pip-version-check", "--no-input", "--no-compile", "-q"]
    uv = VENV / "bin" / "uv"
    try:
        if not uv.exists():
            run_logged([str(PYTHON), "-m", "pip", "install", *quiet, *hashed, str(REQUIREMENTS / "uv.txt")])
        environment = {**os.environ, "VIRTUAL_ENV": str(VENV)}
        run_logged([str(uv), "pip", "install", "-q", *hashed, str(requirements)], env=environment)
    except SetupError:
        run_logged([str(PYTHON), "-m", "pip", "install", *quiet, *hashed, str(requirements)])


def run_logged(command: list[str], *, cwd: Path | None = None, env: dict[str, str] | None = None) -> None:
    """Run a command and append its output to the log. Raises SetupError, with the end of the output, if it fails.

    A command with `cwd` may run in parallel with others, so its log is a separate file.
    """
    path = LOG if cwd is None else LOG.with_name(f"bootstrap-{cwd.name}.log")
    with path.open("a+") as log:
        start = log.seek(0, os.SEEK_END)
        try:
            code = subprocess.call(command, cwd=cwd or ROOT, env=env, stdout=log, stderr=subprocess.STDOUT)
        except FileNotFoundError:
            raise SetupError(f"{command[0]} is missing.") from None
        if code != 0:
            log.seek(start)
            plain = re.sub(r"\x1b\[[0-9;]*m", "", log.read())
            end = "\n".join(f"    {line}" for line in plain.strip().splitlines()[-15:])
            raise SetupError(f"`{Path(command[0]).name} {' '.join(command[1:3])}` failed (log: {path}):\n{end}")


def sources() -> Iterable[Path]:
    """Yield the paths of the front end's source files in a fixed order."""
    for folder, below, files in os.walk(FRONTEND):
        below[:] = sorted(name for name in below if name not in _NOT_SOURCES)
        for name in sorted(files):
            if not name.endswith(".tsbuildinfo"):
                yield Path(folder) / name


def fingerprint(*files: Path) -> str:
    """Return a hash of the files' names and contents."""
    digest = hashlib.sha256()
    for path in files:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT)} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


class Progress:
    """Context manager that prints the title of a long step and, when the step ends, its duration. Steps may overlap."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.started = time.monotonic()

    def __enter__(self) -> None:
        print(f"{self.title} ...", flush=True)

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        result = "failed" if error else f"done in {time.monotonic() - self.started:.0f} s"
        print(f"{self.title.partition(' (')[0]}: {result}", flush=True)


if __name__ == "__main__":
    for number in (signal.SIGTERM, signal.SIGHUP):
        # Without this, the installer that is running at this moment would go on alone.
        signal.signal(number, lambda number, frame: sys.exit(128 + number))
    sys.exit(main(sys.argv[1:]))
