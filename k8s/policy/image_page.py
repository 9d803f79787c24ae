"""Writes docs/measurements/images.md: sizes of the images, and the result of each command of the manifests in them."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from loadtests.measurements import commit, machine

from .image_contents import LIMITS, Contents
from .pod_runs import Result

COMMAND = "make k8s-images"
MB = 1_000_000
# The largest number of characters of a command in the table, and of lines and characters of its log below the table.
_COMMAND_WIDTH, _LOG_LINES, _LOG_WIDTH = 100, 3, 160


def page(
    contents: Sequence[Contents], results: Mapping[str, Sequence[Result]], *, bases: Mapping[str, str], seconds: float
) -> str:
    """Return the text of the page."""
    origin = {**machine(), "commit": commit(), "command": f"`{COMMAND}`", "duration": f"{seconds:.0f} s", **bases}
    parts = [
        "# Images",
        f"Written by `{COMMAND}`. Do not edit: the next run replaces this page.",
        table(("Metric", "Value"), origin.items()),
        "## Sizes",
        "All files of the unpacked root file system, each once, in MB of 1,000,000 bytes. *System* is what stays of "
        "the base image. A base `localhost/...` is a substitute: Debian with Debian's Python.",
        table(
            ("Image", "Total", "System", "/opt/venv", "/app", "Base as it came", "Limit"),
            (_sizes(one) for one in contents),
        ),
    ]
    for one in contents:
        sizes = ((path, f"{size / MB:.1f} MB") for path, size in one.parts.items())
        parts += [f"### Largest parts of {one.name}", table(("Part", "Size"), sizes)]
    for overlay, done in results.items():
        rows = ((one.owner, one.container, _short(one.command), one.outcome, f"{one.seconds:.1f}") for one in done)
        parts += [
            f"## Commands of the overlay {overlay}",
            "Containers have their manifest's user, a read-only root, no capabilities, memory limit and variables.",
            table(("Object", "Container", "Command", "Result", "Seconds"), (tuple(map(_cell, row)) for row in rows)),
            f"### Ends of the logs of {overlay}",
            "```",
            "\n".join(line for one in done for line in _log(one)),
            "```",
        ]
    return "\n\n".join(parts).replace("```\n\n", "```\n").replace("\n\n```\n", "\n```\n") + "\n"


def write_logs(results: Mapping[str, Sequence[Result]], folder: Path) -> None:
    """Write the complete log of each command into a folder."""
    for overlay, done in results.items():
        made = folder / overlay
        made.mkdir(parents=True, exist_ok=True)
        for number, one in enumerate(done):
            name = f"{number:02d}-{one.owner.partition('/')[2].split(' ')[0]}-{one.container.split(' ')[0]}.log"
            (made / name).write_text(f"$ {' '.join(one.command)}\n{one.log}\n{one.outcome}\n")


def _sizes(one: Contents) -> tuple[str, ...]:
    limit = f"{LIMITS[one.name] / MB:.0f} MB" if one.name in LIMITS else "none"
    system = one.size - one.packages - one.project
    sizes = (f"{size / MB:.0f} MB" for size in (one.size, system, one.packages, one.project, one.base))
    return (one.name, *sizes, limit)


def _log(one: Result) -> list[str]:
    lines = [line for line in one.log.splitlines() if line.strip()][-_LOG_LINES:]
    return [f"{one.owner} {one.container}: {line[:_LOG_WIDTH]}" for line in lines]


def _short(command: Sequence[str]) -> str:
    text = " ".join(command)
    return text if len(text) <= _COMMAND_WIDTH else f"{text[:_COMMAND_WIDTH]} ..."


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
