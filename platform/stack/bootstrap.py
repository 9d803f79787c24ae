"""Makes the environment that everything else runs in: .venv, Node and the built front end.

Runs on the system's python3 with the standard library alone, before anything is installed. Each step is skipped
when a stamp says that nothing it depends on has changed.

    bootstrap.py python             Python's packages to run
    bootstrap.py run [build]        the packages to run; with `build`, the built front end too
    bootstrap.py dev [build]        the packages to develop with
    bootstrap.py npm ARGUMENTS...   npm in frontend/, the machine's or the packaged one
    bootstrap.py browser            Chromium for the browser test
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
REQUIREMENTS = ROOT / "requirements"
FRONTEND = ROOT / "frontend"
LOG = VENV / "bootstrap.log"

# What the build reads is everything except what it, the package manager and the browser tests write.
_NOT_SOURCES = {"node_modules", "dist", "test-results", "playwright-report", ".tanstack", "coverage"}


class Sentence(Exception):
    """What is wrong and what to do, for the person at the terminal."""


def main(arguments: list[str]) -> int:
    """Do what the arguments name; 0, the command's code, or 1 after one sentence."""
    try:
        check_python()
        if arguments[:1] == ["npm"]:
            return subprocess.call(arguments, cwd=FRONTEND, env=node_environment())
        if arguments == ["browser"]:
            install_browser()
            return 0
        lock = os.open(ROOT, os.O_RDONLY)  # two `make` at once take turns
        fcntl.flock(lock, fcntl.LOCK_EX)
        install_python_packages("dev" if "dev" in arguments else "run")
        if "python" in arguments:
            return 0
        if (FRONTEND / "package.json").exists():
            environment = node_environment()
            install_front_end_packages(environment)
            if "build" in arguments:
                build_front_end(environment)
        else:
            print("There is no frontend/package.json; the front end is left out.")
    except Sentence as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Setting up stopped: {error.strerror} ({error.filename}).", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 1
    return 0


def check_python() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  # the one file that older Pythons may run, to hear this sentence
        have = ".".join(map(str, sys.version_info[:2]))
        raise Sentence(f"Tablehawk needs Python 3.11 or newer and python3 is {have}: set PYTHON to a newer one.")


def install_python_packages(group: str) -> None:
    """Bring .venv up to requirements/<group>.txt. The dev list holds all of the run list, so it serves for both."""
    if not python_works():
        with Step("Making the Python environment"):
            make_environment()
    wanted = {name: stamp_of(REQUIREMENTS / f"{name}.txt") for name in ("run", "dev")}
    present = {name for name in wanted if read(VENV / f".installed-{name}") == wanted[name]}
    if group in present or (group == "run" and "dev" in present):
        return
    with Step("Installing Python packages (about 20 s the first time)"):
        install(REQUIREMENTS / f"{group}.txt")
    for name in ("run", "dev") if group == "dev" else ("run",):
        (VENV / f".installed-{name}").write_text(wanted[name])


def install_front_end_packages(environment: dict[str, str]) -> None:
    """`npm ci`, when the lists of packages changed."""
    done = FRONTEND / "node_modules" / ".installed"
    wanted = stamp_of(FRONTEND / "package.json", FRONTEND / "package-lock.json")
    if read(done) != wanted:
        with Step("Installing front-end packages (about 30 s the first time)"):
            call(["npm", "ci", "--no-audit", "--no-fund"], cwd=FRONTEND, env=environment)
        done.write_text(wanted)


def build_front_end(environment: dict[str, str]) -> None:
    """`npm run build`, when a source changed."""
    done = FRONTEND / "node_modules" / ".built"
    if read(done) == stamp_of(*sources()) and (FRONTEND / "dist" / "index.html").exists():
        return
    with Step("Building the front end"):
        call(["npm", "run", "build"], cwd=FRONTEND, env=environment)
    done.write_text(stamp_of(*sources()))  # after the build, which writes the route tree among the sources


def node_environment() -> dict[str, str]:
    """An environment whose `npm` is good: the one on PATH, else the packaged one, installed when first needed."""
    if node_is_new_enough() and shutil.which("npm"):
        return dict(os.environ)
    packaged = REQUIREMENTS / "node.txt"
    if read(VENV / ".installed-node") != stamp_of(packaged):
        with Step("Installing Node, which this machine lacks"):
            install(packaged)
        (VENV / ".installed-node").write_text(stamp_of(packaged))
    return {**os.environ, "PATH": f"{VENV / 'bin'}:{os.environ.get('PATH', '')}"}


def node_is_new_enough() -> bool:
    """Vite's own demand: 20.19 or newer of 20, or 22.12 and newer."""
    try:
        said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
        version = tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return False
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


def install_browser() -> None:
    """Chromium from the system's packages; only root can, others are told."""
    if os.environ.get("CHROMIUM_PATH") or shutil.which("chromium"):
        return
    if not shutil.which("apt-get") or os.geteuid() != 0:
        raise Sentence("The browser test needs Chromium: install the package chromium, or set CHROMIUM_PATH.")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with Step("Installing Chromium (about a minute)"):
        call(["apt-get", "update", "-qq"], env=quiet)
        call(["apt-get", "install", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"], env=quiet)


def python_works() -> bool:
    """Whether .venv is there, of this Python, and was made at this place (its scripts hold the path)."""
    if read(VENV / ".made-for") != made_for():
        return False
    return subprocess.run([str(PYTHON), "-c", ""], capture_output=True, check=False).returncode == 0


def made_for() -> str:
    return f"{VENV} {sys.version_info[0]}.{sys.version_info[1]}"


def make_environment() -> None:
    if VENV.exists():
        shutil.rmtree(VENV)
    made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        shutil.rmtree(VENV, ignore_errors=True)
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        raise Sentence(
            f"Python cannot make a virtual environment here: install python{version}-venv "
            f"(for example `apt-get install python{version}-venv`) and run the command again."
        )
    (VENV / ".made-for").write_text(made_for())


def install(requirements: Path) -> None:
    """With uv, which is ten times as quick; with pip where uv does not work."""
    hashed = ["--require-hashes", "-r"]
    quiet = ["--disable-pip-version-check", "--no-input", "-q"]
    uv = VENV / "bin" / "uv"
    try:
        if not uv.exists():
            call([str(PYTHON), "-m", "pip", "install", *quiet, *hashed, str(REQUIREMENTS / "uv.txt")])
        environment = {**os.environ, "VIRTUAL_ENV": str(VENV)}
        call([str(uv), "pip", "install", "-q", "--compile-bytecode", *hashed, str(requirements)], env=environment)
    except Sentence:
        call([str(PYTHON), "-m", "pip", "install", *quiet, *hashed, str(requirements)])


def call(command: list[str], *, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    """Run with the output in a log; a Sentence with its end when it fails."""
    with LOG.open("a+") as log:
        start = log.seek(0, os.SEEK_END)
        try:
            code = subprocess.call(command, cwd=cwd, env=env, stdout=log, stderr=subprocess.STDOUT)
        except FileNotFoundError:
            raise Sentence(f"{command[0]} is missing.") from None
        if code != 0:
            log.seek(start)
            plain = re.sub(r"\x1b\[[0-9;]*m", "", log.read())
            end = "\n".join(f"    {line}" for line in plain.strip().splitlines()[-15:])
            raise Sentence(f"`{Path(command[0]).name} {' '.join(command[1:3])}` failed (all of it in {LOG}):\n{end}")


def sources() -> Iterable[Path]:
    """The front end's sources, in a fixed order."""
    for folder, below, files in os.walk(FRONTEND):
        below[:] = sorted(name for name in below if name not in _NOT_SOURCES)
        for name in sorted(files):
            if not name.endswith(".tsbuildinfo"):
                yield Path(folder) / name


def stamp_of(*files: Path) -> str:
    """A fingerprint of the files' names and contents."""
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


class Step:
    """Says what takes long, and afterwards how long it took."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.started = time.monotonic()

    def __enter__(self) -> None:
        print(f"{self.title} ... ", end="", flush=True)

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        print("failed" if error else f"done in {time.monotonic() - self.started:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
